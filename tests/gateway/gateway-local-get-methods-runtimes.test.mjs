// Locally computed get-methods in every runtime, behind a server.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { UNLIMITED } from "../helpers/unlimited.mjs";
import { startFleet } from "../runtimes/fleet.mjs";
import { MAIN_RUNTIMES } from "../runtimes/runtimes.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { FORMS, toComparableText, makeStack } from "./local-get-methods.mjs";

/** Milliseconds for which the state of an account is fresh. */
const FRESH_MS = 1000;
const headers = { "content-type": "application/json" };

/** @type {any} */
let devnet;
before(
  async () => {
    devnet = await startDevnet({ world: "small" });
    await devnet.ready;
  },
  { timeout: 240_000 },
);
after(() => devnet?.close());

for (const runtime of MAIN_RUNTIMES) {
  describe(`locally computed get-methods in ${runtime}`, () => {
    let fleet;
    before(async () => {
      const baseConfig = { mainnet: devnet.url, limits: UNLIMITED, logLevel: "warn" };
      fleet = await startFleet(runtime, [{ ...baseConfig, localGetMethods: { verify: 1 } }, baseConfig]);
    });
    after(() => fleet?.close());

    const send = async (index, [path, body]) => {
      const response = await fetch(fleet.urls[index] + path, { method: "POST", headers, body: JSON.stringify(body) });
      return { status: response.status, text: await response.text(), cache: response.headers.get("cache-status") };
    };

    test("computed get-methods have the same bytes as the upstream's responses", { timeout: 60_000 }, async () => {
      const [{ address }] = (await (await fetch(`${devnet.url}/api/v3/jetton/wallets?limit=1`)).json()).jetton_wallets;
      for (const [account, method] of [
        [address, "get_wallet_data"],
        [devnet.cast.wallet("carol").account, "seqno"],
      ])
        for (const form of Object.values(FORMS)) {
          const request = form({ address: account, method, stack: makeStack([]) });
          const [ownReply, upstreamReply] = [await send(0, request), await send(1, request)];
          assert.equal(toComparableText(ownReply), toComparableText(upstreamReply));
          assert.match(ownReply.cache, /detail=local|hit/);
        }
      assert.deepEqual(fleet.logs[0], []);
      assert.deepEqual(fleet.complaints, []);
    });

    test("100 calls at once read the state with one request", { timeout: 60_000 }, async () => {
      const account = devnet.cast.wallet("dave").account;
      devnet.requests.length = 0;
      const start = performance.now();
      const requests = Array.from({ length: 100 }, (_, index) =>
        send(
          0,
          Object.values(FORMS)[index % 4]({
            address: account,
            method: index % 2 ? "seqno" : "get_public_key",
            stack: makeStack([]),
          }),
        ),
      );
      const replies = await Promise.all(requests);
      assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
      const states = devnet.requests.filter(({ url }) => url.includes("getAddressInformation"));
      // A second read if the start takes longer than a state is fresh; on a busy machine one more for each second.
      const maxCount = Math.max(2, Math.ceil((performance.now() - start) / FRESH_MS));
      assert.ok(states.length <= maxCount, `${states.length} requests of at most ${maxCount}`);
    });
  });
}
