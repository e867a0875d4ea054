// The command `ton-edge`, as users run it.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { startReplay } from "../upstream/replay.mjs";

const bin = fileURLToPath(new URL("../../pkg/bin/ton-edge.js", import.meta.url));
const KEY = /^tonedge_[A-Za-z0-9_-]{43}$/;

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-command-"));
});
after(() => rm(folder, { recursive: true }));

/** Runs the command to its end. */
const run = (...args) =>
  new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], { timeout: 30_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });

/** Starts `ton-edge gateway` at a free port, and returns its URL. */
async function startGateway(t, ...args) {
  const server = spawn(process.execPath, [bin, "gateway", "--port", "0", "--log-level", "off", ...args], {
    env: { ...process.env, TON_EDGE_ADMIN_TOKEN: "" },
  });
  t.after(() => server.kill());
  return /http:\S+/.exec(
    await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data)))),
  )[0];
}

test("`ton-edge` refuses invalid input and says what it accepts", async () => {
  for (const [args, expected] of /** @type {any[][]} */ ([
    [[], "the commands are"],
    [["nope"], "the commands are"],
    [["constructor"], "the commands are"],
    [["key"], "`new`, `set`, `list` and `revoke`"],
    [["key", "new"], "--network must be"],
    [["key", "new", "--network", "moon"], "--network must be"],
    [["key", "new", "--network", "testnet", "--plan", "0"], "--plan must be"],
    [
      ["key", "new", "--network", "testnet", "--expires", "2020-01-31T00:00:00Z"],
      "--expires must be a time in the future: at 2020-01-31T00:00:00Z the new key would already have expired",
    ],
    [["key", "new", "--network", "testnet", "--binding", "a b"], "--binding must be"],
    [["key", "revoke", "--file", "x"], "needs one id"],
    [["gateway", "extra"], "extra"],
    [["gateway", "--port", "70000"], "`--port` must be a whole number from 0 to 65535"],
    [["gateway", "--mainnet", "ftp://x"], "`--mainnet[0]` must be a base URL"],
    [["gateway", "--admin-port", "x"], "`--admin-port` must be a whole number"],
    [["gateway", "--admin-host", "::1"], "`--admin-host` must be left out, or `admin.port` be set"],
    [["gateway", "--admin-port", "0"], "`--admin-port` must be left out, or `adminToken` be set"],
    [["gateway", "--keyless", "refuse"], '`--keyless` can be "refuse" only with `apiKeys`'],
    [["gateway", "--local-get-methods", "--cache-adapter", "none"], "`--local-get-methods` needs the cache"],
    [["gateway", "--origins", "app.example"], "`--origins[0]` must begin with https://"],
  ])) {
    const { code, stdout, stderr } = await run(...args);
    assert.equal(code, 2, args.join(" "));
    assert.equal(stdout, "");
    assert.ok(stderr.includes(expected) && /Usage:|--help/.test(stderr), `${args.join(" ")}: ${stderr}`);
  }
  for (const [args, expected] of /** @type {[string[], string][]} */ ([
    [["gateway", "--prot", "1"], "unknown option --prot; did you mean --port?"],
    [["key", "new", "--network", "testnet", "--nmae", "x"], "unknown option --nmae; did you mean --name?"],
    [["gateway", "--limits-keylss", "1"], "unknown option --limits-keylss; did you mean --limits-keyless?"],
    [["key", "list", "--jsn"], "unknown option --jsn; did you mean --json?"],
    [["key", "list", "--nothing-of-the-kind"], "unknown option --nothing-of-the-kind: `ton-edge --help` lists all"],
  ]))
    assert.deepEqual(await run(...args), { code: 2, stdout: "", stderr: `ton-edge: ${expected}\n` });
  const { code, stdout } = await run("--help");
  assert.equal(code, 0);
  assert.match(stdout, /key revoke ID/);
  const settings = (await run("gateway", "--help")).stdout.replace(/\n {6}/g, " ");
  for (const pattern of [
    /--origins .* Default: http and https of localhost/,
    /--enforce-origins.* Default: true, unless/,
  ])
    assert.match(settings, pattern, "these are the defaults of the command, not of createGateway");
});

test("`ton-edge key` shows a new API key once, and its record has only its hash", async () => {
  const { code, stdout, stderr } = await run(
    "key",
    "new",
    "--network",
    "testnet",
    "--name",
    "Bob's shop",
    "--plan",
    "2.5",
  );
  assert.equal(code, 0);
  const key = stdout.trimEnd();
  assert.match(key, KEY);
  assert.ok(!stderr.includes(key));
  const hash = createHash("sha256").update(key).digest("hex");
  const record = JSON.parse(/^\{.*\}$/m.exec(stderr)[0]);
  assert.deepEqual(
    { ...record, created: "" },
    { hash, id: hash.slice(0, 12), name: "Bob's shop", network: "testnet", plan: 2.5, created: "" },
  );
  assert.ok(Math.abs(Date.parse(record.created) - Date.now()) < 60_000);
  // The line for KV has only arguments that wrangler accepts.
  const line = /^npx wrangler .*$/m.exec(stderr)[0];
  const words = await new Promise((resolve) =>
    execFile("sh", ["-c", line.replace("npx", "printf '%s\\n'")], (_, output) => resolve(output.trimEnd().split("\n"))),
  );
  assert.deepEqual(words.slice(0, -1), [
    "wrangler",
    "kv",
    "key",
    "put",
    "--binding",
    "KEYS",
    "--remote",
    `key:${hash}`,
  ]);
  assert.deepEqual(JSON.parse(words.at(-1)), record);
});

test("API keys in a file are created, listed, used and revoked", async () => {
  const file = join(folder, "keys.json");
  const commandResult = await run("key", "new", "--network", "mainnet", "--name", "shop", "--file", file);
  const otherOutput = await run("key", "new", "--network", "testnet", "--file", file);
  const [key, otherKey] = [commandResult, otherOutput].map(({ stdout }) => stdout.trimEnd());
  const text = await readFile(file, "utf8");
  assert.ok(!text.includes(key) && !text.includes(otherKey));
  const id = JSON.parse(text)[0].id;
  assert.match(
    (await run("key", "list", "--file", file)).stdout,
    new RegExp(`^${id}\tmainnet\tno plan\t\\S+\tvalid\tshop\n.*\ttestnet\t.*\tvalid\n$`),
  );
  const otherFormFile = join(folder, "turned.json");
  await writeFile(otherFormFile, text.replace('"shop"', JSON.stringify("a\u202eb\u200fc")));
  assert.match((await run("key", "list", "--file", otherFormFile)).stdout, /\ta\\u202eb\\u200fc\n/);

  const replay = await startReplay({});
  const server = spawn(process.execPath, [
    bin,
    "gateway",
    "--port",
    "0",
    "--mainnet",
    replay.url,
    "--testnet",
    replay.url,
    "--api-keys",
    file,
    "--keyless",
    "refuse",
  ]);
  try {
    const output = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data))));
    const url = /http:\S+/.exec(output)[0];
    const send = async (usedPart) =>
      (await fetch(`${url}/api/v3/transactions`, { headers: usedPart ? { "x-api-key": usedPart } : {} })).status;
    assert.deepEqual([await send(key), await send(otherKey), await send(undefined)], [200, 403, 401]);
    assert.equal((await run("key", "revoke", id, "--file", file)).stdout, `revoked ${id}\n`);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    assert.equal(await send(key), 401);
  } finally {
    server.kill();
    await replay.close();
  }
  assert.match((await run("key", "list", "--file", file)).stdout, /\trevoked 20/);
  assert.deepEqual(await run("key", "revoke", "nope", "--file", file), {
    code: 1,
    stdout: "",
    stderr: `ton-edge: ${file} has no key with that id\n`,
  });
  const missingFile = await run("gateway", "--port", "0", "--api-keys", join(folder, "no.json"));
  assert.equal(missingFile.code, 2);
  assert.match(missingFile.stderr, /`--api-keys`: .*ENOENT/);
});

test("--admin-port opens a separate listener with the operator's endpoints", async () => {
  const token = "a-token-of-operators";
  const server = spawn(
    process.execPath,
    [bin, "gateway", "--port", "0", "--admin-port", "0", "--mainnet", "http://127.0.0.1:9"],
    {
      env: { ...process.env, TON_EDGE_ADMIN_TOKEN: token },
    },
  );
  try {
    let output = "";
    await new Promise((resolve) =>
      server.stdout.on("data", (data) => (output += data).split("\n").length > 2 && resolve()),
    );
    const [url, operatorsUrl] = output.match(/http:\S+/g);
    assert.notEqual(url, operatorsUrl);
    const metrics = await fetch(`${operatorsUrl}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(metrics.status, 200);
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
  } finally {
    server.kill();
  }
});

test("options of `ton-edge gateway` limit clients, operations, origins, hosts, and the number of requests", async (t) => {
  const getLocalPath = (name) => `/api/v2/${name}?address=0:${"0".repeat(64)}`;
  const startWithOptions = async (...args) => {
    const url = new URL(await startGateway(t, "--mainnet", "http://127.0.0.1:9", ...args));
    return (headers = {}, path = getLocalPath("packAddress")) =>
      new Promise((resolve, reject) => {
        const options = { host: url.hostname, port: url.port, path, headers: { host: url.host, ...headers } };
        get(options, (response) =>
          resolve(`${response.resume().statusCode} ${response.headers["x-ton-edge-error"] ?? ""}`.trim()),
        ).on("error", reject);
      });
  };
  const [deniedUrl, allowedUrl, originUrl, openUrl, limitedUrl, elsewhereUrl] = await Promise.all([
    startWithOptions("--clients-deny", "127.0.0.0/8"),
    startWithOptions("--clients-allow", "192.0.2.0/24"),
    startWithOptions(
      "--origins",
      "https://app.example",
      "--allowed-hosts",
      "gw.example",
      "--operations-deny",
      "detectAddress",
    ),
    startWithOptions("--origins", "*"),
    startWithOptions("--limits-requests", "0.01"),
    startWithOptions("--host", "127.0.0.2"),
  ]);
  assert.deepEqual(
    [await deniedUrl(), await deniedUrl({}, "/healthz"), await allowedUrl()],
    ["403 client_not_allowed", "200", "403 client_not_allowed"],
  );
  const host = "gw.example";
  assert.deepEqual(
    [
      await originUrl({ host }),
      await originUrl({ host, origin: "https://app.example" }),
      await originUrl({ host }, getLocalPath("detectAddress")),
    ],
    ["200", "200", "403 operation_not_allowed"],
  );
  assert.deepEqual(
    [await originUrl({ host, origin: "http://localhost:5173" }), await originUrl({ host: "localhost" })],
    ["403 origin_not_allowed", "421 host_not_allowed"],
  );
  assert.deepEqual(
    [await openUrl({ origin: "https://evil.example", host }), await openUrl({ "sec-fetch-site": "cross-site" })],
    ["200", "200"],
  );
  assert.equal(await elsewhereUrl(), "200", "a listener at another address accepts other host names");
  const states = [];
  for (let index = 0; index < 10 && !states.includes("429 rate_limited"); index += 1) states.push(await limitedUrl());
  assert.equal(states.at(-1), "429 rate_limited");
  assert.equal(states[0], "200");
});

test("options of `ton-edge gateway` choose how requests are read, whose API keys are used, and which headers CORS allows", async (t) => {
  const replay = await startReplay({});
  t.after(() => replay.close());
  const startWithOptions = (...args) => startGateway(t, "--mainnet", replay.url, ...args);
  const [usualUrl, strictUrl, refusingUrl, forwardingUrl, keys, headers, computeUrl] = await Promise.all([
    startWithOptions(),
    startWithOptions("--strict"),
    startWithOptions("--unknown-parameters", "refuse"),
    startWithOptions("--unknown-parameters", "forward"),
    startWithOptions("--caller-keys", "forward"),
    startWithOptions("--allow-headers", "X-App-Origin", "--origins", "*"),
    startWithOptions("--local-get-methods"),
  ]);
  const misspeltPath = "/api/v3/transactions?lmit=3";
  const upperCasePath = "/api/v3/transactions?sort=DESC";
  const fetchStatus = async (url, path) => (await fetch(url + path)).status;
  assert.equal((await fetch(usualUrl + misspeltPath)).headers.get("x-ton-edge-ignored"), '"lmit"');
  assert.deepEqual(
    [await fetchStatus(strictUrl, misspeltPath), await fetchStatus(strictUrl, upperCasePath)],
    [422, 422],
  );
  assert.deepEqual(
    [await fetchStatus(refusingUrl, misspeltPath), await fetchStatus(refusingUrl, upperCasePath)],
    [422, 200],
  );
  await fetch(forwardingUrl + misspeltPath);
  assert.match(replay.requests.at(-1).url, /[?&]lmit=3/);
  await fetch(`${keys}/api/v3/masterchainInfo`, { headers: { "x-api-key": "of-the-caller" } });
  assert.equal(replay.requests.at(-1).headers["x-api-key"], "of-the-caller");
  const address = `0:${"83".repeat(32)}`;
  const body = JSON.stringify({ address, method: "seqno", stack: [] });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body };
  await fetch(`${computeUrl}/api/v2/runGetMethod`, init);
  assert.ok(replay.requests.some(({ url }) => url === "/api/v2/getConfigParam?config_id=8"));
  const preflight = await fetch(headers + misspeltPath, {
    method: "OPTIONS",
    headers: { origin: "https://a.example", "access-control-request-headers": "x-app-origin" },
  });
  assert.match(preflight.headers.get("access-control-allow-headers"), /, X-App-Origin$/);
  for (const [args, expected] of [
    [["--unknown-parameters", "drop"], "`--unknown-parameters` must be"],
    [["--caller-keys", "yes"], "`--caller-keys` must be"],
    [["--allow-headers", "a b"], "`--allow-headers[0]`"],
  ]) {
    const { code, stderr } = await run("gateway", "--port", "0", ...args);
    assert.equal(code, 2, stderr);
    assert.ok(stderr.includes(/** @type {string} */ (expected)), stderr);
  }
});
