// Streams over real sockets, in every runtime: events arrive while the response is open, and a caller who leaves is noticed. On Node also a client
// that others wrote, and the metrics.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { launch } from "../runtimes/chromium.mjs";
import { listFencedBlocks } from "../docs/fenced.mjs";
import { ensurePython } from "../helpers/python.mjs";
import { makeAccount } from "../helpers/scripted-chain.mjs";
import { Ledger, getMessageHash } from "../helpers/scripted-ledger.mjs";
import { startFleet } from "../runtimes/fleet.mjs";
import { OK, makeService, waitUntil } from "../upstream/service-of.mjs";
import { StreamReader } from "./streams.mjs";

const TOKEN = "a-token-of-an-operator-that-is-long-enough";
const GUIDE = new URL("../../docs/live.md", import.meta.url);
const PROGRAM = fileURLToPath(new URL("../python/stream.py", import.meta.url));

/** An upstream that shows a chain. */
const serveChain = (chain) =>
  makeService((request, response) => {
    const url = new URL(request.url ?? "", "http://upstream.example");
    response.writeHead(200, OK).end(JSON.stringify(chain.respond(url)));
  });

for (const runtime of ["Node", "Deno", "Bun", "workerd"])
  describe(`streams in ${runtime}`, () => {
    const chain = new Ledger();
    let upstream;
    let fleet;
    let url = "";
    before(async () => {
      upstream = await serveChain(chain);
      const config = {
        mainnet: { baseUrl: upstream.url },
        limits: { keyless: "off", budget: "off" },
        streaming: { intervalMs: 200 },
        adminToken: TOKEN,
      };
      fleet = await startFleet(runtime, [config]);
      [url] = fleet.urls;
    });
    after(async () => {
      await fleet?.close();
      await upstream?.close();
    });

    const open = async (account) => {
      const controller = new AbortController();
      const response = await fetch(`${url}/api/streaming/v2/sse?addresses=${account}&types=transactions`, {
        signal: controller.signal,
      });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("content-type"), "text/event-stream");
      const reader = new StreamReader(response);
      reader.readAll().catch(() => {});
      return { reader, controller };
    };

    test("events arrive at once, and a caller who leaves is noticed", async () => {
      const account = makeAccount(0);
      chain.add(account);
      const { reader, controller } = await open(account);
      await waitUntil(() => reader.list("state").at(-1)?.data.state === "live", "live");
      const row = chain.add(account);
      await waitUntil(() => reader.list("transactions").length === 1, "an event");
      assert.equal(reader.list("transactions")[0].data.transactions[0].hash, row.hash);
      controller.abort();
      // The gateway sends no more upstream requests once no caller listens.
      let count = -1;
      await waitUntil(async () => {
        const countBefore = count;
        count = upstream.seen.length;
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return countBefore === count;
      }, "the upstream gets no more requests");
    });

    if (runtime !== "Node") return;

    /** Runs the Python client until it has received so many notifications, while `handler` happens twice a second. */
    async function readInPython(subscription, count, handler, transport = "sse") {
      const args = [PROGRAM, url, String(count), JSON.stringify(subscription), transport];
      const client = spawn(await ensurePython(), args, { stdio: ["ignore", "pipe", "pipe"] });
      const lines = [];
      createInterface({ input: client.stdout }).on("line", (line) => lines.push(JSON.parse(line)));
      let errors = "";
      client.stderr.on("data", (chunk) => (errors += chunk));
      const timer = setInterval(handler, 500);
      const [code] = await once(client, "exit");
      clearInterval(timer);
      assert.equal(code, 0, errors);
      return lines;
    }

    for (const transport of ["sse", "ws"])
      test(`the Python client \`toncenter\` reads a stream over ${transport}`, async () => {
        const account = makeAccount(transport === "ws" ? 5 : 1);
        chain.add(account);
        const rows = [];
        const types = ["transactions", "account_state_change"];
        const lines = await readInPython(
          { addresses: [account], types },
          4,
          () => {
            if (rows.length < 20) rows.push(chain.add(account));
          },
          transport,
        );
        const hashes = lines.flatMap(({ transactions = [] }) => transactions.map(({ hash }) => hash));
        assert.deepEqual(lines.map(({ type }) => type).sort(), [
          ...Array(4 - hashes.length).fill("account_state_change"),
          ...Array(hashes.length).fill("transactions"),
        ]);
        const first = rows.findIndex(({ hash }) => hash === hashes[0]);
        assert.deepEqual(
          hashes,
          rows.slice(first, first + hashes.length).map(({ hash }) => hash),
        );
        const state = lines.find(({ type }) => type === "account_state_change");
        assert.equal(state.account, account);
        assert.match(state.state.balance, /^\d+$/);
      });

    test("the Python client `toncenter` reads actions, jetton wallets and traces", async () => {
      const account = makeAccount(4);
      chain.begin(account);
      chain.move(4, 1, 100);
      let balance = 100;
      const handler = () => {
        chain.begin(account);
        chain.move(4, 1, (balance += 1));
      };
      const lines = await readInPython({ addresses: [account], types: ["actions", "jettons_change"] }, 6, handler);
      const actions = lines.find(({ type }) => type === "actions");
      assert.deepEqual([actions.finality, actions.actions[0].type], ["finalized", "ton_transfer"]);
      assert.match(lines.find(({ type }) => type === "jettons_change").jetton.balance, /^\d+$/);
      const hash = getMessageHash(Number(chain.rows.findLast((row) => row.in_msg).lt));
      const traces = { trace_external_hash_norms: [hash], types: ["trace"] };
      const [trace] = await readInPython(traces, 1, () => {});
      assert.deepEqual([trace.type, trace.trace_external_hash_norm], ["trace", hash]);
    });

    test("the `EventSource` and the `WebSocket` of the guide receive events in a browser", async () => {
      const examples = listFencedBlocks("docs/live.md", await readFile(GUIDE, "utf8")).filter(({ tags }) =>
        tags.includes("page"),
      );
      assert.equal(examples.length, 2);
      const account = makeAccount(3);
      chain.add(account);
      const browser = await launch();
      try {
        const page = await browser.newPage();
        const lines = [];
        page.on("console", (message) => lines.push(message.text()));
        for (const [index, { source }] of examples.entries()) {
          const program = source.replaceAll("https://gateway.example", url);
          const pageProgram = program
            .replaceAll("wss://gateway.example", url.replace("http", "ws"))
            .replace("received", `received ${index}`);
          await page.evaluate(`(() => { const address = "${account}"; ${pageProgram} })()`);
        }
        const timer = setInterval(() => chain.add(account, { in_msg: { value: "7" } }), 500);
        await waitUntil(
          () => [0, 1].every((index) => lines.includes(`received ${index} 7`)),
          "events in the page",
        ).finally(() => clearInterval(timer));
      } finally {
        await browser.close();
      }
    });

    test("streams are in the metrics and in the log", async () => {
      const account = makeAccount(2);
      const { reader, controller } = await open(account);
      await waitUntil(() => reader.list("state").at(-1)?.data.state === "live", "live");
      const headers = { authorization: `Bearer ${TOKEN}` };
      const readMetrics = async () => (await fetch(`${url}/metrics`, { headers })).text();
      const metricsText = await readMetrics();
      assert.match(metricsText, /^ton_edge_streams\{kind="sse"\} 1$/m);
      assert.match(metricsText, /^ton_edge_stream_accounts 1$/m);
      assert.match(metricsText, /^ton_edge_stream_events_total \d+$/m);
      controller.abort();
      await waitUntil(async () => /^ton_edge_streams\{kind="sse"\} 0$/m.test(await readMetrics()), "no stream");
      assert.match(await readMetrics(), /^ton_edge_stream_ends_total\{reason="closed"\} [2-9]$/m);
      const line = fleet.logs[0]
        .map((text) => JSON.parse(text))
        .findLast(({ endpoint }) => endpoint === "streaming/sse");
      assert.equal(line?.status, 200);
    });
  });
