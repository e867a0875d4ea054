// The two commands as users start them: `tests/serve/serve.mjs` (behind `cargo xtask serve`), and `ton-edge gateway` of the
// package. Every child is ended by its own handle, also when a test fails.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { matchHashedFile } from "../helpers/hashed-file.mjs";
import { findBusiestAccount } from "../helpers/stack.mjs";
import { startReplay } from "../upstream/replay.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVE = fileURLToPath(new URL("./serve.mjs", import.meta.url));
const COMMAND = fileURLToPath(new URL("../../pkg/bin/ton-edge.js", import.meta.url));
const LISTENING_LINE = /^ton-edge is listening on (http:\/\/\S+)$/m;
const ADDRESS = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

const children = new Set();
async function endChildren() {
  // Ends the command together with its child processes, because workerd would outlive it.
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
  await Promise.all([...children].map((child) => child.ended));
  await Promise.all([...children].map((child) => rm(child.scratch, { recursive: true, force: true })));
  children.clear();
}
afterEach(endChildren);

/**
 * A running command with its output and its scratch folder; `ended` resolves to its exit code, or the signal that ended it.
 *
 * @typedef {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, import("node:stream").Readable>
 *   & { scratch: string, out: string, err: string, ended: Promise<number | NodeJS.Signals> }} Command
 * @param {string} script
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
async function startCommand(script, args, env = {}) {
  const scratch = await mkdtemp(join(tmpdir(), "ton-edge-test-"));
  const child = /** @type {Command} */ (
    spawn(process.execPath, [script, ...args], {
      // Keys in the environment of the test run do not belong to these upstreams.
      env: { ...process.env, TON_EDGE_MAINNET_API_KEY: "", TON_EDGE_TESTNET_API_KEY: "", TMPDIR: scratch, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    })
  );
  children.add(child);
  child.scratch = scratch;
  child.out = "";
  child.err = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (child.out += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (child.err += text));
  child.ended = once(child, "close").then(([code, signal]) => code ?? signal);
  return child;
}

/** Waits for the line that reports that the command listens; returns the URL in it. */
async function waitForReady(child) {
  const outputPromise = new Promise((resolve) => {
    child.stdout.on("data", () => LISTENING_LINE.test(child.out) && resolve());
  });
  const exitNotice = child.ended.then((code) =>
    assert.fail(`ended with ${code} before it listened\n${child.out}${child.err}`),
  );
  await Promise.race([outputPromise, exitNotice]);
  return LISTENING_LINE.exec(child.out)[1];
}

/** Waits for a line of the command's output. */
async function waitForOutput(child, line) {
  while (!line.test(child.out)) {
    assert.equal(child.exitCode ?? child.signalCode, null, `ended before it printed ${line}: ${child.out}${child.err}`);
    await Promise.race([once(child.stdout, "data"), child.ended]);
  }
}
const WORLD = /^ {2}world +ready/m;
const TESTNET = /^ {2}testnet +ready/m;

const fetchJson = async (url, options) => {
  const response = await fetch(url, options);
  return { status: response.status, body: await response.json() };
};

/** Ends the command as a supervisor would: it frees its port and folder, and exits with success. */
async function stop(child, url, signal = "SIGTERM") {
  child.kill(signal);
  assert.equal(await child.ended, 0, child.err);
  assert.equal(child.err, "");
  // Miniflare deletes its own folder at some later time, so that folder does not count.
  assert.deepEqual(
    (await readdir(child.scratch)).filter((name) => !name.startsWith("miniflare-")),
    [],
    "files are left in the scratch folder",
  );
  await findFreePort(Number(new URL(url).port));
}

/** Fails unless the port is free. */
async function findFreePort(port) {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  await new Promise((resolve) => server.close(resolve));
}

async function expectRefusal(script, args, pattern) {
  const child = await startCommand(script, args);
  assert.equal(await child.ended, 2, args.join(" "));
  assert.match(child.err, pattern);
  assert.match(child.err, /^Usage: |--help|did you mean/m);
  assert.equal(child.out, "");
}

async function checkPortTaken(script, args, codes) {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  try {
    const child = await startCommand(script, [...args, "--port", String(port)]);
    assert.ok(codes.includes(await child.ended), child.err);
    assert.ok(child.err.includes(`port ${port} is taken: choose another with --port\n`), child.err);
    // The error is a line of text, not a stack trace.
    assert.doesNotMatch(child.err, /^\s+at /m);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

let replay;
let account;
before(async () => {
  replay = await startReplay();
  account = findBusiestAccount(replay.world);
});
after(() => replay.close());

const options = { timeout: 60_000 };

describe("serve.mjs", () => {
  test("`serve` serves the web app, utilities, rows and JSON-RPC until SIGTERM", options, async () => {
    const child = await startCommand(SERVE, ["--port", "0", "--upstream", "replay"]);
    const url = await waitForReady(child);

    const page = await fetch(`${url}/`);
    assert.equal(page.status, 200);
    assert.match(page.headers.get("content-type"), /^text\/html/);
    const policy = page.headers.get("content-security-policy");
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self' 'wasm-unsafe-eval' 'sha256-[^']+';/);
    assert.match(policy, /style-src 'self' 'sha256-[^']+';/);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|\*/);
    assert.equal(page.headers.get("x-content-type-options"), "nosniff");
    const html = await page.text();
    assert.match(html, /<title>Explore TON · ton-edge</);
    const [, file] = [...html.matchAll(/ (?:src|href)="\.(\/[^"]+)"/g)].find(([, path]) =>
      matchHashedFile("app/app.js").test(path),
    );
    const { status, headers } = await fetch(url + file);
    assert.deepEqual([status, headers.get("cache-control")], [200, "public, max-age=31536000, immutable"]);

    // The printed command works unchanged.
    const [, offeredCommand] = /^ {2}try +(\S+)$/m.exec(child.out);
    assert.ok(offeredCommand.startsWith(url));
    const rows = await fetchJson(offeredCommand);
    assert.equal(rows.status, 200);
    assert.deepEqual(
      rows.body.transactions.map((row) => row.account),
      [account, account, account],
    );

    const detectReply = await fetchJson(`${url}/api/v2/detectAddress?address=${ADDRESS}`);
    assert.equal(
      detectReply.body.result.raw_form,
      "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8",
    );

    const rpc = await fetchJson(`${url}/api/v2/jsonRPC`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "getMasterchainInfo", params: {} }),
    });
    assert.equal(rpc.status, 200);
    assert.equal(rpc.body.ok, true);
    assert.ok(rpc.body.result.last.seqno > 0);

    await stop(child, url);
  });

  test("the admin token is printed, the cache is on, and responses have rate limit headers", options, async () => {
    const child = await startCommand(SERVE, ["--port", "0", "--upstream", "replay"], { TON_EDGE_ADMIN_TOKEN: "" });
    const url = await waitForReady(child);
    const [, token] = /^ {2}operator +(\S{16,}) \(paste it in the view Gateway\)$/m.exec(child.out);
    assert.equal(/^ {2}gateway +(\S+)$/m.exec(child.out)[1], `${url}/#/gateway/`);
    const firstResponse = await fetch(`${url}/api/v2/getMasterchainInfo`);
    assert.match(firstResponse.headers.get("cache-status"), /fwd=miss; stored/);
    assert.match(firstResponse.headers.get("ratelimit-policy"), /^"keyless";q=100;w=1$/);
    assert.match((await fetch(`${url}/api/v2/getMasterchainInfo`)).headers.get("cache-status"), /hit/);
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(metrics.status, 200);
    assert.match(await metrics.text(), /^ton_edge_requests_total\{isolate="[0-9a-f]+",.*cache="hit"\} 1$/m);
    assert.equal((await fetch(`${url}/metrics`)).status, 401);
    await stop(child, url);
  });

  test("a token from the environment works, and is not printed", options, async () => {
    const ownToken = "a-token-that-is-known";
    const child = await startCommand(SERVE, ["--port", "0", "--upstream", "replay", "--no-page"], {
      TON_EDGE_ADMIN_TOKEN: ownToken,
    });
    const url = await waitForReady(child);
    assert.match(child.out, /^ {2}operator +the token of TON_EDGE_ADMIN_TOKEN$/m);
    assert.ok(!child.out.includes(ownToken));
    assert.equal((await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${ownToken}` } })).status, 200);
    await stop(child, url);
    const commandWithShortToken = await startCommand(SERVE, ["--port", "0"], { TON_EDGE_ADMIN_TOKEN: "short" });
    assert.equal(await commandWithShortToken.ended, 2);
    assert.match(commandWithShortToken.err, /TON_EDGE_ADMIN_TOKEN must be 16 or more visible ASCII characters/);
  });

  describe("two local chains, without the web app", () => {
    const operator = "a-token-that-is-known";
    let child, url;
    before(async () => {
      child = await startCommand(SERVE, ["--port", "0", "--no-page"], { TON_EDGE_ADMIN_TOKEN: operator });
      url = await waitForReady(child);
      // This process must run as long as these tests.
      children.delete(child);
    }, options);
    after(() => {
      children.add(child);
      return endChildren();
    });

    test("the local chain moves, and the documented script sends a transfer that both generations find", {
      // The start waits for the worlds of both networks.
      timeout: 240_000,
    }, async () => {
      // The server responds at once, also while the devnet creates its initial blocks.
      const readSeqno = async () => (await fetchJson(`${url}/api/v2/getMasterchainInfo`)).body.result.last.seqno;
      const firstSeqno = await readSeqno();
      await waitForOutput(child, WORLD);
      assert.ok((await readSeqno()) >= firstSeqno);

      const [, script, ...args] = /^ {2}send +(node \S+ .*)$/m.exec(child.out)[1].split(" ");
      const sender = await startCommand(join(ROOT, script), args);
      assert.equal(await sender.ended, 0, sender.err);
      assert.ok(!sender.err);
      const [v2] = (await fetchJson(/^ {2}v2 +(\S+)$/m.exec(sender.out)[1])).body.result;
      assert.equal(v2.in_msg.message, "from send.mjs");
      const [trace] = (await fetchJson(/^ {2}v3 +(\S+)$/m.exec(sender.out)[1])).body.traces;
      assert.equal(trace.transactions[v2.transaction_id.hash].in_msg.message_content.decoded.comment, "from send.mjs");
      assert.ok((await readSeqno()) > firstSeqno);

      const [, offeredCommand] = /^ {2}try +(\S+)$/m.exec(child.out);
      assert.equal((await fetchJson(offeredCommand)).body.transactions.length, 3);
    });

    test("with two networks, two chains are ready, each with its own API keys", { timeout: 240_000 }, async () => {
      for (const line of [WORLD, TESTNET]) await waitForOutput(child, line);

      const readFirstBlock = async (prefix) => {
        const { body } = await fetchJson(`${url}${prefix}/api/v3/blocks?workchain=-1&shard=8000000000000000&seqno=1`);
        return body.blocks[0];
      };
      const [mainnet, testnet, namedNetwork] = [
        await readFirstBlock(""),
        await readFirstBlock("/testnet"),
        await readFirstBlock("/mainnet"),
      ];
      assert.deepEqual([mainnet.global_id, testnet.global_id], [-239, -3]);
      assert.notEqual(mainnet.root_hash, testnet.root_hash);
      assert.deepEqual(namedNetwork, mainnet);

      // The world's last block is in the past; the first block of the running clock has the present time.
      const readAge = async (prefix) =>
        Date.now() / 1000 - Number((await fetchJson(`${url}${prefix}/api/v3/masterchainInfo`)).body.last.gen_utime);
      for (const prefix of ["", "/testnet"])
        while ((await readAge(prefix)) > 60) await new Promise((resolve) => setTimeout(resolve, 200));
      const readiness = await fetchJson(`${url}/readyz`, { headers: { authorization: `Bearer ${operator}` } });
      assert.equal(readiness.status, 200, JSON.stringify(readiness.body));
      assert.deepEqual(
        Object.entries(readiness.body.networks).map(([name, { ready: isReady, services }]) => [
          name,
          isReady,
          services[0].globalId,
          services[0].fault,
        ]),
        [
          ["mainnet", true, -239, undefined],
          ["testnet", true, -3, undefined],
        ],
      );

      const fetchStatus = async (path, key) =>
        (await fetch(`${url}${path}`, { headers: key === undefined ? {} : { "x-api-key": key } })).status;
      for (const [prefix, key, expected] of [
        ["", undefined, 200],
        ["/testnet", undefined, 200],
        ["", "mainnet-key", 200],
        ["/mainnet", "mainnet-key", 200],
        ["/testnet", "mainnet-key", 403],
        ["", "testnet-key", 403],
        ["/testnet", "testnet-key", 200],
        ["", "unknown-key", 401],
        ["/testnet", "unknown-key", 401],
      ])
        assert.equal(await fetchStatus(`${prefix}/api/v2/getMasterchainInfo`, key), expected, `${prefix} ${key}`);
      // Runs the commands as they are printed; [1-3] stands for three requests.
      const commands = [...child.out.matchAll(/^ {2}(?:keys| {4}) {5}(curl .*?) {2}# → ([\d, ]+\d)/gm)];
      assert.deepEqual(
        commands.map(([, , statuses]) => statuses),
        ["200", "403", "401", "200, 200, 429"],
      );
      for (const [, command, statuses] of commands) {
        const { stdout } = await promisify(execFile)("sh", ["-c", command]);
        assert.equal(stdout.trim().split("\n").join(", "), statuses, command);
      }

      const script = join(ROOT, "tests/upstream/devnet/send.mjs");
      const sender = await startCommand(script, ["--url", url, "--network", "testnet", "--from", "carol"]);
      assert.equal(await sender.ended, 0, sender.err);
      const v3 = /^ {2}v3 +(\S+)$/m.exec(sender.out)[1];
      assert.ok(v3.startsWith(`${url}/testnet/api/v3/`));
      assert.equal((await fetchJson(v3)).body.traces.length, 1);
      assert.equal((await fetchJson(v3.replace("/testnet/", "/"))).body.traces.length, 0);
    });

    test("--no-page serves no web app", options, async () => {
      assert.equal((await fetch(`${url}/`)).status, 404);
      assert.equal((await fetch(`${url}/app.js`)).status, 404);
      assert.equal((await fetch(`${url}/api/v2/getMasterchainInfo`)).status, 200);
    });

    test("Ctrl-C ends both chains", options, () => stop(child, url, "SIGINT"));
  });

  test("--network testnet serves only the testnet chain, at /api", { timeout: 240_000 }, async () => {
    const child = await startCommand(SERVE, ["--port", "0", "--no-page", "--network", "testnet"]);
    const url = await waitForReady(child);
    for (const prefix of ["", "/testnet"]) {
      // The block is null until the world has its first block.
      let lastSeqno = null;
      while (lastSeqno === null)
        ({ last: lastSeqno } = (await fetchJson(`${url}${prefix}/api/v3/masterchainInfo`)).body);
      assert.equal(lastSeqno.global_id, -3, prefix);
    }
    // Neither this chain nor the hosted service responds to requests for the other network.
    assert.equal((await fetch(`${url}/mainnet/api/v3/masterchainInfo`)).status, 502);
    assert.doesNotMatch(child.out, /^ {2}testnet /m);
    child.kill("SIGTERM");
    assert.equal(await child.ended, 0, child.err);
    // The gateway logs that it could not reach an upstream.
    assert.match(child.err, /^\S+"alert":"mainnet: Error: the connection failed"\S+\n$/);
  });

  test("--state preserves both chains, each in its folder", { timeout: 240_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "ton-edge-test-"));
    try {
      const loadSeqno = async (url) => (await fetchJson(`${url}/api/v2/getMasterchainInfo`)).body.result.last;
      const firstRun = await startCommand(SERVE, ["--port", "0", "--no-page", "--state", folder]);
      const url = await waitForReady(firstRun);
      for (const line of [WORLD, TESTNET]) await waitForOutput(firstRun, line);
      const seqnoBefore = await loadSeqno(url),
        beforeOfTestnet = await loadSeqno(`${url}/testnet`);
      await stop(firstRun, url);
      const secondRun = await startCommand(SERVE, ["--port", "0", "--no-page", "--state", folder]);
      const secondUrl = await waitForReady(secondRun);
      const restoredReply = await fetchJson(
        `${secondUrl}/api/v2/lookupBlock?workchain=-1&shard=-9223372036854775808&seqno=${seqnoBefore.seqno}`,
      );
      assert.equal(restoredReply.body.result.root_hash, seqnoBefore.root_hash);
      await waitForOutput(secondRun, TESTNET);
      const testnetReply = await fetchJson(
        `${secondUrl}/testnet/api/v2/lookupBlock?workchain=-1&shard=-9223372036854775808&seqno=${beforeOfTestnet.seqno}`,
      );
      assert.equal(testnetReply.body.result.root_hash, beforeOfTestnet.root_hash);
      assert.deepEqual((await readdir(folder)).sort(), ["mainnet", "testnet"]);
      await stop(secondRun, secondUrl);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    await expectRefusal(SERVE, ["--upstream", "replay", "--state", folder], /--state is for the devnet/);
  });

  test("--network testnet sends the test network's key", options, async () => {
    const child = await startCommand(
      SERVE,
      ["--port", "0", "--no-page", "--upstream", "replay", "--network", "testnet"],
      {
        TON_EDGE_TESTNET_API_KEY: "testnet-key",
      },
    );
    const url = await waitForReady(child);
    // The replay of the test network refuses a key of the other network, so this success shows that the gateway sent the right key.
    assert.equal((await fetch(`${url}/api/v2/getMasterchainInfo`)).status, 200);
    assert.equal((await fetch(`${url}/testnet/api/v2/getMasterchainInfo`)).status, 200);
    await stop(child, url);
  });

  test("--upstream URL, with the key from the environment", options, async () => {
    replay.requests.length = 0;
    const child = await startCommand(SERVE, ["--port", "0", "--no-page", "--upstream", replay.url], {
      TON_EDGE_MAINNET_API_KEY: "mainnet-key",
    });
    const url = await waitForReady(child);
    assert.ok(child.out.includes(`upstream ${replay.url}\n`));
    const { body } = await fetchJson(`${url}/api/v3/transactions?account=${encodeURIComponent(account)}&limit=3`);
    assert.equal(body.transactions.length, 3);
    assert.equal(replay.requests.length, 1);
    assert.equal(replay.requests[0].headers["x-api-key"], "mainnet-key");
    assert.ok(!child.out.includes("mainnet-key"));
    await stop(child, url);
  });

  test("unknown and contradictory flags are refused", options, async () => {
    for (const [args, pattern] of [
      [["--prot", "1"], /--prot/],
      [["--port", "x"], /--port must be/],
      [["--port", "70000"], /--port must be/],
      [["--port", "1.5"], /--port must be/],
      [["--network", "moonnet"], /--network must be mainnet or testnet/],
      [["--upstream", "toncenter.com"], /--upstream must be/],
      [["--upstream", "ftp://x.example"], /--upstream must be/],
      [["extra"], /extra/],
    ])
      await expectRefusal(SERVE, args, pattern);
  });

  test("--help prints the options of serve.mjs", options, async () => {
    const child = await startCommand(SERVE, ["--help"]);
    assert.equal(await child.ended, 0);
    for (const flag of ["--port", "--upstream", "--state", "--network", "--no-page"])
      assert.ok(child.out.includes(flag), flag);
    assert.equal(child.err, "");
  });

  test("serve.mjs reports a port that is in use", options, () => checkPortTaken(SERVE, ["--no-page"], [1]));
});

describe("ton-edge gateway", () => {
  const makeGateway = (...args) => startCommand(COMMAND, ["gateway", ...args]);

  test("`ton-edge gateway` serves until SIGTERM, with the key from the environment", options, async () => {
    replay.requests.length = 0;
    const child = await startCommand(
      COMMAND,
      ["gateway", "--port", "0", "--log-level", "error", "--mainnet", replay.url],
      {
        TON_EDGE_MAINNET_API_KEY: "mainnet-key",
      },
    );
    const url = await waitForReady(child);
    const { body } = await fetchJson(`${url}/api/v3/transactions?account=${encodeURIComponent(account)}&limit=3`);
    assert.equal(body.transactions.length, 3);
    assert.equal(replay.requests.at(-1).headers["x-api-key"], "mainnet-key");
    const detectReply = await fetchJson(`${url}/api/v2/detectAddress?address=${ADDRESS}`);
    assert.equal(detectReply.body.result.given_type, "friendly_bounceable");
    assert.equal(replay.requests.length, 1);
    assert.equal((await fetch(`${url}/`)).status, 404);
    await stop(child, url);
  });

  test("the gateway ends when its terminal closes", options, async () => {
    // A pseudo-terminal of util-linux: when the command that made it ends, the terminal closes.
    const words = [process.execPath, COMMAND, "gateway", "--port", "0", "--mainnet", replay.url].join(" ");
    const terminal = spawn("script", ["-qec", words, "/dev/null"], { stdio: ["pipe", "pipe", "inherit"] });
    let output = "";
    while (!/http:\/\/\S+\s/.test(output)) output += (await once(terminal.stdout, "data"))[0];
    const { port } = new URL(/http:\/\/\S+/.exec(output)[0]);
    terminal.kill("SIGKILL");
    for (let waitCount = 0; waitCount < 200; waitCount += 1) {
      if (
        await findFreePort(Number(port)).then(
          () => true,
          () => false,
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.fail("the gateway still listens");
  });

  test("a running request gets its response before the process ends", options, async () => {
    const child = await makeGateway("--port", "0", "--mainnet", replay.url);
    const url = await waitForReady(child);
    replay.faults.add("delay=700");
    const runningRequest = fetchJson(`${url}/api/v2/getMasterchainInfo`);
    while (replay.faults.pending > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGTERM");
    assert.equal((await runningRequest).status, 200);
    assert.equal(await child.ended, 0);
    await findFreePort(Number(new URL(url).port));
  });

  test(
    "after SIGTERM the gateway fails its health check for drainDelayMs and still serves; before, idle connections stay open",
    options,
    async () => {
      const child = await makeGateway(
        "--port",
        "0",
        "--mainnet",
        replay.url,
        "--drain-delay-ms",
        "600",
        "--keep-alive-timeout-ms",
        "66000",
      );
      const url = await waitForReady(child);
      const healthResponse = await fetch(`${url}/healthz`);
      assert.deepEqual([healthResponse.status, healthResponse.headers.get("keep-alive")], [200, "timeout=66"]);
      child.kill("SIGTERM");
      let status = 200;
      while (status === 200) status = (await fetch(`${url}/healthz`)).status;
      assert.equal(status, 503);
      assert.equal((await fetch(`${url}/api/v2/detectAddress?address=${ADDRESS}`)).status, 200);
      assert.equal(await child.ended, 0);
    },
  );

  test("a second signal ends the gateway at once, whatever still runs", options, async () => {
    const child = await makeGateway("--port", "0", "--mainnet", replay.url);
    const url = await waitForReady(child);
    replay.faults.add("delay=9000");
    const runningRequest = fetch(`${url}/api/v2/getMasterchainInfo`).then(
      () => "answered",
      () => "cut off",
    );
    while (replay.faults.pending > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill("SIGINT");
    await child.ended;
    assert.equal(await runningRequest, "cut off");
  });

  test("--network, --testnet, --host and --origins", options, async () => {
    const child = await makeGateway(
      "--port",
      "0",
      "--host",
      "127.0.0.1",
      "--network",
      "testnet",
      "--testnet",
      replay.url,
      "--mainnet",
      "http://127.0.0.1:1",
      "--origins",
      "https://a.example",
      "--origins",
      "https://b.example",
      "--limits-keyless",
      "off",
    );
    const url = await waitForReady(child);
    const fetchFrom = (origin) => fetch(`${url}/api/v2/getMasterchainInfo`, { headers: { origin } });
    assert.equal(
      (await fetchFrom("https://b.example")).headers.get("access-control-allow-origin"),
      "https://b.example",
    );
    assert.equal((await fetchFrom("https://c.example")).headers.get("access-control-allow-origin"), null);
    assert.equal((await fetchFrom("https://a.example")).status, 200);
    assert.equal((await fetch(`${url}/mainnet/api/v2/getMasterchainInfo`)).status, 502);
    child.kill("SIGTERM");
    assert.equal(await child.ended, 0);
  });

  test("`ton-edge` refuses unknown and contradictory flags and commands", options, async () => {
    for (const [args, pattern] of [
      [[], /the commands are `gateway`, `key` and `create`/],
      [["gatway"], /the commands are/],
      [["gateway", "more"], /more/],
      [["gateway", "--prot", "1"], /--prot/],
      [["gateway", "--port", "x"], /`--port` must be/],
      [["gateway", "--port", "65536"], /`--port` must be/],
      [["gateway", "--network", "moon"], /network/],
      [["gateway", "--mainnet", "ftp://x.example"], /mainnet/],
      [["gateway", "--origins", "not an origin"], /origin/],
    ])
      await expectRefusal(COMMAND, args, pattern);
  });

  test("--help prints the options of `ton-edge gateway`", options, async () => {
    const child = await startCommand(COMMAND, ["--help"]);
    assert.equal(await child.ended, 0);
    assert.match(child.out, /^Usage: ton-edge gateway/);
    for (const flag of ["--port", "--host", "--network", "--mainnet", "--testnet", "--origins"])
      assert.ok(child.out.includes(flag), flag);
  });

  test("`ton-edge gateway` reports a port that is in use", options, () => checkPortTaken(COMMAND, ["gateway"], [1, 2]));
});
