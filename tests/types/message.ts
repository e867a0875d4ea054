// Every export of ton-edge/message as a TypeScript program uses it, and the uses that the types must refuse. Nothing here runs:
// tests/types/types.test.mjs compiles it.

import {
  beginCell,
  Builder,
  buildDict,
  Cell,
  comment,
  decodeAccount,
  decodeBody,
  decodeMessage,
  decodeShardAccount,
  decodeStack,
  decodeStateInit,
  decodeTransaction,
  decryptComment,
  encodeBody,
  encodeStack,
  encodeStateInit,
  externalMessage,
  fromNano,
  fromUnits,
  internalMessage,
  isMnemonic,
  isTonEdgeError,
  keyPairFromSeed,
  messageHash,
  mnemonicNew,
  mnemonicToKeyPair,
  parseBoc,
  parseBocRoots,
  readDict,
  ready,
  Slice,
  Stack,
  stackFromCell,
  stackToCell,
  TonEdgeError,
  toNano,
  toUnits,
  walletHighloadV3,
  walletV3R1,
  walletV3R2,
  walletV4R2,
  walletV5R1,
  writeBoc,
} from "ton-edge/message";
import type * as message from "ton-edge/message";
import type {
  Account,
  AccountState,
  ActionPhase,
  AddressLike,
  BlockId,
  Boc,
  BocLimits,
  BocOptions,
  BodyInput,
  BouncePhase,
  CellLike,
  ComputePhase,
  CreditPhase,
  CryptoKeyLike,
  Currencies,
  DecodedBody,
  DecodedMessage,
  Description,
  EmptyBody,
  EncryptedComment,
  EncryptedCommentParts,
  ExternalAddress,
  KeyPair,
  KnownBody,
  Message,
  MessageBody,
  MessageInfo,
  MessageInput,
  NetworkOptions,
  ShardAccount,
  Signer,
  SplitMergeInfo,
  StackValue,
  StateInit,
  StateInitInput,
  StateUpdate,
  StoragePhase,
  StorageUsed,
  TickTock,
  TonEdgeErrorCode,
  Transaction,
  UnknownBody,
  Wallet,
  WalletVersion,
  WalletAction,
  WalletActionInput,
  WalletOptions,
  WalletRequest,
} from "ton-edge/message";

/** True if both are the same type, not merely assignable. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const assertSameType = <T extends true>(): T | undefined => undefined;

declare const to: AddressLike;
declare const boc: Boc;
declare const wrongInput: unknown;

/** Each type of body by its name. */
// <generated from src/message/body/table.rs>
assertSameType<
  Same<
    message.KnownBody,
    | message.Comment
    | message.BinaryComment
    | message.EncryptedComment
    | message.Excesses
    | message.JettonTransfer
    | message.JettonInternalTransfer
    | message.JettonNotification
    | message.JettonBurn
    | message.JettonBurnNotification
    | message.NftTransfer
    | message.NftOwnershipAssigned
    | message.NftGetStaticData
    | message.NftReportStaticData
    | message.ChangeDnsRecord
    | message.WalletV5External
    | message.WalletV5Internal
    | message.WalletV5Extension
    | message.WalletV5BetaExternal
    | message.WalletV5BetaInternal
    | message.WalletV5BetaExtension
    | message.HighloadV3Transfer
    | message.WalletV3Signed
    | message.WalletV4Signed
    | message.HighloadV3Signed
  >
>();
assertSameType<
  Same<
    message.BodyInput,
    | message.CommentInput
    | message.BinaryCommentInput
    | message.EncryptedCommentInput
    | message.ExcessesInput
    | message.JettonTransferInput
    | message.JettonInternalTransferInput
    | message.JettonNotificationInput
    | message.JettonBurnInput
    | message.JettonBurnNotificationInput
    | message.NftTransferInput
    | message.NftOwnershipAssignedInput
    | message.NftGetStaticDataInput
    | message.NftReportStaticDataInput
    | message.ChangeDnsRecordInput
    | message.WalletV5ExternalInput
    | message.WalletV5InternalInput
    | message.WalletV5ExtensionInput
    | message.WalletV5BetaExternalInput
    | message.WalletV5BetaInternalInput
    | message.WalletV5BetaExtensionInput
    | message.HighloadV3TransferInput
    | message.WalletV3SignedInput
    | message.WalletV4SignedInput
    | message.HighloadV3SignedInput
  >
>();
// </generated from src/message/body/table.rs>
assertSameType<Same<DecodedBody, KnownBody | UnknownBody | EmptyBody>>();

export function cells(limits: BocLimits, options: BocOptions, like: CellLike): Cell {
  const cell: Cell = parseBoc(boc, limits);
  const roots: Cell[] = parseBocRoots(boc);
  const bytes: Uint8Array<ArrayBuffer> = writeBoc(roots, options);
  const builder: Builder = beginCell().storeUint(1n, 8).storeAddress(to).storeRef(like).storeBytes(bytes);
  const slice: Slice = cell.beginParse();
  const address: string | ExternalAddress | null = slice.loadAnyAddress();
  const amount: bigint = slice.loadCoins();
  const dict: Map<bigint, Slice> = readDict(buildDict(8, [[1, builder]]), 8);
  // @ts-expect-error: a cell never changes
  cell.bits = 5;
  // @ts-expect-error: a cell never changes
  cell.refs.push(cell);
  // @ts-expect-error: only builders make cells
  new Cell();
  // @ts-expect-error: a number is not a bag
  parseBoc(5);
  // @ts-expect-error: a text is not a number
  beginCell().storeUint("5", 8);
  return [address, amount, dict].length > 0 ? builder.endCell() : cell;
}

export function messages(init: StateInitInput, body: MessageBody): DecodedMessage {
  const input: MessageInput = { to, value: toNano("1.5"), body, init, extraCurrencies: { 100: 5n } };
  const decodedMessage: DecodedMessage = decodeMessage(internalMessage(input));
  const message: Message = decodeMessage(externalMessage({ to, body: comment("Hello"), init: encodeStateInit(init) }));
  const info: MessageInfo = message.info;
  if (info.type === "internal") assertSameType<Same<typeof info.value, Currencies>>();
  else if (info.type === "external-in") assertSameType<Same<typeof info.importFee, bigint>>();
  else assertSameType<Same<typeof info.createdAt, number>>();
  if (decodedMessage.decoded.type === "jetton_transfer")
    assertSameType<Same<typeof decodedMessage.decoded.amount, bigint>>();
  if (decodedMessage.decoded.type === "unknown")
    assertSameType<Same<typeof decodedMessage.decoded.opcode, number | null>>();
  const hash: string = messageHash(boc, { normalized: false });
  const transfer = {
    type: "jetton_transfer",
    amount: toUnits("12.5", 6),
    destination: to,
    forwardTonAmount: 0n,
  } as const;
  const network: NetworkOptions = { network: "testnet" };
  encodeBody(transfer, network);
  // @ts-expect-error: an amount has no default
  encodeBody({ type: "jetton_burn" });
  // @ts-expect-error: an amount has no default
  encodeBody({ type: "jetton_transfer", amount: 1n, destination: to });
  // @ts-expect-error: a transfer needs a receiver
  encodeBody({ ...transfer, destination: null });
  // @ts-expect-error: an NFT needs an owner
  encodeBody({ type: "nft_transfer", newOwner: null, forwardAmount: 0n });
  // @ts-expect-error: a value has no default
  internalMessage({ to });
  // @ts-expect-error: null is neither true nor false
  internalMessage({ to, value: 1n, bounce: null });
  // @ts-expect-error: no such body
  encodeBody({ type: "jetton_gift" });
  // @ts-expect-error: a comment needs a text
  encodeBody({ type: "comment" });
  // @ts-expect-error: nanocoins are not written as a decimal text
  internalMessage({ to, value: "1.5" }, network);
  // @ts-expect-error: a message needs a receiver
  internalMessage({ value: 1n });
  // @ts-expect-error: no such body
  decodeBody(boc, { as: "jetton_gift" });
  return hash === fromNano(1n) + fromUnits(1n, 6) ? decodedMessage : decodeMessage(boc);
}

export function stacks(): unknown[] {
  const cell: Cell = stackToCell([1n, 2, true, null, [1n], { list: [1n] }, beginCell(), to, Number.NaN]);
  const stack: Stack = stackFromCell(cell);
  const stackCell: Cell = stackToCell(stack);
  // @ts-expect-error: a stack is an array
  stackToCell(1n);
  const values: readonly StackValue[] = stack.values;
  return [stackCell, values, decodeStack([]), stackFromCell(cell.toBoc()), encodeStack([1n, to])];
}

export async function showEncrypted(body: EncryptedComment): Promise<string> {
  const showParts = ({ publicKeyXor, messageKey, cipherText }: EncryptedCommentParts): string =>
    `${publicKeyXor.length} ${messageKey.length} ${cipherText.length}`;
  // @ts-expect-error: the function must return a text
  await decryptComment(body, () => 1);
  // @ts-expect-error: this comment is not encrypted
  await decryptComment({ type: "comment", text: "hi" }, showParts);
  return decryptComment(body, showParts);
}

export function states(): unknown[] {
  const transaction: Transaction = decodeTransaction(boc);
  const description: Description = transaction.description;
  if (description.type === "ord") {
    assertSameType<Same<typeof description.computePh, ComputePhase>>();
    assertSameType<Same<typeof description.action, ActionPhase | null>>();
    assertSameType<Same<typeof description.bounce, BouncePhase | null>>();
    assertSameType<Same<typeof description.creditPh, CreditPhase | null>>();
    assertSameType<Same<typeof description.storagePh, StoragePhase | null>>();
  }
  if (description.type === "split_prepare") assertSameType<Same<typeof description.splitInfo, SplitMergeInfo>>();
  assertSameType<Same<typeof transaction.stateUpdate, StateUpdate>>();
  const account: Account | null = decodeAccount(boc);
  if (account) {
    assertSameType<Same<typeof account.state, AccountState>>();
    assertSameType<Same<typeof account.used, StorageUsed>>();
  }
  const init: StateInit = decodeStateInit(boc);
  assertSameType<Same<typeof init.special, TickTock | null>>();
  const shardAccount: ShardAccount = decodeShardAccount(boc);
  assertSameType<Same<BlockId["seqno"], number>>();
  return [transaction, account, init, shardAccount, decodeBody(boc, { as: "wallet_v4_signed" })];
}

export async function wallets(options: WalletOptions, request: WalletRequest, signer: Signer): Promise<Cell> {
  await ready();
  const wallet: Wallet = walletV5R1(options);
  const otherWallets: Wallet[] = [walletV3R1, walletV3R2, walletV4R2, walletHighloadV3].map((make) => make(options));
  assertSameType<Same<Wallet["version"], WalletVersion>>();
  const actions: WalletActionInput[] = [
    { to, value: 1n, mode: 3 },
    { type: "add_extension", address: to },
  ];
  const keys: KeyPair = await keyPairFromSeed(new Uint8Array(32));
  const key: CryptoKeyLike = keys.privateKey;
  const words: string[] = await mnemonicNew({ password: "secret" });
  const { privateKey } = await mnemonicToKeyPair(words, { password: "secret" });
  const signedBody: Cell = await wallet.sign(wallet.body(actions, request), signer);
  const body = decodeBody(signedBody);
  if (body.type === "wallet_v5_external") assertSameType<Same<typeof body.actions, WalletAction[]>>();
  // @ts-expect-error: a wallet needs a public key
  walletV5R1({});
  // @ts-expect-error: a seed is not a signer
  void wallet.transfer(actions, request, new Uint8Array(32));
  // @ts-expect-error: no such network
  walletV5R1({ publicKey: keys.publicKey, network: "devnet" });
  if (isTonEdgeError(wrongInput) && wrongInput instanceof TonEdgeError)
    assertSameType<Same<typeof wrongInput.code, TonEdgeErrorCode>>();
  return (await isMnemonic("abandon"))
    ? (otherWallets[0] ?? wallet).transfer(actions, request, privateKey)
    : wallet.transfer(actions, request, key);
}
