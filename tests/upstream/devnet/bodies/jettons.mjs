// Bodies of jettons: TEP-74, TEP-89.
import { address, coins, eitherCell, flag, maybeCell, u64 } from "./forms.mjs";

/** @type {import("./forms.mjs").Bodies} */
export const BODIES = {
  "0x0f8a7ea5": [
    "jetton_transfer",
    [
      ["query_id", u64],
      ["amount", coins],
      ["destination", address],
      ["response_destination", address],
      ["custom_payload", maybeCell],
      ["forward_ton_amount", coins],
      ["forward_payload", eitherCell],
    ],
  ],
  "0x178d4519": [
    "jetton_internal_transfer",
    [
      ["query_id", u64],
      ["amount", coins],
      ["from", address],
      ["response_address", address],
      ["forward_ton_amount", coins],
      ["forward_payload", eitherCell],
    ],
  ],
  "0x7362d09c": [
    "jetton_notify",
    [
      ["query_id", u64],
      ["amount", coins],
      ["sender", address],
      ["forward_payload", eitherCell],
    ],
  ],
  "0x595f07bc": [
    "jetton_burn",
    [
      ["query_id", u64],
      ["amount", coins],
      ["response_destination", address],
      ["custom_payload", maybeCell],
    ],
  ],
  "0x7bdd97de": [
    "jetton_burn_notification",
    [
      ["query_id", u64],
      ["amount", coins],
      ["sender", address],
      ["response_destination", address],
    ],
  ],
  "0xd53276db": ["excess", [["query_id", u64]]],
  "0x2c76b973": [
    "provide_wallet_address",
    [
      ["query_id", u64],
      ["owner_address", address],
      ["include_address", flag],
    ],
  ],
};
