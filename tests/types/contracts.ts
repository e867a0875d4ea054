// The client's reads of contracts and its sends to them: results that narrow by `wait`, arguments that depend on the method, stacks;
// and the uses that the types must refuse.

import { createClient } from "ton-edge";
import type {
  AccountSummary,
  AddressLike,
  Client,
  Deposit,
  FollowOptions,
  GetCall,
  GetOptions,
  GetOutcome,
  GetResult,
  JettonBalance,
  LocalOption,
  NftItem,
  Payments,
  PaymentsOptions,
  ReadOptions,
  Recipient,
  SendOptions,
  SendResult,
  SentMessage,
  TraceSummary,
  TraceSummaryNode,
  TransactionSummary,
  TvmModule,
  WaitFor,
  WaitOptions,
} from "ton-edge";
import {
  type Cell,
  decodeContent,
  decodeDnsRecords,
  decodeStack,
  type DnsRecords,
  encodeDomain,
  encodeStack,
  explainExitCode,
  explainResultCode,
  getMethodArguments,
  type GetMethods,
  readGetMethod,
  type Slice,
  Stack,
  type StackInput,
  type StackValue,
  type TokenContent,
} from "ton-edge/message";

/** True if both are the same type, not merely assignable. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const assertSameType = <T extends true>(): T | undefined => undefined;

declare const anyAddress: AddressLike;
declare const cell: Cell;
declare const slice: Slice;
declare const someWait: WaitFor;

export async function sends(client: Client) {
  const executedSend = await client.send(cell);
  assertSameType<Same<typeof executedSend.status, "executed">>();
  assertSameType<Same<typeof executedSend.success, boolean | null>>();
  assertSameType<Same<typeof executedSend.trace, null>>();
  executedSend satisfies SentMessage;
  executedSend.transaction satisfies TransactionSummary;
  // @ts-expect-error with this `wait`, the trace is not followed to its end
  executedSend.trace.transactions;

  const acceptedSend = await client.send(new Uint8Array(0), { wait: "accepted" });
  assertSameType<Same<typeof acceptedSend.status, "accepted">>();
  assertSameType<Same<typeof acceptedSend.success, null>>();
  assertSameType<Same<typeof acceptedSend.transaction, null>>();

  const completedSend = await client.send("te6cc", { wait: "trace", timeoutMs: 5, pollIntervalMs: 5, validUntil: 5 });
  assertSameType<Same<typeof completedSend.status, "complete">>();
  completedSend.trace satisfies TraceSummary;
  completedSend.trace.root.children satisfies TraceSummaryNode[];

  const anyResult = await client.send(cell, { wait: someWait });
  anyResult satisfies SendResult;
  if (anyResult.status === "complete") anyResult.trace.incomplete satisfies boolean;
  if (anyResult.status === "executed") anyResult.transaction.totalFees satisfies bigint;
  // @ts-expect-error the transaction may be unknown
  anyResult.transaction.hash;

  const waitedMessage = await client.waitForMessage("hash", {
    wait: "trace",
    account: anyAddress,
    since: 5,
    generation: "v2",
  });
  assertSameType<Same<typeof waitedMessage.status, "complete">>();
  assertSameType<Same<(typeof waitedMessage)["trace"], TraceSummary>>();
  const usualWait = await client.waitForMessage("hash");
  assertSameType<Same<typeof usualWait.status, "executed">>();

  // @ts-expect-error a message that was sent earlier is not accepted again
  client.waitForMessage("hash", { wait: "accepted" });
  // @ts-expect-error the message itself names the account that receives it
  client.send(cell, { account: anyAddress });
  // @ts-expect-error no such state
  client.send(cell, { wait: "done" });
  // @ts-expect-error no such generation
  client.send(cell, { generation: "v1" });
  // @ts-expect-error a message is not an address object
  client.send({});
  const options: SendOptions<"trace"> = {
    wait: "trace",
    finality: "finalized",
    stream: true,
    signal: AbortSignal.timeout(5),
  };
  const followOptions: FollowOptions = { ...options };
  const waitOptions: WaitOptions = { account: anyAddress };
  return [followOptions, waitOptions];
}

export async function receiveAll(client: Client, stop: AbortSignal) {
  const options: PaymentsOptions = {
    since: null,
    jettons: [anyAddress],
    follow: false,
    stream: true,
    finality: "confirmed",
    signal: stop,
  };
  const payments = client.payments(anyAddress, options) satisfies Payments;
  for await (const deposit of payments) {
    deposit satisfies Deposit;
    deposit.amount satisfies bigint;
    if (deposit.payload?.type === "comment") deposit.payload.text satisfies string;
    client.payments(anyAddress, { since: deposit.cursor });
  }
  assertSameType<Same<typeof payments.cursor, string | null>>();
  client.payments(anyAddress, { since: 1_700_000_000 });
  // @ts-expect-error the masters are a list
  client.payments(anyAddress, { jettons: anyAddress });
  // @ts-expect-error a position is a text or a number
  client.payments(anyAddress, { since: 5n });
  // @ts-expect-error `cursor` is where to resume, and read-only
  payments.cursor = "";

  const [row] = (await client.v3.transactions({ account: anyAddress })).transactions;
  if (row) {
    const summary = await client.summarize(row);
    assertSameType<Same<(typeof summary)["decoded"], null>>();
  }
  const [bag] = await client.v2.getTransactions({ address: anyAddress });
  if (bag) (await client.summarize(bag)).row satisfies null;
  // @ts-expect-error a hash is not a row
  client.summarize("hash");
}

export async function reads(client: Client) {
  const result = (await client.get(anyAddress, "any", [
    1n,
    1,
    true,
    cell,
    slice,
    anyAddress,
    null,
    [1n],
    { list: [1n] },
  ])) satisfies GetResult;
  result.stack satisfies Stack;
  await client.get(anyAddress, 85143, [], { seqno: 5, timeoutMs: 5 });
  // @ts-expect-error a stack has no undefined
  client.get(anyAddress, "any", [undefined]);
  // @ts-expect-error arguments are an array
  client.get(anyAddress, "any", { owner: anyAddress });
  // @ts-expect-error no such option
  client.get(anyAddress, "any", [], { wait: 5 });

  assertSameType<Same<Awaited<ReturnType<typeof seqno>>, number>>();
  const seqno = () => client.read(anyAddress, "seqno");
  const wallet = await client.read(anyAddress, "get_wallet_address", [anyAddress]);
  assertSameType<Same<typeof wallet, GetMethods["get_wallet_address"]["result"]>>();
  const jetton = await client.read(anyAddress, "get_jetton_data", [], { seqno: 5 });
  jetton.totalSupply satisfies bigint;
  jetton.adminAddress satisfies string | null;
  jetton.content satisfies TokenContent;
  const key = await client.read(anyAddress, "get_public_key");
  key satisfies Uint8Array;
  // @ts-expect-error the owner is missing
  client.read(anyAddress, "get_wallet_address");
  // @ts-expect-error the owner is missing
  client.read(anyAddress, "get_wallet_address", []);
  // @ts-expect-error the method takes no arguments
  client.read(anyAddress, "seqno", [1n]);
  // @ts-expect-error no such method
  client.read(anyAddress, "get_nothing");
  // @ts-expect-error the method takes an index and the content
  client.read(anyAddress, "get_nft_content", [1n]);
  // @ts-expect-error the result has no such property
  jetton.supply;

  const account = (await client.account(anyAddress)) satisfies AccountSummary;
  account.balance satisfies bigint;
  account.state satisfies string;
  const jettons = (await client.jettons(anyAddress, { maxItems: 5, includeZero: true })) satisfies JettonBalance[];
  jettons[0]?.decimals satisfies number | null | undefined;
  const nft = (await client.nft(anyAddress)) satisfies NftItem;
  nft.content?.name satisfies string | undefined;
  assertSameType<Same<Awaited<ReturnType<Client["resolve"]>>, string | null>>();
  const { address, name, bounceable }: Recipient = await client.recipient(anyAddress);
  assertSameType<Same<[typeof address, typeof name, typeof bounceable], [string, string | null, boolean | null]>>();
  const records = (await client.dns("alice.ton", { timeoutMs: 5 })) satisfies DnsRecords | null;
  records?.site?.type satisfies "adnl" | "bag" | undefined;
  // @ts-expect-error a domain may not exist
  records.wallet;
  // @ts-expect-error no block can be chosen
  client.account(anyAddress, { seqno: 5 });
  // @ts-expect-error a domain is a text
  client.resolve(5);
  const options: ReadOptions = { signal: null, retry: false };
  return options;
}

declare const loadedModule: typeof import("ton-edge/tvm");

export async function localGetMethods(client: Client) {
  createClient({ tvm: () => loadedModule, integrity: true });
  createClient({ tvm: async () => loadedModule satisfies TvmModule });
  // @ts-expect-error a flag
  createClient({ integrity: "full" });
  // @ts-expect-error `tvm` is a function that loads the module
  createClient({ tvm: loadedModule });
  // @ts-expect-error the function returns another module
  createClient({ tvm: () => createClient });
  (await client.get(anyAddress, "seqno", [], { local: "only" })).local satisfies boolean;
  const localOption: LocalOption = { local: "auto" };
  await client.read(anyAddress, "seqno", [], { ...localOption, seqno: 5 } satisfies GetOptions);
  await client.nft(anyAddress, localOption);
  await client.resolve("alice.ton", localOption);
  // @ts-expect-error no such value for where to run
  client.get(anyAddress, "seqno", [], { local: true });
  // @ts-expect-error `account` reads the server's index, and never runs locally
  client.account(anyAddress, localOption);
  const calls: readonly GetCall[] = [
    { address: anyAddress, method: "seqno" },
    { address: anyAddress, method: 5, args: [1n, slice, null] },
  ];
  const outcomes = (await client.getMany(calls, { seqno: 5, timeoutMs: 5 })) satisfies GetOutcome[];
  outcomes.map(({ ok, value, error }) => (ok ? value.stack.number(0) : error.reason)) satisfies unknown[];
  // @ts-expect-error the call may have failed
  outcomes[0]?.value.stack;
  // @ts-expect-error a call needs a method
  client.getMany([{ address: anyAddress }]);
}

export function stacks() {
  const stack = decodeStack([["num", "0x1"]]);
  stack.values satisfies readonly StackValue[];
  for (const value of stack) value satisfies StackValue;
  stack.int(0) satisfies bigint;
  stack.number(0) satisfies number;
  stack.address(0) satisfies string | null;
  stack.tuple(0).list(0) satisfies Stack;
  stack.cell(0) satisfies Cell;
  stack.slice(0) satisfies Slice;
  stack.bytes32(0) satisfies Uint8Array;
  // @ts-expect-error read-only
  stack.values[0] = 1n;
  // @ts-expect-error items have positions
  stack.int("0");
  // @ts-expect-error a stack's values are read-only
  stack.values.push(1n);
  new Stack([1n, cell, slice, null, undefined, [1n], { list: [] }]);
  // Of all numbers only NaN is a valid value, which types cannot express.
  new Stack([NaN]);
  // @ts-expect-error a text is an argument, not a value
  new Stack(["1"]);
  encodeStack([1n, anyAddress] satisfies StackInput[], "v2-std") satisfies unknown[];
  // @ts-expect-error no such generation
  encodeStack([], "v1");
  getMethodArguments("get_wallet_address", [anyAddress]) satisfies StackInput[];
  // @ts-expect-error the method takes one argument
  getMethodArguments("get_wallet_address", []);
  readGetMethod("get_wallet_data", stack).balance satisfies bigint;
  readGetMethod("seqno", [5n]) satisfies number;
  decodeContent(cell).decimals satisfies number | undefined;
  decodeDnsRecords(null).wallet satisfies string | null;
  encodeDomain("alice.ton") satisfies Uint8Array;
  explainExitCode(5) satisfies string | undefined;
  explainResultCode(5) satisfies string | undefined;
  return createClient;
}
