// Messages that are emulated before they are sent: outcomes that narrow by `status`, and the uses that the types must refuse.

import { createClient } from "ton-edge";
import type { Cell, Transaction } from "ton-edge/message";
import {
  type AccountChange,
  type CompletePreview,
  type Contract,
  emulate,
  type EmulateOptions,
  type Emulation,
  type JettonChange,
  type NftChange,
  type NotAccepted,
  openConfig,
  type Preview,
  type PreviewNode,
  type PreviewOptions,
  type PreviewTransaction,
  previewTransfer,
  type RunOptions,
  type UnknownOutcome,
} from "ton-edge/tvm";

declare const cell: Cell;
declare const contract: Contract;

export async function emulateOne(options: EmulateOptions): Promise<bigint> {
  const outcome: Emulation = await emulate({ ...options, account: null, config: openConfig(cell), lt: 5n });
  if (outcome.status === "not_accepted") {
    const rejection: NotAccepted = outcome;
    return BigInt(rejection.exitCode ?? 0);
  }
  if (outcome.status === "unknown") {
    const unknownOutcome: UnknownOutcome = outcome;
    // @ts-expect-error an outcome of this status has no transaction
    outcome.transaction;
    return BigInt(unknownOutcome.library?.length ?? 0);
  }
  const transaction: Transaction = outcome.transaction;
  const next: EmulateOptions = { ...options, account: outcome.account, message: outcome.messages[0] ?? cell };
  // @ts-expect-error the account is required
  emulate({ message: cell, config: cell });
  // @ts-expect-error the option has another name
  emulate({ ...next, ignoreSignatures: true });
  return outcome.isRandom ? 0n : transaction.totalFees.coins;
}

export async function emulateContract(run: RunOptions) {
  const outcome = await contract.emulate(cell, { ...run, from: "0:00", config: cell });
  return outcome.status === "done" ? outcome.transactionCell.hash() : outcome.reason;
}

const sum = (node: PreviewNode): bigint =>
  node.status === "done" ? node.children.reduce((total, child) => total + sum(child), 0n) : 0n;

export async function useOptions(options: PreviewOptions) {
  const client = createClient({});
  const preview: Preview = await previewTransfer(client, cell, { ...options, maxTransactions: 8, tokens: false });
  if (preview.status !== "done") return `${preview.account} ${preview.reason}`;
  const completePreview: CompletePreview = preview;
  const root: PreviewTransaction = completePreview.root;
  const [change]: AccountChange[] = completePreview.accounts;
  const [jetton]: JettonChange[] = completePreview.jettons;
  const [nft]: NftChange[] = completePreview.nfts;
  // @ts-expect-error this object is not a client
  previewTransfer({ v2: {} }, cell);
  return [sum(root), change?.change, jetton?.change, nft?.to, completePreview.totalFees, completePreview.unread.length];
}
