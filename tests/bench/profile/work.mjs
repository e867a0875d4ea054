// What is profiled: the same work as in the benchmarks.

import { readFileSync } from "node:fs";

import { polled } from "../gateway/paths.mjs";

const FRIENDLY = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
/** Operations of a turn. */
const TURN = 200;

export const WORK = {
  /** Friendly to raw, raw to friendly, detect, and a list, in turn. */
  async address() {
    const { detectAddress, packAddress, packAddresses, unpackAddress } = await import("ton-edge/address");
    const raw = unpackAddress(FRIENDLY);
    const list = Array.from({ length: TURN }, () => raw);
    return async () => {
      for (let at = 0; at < TURN; at += 1) {
        unpackAddress(FRIENDLY);
        packAddress(raw);
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
      for (let at = 0; at < TURN; at += 1) await client.v2.getAddressInformation({ address: FRIENDLY });
    };
  },

  /** The path of a request: responses of 1 kB, about accounts in turn. */
  gateway: polled(1),
};
