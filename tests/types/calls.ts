// The client's methods: the arguments and results that their types allow, and the uses that they must refuse.

import { Address } from "ton-edge";
import type {
  Action,
  AddressBook,
  AddressLike,
  AddressObject,
  Arguments,
  BatchOutcomes,
  BytesLike,
  CallOptions,
  Client,
  Generation,
  IntegerLike,
  JettonWallet,
  KnownAction,
  NamedDecodedBody,
  Message,
  MessageContent,
  Metadata,
  Method,
  OperationPath,
  Operations,
  Page,
  PagedMethod,
  PaginateOptions,
  Pager,
  Params,
  ParamsOf,
  ParamValue,
  ResultOf,
  RpcCall,
  RpcMethod,
  Sort,
  Transaction,
  TransactionsRequest,
  TransactionsResponse,
  v2,
  v3,
} from "ton-edge";

/** True if both are the same type, not merely assignable. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const assertSameType = <T extends true>(): T | undefined => undefined;

const text = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
declare const optionalText: string | undefined;
declare const bytes: Uint8Array;

export async function responses(client: Client, signal: AbortSignal) {
  const info = (await client.v2.getMasterchainInfo()) satisfies v2.MasterchainInfo;
  info.last.seqno satisfies number;
  // @ts-expect-error no such property
  info.lasts;
  const response = (await client.v3.transactions(
    { account: text, limit: 3 },
    { signal },
  )) satisfies TransactionsResponse;
  // The service sends null instead of an empty list; the client returns an empty list.
  response.transactions satisfies Transaction[];
  for (const row of response.transactions) {
    row.lt satisfies string;
    row.in_msg satisfies Message | null | undefined;
    // @ts-expect-error logical times are strings
    row.lt satisfies number;
    // @ts-expect-error no such property
    row.utime;
  }
  // @ts-expect-error the property may be undefined
  response.transactions[0].hash;
  // @ts-expect-error the result is a promise
  client.v3.blocks() satisfies v3.BlocksResponse;
  (await client.v2.getAddressBalance({ address: text })) satisfies string | number;
  // @ts-expect-error a server may send the number 0
  (await client.v2.getAddressBalance({ address: text })) satisfies string;
  (await client.v2.packAddress({ address: text })) satisfies string;
  (await client.v2.getTransactions({ address: text })) satisfies v2.Transaction[];
  (await client.v3.decode({ opcodes: ["0x1"] }, { method: "POST" })) satisfies v3.DecodeResponse;
  (await client.call("v2", "jsonRPC", { method: "getMasterchainInfo", id: 1 })) satisfies unknown;
  // @ts-expect-error the result of a method named at run time is unknown
  (await client.call("v2", "jsonRPC", { method: "getMasterchainInfo" })) satisfies v2.MasterchainInfo;
  // @ts-expect-error its method is `jsonRpc`
  client.v2.jsonRPC;
  assertSameType<Same<Awaited<ReturnType<Client["v3"]["jetton"]["wallets"]>>, v3.JettonWalletsResponse>>();
  // The two generations have types with the same names and different fields; the package itself exports those of v3.
  assertSameType<Same<Transaction, v3.Transaction>>();
  // @ts-expect-error a type of v2, in its namespace
  assertSameType<Same<Transaction, v2.Transaction>>();
}

export function narrowAction(action: Action, knownAction: KnownAction, { decoded }: MessageContent) {
  if (action.type === "jetton_transfer") action.details.amount satisfies string | null;
  // @ts-expect-error a detail is typed only after a check of the action's type
  action.details.amount;
  // @ts-expect-error a detail of another action type
  if (action.type === "jetton_burn") action.details.forward_payload;
  switch (action.type) {
    case "ton_transfer":
      action.details.value satisfies string | null;
      break;
    default:
      action.type satisfies string;
      action.details satisfies object;
  }
  action = knownAction;
  // The action may have a type that this version does not know.
  // A word that no type knows is compared as a string, without a cast.
  const type: string = action.type;
  if (type === "new_type") action.trace_id;
  // Bodies that the service names have no types of their own.
  if (decoded?.["@type"] === "wallet_signed_v4" || decoded?.["@type"] === "w5_external_signed_request")
    decoded satisfies NamedDecodedBody;
  // @ts-expect-error a name that the service does not use
  if (decoded?.["@type"] === "walet_signed_v4") throw decoded;
  if (decoded?.["@type"] === "text_comment") decoded.comment satisfies string;
  if (decoded?.["@type"] === "jetton_notify") decoded.amount.value satisfies string;
  // A jetton payment's comment is in a separate cell or inline, as its sender chose.
  if (decoded?.["@type"] === "jetton_notify") {
    const { value } = decoded.forward_payload;
    (value.cell_reference ?? value).text satisfies string | undefined;
  }
  // @ts-expect-error the decoded body may be null
  decoded["@type"];
  // @ts-expect-error a body's fields are typed only after a check
  decoded?.comment;
}

export async function parameters(client: Client) {
  await client.v3.transactions();
  await client.v3.transactions({});
  await client.v3.transactions(undefined, { timeoutMs: 1000 });
  await client.v3.transactions({ account: [text, Address.parse(text)] as const, hash: bytes, limit: 3, sort: "asc" });
  await client.v3.transactions({ account: undefined, start_lt: 5n, end_lt: "47670702000009", lt: 1 });
  await client.v3.accountStates({ address: Address.parse(text), include_boc: true });
  await client.v2.getTransactions({ address: text, lt: "5", hash: optionalText });
  await client.v2.runGetMethod({ address: text, method: 85143, stack: [["num", "0x1"]] });
  await client.v2.runGetMethodStd({ address: text, method: "seqno", stack: [{ number: { number: "1" } }] });
  await client.v3.runGetMethod({ address: text, method: "seqno", stack: [{ type: "num", value: "0x1" }] });
  await client.v2.sendBoc({ boc: bytes });
  await client.v3.actions({ "X-Actions-Version": "v1" });
  await client.v3.staking.nominatorPools.pool({ pool: text });
  await client.v3.dns.activeAuctions({ bidder: text, state: "bidding" });
  await client.v3.messages({ source: "null", opcode: 0x0f8a7ea5 });

  // @ts-expect-error misspelt
  await client.v3.transactions({ acount: text });
  // @ts-expect-error a parameter of another operation
  await client.v3.blocks({ account: text });
  // @ts-expect-error the operation takes no parameters
  await client.v2.getMasterchainInfo({ seqno: 1 });
  // @ts-expect-error the value is one of two words
  await client.v3.transactions({ sort: "descending" });
  // @ts-expect-error the value is one of three words
  await client.v3.dns.activeAuctions({ bidder: text, state: "lost" });
  // @ts-expect-error the address is required
  await client.v2.getAddressInformation();
  // @ts-expect-error the address is required
  await client.v2.getAddressInformation({});
  // @ts-expect-error the address cannot be undefined
  await client.v2.getAddressInformation({ address: optionalText });
  // @ts-expect-error the stack is required
  await client.v2.runGetMethod({ address: text, method: "seqno" });
  // @ts-expect-error one address, not a list
  await client.v2.getAddressInformation({ address: [text] });
  // @ts-expect-error a number is not an address
  await client.v3.transactions({ account: 5 });
  // @ts-expect-error bytes are not an address
  await client.v3.transactions({ account: bytes });
  // @ts-expect-error a boolean is not an address
  await client.v3.transactions({ account: true });
  // @ts-expect-error a number in a list is not an address
  await client.v3.transactions({ account: [text, 5] });
  // @ts-expect-error a number is not a hash
  await client.v3.transactions({ hash: 5 });
  // @ts-expect-error a limit is a number
  await client.v3.transactions({ limit: "3" });
  // @ts-expect-error a flag
  await client.v3.accountStates({ address: text, include_boc: "true" });
  // @ts-expect-error a boolean is not a logical time
  await client.v3.transactions({ start_lt: true });
  // @ts-expect-error a parameter without a value is left out or undefined
  await client.v3.transactions({ sort: null });
  // @ts-expect-error a bag of cells
  await client.v2.sendBoc({ boc: 1 });
  // @ts-expect-error an entry is a pair
  await client.v2.runGetMethod({ address: text, method: "seqno", stack: ["0x1"] });
  // @ts-expect-error an entry of another form
  await client.v3.runGetMethod({ address: text, method: "seqno", stack: [["num", "0x1"]] });
  // @ts-expect-error parameters have names
  await client.v3.blocks("limit=3");
  // @ts-expect-error no such method
  client.v2.getMasterChainInfo;
  // @ts-expect-error no such operation
  client.v3.jettons;
  // @ts-expect-error no such generation
  client.v4;
}

export async function options(client: Client, signal: AbortSignal) {
  const extraParams = { new_parameter: 1, list: ["a", 2n] } satisfies Params;
  await client.v3.transactions({ limit: 3 }, { signal, timeoutMs: 1000, extra: extraParams } satisfies CallOptions);
  "text" satisfies ParamValue;
  // @ts-expect-error an object cannot be sent in a URL
  await client.v3.transactions({}, { extra: { filter: { a: 1 } } });
  // @ts-expect-error not a signal
  await client.v3.blocks({}, { signal: "stop" });
  // @ts-expect-error misspelt
  await client.v3.blocks({}, { timeOut: 1 });
  // @ts-expect-error a number of milliseconds
  await client.v3.blocks({}, { timeoutMs: "1s" });
  // @ts-expect-error no such HTTP method
  await client.v3.decode({}, { method: "PUT" });
}

export async function callByPath(client: Client) {
  (await client.call("v3", "jetton/wallets", { owner_address: text })) satisfies v3.JettonWalletsResponse;
  (await client.call("v3", "/jetton/wallets")) satisfies v3.JettonWalletsResponse;
  (await client.call("v2", "shards", { seqno: 1 })) satisfies v2.Shards;
  (await client.call("v2", "getMasterchainInfo")) satisfies v2.MasterchainInfo;
  // @ts-expect-error an operation of the other generation
  (await client.call("v2", "getMasterchainInfo")) satisfies v3.MasterchainInfo;
  // @ts-expect-error no such generation
  await client.call("v1", "blocks");
  // @ts-expect-error the operation is missing
  await client.call("v3");
  // @ts-expect-error no such operation
  await client.call("v3", "jettons/wallets");
  // @ts-expect-error an operation of the other generation
  await client.call("v2", "jetton/wallets");
  // @ts-expect-error misspelt
  await client.call("v3", "jetton/wallets", { owner: text });
  // @ts-expect-error the height is required
  await client.call("v2", "shards");
}

export async function batches(client: Client) {
  const seqno = { method: "runGetMethod", params: { address: text, method: "seqno", stack: [] } } satisfies RpcCall;
  const outcomes = await client.v2.batch(
    [{ method: "getMasterchainInfo" }, { method: "getConfigAll", params: {} }, seqno],
    { retry: 1 },
  );
  const [outcome, secondOutcome] = outcomes;
  if (outcome.ok) outcome.value satisfies v2.MasterchainInfo;
  else outcome.error.code satisfies string;
  secondOutcome.ok satisfies boolean;
  outcomes satisfies BatchOutcomes<
    readonly [
      { method: "getMasterchainInfo" },
      { method: "getConfigAll" },
      { method: "runGetMethod"; params: ParamsOf<"v2", "runGetMethod"> },
    ]
  >;
  // @ts-expect-error the outcome must be checked before its value is used
  outcome.value;
  // @ts-expect-error the result of another method
  if (outcome.ok) outcome.value satisfies v2.Shards;
  // @ts-expect-error a batch has no more outcomes than calls
  (await client.v2.batch([{ method: "getConfigAll" }]))[1];
  // @ts-expect-error misspelt
  client.v2.batch([{ metod: "getConfigAll" }]);
  // @ts-expect-error no such method
  client.v2.batch([{ method: "getConfigAl" }]);
  // @ts-expect-error the address is required
  client.v2.batch([{ method: "getTransactions" }]);
  // Lists whose length is unknown to the compiler.
  const callList: RpcCall[] = [text].map((address) => ({ method: "getAddressBalance", params: { address } }));
  for (const outcome of await client.v2.batch(callList)) outcome.ok satisfies boolean;
}

export async function rpc(client: Client, signal: AbortSignal) {
  (await client.v2.jsonRpc("getMasterchainInfo", {}, { signal })) satisfies v2.MasterchainInfo;
  (await client.v2.jsonRpc("getMasterchainInfo")) satisfies v2.MasterchainInfo;
  (await client.v2.jsonRpc("getTransactions", { address: text })) satisfies v2.Transaction[];
  (await client.v2.jsonRpc("shards", { seqno: 1 })) satisfies v2.Shards;
  // @ts-expect-error the result is of another method
  (await client.v2.jsonRpc("getMasterchainInfo")) satisfies v2.Shards;
  // @ts-expect-error the first argument of JSON-RPC is the name of a method
  await client.v2.jsonRpc(7);
  // @ts-expect-error no such method
  await client.v2.jsonRpc("getMasterChainInfo");
  // @ts-expect-error JSON-RPC is not a method that JSON-RPC can call
  await client.v2.jsonRpc("jsonRPC", { method: "getMasterchainInfo" });
  // @ts-expect-error the address is required
  await client.v2.jsonRpc("getTransactions");
  // @ts-expect-error misspelt
  await client.v2.jsonRpc("getTransactions", { address: text, form_lt: 1 });
}

export async function pages(client: Client, signal: AbortSignal) {
  const pager = client.v3.transactions.paginate({ account: text }, {
    pageSize: 3,
    maxItems: 10,
    signal,
  } satisfies PaginateOptions);
  pager satisfies Pager<Transaction>;
  for await (const row of pager) row.hash satisfies string;
  for await (const page of pager.pages()) {
    page satisfies Page<Transaction>;
    page.rows satisfies Transaction[];
    page.offset satisfies number;
    page.last satisfies boolean;
    page.address_book satisfies AddressBook | undefined;
    page.metadata satisfies Metadata | undefined;
  }
  (await pager.toArray({ maxItems: 5 })) satisfies Transaction[];
  for await (const wallet of client.v3.jetton.wallets.paginate()) wallet satisfies JettonWallet;
  // The rows of an operation whose result is a list.
  for await (const row of client.v3.topAccountsByBalance.paginate()) row satisfies v3.AccountBalance;
  // @ts-expect-error rows of another operation
  for await (const wallet of client.v3.jetton.wallets.paginate()) wallet satisfies Transaction;
  const paginateOptions = {
    cursor: pager.cursor,
    prefetch: 0,
    mode: "keyset",
    onDrift: "throw",
  } satisfies PaginateOptions;
  client.v3.transactions.paginate({ account: text }, paginateOptions).stats.drift satisfies number;
  client.v2.getTransactions.paginate({ address: text }) satisfies Pager<v2.Transaction>;
  // @ts-expect-error no such mode
  client.v3.transactions.paginate({}, { mode: "cursor" });
  // @ts-expect-error the pager sets the position
  pager.cursor = "";
  // @ts-expect-error the pager sets the limit
  client.v3.transactions.paginate({ limit: 3 });
  // @ts-expect-error the pager sets the offset
  client.v3.transactions.paginate({ offset: 3 });
  // @ts-expect-error misspelt
  client.v3.transactions.paginate({ acount: text });
  // @ts-expect-error a pager is not a list of rows, with or without `await`
  (await pager).length;
  // @ts-expect-error the rows come one at a time
  for (const row of pager) void row;
  // @ts-expect-error the rows need `for await`
  pager.toArray().length;
  // @ts-expect-error only reads have a pager
  client.v3.transactions.paginate({}, { method: "POST" });
  // @ts-expect-error misspelt
  client.v3.transactions.paginate({}, { pagesize: 3 });
  // @ts-expect-error a number
  await pager.toArray(5);
  // @ts-expect-error the operation has no pages
  client.v3.accountStates.paginate;
}

export function names(client: Client) {
  client.v3.accountStates satisfies Method<v3.AccountStatesRequest, v3.AccountStatesResponse>;
  client.v3.transactions satisfies PagedMethod<TransactionsRequest, TransactionsResponse, Transaction>;
  assertSameType<Same<ParamsOf<"v3", "transactions">, TransactionsRequest>>();
  assertSameType<Same<ResultOf<"v3", "/transactions">, TransactionsResponse>>();
  assertSameType<Same<Operations["v3"]["decode"]["params"], v3.DecodeRequest>>();
  assertSameType<Same<Generation, "v2" | "v3">>();
  assertSameType<Same<TransactionsRequest["sort"], Sort | undefined>>();
  assertSameType<Same<TransactionsRequest["account"], AddressLike | readonly AddressLike[] | undefined>>();
  assertSameType<Same<TransactionsRequest["hash"], BytesLike | readonly BytesLike[] | undefined>>();
  assertSameType<Same<TransactionsRequest["start_lt"], IntegerLike | undefined>>();
  const path: OperationPath<"v2"> = "/getMasterchainInfo";
  const method: RpcMethod = "getMasterchainInfo";
  Address.parse(text) satisfies AddressObject;
  const args: Arguments<{ limit?: number }, CallOptions> = [];
  // @ts-expect-error a required parameter is missing
  const missingArgs: Arguments<{ limit: number }, CallOptions> = [];
  return { path, method, given: args, missing: missingArgs };
}
