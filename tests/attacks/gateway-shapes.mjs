// Inputs of any size that a caller can send to a gateway, or an upstream can respond with: each has a shape that is expensive for careless
// code. growth.mjs measures them.

import { createGateway, listKeys } from "ton-edge/gateway";

import { UNLIMITED } from "../helpers/unlimited.mjs";
import { makeBrokenBag, makeChain, makeRootedCells, makeChecksumBag, makeWideCell } from "./bags.mjs";

export const ADDRESS = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const RAW = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";

/** Largest inputs, in bytes: for URLs and headers the largest allowed, for bodies and responses small enough for a short test. */
const URL_BYTES = 1_000_000;
const HEADER_BYTES = 120_000;
const BODY_BYTES = 880_000;
const RESPONSE_BYTES = 250_000;

const RAISED_LIMITS = { maxUrlBytes: 1_048_576, maxHeaderBytes: 131_072, maxBodyBytes: 2_097_152, maxBatch: 1000 };
/** Limits that are raised to their maximum if these settings exist. */
const RAISED_SETTINGS = ["maxJsonDepth", "maxJsonMembers", "maxParameters"];

const JSON_TYPE = { "content-type": "application/json" };

/** The greatest value of a setting; undefined if the setting does not exist. */
async function readGreatest(name) {
  let output = "";
  const gateway = createGateway({
    [name]: 2 ** 40,
    log: (line) => {
      output += line;
    },
  });
  await gateway.fetch(new Request("https://gw.example/healthz"), {}, {});
  const rangeMatch = new RegExp(`\`${name}\` must be a whole number from [\\d_]+ to ([\\d_]+)`).exec(output);
  return rangeMatch ? Number(rangeMatch[1].replaceAll("_", "")) : undefined;
}

export async function readRaisedLimits() {
  const caps = await Promise.all(RAISED_SETTINGS.map(async (name) => [name, await readGreatest(name)]));
  return { ...RAISED_LIMITS, ...Object.fromEntries(caps.filter(([, maximum]) => maximum !== undefined)) };
}

/**
 * A gateway in front of an upstream that responds with `respond(url)`, a text or a `Response`.
 *
 * @param {import("ton-edge/gateway").GatewayConfig} config
 * @param {(url: string) => string | Response} [respond]
 */
export function makeGateway(config, respond = () => '{"ok":true,"result":{}}') {
  return createGateway({
    limits: UNLIMITED,
    logLevel: "off",
    ...config,
    async fetch(url) {
      const response = respond(String(url));
      return typeof response === "string" ? new Response(response, { headers: JSON_TYPE }) : response;
    },
  });
}

/** Text of about `size` bytes: the results of `piece` for 0, 1, ... */
export function repeatPiece(size, piece, separator = "") {
  const textAt = typeof piece === "function" ? piece : () => piece;
  const step = textAt(10_000).length + separator.length;
  return Array.from({ length: Math.max(1, Math.floor(size / step)) }, (_, index) => textAt(index)).join(separator);
}

const name = (index) => `n${String(index).padStart(6, "0")}`;
/** Names with a common beginning and different ends. */
const makeSimilarName = (index) => `${"a".repeat(32)}${String(index).padStart(6, "0")}`;
/** Names with a common end, as in a real attack. */
const spreadName = (index) => {
  let text = "";
  for (let rest = index, digit = 0; digit < 4; digit += 1, rest = Math.floor(rest / 26))
    text += String.fromCharCode(97 + (rest % 26));
  return `${text}aa`;
};
const getNestedText = (size, open = "[", close = "]") =>
  open.repeat(Math.floor(size / (open.length + close.length))) +
  close.repeat(Math.floor(size / (open.length + close.length)));
export const makeMembers = (size, nameAt = name) => `{${repeatPiece(size, (index) => `"${nameAt(index)}":1`, ",")}}`;
export const makeWideStack = (size) => `[${repeatPiece(size, '["num","0x1"]', ",")}]`;
export const run = (stack) => `{"address":"${ADDRESS}","method":"seqno","stack":${stack}}`;
const buildRpc = (params, id = "1", method = "runGetMethod") => `{"method":"${method}","id":${id},"params":${params}}`;

const URLS = {
  "path of many steps": (size) => `/${"a/".repeat(size / 2)}`,
  "path of slashes": (size) => "/".repeat(size),
  "path of dots": (size) => `/api/v3/${"../".repeat(size / 3)}transactions`,
  "path of escapes": (size) => `/api/v3/${"%61".repeat(size / 3)}`,
  "path beside an operation": (size) => `/api/v3/transactions${"s".repeat(size)}`,
  "path on a network": (size) => `/mainnet/api/v2/${"getAddress".repeat(size / 10)}`,
  "parameters with distinct names": (size) => `/api/v3/transactions?${repeatPiece(size, name, "&")}`,
  "parameters whose names begin alike": (size) =>
    `/api/v3/transactions?${repeatPiece(size, (index) => `${makeSimilarName(index)}=1`, "&")}`,
  "parameters with equal names": (size) => `/api/v3/transactions?${"account=1&".repeat(size / 10)}`,
  "a list of good values": (size) => `/api/v3/accountStates?${`address=${RAW}&`.repeat(size / (RAW.length + 9))}`,
  "a list of good values that differ": (size) =>
    `/api/v3/transactions?${repeatPiece(size, (index) => `account=0:${String(index * 7919).padStart(64, "0")}`, "&")}`,
  "empty parameters": (size) => `/api/v3/transactions?${"&".repeat(size)}`,
  "parameters without a name": (size) => `/api/v3/transactions?${"=&".repeat(size / 2)}`,
  "equals signs": (size) => `/api/v3/transactions?account${"=".repeat(size)}`,
  escapes: (size) => `/api/v3/transactions?account=${"%41".repeat(size / 3)}`,
  "escaped names": (size) => `/api/v3/transactions?${repeatPiece(size, (index) => `%6e${name(index)}=%41`, "&")}`,
  "broken escapes": (size) => `/api/v3/transactions?account=${"%".repeat(size)}`,
  "one broken escape at the end": (size) => `/api/v3/transactions?account=${"%41".repeat(size / 3)}%4`,
  "plus signs": (size) => `/api/v3/transactions?account=${"+".repeat(size)}`,
  commas: (size) => `/api/v2/getLibraries?libraries=${",".repeat(size)}`,
  "a list with commas": (size) => `/api/v3/decode?opcodes=${repeatPiece(size, "0x00000001", ",")}`,
  "long digits": (size) => `/api/v3/transactions?start_lt=${"9".repeat(size)}`,
  "an address that is long": (size) => `/api/v3/transactions?account=${"A".repeat(size)}`,
  "a hash that is long": (size) => `/api/v3/transactions?hash=${"a".repeat(size)}`,
  "a long address in a local operation": (size) => `/api/v2/detectAddress?address=${"A".repeat(size)}`,
  "api_key, repeated": (size) => `/api/v3/masterchainInfo?${"api_key=abcdefgh&".repeat(size / 17)}`,
  "api_key that differs": (size) =>
    `/api/v3/masterchainInfo?${repeatPiece(size, (index) => `api_key=${name(index)}`, "&")}`,
  "names that look like a key": (size) => `/api/v3/masterchainInfo?${"a-p-i".repeat(size / 5)}key=1`,
  "control inputs that differ": (size) =>
    `/api/v3/transactions?${repeatPiece(size, (index) => `x_no_metadata=${name(index)}`, "&")}`,
  "a repeated control input": (size) => `/api/v3/transactions?${"x_no_metadata=1&".repeat(size / 16)}`,
  "question marks": (size) => `/api/v3/transactions?${"?".repeat(size)}`,
};

const HEADERS = {
  Accept: (size) => ["accept", repeatPiece(size, "text/html;q=0.1", ", ")],
  "Accept of slashes": (size) => ["accept", "/".repeat(size)],
  Origin: (size) => ["origin", `https://${"a.".repeat(size / 2)}app.example`],
  "Content-Type": (size) => ["content-type", `application/json${";".repeat(size)}`],
  "Content-Length": (size) => ["content-length", "9".repeat(size)],
  "Cache-Control": (size) => ["cache-control", repeatPiece(size, "no-cach=e", ",")],
  "If-None-Match": (size) => ["if-none-match", repeatPiece(size, (index) => `W/"${name(index)}"`, ", ")],
  Connection: (size) => ["connection", repeatPiece(size, name, ", ")],
  "Connection of commas": (size) => ["connection", ",".repeat(size)],
  traceparent: (size) => ["traceparent", "00-".repeat(size / 3)],
  tracestate: (size) => ["tracestate", repeatPiece(size, (index) => `${name(index)}=1`, ",")],
  "X-API-Key": (size) => ["x-api-key", "k".repeat(size)],
  "X-API-Key of escapes": (size) => ["x-api-key", "%41".repeat(size / 3)],
  "X-No-Metadata": (size) => ["x-no-metadata", "true,".repeat(size / 5)],
  "X-Timeout": (size) => ["x-timeout", "9".repeat(size)],
  "X-Actions-Version": (size) => ["x-actions-version", "v".repeat(size)],
  "a header without a meaning": (size) => ["x-filler", "x".repeat(size)],
};

const FORWARDED_HEADERS = {
  "X-Forwarded-For of our proxies": ["x-forwarded-for", (size) => repeatPiece(size, "10.0.0.2", ",")],
  "X-Forwarded-For of commas": ["x-forwarded-for", (size) => ",".repeat(size)],
  "X-Forwarded-For of colons": ["x-forwarded-for", (size) => `${":".repeat(size)},10.0.0.2`],
  "Forwarded of our proxies": ["forwarded", (size) => repeatPiece(size, "for=10.0.0.2;by=x", ",")],
  "Forwarded of semicolons": ["forwarded", (size) => ";".repeat(size)],
  "Forwarded of pairs": ["forwarded", (size) => repeatPiece(size, "by=1;", "")],
};

const encodeBase64 = (bytes) => bytes.toString("base64");

/** Path and body of a POST. */
const BODIES = {
  "members with distinct names": (size) => ["/api/v2/runGetMethod", makeMembers(size)],
  "members of the attack": (size) => ["/api/v2/runGetMethod", makeMembers(size, spreadName)],
  "members of the attack, v3": (size) => ["/api/v3/runGetMethod", makeMembers(size, spreadName)],
  "members whose names begin alike": (size) => ["/api/v3/decode", makeMembers(size, makeSimilarName)],
  "members with equal names": (size) => ["/api/v3/decode", makeMembers(size, () => "opcodes")],
  "members with escaped names": (size) => ["/api/v3/decode", makeMembers(size, (index) => `\\u006e${name(index)}`)],
  "members behind good ones": (size) => [
    "/api/v2/runGetMethod",
    `${run("[]").slice(0, -1)},${makeMembers(size).slice(1)}`,
  ],
  "members whose values are null": (size) => [
    "/api/v2/runGetMethod",
    `${run("[]").slice(0, -1)},${repeatPiece(size, (index) => `"${name(index)}":null`, ",")}}`,
  ],
  "a list of good values": (size) => ["/api/v3/decode", `{"opcodes":[${repeatPiece(size, '"0x00000001"', ",")}]}`],
  "deep lists": (size) => ["/api/v3/decode", `{"opcodes":${getNestedText(size)}}`],
  "deep objects": (size) => ["/api/v3/decode", `{"opcodes":${getNestedText(size, '{"a":', "}").replace(":}", ":1}")}}`],
  "lists that do not end": (size) => ["/api/v3/decode", `{"opcodes":${"[".repeat(size)}`],
  "a string of escapes": (size) => ["/api/v3/decode", `{"opcodes":["${"\\u0041".repeat(size / 6)}"]}`],
  "a string that does not end": (size) => ["/api/v3/decode", `{"opcodes":["${'\\"'.repeat(size / 2)}`],
  "long digits": (size) => ["/api/v3/decode", `{"opcodes":[${"9".repeat(size)}]}`],
  "a long exponent": (size) => ["/api/v3/decode", `{"opcodes":[1e${"9".repeat(size)}]}`],
  "white space": (size) => ["/api/v3/decode", `{"opcodes":[${" ".repeat(size)}"0x00000001"]}`],
  "white space between members": (size) => ["/api/v3/decode", `{${"\n".repeat(size)}`],
  "a wide stack": (size) => ["/api/v2/runGetMethod", run(makeWideStack(size))],
  "a wide stack, v3": (size) => ["/api/v3/runGetMethod", run(makeWideStack(size))],
  "a deeply nested stack": (size) => ["/api/v2/runGetMethod", run(getNestedText(size))],
  "a deep stack of tuples": (size) => [
    "/api/v2/runGetMethod",
    run(`[${getNestedText(size, '["tuple",[', "]]").replace(",[]", ",[]")}]`),
  ],
  "a stack of long digits": (size) => ["/api/v2/runGetMethod", run(`[["num",${"9".repeat(size)}]]`)],
  "a stack of white space": (size) => ["/api/v2/runGetMethod", run(`[${" ".repeat(size)}]`)],
  "a long method": (size) => [
    "/api/v2/runGetMethod",
    `{"address":"${ADDRESS}","method":"${"m".repeat(size)}","stack":[]}`,
  ],
  "JSON-RPC members": (size) => ["/api/v2/jsonRPC", makeMembers(size)],
  "JSON-RPC params": (size) => ["/api/v2/jsonRPC", buildRpc(makeMembers(size, spreadName))],
  "JSON-RPC params that are a wide stack": (size) => ["/api/v2/jsonRPC", buildRpc(run(makeWideStack(size)))],
  "JSON-RPC params that are deep": (size) => ["/api/v2/jsonRPC", buildRpc(getNestedText(size))],
  "a deep id": (size) => ["/api/v2/jsonRPC", buildRpc("{}", getNestedText(size), "getMasterchainInfo")],
  "a long id": (size) => ["/api/v2/jsonRPC", buildRpc("{}", `"${"i".repeat(size)}"`, "getMasterchainInfo")],
  "an id of escapes": (size) => [
    "/api/v2/jsonRPC",
    buildRpc("{}", `"${"\\u0041".repeat(size / 6)}"`, "getMasterchainInfo"),
  ],
  "a long JSON-RPC method": (size) => ["/api/v2/jsonRPC", buildRpc("{}", "1", "m".repeat(size))],
  "a batch of many calls": (size) => [
    "/api/v2/jsonRPC",
    `[${repeatPiece(size, buildRpc("{}", "1", "getMasterchainInfo"), ",")}]`,
  ],
  "an empty batch": (size) => ["/api/v2/jsonRPC", `[${repeatPiece(size, "{}", ",")}]`],
  "a batch of one large call": (size) => ["/api/v2/jsonRPC", `[${buildRpc(makeMembers(size, spreadName))}]`],
  "white space before a batch": (size) => ["/api/v2/jsonRPC", `${" ".repeat(size)}[]`],
  "a bag that is a chain": (size) => ["/api/v2/sendBoc", `{"boc":"${encodeBase64(makeChain(size * 0.74))}"}`],
  "a bag that is a chain, v3": (size) => ["/api/v3/message", `{"boc":"${encodeBase64(makeChain(size * 0.74))}"}`],
  "a wide bag": (size) => ["/api/v2/sendBoc", `{"boc":"${encodeBase64(makeWideCell(size * 0.74))}"}`],
  "a bag of roots": (size) => ["/api/v2/sendBoc", `{"boc":"${encodeBase64(makeRootedCells(size * 0.74))}"}`],
  "a bag with a wrong sum": (size) => ["/api/v2/sendBoc", `{"boc":"${encodeBase64(makeChecksumBag(size * 0.74))}"}`],
  "a bag that promises more": (size) => ["/api/v2/sendBoc", `{"boc":"${encodeBase64(makeBrokenBag(size * 0.74))}"}`],
  "a bag in hex": (size) => ["/api/v3/message", `{"boc":"${makeChain(size / 2).toString("hex")}"}`],
  "a bag of padding": (size) => ["/api/v2/sendBoc", `{"boc":"te6ccg${"=".repeat(size)}"}`],
  "a bag of escapes": (size) => ["/api/v2/sendBoc", `{"boc":"${"\\u0074".repeat(size / 6)}"}`],
};

const makeLibraries = (count) =>
  Array.from({ length: count }, (_, index) => Buffer.from(String(index).padStart(32, "0")).toString("base64"));

/** The request to the upstream, and its response. A number in the URL makes each cache key different. */
const RESPONSES = {
  "JSON-RPC: white space before the end": ["rpc", (size) => `{"ok":true,"result":1${" ".repeat(size)}}`],
  "JSON-RPC: white space before the object": ["rpc", (size) => `${" ".repeat(size)}{"ok":true,"result":1}`],
  "JSON-RPC: white space in an object of nothing": ["rpc", (size) => `{${" ".repeat(size)}}`],
  "JSON-RPC: braces": ["rpc", (size) => "{".repeat(size)],
  "JSON-RPC: braces with white space": ["rpc", (size) => `{${"{   ".repeat(size / 4)}}`],
  "JSON-RPC: ends": ["rpc", (size) => `{${"}".repeat(size)}`],
  "JSON-RPC: white space behind the end": ["rpc", (size) => `{"ok":true}${" \n".repeat(size / 2)}x`],
  "cache: many members": [(index) => `/api/v3/transactions?limit=1&start_lt=${index}`, (size) => makeMembers(size)],
  "cache: many rows": [
    (index) => `/api/v3/transactions?hash=${RAW.slice(2)}&start_lt=${index}`,
    (size) => `{"transactions":[${repeatPiece(size, '{"finality":"finalized"}', ",")}]}`,
  ],
  "cache: many libraries": [
    (index) =>
      `/api/v2/getLibraries?${makeLibraries(20)
        .map((item) => `libraries=${encodeURIComponent(item)}`)
        .join("&")}&seqno=${index}`,
    (size) =>
      `{"ok":true,"result":{"result":[${makeLibraries(Math.ceil(size / 60))
        .map((hash) => `{"hash":"${hash}"}`)
        .join(",")}]}}`,
  ],
  "cache: deep lists": [
    (index) => `/api/v3/transactions?limit=1&start_lt=${index}`,
    (size) => `{"transactions":${getNestedText(size)}}`,
  ],
  "cache: lists that do not end": [
    (index) => `/api/v3/transactions?limit=1&start_lt=${index}`,
    (size) => `{"transactions":${"[".repeat(size)}`,
  ],
  "cache: a string that does not end": [
    (index) => `/api/v3/transactions?limit=1&start_lt=${index}`,
    (size) => `{"transactions":"${'\\"'.repeat(size / 2)}`,
  ],
  "cache: white space": [
    (index) => `/api/v3/transactions?limit=1&start_lt=${index}`,
    (size) => `${" ".repeat(size)}{"transactions":[]}`,
  ],
  "cache: no text": [
    (index) => `/api/v3/transactions?limit=1&start_lt=${index}`,
    (size) => new Response(Buffer.alloc(size, 0xff), { headers: JSON_TYPE }),
  ],
  "cache: Cache-Control": [
    (index) => `/api/v3/transactions?limit=1&start_lt=${index}`,
    (size) => new Response("{}", { headers: { ...JSON_TYPE, "cache-control": repeatPiece(size, "no-stor=e", ",") } }),
  ],
  "an error of any length": [
    (index) => `/api/v3/transactions?limit=1&start_lt=${index}`,
    (size) => new Response("<".repeat(size), { status: 422 }),
  ],
};

/** Statuses that mean a fault of the gateway itself. */
const isFault = (status) => status === 500;

/** Every shape with its name, ready to be measured; `faults` collects outcomes that must not happen. */
export function createGatewayShapes(config, faults) {
  const context = { address: "10.0.0.1" };
  const createShape = (gateway, title, largestSize, makeRequest) => ({
    title,
    largest: largestSize,
    make: makeRequest,
    start: ([path, init]) => new Request(path.startsWith("/") ? `https://gw.example${path}` : path, init),
    async run(request) {
      const response = await gateway.fetch(request, {}, context);
      await response.arrayBuffer();
      if (isFault(response.status)) faults.push(`${title}: ${response.status}`);
    },
  });
  const strictGateway = makeGateway(config);
  const forwardingGateway = makeGateway({ ...config, unknownParameters: "forward" });
  const keyedGateway = makeGateway({ ...config, apiKeys: listKeys([]) });
  const originsGateway = makeGateway({ ...config, origins: ["https://*.app.example", "https://app.example"] });
  const samples = [];
  for (const [title, url] of Object.entries(URLS)) {
    samples.push(createShape(strictGateway, `URL: ${title}`, URL_BYTES, (size) => [url(size)]));
    if (url(1).includes("?"))
      samples.push(createShape(forwardingGateway, `URL, forwarded: ${title}`, URL_BYTES, (size) => [url(size)]));
    if (title.includes("api_key"))
      samples.push(createShape(keyedGateway, `URL with keys: ${title}`, URL_BYTES, (size) => [url(size)]));
  }
  for (const [title, header] of Object.entries(HEADERS)) {
    const init = (size) => {
      const [name, value] = header(size);
      return { method: name.startsWith("content") ? "POST" : "GET", headers: { [name]: value } };
    };
    const gateway = title.startsWith("X-API-Key") ? keyedGateway : title === "Origin" ? originsGateway : strictGateway;
    samples.push(
      createShape(gateway, `header: ${title}`, HEADER_BYTES, (size) => ["/api/v2/getMasterchainInfo", init(size)]),
    );
  }
  for (const [title, [header, value]] of /** @type {any[][]} */ (Object.entries(FORWARDED_HEADERS))) {
    const gatewayWithProxy = makeGateway({
      ...config,
      limits: { keyless: { rate: 1_000_000, burst: 1_000_000 }, budget: "off" },
      clientIp: { header, trustedProxies: ["10.0.0.0/8"] },
    });
    samples.push(
      createShape(gatewayWithProxy, `header: ${title}`, HEADER_BYTES, (size) => [
        `/api/v2/getMasterchainInfo`,
        { headers: { [header]: value(size) } },
      ]),
    );
  }
  for (const [title, body] of Object.entries(BODIES)) {
    const postShape = (size) => {
      const [path, text] = body(size);
      return [path, { method: "POST", headers: JSON_TYPE, body: text }];
    };
    samples.push(createShape(strictGateway, `body: ${title}`, BODY_BYTES, postShape));
    if (title.includes("members"))
      samples.push(createShape(forwardingGateway, `body, forwarded: ${title}`, BODY_BYTES, postShape));
  }
  for (const [title, [requestedStatus, respond]] of /** @type {any[][]} */ (Object.entries(RESPONSES))) {
    let count = 0;
    let response;
    const gateway = makeGateway(config, () => (typeof response === "string" ? response : response.clone()));
    const shapes = createShape(gateway, `response: ${title}`, RESPONSE_BYTES, (size) => respond(size));
    samples.push({
      ...shapes,
      start(text) {
        count += 1;
        const request =
          requestedStatus === "rpc"
            ? new Request("https://gw.example/api/v2/jsonRPC", {
                method: "POST",
                headers: JSON_TYPE,
                body: buildRpc(`{"seqno":${count},"workchain":-1,"shard":"1"}`, "1", "getBlockHeader"),
              })
            : new Request(`https://gw.example${requestedStatus(count)}`);
        return { request, text };
      },
      run({ request, text }) {
        response = text;
        return shapes.run(request);
      },
    });
  }
  return samples;
}

/** Bodies of the attack, each with the path to which it is sent. */
export const listAttacks = (size) => {
  const body = makeMembers(size, spreadName);
  return [
    ["/api/v2/runGetMethod", body],
    ["/api/v3/runGetMethod", body],
    ["/api/v2/jsonRPC", `{"method":"runGetMethod","id":1,"params":${body}}`],
  ];
};
/**
 * A valid body of that size that the gateway checks and forwards completely. `wideStack` has as many parts as the limits
 * allow.
 */
export const makeValidRequest = (size) => ["/api/v2/runGetMethod", run(makeWideStack(size))];
export const listValidRequests = (size) => [
  "/api/v2/runGetMethod",
  run(JSON.stringify(Array.from({ length: 2000 }, () => ["num", "7".repeat(size / 2000 - 11)]))),
];
