// Measures microseconds per client call in Node, without a network: the injected fetch, and the adapter of @ton/ton's TonClient, respond from
// memory. "plain" is the client without WebAssembly; "platform" is the cost that no client can avoid: the Request that fetch takes, with the
// signal that can abort it, and JSON.parse. A figure is a list with a number for each of many rounds, in which all take turns.
// Prints JSON: { node, cpu, date, versions, rows: [{ operation, ours, plain, platform, TonClient }, ...] }.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";

import { createClient } from "ton-edge";
import { createClient as createPlain } from "ton-edge/no-wasm";

const ROUNDS = 31;
const CALLS = 300;

const require = createRequire(import.meta.url);
const { Address } = require("@ton/core");
const { TonClient } = require("@ton/ton");

const readRecording = (path) => readFileSync(new URL(`../fixtures/recorded/${path}`, import.meta.url), "utf8");
const information = readRecording("v2/getAddressInformation/2.json");
const transactions = readRecording("v2/getTransactions/3.json");
const COUNT = JSON.parse(transactions).result.length;
const address = Address.parse("0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8");
const friendlyText = address.toString();

/** The body of the next response. */
let body;
const response = { status: 200, headers: new Headers(), text: async () => body };
// Without a rate limit: otherwise every call would wait for a second.
const settings = {
  rateLimit: /** @type {const} */ (false),
  fetch: async (request) => (body === undefined ? resolvePageOfUrl(request.url) : response),
};
const ownClient = createClient(settings);
const plainClient = createPlain(settings);
const tonClient = new TonClient({
  endpoint: "https://toncenter.com/api/v2/jsonRPC",
  httpAdapter: async (config) => ({ status: 200, statusText: "OK", headers: {}, config, data: body }),
});

const makeUrl = (path) => `https://toncenter.com/api/${path}`;
async function fetchByPlatform(path) {
  const request = new Request(makeUrl(path), {
    method: "GET",
    redirect: "manual",
    headers: [],
    signal: new AbortController().signal,
  });
  return request.method === "GET" && JSON.parse(await response.text());
}

/** The rows of an account, newest first, and the requested pages of them. */
const list = Array.from({ length: 2_000 }, (_, n) => {
  const lt = `${2_000 - n}`;
  return { lt, account: friendlyText, hash: lt.padStart(44, "A"), now: n, total_fees: "1" };
});
const pageByUrl = new Map();
const page = JSON.stringify({ transactions: list.slice(0, 100) });
function resolvePageOfUrl(url) {
  if (!pageByUrl.has(url)) {
    const query = new URL(url).searchParams;
    const firstIndex =
      list.findIndex(({ lt }) => Number(lt) <= Number(query.get("end_lt") ?? Infinity)) + Number(query.get("offset"));
    const text = JSON.stringify({ transactions: list.slice(firstIndex, firstIndex + Number(query.get("limit"))) });
    pageByUrl.set(url, { status: 200, headers: new Headers(), text: async () => text });
  }
  return pageByUrl.get(url);
}
const PAGES = 10;

async function turnPages(client) {
  body = undefined;
  let rows = 0;
  for await (const row of client.v3.transactions.paginate({ account: friendlyText }, { maxItems: PAGES * 100 }))
    rows += row.now < 0 ? 0 : 1;
  if (rows !== PAGES * 100) throw new Error(`${rows} rows`);
}

async function readPagesByHand() {
  body = page;
  for (let at = 0; at < PAGES; at += 1)
    await fetchByPlatform(`v3/transactions?account=${friendlyText}&limit=100&offset=${at * 100}`);
}

const rows = {
  "a call with a small response": {
    body: information,
    times: CALLS,
    of: 1,
    ours: () => ownClient.v2.getAddressInformation({ address: friendlyText }),
    plain: () => plainClient.v2.getAddressInformation({ address: friendlyText }),
    platform: () => fetchByPlatform(`v2/getAddressInformation?address=${friendlyText}`),
    TonClient: () => tonClient.getContractState(address),
  },
  "one of 16 transactions of v2": {
    body: transactions,
    times: 40,
    of: COUNT,
    ours: () => ownClient.v2.getTransactions({ address: friendlyText, limit: COUNT }),
    plain: () => plainClient.v2.getTransactions({ address: friendlyText, limit: COUNT }),
    platform: () => fetchByPlatform(`v2/getTransactions?address=${friendlyText}&limit=${COUNT}`),
    TonClient: () => tonClient.getTransactions(address, { limit: COUNT }),
  },
  "a row of v3 pages with 100 rows each": {
    body: page,
    times: 4,
    of: PAGES * 100,
    ours: () => turnPages(ownClient),
    plain: () => turnPages(plainClient),
    platform: readPagesByHand,
  },
};
/** Checks the results, because a fast wrong result does not count. */
body = transactions;
const [ourTransactions, theirTransactions] = [
  await ownClient.v2.getTransactions({ address: friendlyText }),
  await tonClient.getTransactions(address, { limit: COUNT }),
];
if (
  ourTransactions.length !== theirTransactions.length ||
  ourTransactions[0].transaction_id.lt !== String(theirTransactions[0].lt)
)
  throw new Error("the clients disagree");

const turns = Object.entries(rows).flatMap(([operation, row]) =>
  ["ours", "plain", "platform", "TonClient"]
    .filter((clientName) => row[clientName])
    .map((clientName) => ({ operation, clientName, row, times: [] })),
);
for (let round = -3; round < ROUNDS; round += 1) {
  for (const { clientName, row, times } of turns) {
    ({ body } = row);
    const start = process.hrtime.bigint();
    for (let call = 0; call < row.times; call += 1) await row[clientName]();
    // The first rounds are only for warming up.
    if (round >= 0) times.push(Number(process.hrtime.bigint() - start) / row.times / row.of / 1000);
  }
}

const results = Object.keys(rows).map((operation) => {
  const cells = turns
    .filter((turn) => turn.operation === operation)
    .map(({ clientName, times }) => [clientName, times]);
  return { operation, ...Object.fromEntries(cells) };
});
// The adapter makes no Request, so TonClient's only platform part is JSON.parse, which is small here.
const [{ ours: all, platform: bare, TonClient: whole }] = results;
const ownTimes = all.map((time, round) => time - bare[round]);
results.unshift({ operation: "a call, without the platform's part", ours: ownTimes, TonClient: whole });
const readVersion = (name) => JSON.parse(readFileSync(require.resolve(`${name}/package.json`), "utf8")).version;
process.stdout.write(
  JSON.stringify({
    node: process.version,
    cpu: cpus()[0]?.model ?? "unknown",
    date: new Date().toISOString().slice(0, 10),
    versions: { "@ton/core": readVersion("@ton/core"), "@ton/ton": readVersion("@ton/ton") },
    rows: results,
  }),
);
