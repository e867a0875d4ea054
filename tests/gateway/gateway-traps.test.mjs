// A trap in gateway.wasm fails only the request that caused it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, test } from "node:test";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { serve } from "ton-edge/node";

const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url));

const RUNTIMES = {
  async Node() {
    const { default: spoilableWorker } = await import("../runtimes/trap-worker.mjs");
    return serve(spoilableWorker, { port: 0 });
  },
  async workerd() {
    const {
      outputFiles: [{ text: contents }],
    } = await build({
      entryPoints: [resolvePath("../runtimes/trap-worker.mjs")],
      bundle: true,
      format: "esm",
      target: "es2022",
      write: false,
      plugins: [
        {
          name: "wasm as modules",
          setup({ onResolve }) {
            onResolve({ filter: /\/wasm\/(address|client|gateway)\.js$/ }, ({ path, resolveDir }) => ({
              path: resolve(resolveDir, path.replace(/\.js$/, ".workerd.js")),
            }));
            onResolve({ filter: /\.wasm$/ }, () => ({ path: "./gateway.wasm", external: true }));
          },
        },
      ],
    });
    const wasm = {
      type: /** @type {const} */ ("CompiledWasm"),
      path: "gateway.wasm",
      contents: await readFile(resolvePath("../../pkg/dist/gateway.wasm")),
    };
    const worker = new Miniflare({
      cf: false,
      telemetry: { enabled: false },
      modules: [{ type: "ESModule", path: "worker.mjs", contents }, wasm],
      compatibilityDate: "2026-04-01",
    });
    return { url: (await worker.ready).origin, close: () => worker.dispose() };
  },
};

const RAW = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";
const json = { "content-type": "application/json" };

/** Requests of every kind, each with its expected response. */
const KINDS = [
  (origin, n) => [
    "/api/v3/blocks?limit=" + (1 + (n % 20)),
    {},
    200,
    (body) => body.result === `${origin}/api/v3/blocks?limit=${1 + (n % 20)}`,
  ],
  () => [`/api/v2/unpackAddress?address=${RAW}`, {}, 200, (body) => body.result.toLowerCase() === RAW],
  (origin, n) => [
    "/api/v2/jsonRPC",
    { method: "POST", headers: json, body: JSON.stringify({ id: n, method: "getMasterchainInfo" }) },
    200,
    (body) => body.id === n && body.result === `${origin}/api/v2/getMasterchainInfo`,
  ],
  () => ["/api/v3/blocks?limit=1001", {}, 422, (body) => body.error.includes("limit")],
];

for (const [runtime, start] of Object.entries(RUNTIMES)) {
  describe(`traps in ${runtime}`, () => {
    test("each of 200 traps fails one request, and concurrent requests succeed", { timeout: 120_000 }, async (t) => {
      const { url, close } = await start();
      t.after(close);
      let trapCount = 0;
      const sendOne = async (n) => {
        const origin = n % 2 ? "https://first.example" : "https://second.example";
        const [path, init, status, right] = KINDS[n % KINDS.length](origin, n);
        const response = await fetch(url + path, { ...init, headers: { ...init.headers, origin } });
        const body = await response.json();
        const id = response.headers.get("x-request-id");
        assert.match(id, /^[0-9a-f-]{36}$/);
        if (response.status === 500) {
          trapCount += 1;
          assert.deepEqual(
            [body.reason, body.id, response.headers.get("x-ton-edge-error")],
            ["internal", id, "internal"],
          );
          return;
        }
        assert.equal(response.status, status, JSON.stringify(body));
        assert.ok(/** @type {any} */ (right)(body), JSON.stringify(body));
        assert.equal(
          response.headers.get("access-control-allow-origin"),
          origin,
          "the new instance has the same configuration",
        );
      };
      let n = 0;
      const sendSome = (count) => Array.from({ length: count }, () => sendOne((n += 1)));
      await Promise.all(sendSome(8));
      assert.equal(trapCount, 0);
      for (let round = 0; round < 200; round += 1) {
        await Promise.all([...sendSome(5), fetch(`${url}/spoil`).then((response) => response.text()), ...sendSome(5)]);
        // Requests before the damage have their responses: if no concurrent request has met the trap, this one does.
        await sendOne((n += 1));
      }
      assert.equal(trapCount, 200, "every trap failed one request");
      await Promise.all(sendSome(100));
      assert.equal(trapCount, 200, "and no request failed after the trap");
    });
  });
}
