// The Worker's template as a new user gets it: from the packed package, with wrangler, with a caller's API key in KV.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import { pack, unpack } from "../helpers/tarball.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { startWrangler, environment, wrangler } from "../helpers/wrangler.mjs";

const run = promisify(execFile);
const UPSTREAM_KEY = "our-own-key";
const TOKEN = "token-of-the-operators";

let folder;
let upstream;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "ton-edge-worker-"));
  const tarball = await pack();
  const packageFolder = await unpack(tarball.file, folder);
  await tarball.remove();
  cpSync(join(packageFolder, "templates/cloudflare-worker"), folder, { recursive: true });
  upstream = await startReplay({ keys: { mainnet: [UPSTREAM_KEY], testnet: [] } });
});
after(async () => {
  await upstream?.close();
  rmSync(folder, { recursive: true, force: true });
});

const runInFolder = (...args) => run(process.execPath, [wrangler, ...args], { cwd: folder, env: environment });

test("a dry run of deploying the Worker template succeeds without changes", { timeout: 120_000 }, async () => {
  const { stdout } = await runInFolder("deploy", "--dry-run", "--outdir", "out");
  assert.match(stdout, /--dry-run: exiting now/);
  assert.match(stdout, /env\.TON_EDGE_ORIGINS/);
  assert.match(stdout, /env\.LIMITER \(LimiterObject\)\s+Durable Object/);
  assert.match(stdout, /env\.STREAM_HUB \(StreamHub\)\s+Durable Object/);
  const builtFiles = readdirSync(join(folder, "out"));
  assert.ok(
    builtFiles.includes("index.js") && builtFiles.some((name) => name.endsWith("gateway.wasm")),
    builtFiles.join(" "),
  );
});

test("the command that `ton-edge key new` prints creates an API key that the Worker template accepts", {
  timeout: 180_000,
}, async (t) => {
  const path = join(folder, "wrangler.jsonc");
  const diskText = readFileSync(path, "utf8");
  const boundConfig = diskText.replace(
    /\/\/ , ("kv_namespaces".*)"\.\.\."(.*)/,
    ', $1"00000000000000000000000000000000"$2',
  );
  assert.notEqual(boundConfig, diskText, "the template has a placeholder for the namespace");
  writeFileSync(path, boundConfig);

  const command = join(folder, "node_modules/ton-edge/bin/ton-edge.js");
  const { stdout: key, stderr } = await run(process.execPath, [
    command,
    "key",
    "new",
    "--network",
    "mainnet",
    "--plan",
    "1",
  ]);
  // Stores the key on this machine instead of at Cloudflare.
  const line = /^npx wrangler (.*)$/m.exec(stderr)[1].replace("--remote", "--local");
  await run("sh", ["-c", `"$NODE" "$WRANGLER" ${line}`], {
    cwd: folder,
    env: { ...environment, NODE: process.execPath, WRANGLER: wrangler },
  });

  const vars = [
    `TON_EDGE_MAINNET:${upstream.url}`,
    `TON_EDGE_MAINNET_API_KEY:${UPSTREAM_KEY}`,
    "TON_EDGE_KEYLESS:refuse",
    `TON_EDGE_ADMIN_TOKEN:${TOKEN}`,
  ].flatMap((item) => ["--var", item]);
  const server = await startWrangler(folder, vars);
  t.after(() => server.close());
  const { url } = server;
  const send = async (headers, limit = 1) => {
    const response = await fetch(`${url}/api/v3/transactions?limit=${limit}`, { headers });
    return [response.status, await response.text()];
  };
  const [status, text] = await send({ "x-api-key": key.trim() });
  assert.equal(status, 200, `${text}\n${server.output.join("\n")}`);
  assert.equal(JSON.parse(/** @type {any} */ (text)).transactions.length, 1);
  const openapiResponse = await fetch(`${url}/api/v3/openapi.json`);
  assert.deepEqual(
    [openapiResponse.status, (await openapiResponse.json()).info.title],
    [200, "TON access service, v3"],
  );
  assert.equal((await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).status, 200);
  assert.equal((await send({ "x-api-key": "another" }))[0], 401);
  assert.equal((await send({}))[0], 401);
  // The Durable Object counts requests for the key's plan: the second request within a second is refused.
  const repeatedStatuses = await Promise.all([2, 3, 4].map((limit) => send({ "x-api-key": key.trim() }, limit)));
  assert.ok(repeatedStatuses.filter(([statusCode]) => statusCode === 429).length >= 2, String(repeatedStatuses));
  // The gateway refuses a flood of one client: 2000 calls, to which it responds itself.
  const calls = Array.from({ length: 20 }, (_, id) => ({ id, method: "detectAddress", params: { address: "x" } }));
  const headers = { "x-api-key": key.trim(), "content-type": "application/json" };
  const batch = { method: "POST", headers, body: JSON.stringify(calls) };
  const replies = await Promise.all(Array.from({ length: 100 }, () => fetch(`${url}/api/v2/jsonRPC`, batch)));
  const limits = replies.filter(({ status }) => status === 429).map((reply) => reply.headers.get("x-ton-edge-limit"));
  assert.deepEqual([...new Set(limits)], ["requests"]);
  assert.deepEqual([...new Set(upstream.requests.map(({ headers }) => headers["x-api-key"]))], [UPSTREAM_KEY]);
});
