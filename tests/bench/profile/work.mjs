// The profiled work, which is that of the benchmarks.

import { readFileSync } from "node:fs";

import { makeBlockPath, makePolledPath } from "../gateway/paths.mjs";

const FRIENDLY = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
/** Number of operations in a turn. */
const TURN_CALLS = 200;

export const WORK_BY_NAME = {
  /** Friendly to raw, raw to friendly, detect, and a list, in turn. */
  async address() {
    const { detectAddress, packAddress, packAddresses, unpackAddress } = await import("ton-edge/address");
    const rawAddress = unpackAddress(FRIENDLY);
    const list = Array.from({ length: TURN_CALLS }, () => rawAddress);
    return async () => {
      for (let at = 0; at < TURN_CALLS; at += 1) {
        unpackAddress(FRIENDLY);
        packAddress(rawAddress);
        detectAddress(FRIENDLY);
      }
      packAddresses(list);
    };
  },

  /** Calls with a small response, from memory. */
  async client() {
    const { createClient } = await import("ton-edge");
    const body = readFileSync(
      new URL("../../fixtures/recorded/v2/getAddressInformation/2.json", import.meta.url),
      "utf8",
    );
    const response = { status: 200, headers: new Headers(), text: async () => body };
    const client = createClient({ rateLimit: false, fetch: async () => /** @type {any} */ (response) });
    return async () => {
      for (let at = 0; at < TURN_CALLS; at += 1) await client.v2.getAddressInformation({ address: FRIENDLY });
    };
  },
};

/** Number of the next block, so that each is requested once. */
let lastSeqno = 0;
const makeNextBlock = () => makeBlockPath((lastSeqno += 1));
/** Responses of 1 kB, about accounts in turn. */
const transactions = makePolledPath(1);

/**
 * Gateways under load: a contender of the benchmarks, the path of a request by its number, and which caller or key it is from.
 *
 * @typedef {{ contender: string, path: (at: number) => string, callers?: () => number, keys?: () => number }} Gateway
 * @type {Record<string, Gateway>}
 */
export const GATEWAYS = {
  gateway: { contender: "ours", path: transactions },
  "gateway-counting": { contender: "limited", path: transactions, callers: () => 0 },
  "gateway-key": { contender: "keyed", path: transactions, keys: () => 0 },
  "gateway-storing": { contender: "storing", path: makeNextBlock },
};
