// Gateways that compute get-methods locally, and the calls that the tests compare.

import { beginCell } from "@ton/core";
import { createGateway } from "ton-edge/gateway";

import { UNLIMITED } from "../helpers/unlimited.mjs";

const ADMIN = "an admin token of the tests".replaceAll(" ", "-");

/**
 * @param {string} mainnet @param {any} [overrides] settings; `localGetMethods: false` for a gateway that forwards
 */
export function makeLocalGateway(mainnet, overrides = {}) {
  const lines = [];
  const gateway = createGateway({
    mainnet,
    limits: UNLIMITED,
    localGetMethods: true,
    tvm: () => import("ton-edge/tvm"),
    adminToken: ADMIN,
    logLevel: "warn",
    log: (line) => lines.push(JSON.parse(line)),
    ...overrides,
  });
  /** @param {any} path @param {any} body text, or what becomes JSON */
  const send = async (path, body, headers = {}) => {
    const request = new Request(`http://gateway${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const response = await gateway.fetch(request);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, cache: response.headers.get("cache-status") };
  };
  const readCounts = async (name) => {
    const response = await gateway.fetch(
      new Request("http://gateway/metrics", { headers: { authorization: `Bearer ${ADMIN}` } }),
    );
    const matches = (await response.text()).matchAll(
      new RegExp(`^ton_edge_${name}_total\\{\\w+="(\\w+)"\\} ([1-9]\\d*)$`, "gm"),
    );
    return Object.fromEntries(Array.from(matches, ([, label, count]) => [label, Number(count)]));
  };
  return { gateway, lines, send, counts: readCounts };
}

/** The response without the parts that differ in each response. */
export const toComparableText = ({ status, text }) => `${status} ${text.replace(/"@extra":"[^"]*"/g, '"@extra":""')}`;

/**
 * The forms of a request: path and body. `stack` in the three forms of entries.
 *
 * @type {Record<string, (call: { address: string, method: any, stack: any }) => [string, any]>}
 */
export const FORMS = {
  v2: ({ address, method, stack }) => ["/api/v2/runGetMethod", { address, method, stack: stack.v2 }],
  "v2-std": ({ address, method, stack }) => ["/api/v2/runGetMethodStd", { address, method, stack: stack.std }],
  "json-rpc": ({ address, method, stack }) => [
    "/api/v2/jsonRPC",
    { jsonrpc: "2.0", id: "1", method: "runGetMethod", params: { address, method, stack: stack.v2 } },
  ],
  v3: ({ address, method, stack }) => ["/api/v3/runGetMethod", { address, method, stack: stack.v3 }],
};

const toBase64 = (cell) => cell.toBoc().toString("base64");
const makeNumber = (value) => ({
  v2: ["num", `0x${value.toString(16)}`],
  std: { "@type": "tvm.stackEntryNumber", number: { "@type": "tvm.numberDecimal", number: String(value) } },
  v3: { type: "num", value: String(value) },
});
const makeBag = (kind, cell) => ({
  v2: [`tvm.${kind}`, toBase64(cell)],
  std: {
    "@type": `tvm.stackEntry${kind}`,
    [kind.toLowerCase()]: { "@type": `tvm.${kind.toLowerCase()}`, bytes: toBase64(cell) },
  },
  v3: { type: kind.toLowerCase(), value: toBase64(cell) },
});

/** Arguments in the three forms. @param {any[]} args bigints, and cells as `{ cell }` and `{ slice }` */
export function makeStack(args) {
  const entries = args.map((arg) =>
    typeof arg === "bigint" ? makeNumber(arg) : arg.slice ? makeBag("Slice", arg.slice) : makeBag("Cell", arg.cell),
  );
  return {
    v2: entries.map((entry) => entry.v2),
    std: entries.map((entry) => entry.std),
    v3: entries.map((entry) => entry.v3),
  };
}

export const makeSlice = (address) => ({ slice: beginCell().storeAddress(address).endCell() });
