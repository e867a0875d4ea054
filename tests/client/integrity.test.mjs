// The option `integrity`: responses of the local chain and of the recorded service pass, and responses that an attacker has changed fail.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";

import { createClient } from "ton-edge";
import { endpoints } from "ton-edge/endpoints";
import { beginCell, externalMessage, messageHash } from "ton-edge/message";

import { identifyRows } from "../../www/explorer/identified.js";
import { catchRejection } from "../message/checks.mjs";
import { listAnswers } from "../upstream/devnet/answers.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";

const RECORDED_FOLDER = new URL("../fixtures/recorded/", import.meta.url);
const OTHER_HASH = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=";

/** @type {any} */
let devnet;
/** An account with a long history, and a jetton master. */
let busiest, master;
before(
  async () => {
    devnet = await startDevnet({ world: "small" });
    await devnet.ready;
    busiest = devnet.db.get(
      "SELECT account, count(*) AS n FROM transactions WHERE account LIKE '0:%' GROUP BY account ORDER BY n DESC LIMIT 1",
    ).account;
    master = (await makeClient().client.v3.jetton.masters({ limit: 1 })).jetton_masters[0].address;
  },
  { timeout: 120_000 },
);
after(() => devnet?.close());

const makeJson = (body, status = 200) =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });

/**
 * A client with the option, and the requests that it sends. `change` gets each body of the devnet's responses, and may change it in place
 * or return another one.
 * @param {(body: any, name: string, count: number, request: Request) => any} [change]
 */
function makeClient(change, options = {}) {
  const urls = [];
  const client = createClient({
    baseUrl: devnet.url,
    rateLimit: false,
    retry: false,
    integrity: true,
    fetch: async (/** @type {any} */ request) => {
      const name = new URL(request.url).pathname.split("/").slice(3).join("/");
      urls.push(name);
      const response = await fetch(request);
      if (!change) return response;
      const body = await response.json();
      return makeJson(change(body, name, urls.length, request) ?? body, response.status);
    },
    ...options,
  });
  return { client, sentRequests: urls };
}

describe("`integrity` accepts honest responses", () => {
  test("`integrity` accepts the local chain's response to every operation", { timeout: 120_000 }, async () => {
    const operations = identifyRows(endpoints());
    const answers = await listAnswers(operations, devnet);
    assert.equal(answers.length, operations.length);
    for (const { id, row, params, status, answer } of answers) {
      if (status !== 200) continue;
      const client = createClient({
        baseUrl: "https://devnet.example",
        rateLimit: false,
        retry: false,
        integrity: true,
        fetch: async () => makeJson(answer),
      });
      await client
        .call(/** @type {any} */ (row.generation), /** @type {any} */ (row.path.slice(1)), params, { method: row.verb })
        .catch((error) => assert.fail(`${id}: ${error.stack}`));
    }
  });

  test("`integrity` accepts every recorded response of the service", async () => {
    const { recordings } = JSON.parse(readFileSync(new URL("index.json", RECORDED_FOLDER), "utf8"));
    let count = 0;
    for (const { file, served, status, generation, endpoint, request, params_from: from } of recordings) {
      if (!served || status !== 200 || from === "unknown" || request === null) continue;
      const text = readFileSync(new URL(file, RECORDED_FOLDER), "utf8");
      const client = createClient({
        rateLimit: false,
        retry: false,
        integrity: true,
        fetch: async () => makeJson(text),
      });
      await client
        .call(generation, endpoint.slice(1), request.params, { method: request.verb })
        .catch((error) => error.code !== "integrity_failed" || assert.fail(`${file}: ${error.message}`));
      count += 1;
    }
    assert.ok(count > 40, String(count));
  });

  test("`integrity` accepts long lists, page by page, in both orders and both generations", async () => {
    const { client } = makeClient();
    const transactionCount = devnet.db.get("SELECT count(*) AS n FROM transactions WHERE account = ?", [busiest]).n;
    for (const options of [{ pageSize: 7 }, { pageSize: 40 }]) {
      const v2 = await client.v2.getTransactions.paginate({ address: busiest }, options).toArray({ maxItems: 1000 });
      const std = await client.v2.getTransactionsStd
        .paginate({ address: busiest }, options)
        .toArray({ maxItems: 1000 });
      const transactionsDown = await client.v3.transactions
        .paginate({ account: [busiest] }, options)
        .toArray({ maxItems: 1000 });
      const transactionsUp = await client.v3.transactions
        .paginate({ account: [busiest], sort: "asc" }, options)
        .toArray({ maxItems: 1000 });
      assert.deepEqual(
        [v2.length, std.length, transactionsDown.length, transactionsUp.length],
        Array(4).fill(transactionCount),
      );
    }
    await client.v3.messages.paginate({}, { pageSize: 100 }).toArray({ maxItems: 3000 });
    await client.v3.traces.paginate({}, { pageSize: 50 }).toArray({ maxItems: 500 });
    await client.v3.transactions.paginate({}, { pageSize: 100 }).toArray({ maxItems: 1000 });
    await client.v3.transactions({ account: [busiest, master], limit: 100 });
  });

  test("`integrity` accepts responses of the Python server, batches and JSON-RPC", async () => {
    const python = await startDevnet({ world: "small", variant: "python" });
    try {
      await python.ready;
      const { client } = makeClient(undefined, { baseUrl: python.url });
      const rows = await client.v2.getTransactions
        .paginate({ address: busiest }, { pageSize: 10 })
        .toArray({ maxItems: 50 });
      assert.ok(rows.length > 10);
    } finally {
      await python.close();
    }
    const { client } = makeClient();
    const params = { address: busiest, limit: 5 };
    assert.equal((await client.v2.jsonRpc("getTransactions", params)).length, 5);
    const outcomes = await client.v2.batch([{ method: "getTransactions", params }, { method: "getMasterchainInfo" }]);
    assert.ok(outcomes.every(({ ok }) => ok));
  });
});

/** Calls whose results an attacker changes. */
const CALLS = {
  accountStates: (client) => client.v3.accountStates({ address: [master, busiest] }),
  v2: (client) => client.v2.getTransactions({ address: busiest, limit: 10 }),
  std: (client) => client.v2.getTransactionsStd({ address: busiest, limit: 10 }),
  v3: (client) => client.v3.transactions({ account: [busiest], limit: 10 }),
  messages: (client) => client.v3.messages({ limit: 50 }),
  traces: (client) => client.v3.traces({ account: busiest, limit: 3 }),
};

const addOne = (text) => String(BigInt(text) + 1n);
const makeOtherBag = () => beginCell().storeUint(7, 8).endCell().toBase64();
const findRow = (rows, test) => rows.find(test) ?? assert.fail("the world has no such row");
const list = (body) => (Array.isArray(body.result) ? body.result : (body.result ?? body).transactions);

/** By name: the call, the change that an attacker makes, and the path in the error. */
const ENEMY = /** @type {[string, keyof typeof CALLS, (body: any) => void, RegExp][]} */ ([
  ["code", "accountStates", ({ accounts }) => (accounts[0].code_boc = makeOtherBag()), /^accounts\[0\]\.code_hash$/],
  ["data", "accountStates", ({ accounts }) => (accounts[0].data_boc = makeOtherBag()), /^accounts\[0\]\.data_hash$/],
  [
    "a hash of code",
    "accountStates",
    ({ accounts }) => (accounts[1].code_hash = OTHER_HASH),
    /^accounts\[1\]\.code_hash$/,
  ],
  [
    "a cut bag",
    "accountStates",
    ({ accounts }) => (accounts[0].code_boc = accounts[0].code_boc.slice(0, -8)),
    /^accounts\[0\]\.code_boc$/,
  ],
  [
    "code of another account",
    "accountStates",
    ({ accounts }) => (accounts[0].code_boc = accounts[1].code_boc),
    /code_hash$/,
  ],
  [
    "another account",
    "accountStates",
    ({ accounts }) => (accounts[0].address = `0:${"A".repeat(64)}`),
    /^accounts\[0\]\.address$/,
  ],

  ["a transaction", "v2", (body) => (list(body)[3].data = list(body)[4].data), /^\[3\]\.transaction_id\.hash$/],
  [
    "a transaction with its id",
    "v2",
    (body) => ([list(body)[3].data, list(body)[3].transaction_id] = [list(body)[7].data, list(body)[7].transaction_id]),
    /^\[3\]/,
  ],
  ["an id", "v2", (body) => (list(body)[3].transaction_id.hash = OTHER_HASH), /^\[3\]\.transaction_id\.hash$/],
  ["a logical time", "v2", (body) => (list(body)[3].transaction_id.lt = "5"), /^\[3\]\.transaction_id\.lt$/],
  ["a time", "v2", (body) => (list(body)[3].utime += 1), /^\[3\]\.utime$/],
  ["an account", "v2", (body) => (list(body)[3].account = `0:${"A".repeat(64)}`), /^\[3\]\.account$/],
  ["a dropped transaction", "v2", (body) => list(body).splice(4, 1), /^\[3\]\.data$/],
  ["an inserted transaction", "v2", (body) => list(body).splice(4, 0, list(body)[8]), /^\[3\]\.data$/],
  ["another order", "v2", (body) => list(body).reverse().push(list(body).shift()), /^\[\d\]\.data$/],
  [
    "a value",
    "v2",
    (body) => (findRow(list(body), (row) => row.in_msg?.value > 0).in_msg.value = "1"),
    /\.in_msg\.value$/,
  ],
  [
    "a sender",
    "v2",
    (body) => (findRow(list(body), (row) => row.in_msg?.source).in_msg.source = master),
    /\.in_msg\.source$/,
  ],
  [
    "no sender",
    "v2",
    (body) => (findRow(list(body), (row) => row.in_msg?.source).in_msg.source = ""),
    /\.in_msg\.source$/,
  ],
  [
    "a receiver",
    "v2",
    (body) => (findRow(list(body), (row) => row.out_msgs.length > 0).out_msgs[0].destination = master),
    /\.out_msgs\[0\]\.destination$/,
  ],
  ["a hash of a body", "v2", (body) => (list(body)[2].in_msg.body_hash = OTHER_HASH), /^\[2\]\.in_msg\.body_hash$/],
  ["a hash of a message", "v2", (body) => (list(body)[2].in_msg.hash = OTHER_HASH), /^\[2\]\.in_msg\.hash$/],
  [
    "a body",
    "v2",
    (body) => (findRow(list(body), (row) => row.in_msg?.msg_data.body).in_msg.msg_data.body = makeOtherBag()),
    /\.in_msg\.msg_data\.body$/,
  ],
  ["a message that was removed", "v2", (body) => delete findRow(list(body), (row) => row.in_msg).in_msg, /\.in_msg$/],
  [
    "a message that was not sent",
    "v2",
    (body) => findRow(list(body), (row) => row.out_msgs.length > 0).out_msgs.push(list(body)[0].in_msg),
    /\.out_msgs\.length$/,
  ],

  ["a dropped transaction", "std", (body) => list(body).splice(4, 1), /^transactions\[3\]\.data$/],
  ["a cursor", "std", (body) => (body.result.previous_transaction_id.hash = OTHER_HASH), /^previous_transaction_id$/],
  ["a dropped last transaction", "std", (body) => list(body).pop(), /^previous_transaction_id$/],

  ["a dropped transaction", "v3", (body) => list(body).splice(4, 1), /^transactions\[3\]\.prev_trans_hash$/],
  ["a link", "v3", (body) => (list(body)[3].prev_trans_hash = OTHER_HASH), /^transactions\[3\]\.prev_trans_hash$/],
  ["a hash", "v3", (body) => (list(body)[3].hash = OTHER_HASH), /^transactions\[2\]\.prev_trans_hash$/],
  [
    "a state",
    "v3",
    (body) => (list(body)[3].account_state_after.hash = OTHER_HASH),
    /^transactions\[2\]\.account_state_before\.hash$/,
  ],
  ["an account", "v3", (body) => (list(body)[3].account = master), /account|destination|source/],
  [
    "a value",
    "v3",
    (body) => {
      const { in_msg } = findRow(list(body), (row) => row.in_msg?.value);
      in_msg.value = addOne(in_msg.value);
    },
    /\.in_msg\.hash$/,
  ],
  [
    "a sender",
    "v3",
    (body) => (findRow(list(body), (row) => row.in_msg?.source).in_msg.source = master),
    /\.in_msg\.hash$/,
  ],
  [
    "a receiver",
    "v3",
    (body) => (findRow(list(body), (row) => row.in_msg?.source).in_msg.destination = master),
    /\.in_msg\.(hash|destination)$/,
  ],
  ["a body", "v3", (body) => (list(body)[0].in_msg.message_content.body = makeOtherBag()), /message_content\.hash$/],
  [
    "a body with its hash",
    "v3",
    (body) =>
      (list(body)[0].in_msg.message_content = {
        body: makeOtherBag(),
        hash: messageHash(makeOtherBag(), { normalized: false }),
      }),
    /\.in_msg\.hash$/,
  ],

  [
    "a value",
    "messages",
    ({ messages }) => {
      const message = findRow(messages, ({ value }) => value);
      message.value = addOne(message.value);
    },
    /^messages\[\d+\]\.hash$/,
  ],
  [
    "a flag",
    "messages",
    ({ messages }) => {
      const message = findRow(messages, ({ value }) => value);
      message.bounce = !message.bounce;
    },
    /^messages\[\d+\]\.hash$/,
  ],
  [
    "a time",
    "messages",
    ({ messages }) => {
      const message = findRow(messages, ({ value }) => value);
      message.created_at = addOne(message.created_at);
    },
    /^messages\[\d+\]\.hash$/,
  ],
  [
    "a StateInit",
    "messages",
    ({ messages }) => (findRow(messages, ({ init_state: state }) => state).init_state.body = makeOtherBag()),
    /init_state\.hash$/,
  ],
  [
    "a StateInit that was removed",
    "messages",
    ({ messages }) => (findRow(messages, ({ init_state: state }) => state).init_state = null),
    /^messages\[\d+\]\.hash$/,
  ],
  [
    "a normalized hash",
    "messages",
    ({ messages }) => (findRow(messages, ({ hash_norm: hash }) => hash).hash_norm = OTHER_HASH),
    /\.hash_norm$/,
  ],

  [
    "a transaction under another name",
    "traces",
    ({ traces }) => {
      const { transactions } = findRow(traces, ({ transactions }) => Object.keys(transactions).length > 1);
      const [a, b] = Object.keys(transactions);
      transactions[a] = transactions[b];
    },
    /transactions\["/,
  ],
  [
    "a child of another message",
    "traces",
    ({ traces }) => {
      const trace = findRow(traces, ({ trace }) => trace.children.length > 0);
      trace.transactions[trace.trace.tx_hash].out_msgs = trace.transactions[trace.trace.tx_hash].out_msgs
        .slice(0, 0)
        .concat(trace.transactions[trace.trace.children[0].tx_hash].out_msgs);
    },
    /transactions\["[^"]+"\]\.in_msg\.hash$/,
  ],
]);

describe("`integrity` finds what an attacker has changed", () => {
  test("the calls of the attacks pass if their responses are unchanged", async () => {
    const { client } = makeClient();
    for (const call of Object.values(CALLS)) await call(client);
  });
  for (const [name, call, change, path] of ENEMY)
    test(`\`integrity\` finds a change of ${name} in ${call}`, async () => {
      const error = await catchRejection(() => CALLS[call](makeClient((body) => void change(body)).client));
      assert.equal(error.code, "integrity_failed", error.message);
      assert.match(error.parameter, path);
      assert.ok(error.message.includes(`\`${error.parameter}\``), error.message);
      // A client without the option does not read that field.
      await CALLS[call](makeClient((body) => void change(body), { integrity: false }).client);
    });

  test("`integrity` finds a changed comment", async () => {
    const { hash } = devnet.db.get("SELECT hash FROM transactions LIMIT 1");
    assert.ok(hash);
    const accounts = devnet.db.all("SELECT account FROM accounts").map(({ account }) => account);
    let accountCount = 0;
    for (const address of accounts) {
      const hasComment = (row) => row.in_msg?.msg_data["@type"] === "msg.dataText" && row.in_msg.message;
      const rows = await makeClient().client.v2.getTransactions({ address, limit: 20 });
      if (!rows.some(hasComment)) continue;
      for (const field of ["message", "text"]) {
        const error = await catchRejection(() =>
          makeClient((body) => {
            const { in_msg: message } = body.result.find(hasComment);
            if (field === "message") message.message = "a comment for somebody else";
            else message.msg_data.text = btoa("a comment for somebody else");
          }).client.v2.getTransactions({ address, limit: 20 }),
        );
        assert.equal(error.code, "integrity_failed");
        assert.match(error.parameter, field === "message" ? /\.message$/ : /\.text$/);
      }
      accountCount += 1;
      if (accountCount === 3) return;
    }
    assert.fail("the world has no comment");
  });
});

describe("`integrity` over several pages and calls", () => {
  const makePages = (client) => ({
    v2: client.v2.getTransactions.paginate({ address: busiest }, { pageSize: 5, prefetch: 0 }),
    std: client.v2.getTransactionsStd.paginate({ address: busiest }, { pageSize: 5, prefetch: 0 }),
    "v3, newest first": client.v3.transactions.paginate({ account: [busiest] }, { pageSize: 5, prefetch: 0 }),
    "v3, oldest first": client.v3.transactions.paginate(
      { account: [busiest], sort: "asc" },
      { pageSize: 5, prefetch: 0 },
    ),
  });
  for (const name of ["v2", "std", "v3, newest first", "v3, oldest first"])
    for (const [title, drop] of /** @type {[string, (rows: any[]) => any][]} */ ([
      ["the first of a page", (rows) => rows.splice(0, 1)],
      ["the first two of a page", (rows) => rows.splice(0, 2)],
      ["one within a page", (rows) => rows.splice(2, 1)],
    ]))
      test(`\`integrity\` finds a dropped transaction, ${title}: ${name}`, async () => {
        const { client } = makeClient((body, _, count) => void (count > 1 && drop(list(body))));
        const error = await catchRejection(() => makePages(client)[name].toArray({ maxItems: 20 }));
        assert.equal(error.code, "integrity_failed", error.message);
      });

  test("`integrity` finds a transaction whose content differs from an earlier response", async () => {
    let isLying = false;
    const { client } = makeClient((body) => {
      if (!isLying) return;
      // The newest transaction: no other one in the list refers to it.
      list(body)[0].hash = OTHER_HASH;
    });
    await client.v2.getTransactions({ address: busiest, limit: 5 });
    await client.v3.transactions({ account: [busiest], limit: 5 });
    isLying = true;
    const error = await catchRejection(() => client.v3.transactions({ account: [busiest], limit: 5 }));
    assert.equal(error.parameter, "transactions[0].hash");
    isLying = false;
    await client.v3.transactions({ account: [busiest], limit: 5 });
  });

  test("`integrity` checks calls of a batch, JSON-RPC, and locally computed get-methods", async () => {
    const params = { address: busiest, limit: 5 };
    const makeLyingClient = () =>
      makeClient(
        (body) => {
          for (const part of [body].flat()) if (Array.isArray(part.result)) part.result.splice(2, 1);
          if (body.accounts) for (const row of body.accounts) row.data_boc = makeOtherBag();
        },
        { tvm: () => import("ton-edge/tvm") },
      ).client;
    assert.equal(
      (await catchRejection(() => makeLyingClient().v2.jsonRpc("getTransactions", params))).code,
      "integrity_failed",
    );
    const outcomes = await makeLyingClient().v2.batch([
      { method: "getTransactions", params },
      { method: "getMasterchainInfo" },
    ]);
    assert.deepEqual(
      outcomes.map((/** @type {any} */ outcome) => (outcome.ok ? "ok" : outcome.error.code)),
      ["integrity_failed", "ok"],
    );
    const [first, second] = await Promise.allSettled([1, 2].map(() => makeLyingClient().v2.getTransactions(params)));
    assert.deepEqual([first.status, second.status], ["rejected", "rejected"]);
    const [outcome] = await makeLyingClient().getMany([{ address: master, method: "get_jetton_data" }], {
      local: "only",
    });
    // The state was read over v2, whose response has no hash of the data.
    assert.ok(outcome.ok);
  });

  test("`integrity` checks libraries and the hash of a sent message", async () => {
    const { hash } = devnet.db.get("SELECT hash FROM libraries LIMIT 1");
    await makeClient().client.v2.getLibraries({ libraries: [hash] });
    const swappedClient = makeClient(({ result }) => void (result.result[0].data = makeOtherBag())).client;
    assert.equal(
      (await catchRejection(() => swappedClient.v2.getLibraries({ libraries: [hash] }))).parameter,
      "result[0].hash",
    );
    const boc = externalMessage({ to: busiest, body: beginCell().storeUint(5, 8).endCell() });
    for (const [field, call] of /** @type {[string, (client: any) => any][]} */ ([
      ["hash", (client) => client.v2.sendBocReturnHash({ boc: boc.toBase64() })],
      ["hash_norm", (client) => client.v2.sendBocReturnHash({ boc: boc.toBase64() })],
      ["message_hash", (client) => client.v3.message({ boc: boc.toBase64() })],
    ])) {
      const hashes = { hash: messageHash(boc, { normalized: false }), hash_norm: messageHash(boc) };
      const wrongHashes = { ...hashes, message_hash: hashes.hash, message_hash_norm: hashes.hash_norm };
      const respond = (fields) =>
        createClient({
          rateLimit: false,
          integrity: true,
          fetch: async () => makeJson({ ok: true, result: fields, ...fields }),
        });
      await call(respond(wrongHashes));
      assert.equal(
        (await catchRejection(() => call(respond({ ...wrongHashes, [field]: OTHER_HASH })))).parameter,
        field,
      );
    }
  });
});

describe("the option `integrity`", () => {
  test("`integrity` is a boolean, and without it nothing is checked or loaded", async () => {
    for (const integrity of [1, "true", null, {}])
      assert.equal(
        (await catchRejection(async () => createClient(/** @type {any} */ ({ integrity })))).parameter,
        "integrity",
      );
  });

  test("`integrity` and local get-methods work in every form of the package", async () => {
    const { createRequire } = await import("node:module");
    const slim = await import("ton-edge/slim");
    const readFile = (name) => readFileSync(new URL(`../../pkg/dist/${name}.wasm`, import.meta.url));
    await slim.init(readFile("client"), readFile("cell"));
    const forms = [slim, await import("ton-edge/no-wasm"), createRequire(import.meta.url)("ton-edge")];
    for (const form of forms) {
      let isLying = false;
      const client = form.createClient({
        baseUrl: devnet.url,
        rateLimit: false,
        retry: false,
        integrity: true,
        tvm: () => import("ton-edge/tvm"),
        fetch: async (request) => {
          const response = await fetch(request);
          if (!isLying) return response;
          const body = await response.json();
          for (const row of body.accounts ?? []) row.data_boc = makeOtherBag();
          return makeJson(body, response.status);
        },
      });
      const LOCAL_ONLY = /** @type {const} */ ({ local: "only" });
      const [outcome] = await client.getMany([{ address: master, method: "get_jetton_data" }], LOCAL_ONLY);
      assert.ok(outcome.ok && outcome.value.local && outcome.value.stack.cell(3).bits > 0);
      assert.ok((await client.read(master, "get_jetton_data", [], LOCAL_ONLY)).content);
      isLying = true;
      const error = await catchRejection(() => client.v3.accountStates({ address: [master] }));
      assert.equal(error.code, "integrity_failed");
    }
  });

  test("`integrity` causes no retry, and malformed responses keep their own errors", async () => {
    const { client, sentRequests } = makeClient((body) => void list(body).splice(4, 1), { retry: { attempts: 3 } });
    await catchRejection(() => CALLS.v3(client));
    assert.equal(sentRequests.length, 1);
    const oddValues = [
      {},
      [],
      5,
      "x",
      { transactions: 5 },
      { transactions: [null, 5, [], {}] },
      {
        transactions: [
          { account: 5, prev_trans_hash: 5, lt: "x" },
          { account: 5, prev_trans_hash: 5, lt: {} },
        ],
      },
      {
        transactions: [
          { account: busiest, prev_trans_hash: "x", lt: "-" },
          { account: busiest, prev_trans_hash: "x", lt: "-" },
        ],
      },
      {
        transactions: [
          { message_content: 5, hash: "x" },
          { message_content: { body: 5 } },
          { message_content: { body: "te6cckEBAQEAAgAAAEysuc0=", hash: 5 }, hash: "x", value: "many" },
        ],
      },
      {
        transactions: [
          { data: "x", transaction_id: {} },
          {
            data: "te6cckEBAQEAAgAAAEysuc0=",
            transaction_id: { hash: "lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=" },
          },
        ],
      },
      { transactions: {}, trace: { children: [{ children: 5 }, null] } },
      `${"[".repeat(5000)}${"]".repeat(5000)}`,
      `{"traces":[{"transactions":{"a":{}},"trace":${'{"children":['.repeat(2000)}{}${"]}".repeat(2000)}}]}`,
    ];
    for (const body of oddValues)
      for (const path of ["transactions", "traces", "accountStates"]) {
        const { client: anyClient } = makeClient(() => body);
        const params = path === "accountStates" ? { address: [busiest] } : { account: busiest };
        const error = await anyClient.call("v3", /** @type {any} */ (path), params).catch((error) => error);
        if (error instanceof Error)
          assert.ok(
            ["integrity_failed", "invalid_response"].includes(/** @type {any} */ (error).code),
            `${JSON.stringify(body).slice(0, 90)}: ${error.stack}`,
          );
      }
  });
});
