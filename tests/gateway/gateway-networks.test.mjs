// A gateway of one network neither serves nor probes the other one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createGateway } from "../../pkg/gateway.js";
import { startReplay } from "../upstream/replay.mjs";

const TOKEN = "a-token-of-operators";
let replay;
before(async () => {
  replay = await startReplay({});
});
after(() => replay?.close());

for (const [enabledNetwork, disabledNetwork] of /** @type {const} */ ([
  ["mainnet", "testnet"],
  ["testnet", "mainnet"],
]))
  test(`a gateway of ${enabledNetwork} alone neither serves nor probes ${disabledNetwork}`, async () => {
    const urls = [];
    const gateway = createGateway({
      network: enabledNetwork,
      [enabledNetwork]: replay.url,
      [disabledNetwork]: "off",
      adminToken: TOKEN,
      logLevel: "off",
      limits: { budget: "off", keyless: "off" },
      fetch: (url, init) => {
        urls.push(String(url));
        return fetch(url, init);
      },
    });
    const send = (path, headers = {}) => gateway.fetch(new Request(`https://gw.example${path}`, { headers }));
    assert.equal((await send("/api/v3/transactions?limit=1")).status, 200);
    assert.equal((await send(`/${enabledNetwork}/api/v2/getMasterchainInfo`)).status, 200);
    const requestsBefore = urls.length;
    for (const path of ["v3/masterchainInfo", "v2/getMasterchainInfo", `v2/detectHash?hash=${"0".repeat(64)}`]) {
      const response = await send(`/${disabledNetwork}/api/${path}`);
      assert.deepEqual([response.status, response.headers.get("x-ton-edge-error")], [404, "not_found"]);
      assert.match(await response.text(), new RegExp(`this gateway does not serve ${disabledNetwork}`));
    }
    assert.equal(urls.length, requestsBefore);
    const operator = { authorization: `Bearer ${TOKEN}` };
    const report = await (await send("/readyz", operator)).json();
    assert.deepEqual(Object.keys(report.networks), [enabledNetwork]);
    assert.ok(urls.length > requestsBefore && urls.every((url) => url.startsWith(replay.url)), urls.join("\n"));
    const metrics = await (await send("/metrics", operator)).text();
    assert.ok(!metrics.includes(`network="${disabledNetwork}"`), metrics);
  });

test("a setting that names a network that is off is an error", () => {
  for (const settings of [{ mainnet: "off" }, { testnet: "off", hosts: { "a.example": "testnet" } }])
    assert.throws(
      () => createGateway(/** @type {any} */ (settings)).check(),
      ({ code, message }) => code === "config_invalid" && / is "off"/.test(message),
    );
});
