// Every export as a TypeScript program uses it, and what the types must refuse. Nothing here runs: it is compiled by
// tests/js/types.test.mjs, as an ES module and as CommonJS. Where a line must be refused, `@ts-expect-error` says why.

import {
  Address, addressesEqual, createClient, detectAddress, detectAddresses, detectHash, isAddress, isHash, isTonEdgeError,
  normalizeAddress, normalizeHash, packAddress, packAddresses, parseAddress, TonEdgeError, tryParseAddress, unpackAddress,
  unpackAddresses,
} from "ton-edge";
import type {
  AddressFlags, AddressLike, AddressStringOptions, CallOptions, Client, ClientOptions, DetectedAddress, DetectedHash, Json,
  Method, Outcome, PackOptions, Page, PagedMethod, PageOptions, Pager, Params, ParamValue, ParsedAddress, RequestInfo,
  ResponseInfo, RetryInfo, RetryOptions, RpcCall, TonEdgeErrorCode,
} from "ton-edge";
import * as address from "ton-edge/address";
import * as noWasm from "ton-edge/address/no-wasm";
import { endpoints } from "ton-edge/endpoints";
import type { EndpointParam, EndpointRow } from "ton-edge/endpoints";
import { createGateway } from "ton-edge/gateway";
import type { Gateway, GatewayConfig, Service } from "ton-edge/gateway";

/** True when both are the same type, not merely assignable. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <T extends true>(): T | undefined => undefined;

const text = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
declare const thrown: unknown;
declare const maybe: boolean | undefined;

// --- addresses ---

export function addresses() {
  const parsed = parseAddress(text) satisfies ParsedAddress;
  parsed.workchain satisfies number;
  parsed.hash satisfies Uint8Array;
  parsed.form satisfies "raw" | "friendly";
  parsed.flags satisfies AddressFlags | null;
  parsed.flags?.bounceable satisfies boolean | undefined;
  // @ts-expect-error a raw address has no flags
  parsed.flags.bounceable;
  // @ts-expect-error a form has one of two names
  parsed.form === "hex";
  // @ts-expect-error there is no such member
  parsed.workChain;

  const outcome = tryParseAddress(text) satisfies Outcome<ParsedAddress>;
  if (outcome.ok) outcome.value.raw satisfies string;
  else {
    outcome.error.code satisfies TonEdgeErrorCode;
    outcome.error.index satisfies number | undefined;
  }
  // @ts-expect-error it has to be asked first whether there is one
  outcome.value;
  // @ts-expect-error as is the error
  outcome.error;

  const unsure: unknown = text;
  if (isAddress(unsure)) unsure satisfies string;
  if (isHash(unsure)) unsure satisfies string;
  // @ts-expect-error nothing is known without the question
  unpackAddress(unsure);

  packAddress(text) satisfies string;
  packAddress(text, { bounceable: false, testOnly: true, urlSafe: false } satisfies PackOptions);
  packAddress(text, { bounceable: maybe });
  // @ts-expect-error misspelt
  packAddress(text, { bouncable: false });
  // @ts-expect-error no flag is a text
  packAddress(text, { bounceable: "false" });
  // @ts-expect-error no address is a number
  packAddress(0);
  // @ts-expect-error an address is needed
  packAddress();

  unpackAddress(text) satisfies string;
  normalizeAddress(text) satisfies string;
  addressesEqual(text, text) satisfies boolean;
  // @ts-expect-error with what?
  addressesEqual(text);

  const detected = detectAddress(text) satisfies DetectedAddress;
  detected.non_bounceable.b64url satisfies string;
  detected.given_type satisfies "raw_form" | "friendly_bounceable" | "friendly_non_bounceable";

  const list: readonly string[] = [text];
  for (const one of packAddresses(list, { testOnly: true })) if (one.ok) one.value satisfies string;
  for (const one of unpackAddresses(list)) if (!one.ok) one.error.message satisfies string;
  for (const one of detectAddresses(list)) if (one.ok) one.value satisfies DetectedAddress;
  // @ts-expect-error a list
  packAddresses(text);

  const hash = detectHash(text) satisfies DetectedHash;
  normalizeHash(hash.hex, "b64url") satisfies string;
  // @ts-expect-error the form is needed
  normalizeHash(hash.hex);
  // @ts-expect-error and has one of three names
  normalizeHash(hash.hex, "base64");

  same<Same<typeof address.packAddress, typeof packAddress>>();
  same<Same<typeof noWasm.packAddress, typeof packAddress>>();
  same<Same<keyof typeof noWasm, keyof typeof address>>();
  // @ts-expect-error the client is of `ton-edge` alone
  address.createClient;
}

export function objects() {
  const one = Address.parse(text) satisfies Address;
  one satisfies AddressLike;
  new Address(0, new Uint8Array(32)) satisfies Address;
  one.workChain satisfies number;
  one.hash satisfies Uint8Array;
  one.toString({ urlSafe: false, bounceable: maybe, testOnly: true } satisfies AddressStringOptions) satisfies string;
  one.toRawString() satisfies string;
  one.toStringBuffer({ bounceable: false }) satisfies Uint8Array;
  one.equals(Address.parseRaw(text)) satisfies boolean;
  Address.parseFriendly(text).address satisfies Address;
  Address.parseFriendly(text).isBounceable satisfies boolean;
  Address.normalize(one) satisfies string;
  Address.isFriendly(text) satisfies boolean;
  Address.isRaw(text) satisfies boolean;
  if (Address.isAddress(thrown)) thrown.toRawString();
  // @ts-expect-error it cannot be changed
  one.workChain = -1;
  // @ts-expect-error both are needed
  new Address(0);
  // @ts-expect-error misspelt
  one.toString({ bouncable: false });
}

// --- errors ---

export function errors() {
  if (isTonEdgeError(thrown)) {
    thrown satisfies TonEdgeError;
    thrown.name satisfies "TonEdgeError";
    thrown.code satisfies TonEdgeErrorCode;
    thrown.retryAfterMs satisfies number | undefined;
    thrown.status satisfies number | undefined;
    thrown.cause satisfies unknown;
    thrown.toJSON().code satisfies TonEdgeErrorCode;
    // @ts-expect-error no such code
    thrown.code === "adress_empty";
    switch (thrown.code) {
      case "timeout":
      case "rate_limited":
        break;
      // @ts-expect-error no such code
      case "too_slow":
        break;
    }
    // @ts-expect-error it is for reading
    thrown.code = "timeout";
  }
  if (isTonEdgeError(thrown, "address_length")) thrown.code satisfies "address_length";
  // @ts-expect-error no such code
  isTonEdgeError(thrown, "too_slow");
  // @ts-expect-error nothing is known without the question
  thrown.code;
}

// --- the client ---

export async function calls(client: Client, signal: AbortSignal) {
  const info = (await client.v2.getMasterchainInfo()) satisfies Json;
  // @ts-expect-error JSON has to be looked at before it is used
  info.last;
  if (typeof info === "object" && info !== null && !Array.isArray(info)) info["last"] satisfies Json | undefined;

  const params = { account: [text], lt: 47670702000009n, end_lt: "47670702000009", limit: 3, sort: null } satisfies Params;
  await client.v3.transactions(params, { signal, timeout: 1000, extra: { new_parameter: 1 } } satisfies CallOptions);
  await client.v3.transactions({ account: undefined, hash: new Uint8Array(32) });
  await client.v3.accountStates({ address: [Address.parse(text), text] as const });
  // Without a unit, a small one may well be a number; how large it is no type knows.
  await client.v3.transactions({ start_lt: 5 });
  const wanted: ParamValue = 5n;
  await client.v2.getTransactions({ address: text, lt: wanted });
  await client.v2.runGetMethod({ address: text, method: "seqno", stack: [["num", "0x1"]] });
  await client.v3.decode({ opcodes: ["0x1"] }, { verb: "POST" });
  await client.v3.jetton.wallets({ owner_address: text });
  await client.v3.staking.nominatorPools.pool({ pool: text });
  await client.v2.jsonRpc("getMasterchainInfo", {}, { signal });
  await client.call("v3", "jetton/wallets", { owner_address: text });

  // @ts-expect-error no such method
  client.v2.getMasterChainInfo;
  // @ts-expect-error no such operation
  client.v3.jettons;
  // @ts-expect-error no such generation
  client.v4;
  // @ts-expect-error no such generation
  await client.call("v1", "blocks");
  // @ts-expect-error which operation?
  await client.call("v3");
  // @ts-expect-error no signal
  await client.v3.blocks({}, { signal: "stop" });
  // @ts-expect-error misspelt
  await client.v3.blocks({}, { timeOut: 1 });
  // @ts-expect-error a number of milliseconds
  await client.v3.blocks({}, { timeout: "1s" });
  // @ts-expect-error no such verb
  await client.v3.decode({}, { verb: "PUT" });
  // @ts-expect-error parameters have names
  await client.v3.blocks("limit=3");
  // @ts-expect-error the answer has to be waited for
  client.v3.blocks() satisfies Json;
  // @ts-expect-error a method takes the names of JSON-RPC
  await client.v2.jsonRpc(7);

  client.v3.accountStates satisfies Method;
  client.v3.transactions satisfies PagedMethod;
  // @ts-expect-error it has no pages
  client.v3.accountStates.paginate;
}

export async function pages(client: Client, signal: AbortSignal) {
  const pager = client.v3.transactions.paginate({ account: text }, { pageSize: 3, maxItems: 10, signal } satisfies PageOptions);
  pager satisfies Pager;
  for await (const row of pager) row satisfies Json;
  for await (const page of pager.pages()) {
    page satisfies Page;
    page.rows satisfies Json[];
    page.offset satisfies number;
    page.last satisfies boolean;
    page.address_book satisfies Json | undefined;
  }
  (await pager.toArray({ maxItems: 5 })) satisfies Json[];
  // @ts-expect-error a pager is no list of rows, waited for or not
  (await pager).length;
  // @ts-expect-error rows come one after the other
  for (const row of pager) void row;
  // @ts-expect-error the rows have to be waited for
  pager.toArray().length;
  // @ts-expect-error pages are read, not sent
  client.v3.transactions.paginate({}, { verb: "POST" });
  // @ts-expect-error misspelt
  client.v3.transactions.paginate({}, { pagesize: 3 });
  // @ts-expect-error a number
  await pager.toArray(5);
}

export async function batches(client: Client) {
  const [one, two] = await client.v2.batch([{ method: "getMasterchainInfo" }, { method: "getConfigAll", params: {} } satisfies RpcCall], { retry: 1 });
  if (one.ok) one.value satisfies unknown;
  else one.error.code satisfies string;
  two.ok satisfies boolean;
  // @ts-expect-error a batch has no more outcomes than calls
  (await client.v2.batch([{ method: "getConfigAll" }]))[1];
  // @ts-expect-error misspelt
  client.v2.batch([{ metod: "getConfigAll" }]);
}

export function clients() {
  createClient() satisfies Client;
  createClient({});
  createClient({
    network: "testnet", baseUrl: "/", apiKey: async () => "key", keyIn: "query", dangerouslyAllowBrowser: true,
    fetch: (request) => fetch(request), headers: { "x-mine": "1" }, timeout: 1000, maxResponseBytes: 1 << 20,
  } satisfies ClientOptions);
  createClient({
    retry: { attempts: 2, maxDelayMs: undefined } satisfies RetryOptions, rateLimit: 25, concurrency: 4, coalesce: false,
    onRequest: ({ url, attempt }: RequestInfo) => void [url, attempt],
    onResponse: ({ status, code }: ResponseInfo) => void [status, code],
    onRetry: ({ delayMs, error }: RetryInfo) => void [delayMs, error.code],
  } satisfies ClientOptions);
  createClient({ retry: false, rateLimit: "auto" });
  // @ts-expect-error a number, "auto" or false
  createClient({ rateLimit: "fast" });
  // @ts-expect-error misspelt
  createClient({ retry: { attempt: 2 } });
  createClient({ fetch });
  createClient({ headers: new Headers() });
  createClient({ headers: [["x-mine", "1"]] });
  // What is not set anywhere is as good as left out, also under `exactOptionalPropertyTypes`.
  const key: string | undefined = undefined;
  createClient({ apiKey: key, network: undefined, timeout: undefined });
  // @ts-expect-error misspelt
  createClient({ baseURL: "/" });
  // @ts-expect-error no such network
  createClient({ network: "moonnet" });
  // @ts-expect-error no such place
  createClient({ keyIn: "cookie" });
  // @ts-expect-error a number of milliseconds
  createClient({ timeout: "1s" });
  // @ts-expect-error no URL object: its text
  createClient({ baseUrl: new URL("https://gateway.example") });
  // @ts-expect-error it gives no key
  createClient({ apiKey: () => 7 });
}

// --- the gateway ---

interface Bindings {
  API_KEY: string;
  ASSETS: { fetch(request: Request): Promise<Response> };
}

export async function gateways(bindings: Bindings) {
  const gateway = createGateway({
    network: "mainnet",
    // As the readme has it.
    mainnet: { url: "https://toncenter.com", key: (env) => env["API_KEY"] },
    testnet: "https://testnet.toncenter.com",
    origins: ["https://app.example"] as const,
    unknownParameters: "forward", maxUrlBytes: 4096, maxBodyBytes: 1 << 20, timeout: 5000,
    assets: async (request, env, ctx) => new Response(`${request.url} ${typeof env["ASSETS"]} ${typeof ctx}`),
    fetch: (url, init) => fetch(url, init),
    log: console.error,
  } satisfies GatewayConfig) satisfies Gateway;
  (await gateway.fetch(new Request("https://gateway.example/api/v3/blocks"))) satisfies Response;
  await gateway.fetch(new Request("https://gateway.example/"), { API_KEY: "key" }, { waitUntil() {} });
  // A Worker declares its variables and bindings as an interface.
  await gateway.fetch(new Request("https://gateway.example/"), bindings);
  createGateway();
  createGateway({ mainnet: { key: "key" } satisfies Service });
  createGateway({ mainnet: { url: undefined, key: async () => undefined } });
  // @ts-expect-error misspelt
  createGateway({ orgins: [] });
  // @ts-expect-error a list
  createGateway({ origins: "https://app.example" });
  // @ts-expect-error no such network
  createGateway({ network: "moonnet" });
  // @ts-expect-error one of two words
  createGateway({ unknownParameters: "ignore" });
  // @ts-expect-error no number is a key
  createGateway({ mainnet: { key: 7 } });
  // @ts-expect-error a gateway answers requests
  await gateway.fetch("https://gateway.example/");
}

// --- the table ---

export function table() {
  const rows = endpoints() satisfies readonly EndpointRow[];
  for (const row of rows) {
    row.generation satisfies "v2" | "v3";
    row.page?.max satisfies number | undefined;
    for (const param of row.params ?? []) {
      param satisfies EndpointParam;
      param.in satisfies "query" | "body" | "header";
      // @ts-expect-error no such place
      param.in === "path";
    }
  }
  // @ts-expect-error it is for reading
  rows.push(rows[0]);
  // @ts-expect-error no such generation
  rows[0]?.generation === "v1";
}
