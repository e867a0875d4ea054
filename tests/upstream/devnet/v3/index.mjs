// The v3 handlers of the devnet, by the path of the endpoint table: (params, context) -> the whole body, or a promise of it.
import { HANDLERS as accounts } from "./accounts.mjs";
import { HANDLERS as actions } from "./actions.mjs";
import { HANDLERS as blocks } from "./blocks.mjs";
import { HANDLERS as decode } from "./decode.mjs";
import { HANDLERS as dns } from "./dns.mjs";
import { HANDLERS as jettons } from "./jettons.mjs";
import { HANDLERS as legacy } from "./legacy.mjs";
import { HANDLERS as messages } from "./messages.mjs";
import { HANDLERS as nfts } from "./nfts.mjs";
import { HANDLERS as multisig } from "./multisig.mjs";
import { HANDLERS as pending } from "./pending.mjs";
import { HANDLERS as staking } from "./staking.mjs";
import { HANDLERS as traces } from "./traces.mjs";
import { HANDLERS as transactions } from "./transactions.mjs";
import { HANDLERS as vesting } from "./vesting.mjs";
import { HANDLERS as validators } from "./validators.mjs";

export const HANDLERS = {
  ...accounts,
  ...actions,
  ...blocks,
  ...decode,
  ...dns,
  ...jettons,
  ...legacy,
  ...messages,
  ...nfts,
  ...multisig,
  ...pending,
  ...staking,
  ...traces,
  ...transactions,
  ...vesting,
  ...validators,
};
export { refuse } from "./refusals.mjs";
