// Each action of the client with a server that responds about another account, message, owner, master or block, or with missing fields and
// wrong types: the call rejects with `invalid_response`, which names the response, the wrong value and the expected one. This needs no
// option.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { createClient } from "ton-edge";
import { beginCell, decodeTransaction, externalMessage, messageHash, parseBoc, walletV4R2 } from "ton-edge/message";

import { getMethodConfig } from "../helpers/small-config.mjs";
import { catchRejection } from "../message/checks.mjs";

const makeAddress = (digit) => `0:${digit.repeat(64)}`;
const computeHash = (digit) => Buffer.alloc(32, digit).toString("base64");
const [OWN_ACCOUNT, OTHER_ACCOUNT, MASTER] = ["A", "B", "C"].map(makeAddress);
const HASH = computeHash("m");

/** Values that are not an amount, neither as a number nor as a text. */
const INVALID_AMOUNTS = [undefined, null, "-1", -1, 1.5, "1.5", "", "x", {}, [], true];
const INVALID_SEQNOS = [undefined, null, "5", -1, 1.5, 2 ** 32, {}, true];
const INVALID_TEXTS = [undefined, null, 7, {}, []];
const WRONG_VALUES = [undefined, null, "", 7, {}, OTHER_ACCOUNT];

const makeBlock = (seqno) => ({
  workchain: -1,
  shard: "-9223372036854775808",
  seqno,
  root_hash: computeHash("r"),
  file_hash: computeHash("f"),
});
const makeOk = (result) => ({ ok: true, result });
const makeBag = (builder) => builder.endCell().toBase64();
const lastTransaction = { lt: "77", hash: computeHash("t") };

/** The code of a get-method that returns 7, whatever its name. */
const CODE = makeBag(beginCell().storeUint(0xff0077, 24));
const EMPTY_BAG = makeBag(beginCell());

const runGetMethod = (stack) =>
  makeOk({ gas_used: 100, exit_code: 0, stack, block_id: makeBlock(40), last_transaction_id: lastTransaction });

/** A transaction of v3 that executed the message. */
const row = {
  account: OWN_ACCOUNT,
  hash: computeHash("t"),
  lt: "77",
  now: 1_750_000_000,
  total_fees: "1000",
  trace_id: computeHash("i"),
  out_msgs: [],
  in_msg: { hash: HASH, hash_norm: HASH, opcode: null, init_state: null },
  description: {
    type: "ord",
    aborted: false,
    compute_ph: { skipped: false, success: true, exit_code: 0 },
    action: { success: true, result_code: 0, skipped_actions: 0 },
  },
};
/** A transaction of v3 that is the first one of its account, and received a value that stayed. */
const paidRow = {
  ...row,
  prev_trans_lt: "0",
  prev_trans_hash: computeHash("z"),
  in_msg: {
    ...row.in_msg,
    source: MASTER,
    destination: OWN_ACCOUNT,
    value: "5",
    bounce: false,
    bounced: false,
    message_content: { body: EMPTY_BAG },
  },
  description: { type: "ord", aborted: true, compute_ph: { skipped: true, reason: "no_state" } },
};
const trace = {
  trace_id: computeHash("i"),
  trace: { tx_hash: row.hash, children: [] },
  transactions: { [row.hash]: row },
  is_incomplete: false,
  trace_info: { trace_state: "complete", pending_messages: 0 },
};

/** Recorded transactions of two accounts, with their bags. */
const readRecordedResponse = (name) =>
  JSON.parse(readFileSync(new URL(`../fixtures/recorded/v2/getTransactions/${name}.json`, import.meta.url), "utf8"))
    .result;
const [first] = readRecordedResponse(2);
const [foreignToken] = readRecordedResponse(3);
const firstCell = parseBoc(first.data);
const FIRST_HASH = messageHash(firstCell.refs[0].beginParse().loadMaybeRef());
const FIRST_ACCOUNT = `0:${decodeTransaction(firstCell).accountAddr}`;

const message = externalMessage({ to: OWN_ACCOUNT, body: beginCell().storeUint(7, 32).endCell() });
const sentHash = messageHash(message);
const sentRow = { ...row, in_msg: { ...row.in_msg, hash: sentHash, hash_norm: sentHash } };
const sentTrace = { ...trace, transactions: { [row.hash]: sentRow } };
const FOLLOW = /** @type {const} */ ({ timeoutMs: 1000, pollIntervalMs: 5 });

const network = {
  masterchainInfo: {
    last: {
      ...makeBlock(40),
      shard: "8000000000000000",
      gen_utime: "1750000000",
      end_lt: "90",
      key_block: false,
      prev_key_block_seqno: 30,
    },
  },
  getConfigAll: makeOk({ config: { bytes: getMethodConfig().toBase64() } }),
};
const information = {
  "@type": "raw.fullAccountState",
  state: "active",
  code: CODE,
  data: EMPTY_BAG,
  balance: "5",
  extra_currencies: [],
  sync_utime: 1_750_000_000,
  block_id: makeBlock(40),
  last_transaction_id: lastTransaction,
};
const importTvm = () => import("ton-edge/tvm");

/**
 * The table. `honest`: responses by operation, with which the call resolves. `lies`: an operation, a path into its response, and values at
 * that path, each of which must be refused. `same`: the value at the path is compared with the request, so the message names both.
 *
 * @type {Record<string, { name?: string, call: (client: any) => Promise<any>, options?: any, honest: any, expected?: any,
 *   lies: { operation: string, path: string, values: any[], same?: string, code?: string }[] }[]>}
 */
const ACTIONS = {
  account: [
    {
      call: (client) => client.account(OWN_ACCOUNT),
      honest: {
        walletStates: {
          wallets: [
            {
              address: OWN_ACCOUNT.toLowerCase(),
              is_wallet: true,
              wallet_type: "wallet v4 r2",
              seqno: 5,
              wallet_id: 1,
              balance: "100",
              extra_currencies: { 7: "3" },
              status: "active",
              last_transaction_hash: computeHash("t"),
              last_transaction_lt: "77",
            },
          ],
          address_book: { [OWN_ACCOUNT]: { domain: "own.ton", interfaces: ["wallet"] } },
        },
        "dns/records": { records: [{ domain: "x.ton", dns_wallet: OWN_ACCOUNT }] },
      },
      expected: { address: OWN_ACCOUNT, balance: 100n, seqno: 5, domains: ["own.ton", "x.ton"] },
      lies: [
        { operation: "walletStates", path: "wallets.0.address", values: WRONG_VALUES, same: OWN_ACCOUNT },
        { operation: "walletStates", path: "wallets.1", values: [{ address: OTHER_ACCOUNT }], same: OWN_ACCOUNT },
        { operation: "walletStates", path: "wallets.0.balance", values: INVALID_AMOUNTS },
        { operation: "walletStates", path: "wallets.0.extra_currencies.7", values: INVALID_AMOUNTS.slice(1) },
        { operation: "walletStates", path: "wallets.0.seqno", values: INVALID_SEQNOS },
        { operation: "walletStates", path: "wallets.0.status", values: INVALID_TEXTS },
        { operation: "walletStates", path: "wallets.0.last_transaction_lt", values: INVALID_AMOUNTS },
        { operation: "walletStates", path: "wallets.0.last_transaction_hash", values: INVALID_TEXTS },
        { operation: "walletStates", path: "wallets", values: [undefined, {}, 7, "x", [null], [7]] },
        { operation: "dns/records", path: "records.0.dns_wallet", values: WRONG_VALUES, same: OWN_ACCOUNT },
        { operation: "dns/records", path: "records.0.domain", values: INVALID_TEXTS },
        { operation: "dns/records", path: "records", values: [undefined, {}, [null]] },
      ],
    },
  ],
  jettons: [
    {
      call: (client) => client.jettons(OWN_ACCOUNT),
      honest: {
        "jetton/wallets": {
          jetton_wallets: [
            { address: OTHER_ACCOUNT, owner: OWN_ACCOUNT, jetton: MASTER, balance: "9", last_transaction_lt: "1" },
          ],
          metadata: {},
        },
      },
      expected: [{ balance: 9n, address: OTHER_ACCOUNT, master: MASTER }],
      lies: [
        { operation: "jetton/wallets", path: "jetton_wallets.0.owner", values: WRONG_VALUES, same: OWN_ACCOUNT },
        { operation: "jetton/wallets", path: "jetton_wallets.0.balance", values: INVALID_AMOUNTS },
        { operation: "jetton/wallets", path: "jetton_wallets.0.address", values: [null, "", 7, "x"] },
        { operation: "jetton/wallets", path: "jetton_wallets.0.jetton", values: [undefined, null, "", 7, {}, "x"] },
      ],
    },
  ],
  get: [
    {
      call: (client) => client.get(OWN_ACCOUNT, "seqno", [], { seqno: 40 }),
      honest: { runGetMethod: runGetMethod([["num", "0x7"]]) },
      expected: { exitCode: 0, local: false },
      lies: [
        // The response of a get-method does not name the account: only the block can be compared.
        { operation: "runGetMethod", path: "result.block_id.seqno", values: [39, 41], same: "40" },
        { operation: "runGetMethod", path: "result.exit_code", values: [undefined, null, 1.5, "x"] },
        { operation: "runGetMethod", path: "result.gas_used", values: [undefined, 1.5] },
        { operation: "runGetMethod", path: "result.stack", values: [undefined, 7, [["num", "x"]], [["num"]], [7]] },
      ],
    },
    {
      name: "computed locally",
      options: { tvm: importTvm },
      call: (client) => client.get(OWN_ACCOUNT, 7, [], { seqno: 40, local: "only" }),
      honest: { getAddressInformation: makeOk(information), getConfigAll: network.getConfigAll },
      expected: { exitCode: 0, local: true },
      lies: [
        { operation: "getAddressInformation", path: "result.block_id.seqno", values: [39, 41], same: "40" },
        { operation: "getAddressInformation", path: "result.balance", values: INVALID_AMOUNTS },
        { operation: "getAddressInformation", path: "result.state", values: INVALID_TEXTS },
        { operation: "getAddressInformation", path: "result.code", values: [7, {}, "x"] },
        { operation: "getAddressInformation", path: "result.last_transaction_id.lt", values: [undefined, null, 1.5] },
        { operation: "getConfigAll", path: "result.config.bytes", values: [undefined, 7, "x"] },
      ],
    },
  ],
  read: [
    {
      call: (client) => client.read(OWN_ACCOUNT, "seqno", [], { seqno: 40 }),
      honest: { runGetMethod: runGetMethod([["num", "0x7"]]) },
      expected: 7,
      lies: [
        { operation: "runGetMethod", path: "result.block_id.seqno", values: [39, 41], same: "40" },
        { operation: "runGetMethod", path: "result.stack.0", values: [["num", "x"], ["num", "1.5"], 7, null] },
      ],
    },
  ],
  getMany: [
    {
      options: { tvm: importTvm },
      // `local: "only"` keeps a call that fails locally from the server, so the error is that of the local computation.
      call: async (client) => {
        const [outcome] = await client.getMany([{ address: OWN_ACCOUNT, method: "seqno" }], { local: "only" });
        if (outcome.ok) return outcome.value;
        throw outcome.error;
      },
      honest: {
        ...network,
        accountStates: {
          accounts: [
            {
              address: OWN_ACCOUNT,
              status: "active",
              balance: "5",
              code_boc: CODE,
              data_boc: EMPTY_BAG,
              extra_currencies: {},
              last_transaction_hash: computeHash("t"),
              last_transaction_lt: "77",
            },
          ],
        },
        getAddressInformation: { ok: false, error: "not a response", code: 404 },
      },
      expected: { exitCode: 0, local: true },
      lies: [
        { operation: "accountStates", path: "accounts.0.address", values: WRONG_VALUES },
        { operation: "accountStates", path: "accounts.0.balance", values: INVALID_AMOUNTS },
        { operation: "accountStates", path: "accounts.0.status", values: INVALID_TEXTS },
        { operation: "accountStates", path: "accounts", values: [undefined, {}, 7] },
        { operation: "masterchainInfo", path: "last.end_lt", values: [undefined, 1.5] },
      ],
    },
  ],
  nft: [
    {
      call: (client) => client.nft(OWN_ACCOUNT),
      honest: {
        runGetMethod: runGetMethod([
          ["num", "-0x1"],
          ["num", "0x3"],
          ["cell", { bytes: makeBag(beginCell().storeUint(0, 2)) }],
          ["cell", { bytes: makeBag(beginCell().storeAddress(MASTER)) }],
          ["cell", { bytes: makeBag(beginCell().storeUint(1, 8).storeStringTail("ipfs://x")) }],
        ]),
      },
      expected: { index: 3n, ownerAddress: MASTER },
      lies: [
        {
          operation: "runGetMethod",
          path: "result.stack.1",
          values: [["num", "x"], ["num", "1.5"], ["list", {}], null],
        },
        { operation: "runGetMethod", path: "result.stack.3", values: [["cell", { bytes: "x" }], null] },
        { operation: "runGetMethod", path: "result.stack.3", values: [["num", "0x1"]], code: "stack_invalid" },
      ],
    },
  ],
  // The network's DNS root, and a resolver's result, do not name an account or a domain: only their form can be checked.
  dns: makeDnsTable((client, name) => client.dns(name)),
  recipient: makeDnsTable((client, name) =>
    client.recipient(name).catch((error) => {
      // The honest server returns no record of an account.
      if (error.code !== "domain_not_found") throw error;
    }),
  ),
  resolve: makeDnsTable((client, name) => client.resolve(name)),
  send: [
    {
      call: (client) => client.send(message, { ...FOLLOW, generation: "v3", wait: "trace" }),
      honest: {
        sendBoc: makeOk({ "@type": "ok" }),
        transactionsByMessage: { transactions: [sentRow] },
        traces: { traces: [sentTrace] },
      },
      expected: { status: "complete", success: true },
      lies: followLies(sentHash),
    },
  ],
  waitForMessage: [
    {
      call: (client) =>
        client.waitForMessage(HASH, { ...FOLLOW, account: OWN_ACCOUNT, generation: "v3", wait: "trace" }),
      honest: { transactionsByMessage: { transactions: [row] }, traces: { traces: [trace] } },
      expected: { status: "complete", success: true },
      lies: followLies(HASH),
    },
    {
      name: "over v2",
      call: (client) =>
        client.waitForMessage(FIRST_HASH, { ...FOLLOW, account: FIRST_ACCOUNT, generation: "v2", since: 1 }),
      honest: { getTransactions: makeOk([first]) },
      expected: { status: "executed" },
      lies: [
        {
          operation: "getTransactions",
          path: "result.0.data",
          values: [foreignToken.data],
          same: FIRST_ACCOUNT.slice(2),
        },
        { operation: "getTransactions", path: "result.0.data", values: [undefined, 7, "x", CODE] },
        { operation: "getTransactions", path: "result.0.transaction_id.lt", values: [undefined, null, 1.5, "x"] },
        { operation: "getTransactions", path: "result", values: [{}, "x", [null]] },
      ],
    },
  ],

  payments: [
    {
      call: makePayments("v3"),
      honest: { transactions: { transactions: [paidRow] } },
      expected: {
        asset: "TON",
        amount: 5n,
        from: MASTER,
        comment: null,
        cursor: `${OWN_ACCOUNT}:77:${computeHash("t")}`,
      },
      lies: [
        { operation: "transactions", path: "transactions.0.account", values: WRONG_VALUES, same: OWN_ACCOUNT },
        {
          operation: "transactions",
          path: "transactions.0.in_msg.destination",
          values: WRONG_VALUES,
          same: OWN_ACCOUNT,
        },
        { operation: "transactions", path: "transactions.0.in_msg.source", values: [undefined, 7, "x", {}] },
        { operation: "transactions", path: "transactions.0.in_msg.value", values: INVALID_AMOUNTS },
        { operation: "transactions", path: "transactions.0.in_msg.bounced", values: [undefined, null, 0, "false"] },
        // A message that bounces has a bounce phase if it failed.
        { operation: "transactions", path: "transactions.0.in_msg.bounce", values: [undefined, null, 0, true] },
        {
          operation: "transactions",
          path: "transactions.0.in_msg.message_content",
          values: [undefined, null, {}, { body: null }, { body: "x" }],
        },
        { operation: "transactions", path: "transactions.0.description", values: [undefined, null, {}] },
        { operation: "transactions", path: "transactions.0.lt", values: [undefined, null, "x", 1.5] },
        { operation: "transactions", path: "transactions.0.prev_trans_lt", values: [undefined, null, "1", 1.5] },
        { operation: "transactions", path: "transactions.0.hash", values: INVALID_TEXTS },
        { operation: "transactions", path: "transactions.0.now", values: [undefined, null, "x"] },
        { operation: "transactions", path: "transactions", values: [undefined, {}, 7, [null], [paidRow, 7]] },
      ],
    },
    {
      name: "of a jetton",
      call: makePayments("v3", [MASTER]),
      honest: {
        transactions: { transactions: [paidRow] },
        runGetMethod: runGetMethod([["cell", { bytes: makeBag(beginCell().storeAddress(OTHER_ACCOUNT)) }]]),
      },
      expected: { asset: "TON", amount: 5n },
      lies: [
        { operation: "runGetMethod", path: "result.stack.0", values: [["num", "0x7"]] },
        { operation: "runGetMethod", path: "result.exit_code", values: [undefined, 1.5, "x"] },
      ],
    },
    {
      name: "over v2",
      call: (client) => makePayments("v2")(client, FIRST_ACCOUNT, Number(first.utime) + 1),
      honest: { getTransactions: makeOk([first]) },
      expected: undefined,
      lies: [
        {
          operation: "getTransactions",
          path: "result.0.data",
          values: [foreignToken.data],
          same: FIRST_ACCOUNT.slice(2),
        },
        { operation: "getTransactions", path: "result.0.data", values: [undefined, 7, "x", CODE] },
        { operation: "getTransactions", path: "result", values: [{}, [null]] },
      ],
    },
  ],

  watch: [
    {
      call: watchFirst,
      honest: {
        accountStates: {
          accounts: [
            { address: OWN_ACCOUNT, last_transaction_lt: "77", last_transaction_hash: computeHash("t"), balance: "5" },
          ],
        },
        transactions: { transactions: [paidRow] },
      },
      expected: { type: "transactions", account: OWN_ACCOUNT, lt: 77n, hash: computeHash("t") },
      lies: [
        { operation: "accountStates", path: "accounts.0.address", values: WRONG_VALUES },
        { operation: "accountStates", path: "accounts.0.last_transaction_lt", values: ["x", 1.5, "-1"] },
        { operation: "accountStates", path: "accounts.0.last_transaction_hash", values: INVALID_TEXTS },
        { operation: "accountStates", path: "accounts", values: [undefined, {}, 7, [null], ["x"]] },
        { operation: "transactions", path: "transactions.0.account", values: WRONG_VALUES },
        { operation: "transactions", path: "transactions.0.lt", values: [undefined, null, "x", 1.5] },
        { operation: "transactions", path: "transactions.0.prev_trans_lt", values: [undefined, null, "x", 1.5] },
        { operation: "transactions", path: "transactions.0.hash", values: INVALID_TEXTS },
        { operation: "transactions", path: "transactions", values: [undefined, {}, 7, [null], [paidRow, 7]] },
      ],
    },
  ],

  summarize: [
    {
      call: (client) => client.summarize(row),
      honest: {},
      expected: { success: true, bounced: false, reason: null },
      lies: [],
    },
  ],
};

/** The server shows the first deposit and no later one. */
function makePayments(generation, jettons = []) {
  return async (client, account = OWN_ACCOUNT, sinceTime = undefined) => {
    const foundDeposits = [];
    const options = { generation, jettons, since: sinceTime, follow: false, pollIntervalMs: 1 };
    for await (const deposit of client.payments(account, options)) foundDeposits.push(deposit);
    assert.equal(foundDeposits.length, sinceTime === undefined ? 1 : 0);
    return foundDeposits[0];
  };
}

/** The call waits for the first event since the beginning of the account. A refused response makes the server count as offline. */
async function watchFirst(client) {
  const stop = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      const onState = (state, error) => state === "offline" && reject(error);
      const options = { pollIntervalMs: 1, signal: stop.signal, onState };
      const events = client.watch({ accounts: [OWN_ACCOUNT], since: `${OWN_ACCOUNT}:0:` }, options);
      events.next().then(({ value }) => resolve(value), reject);
    });
  } finally {
    stop.abort();
  }
}

function followLies(hash) {
  const transactions = "transactions.0";
  return [
    { operation: "transactionsByMessage", path: `${transactions}.account`, values: WRONG_VALUES, same: OWN_ACCOUNT },
    {
      operation: "transactionsByMessage",
      path: `${transactions}.in_msg`,
      values: [{ hash: computeHash("x") }, { hash: computeHash("x"), hash_norm: computeHash("y") }, {}, null],
      same: hash,
    },
    { operation: "transactionsByMessage", path: `${transactions}.description.aborted`, values: [undefined, null, 0] },
    { operation: "transactionsByMessage", path: `${transactions}.total_fees`, values: [undefined, null, "1.5", 1.5] },
    { operation: "transactionsByMessage", path: `${transactions}.lt`, values: [undefined, null, "x", 1.5] },
    { operation: "transactionsByMessage", path: "transactions", values: [undefined, {}, 7] },
    { operation: "traces", path: "traces.0.trace_id", values: [computeHash("x")], same: computeHash("i") },
    { operation: "traces", path: "traces.0.trace.tx_hash", values: [undefined, null, 7] },
    { operation: "traces", path: `traces.0.transactions.${row.hash}.hash`, values: [computeHash("x")] },
  ];
}

function makeDnsTable(call) {
  return [
    {
      call: (client) => call(client, "a.ton"),
      honest: {
        getConfigParam: makeOk({ config: { bytes: makeBag(beginCell().storeUint(0xabcdn, 256)) } }),
        // The resolver consumed the whole name `ton\0a\0` and returned no records.
        runGetMethod: runGetMethod([
          ["num", "0x30"],
          ["list", { elements: [] }],
        ]),
      },
      lies: [
        { operation: "getConfigParam", path: "result.config.bytes", values: [undefined, 7, "x", EMPTY_BAG] },
        { operation: "runGetMethod", path: "result.exit_code", values: [undefined, 1.5, "x"] },
        {
          operation: "runGetMethod",
          path: "result.stack",
          // Incomplete bytes, a negative number, and more bits than the domain has.
          values: ["0x7", "-0x8", "0x3f8"].map((bits) => [
            ["num", bits],
            ["cell", { bytes: EMPTY_BAG }],
          ]),
        },
        { operation: "runGetMethod", path: "result.stack.1", values: [["cell", { bytes: "x" }], 7] },
        { operation: "runGetMethod", path: "result.stack.1", values: [["num", "0x7"]], code: "stack_invalid" },
      ],
    },
  ];
}

/** A client of a server with these responses, by the last part of the path. */
const makeClient = (responses, options) =>
  createClient({
    baseUrl: "https://gateway.example",
    rateLimit: false,
    retry: false,
    async fetch(request) {
      const body = responses[new URL(request.url).pathname.replace(/^\/api\/v[23]\//, "")];
      return body === undefined
        ? Response.json({ ok: false, error: "not found", code: 404 }, { status: 404 })
        : Response.json(body, { status: body.ok === false ? body.code : 200 });
    },
    ...options,
  });

/** A copy with another value at a path; `undefined` leaves it out. */
function changeResponse(response, path, value) {
  const copy = structuredClone(response);
  const names = path.split(".");
  const lastName = /** @type {string} */ (names.pop());
  const parent = names.reduce((parent, name) => parent[name], copy);
  if (value === undefined) delete parent[lastName];
  else parent[lastName] = value;
  return copy;
}

test("the table has every action of the client", () => {
  const client = createClient({ baseUrl: "https://gateway.example" });
  const actions = Object.entries(client).filter(([name, value]) => typeof value === "function" && name !== "call");
  assert.deepEqual(Object.keys(ACTIONS).sort(), actions.map(([name]) => name).sort());
});

for (const [action, cases] of Object.entries(ACTIONS))
  describe(`client.${action}`, () => {
    for (const { name = "", call, options, honest, expected, lies } of cases) {
      test(`accepts an honest server${name && `, ${name}`}`, async () => {
        const result = await call(makeClient(honest, options));
        if (expected === undefined) return;
        if (typeof expected === "object") assert.partialDeepStrictEqual?.(result, expected);
        else assert.equal(result, expected);
      });

      for (const { operation, path, values, same: equalValue, code = "invalid_response" } of lies)
        test(`the client refuses a lie in \`${path}\` of ${operation}${name && `, ${name}`}`, async () => {
          for (const value of values) {
            const label = `${path} is ${JSON.stringify(value)}`;
            const lyingResponses = { ...honest, [operation]: changeResponse(honest[operation], path, value) };
            const error = await catchRejection(() => call(makeClient(lyingResponses, options)), label);
            if (action === "getMany") {
              assert.notEqual(error.code, "get_method_failed", label);
              continue;
            }
            assert.equal(error.code, code, `${label}: ${error.message}`);
            if (equalValue === undefined) continue;
            for (const part of [operation, equalValue, value === OTHER_ACCOUNT ? OTHER_ACCOUNT : "is "])
              assert.ok(error.message.includes(part), `${label}: ${error.message}`);
          }
        });
    }
  });

describe("waitForMessage: the state of the wallet as evidence", () => {
  const VALID_UNTIL = 1_750_000_000;
  const body = beginCell()
    .storeBytes(new Uint8Array(64))
    .storeUint(698_983_191, 32)
    .storeUint(VALID_UNTIL, 32)
    .storeUint(0, 32)
    .storeUint(0x0003, 16)
    .storeRef(beginCell().endCell());
  const request = externalMessage({ to: FIRST_ACCOUNT, body: body.endCell() });
  const [code] = walletV4R2({ publicKey: new Uint8Array(32).fill(7) }).stateInit.refs;
  const data = makeBag(
    beginCell().storeUint(0, 32).storeUint(698_983_191, 32).storeBytes(new Uint8Array(32)).storeBit(false),
  );
  const makeWallet = (row) => ({
    ...information,
    code: code.toBase64(),
    data,
    sync_utime: VALID_UNTIL + 600,
    last_transaction_id: row.transaction_id,
  });
  const catchError = (state, transactions) =>
    catchRejection(() =>
      makeClient({
        transactionsByMessage: { transactions: [] },
        pendingTraces: { traces: [] },
        getAddressInformation: makeOk(state),
        getTransactions: makeOk(transactions),
      }).waitForMessage(request, { timeoutMs: 300, pollIntervalMs: 5, generation: "v3", validUntil: VALID_UNTIL }),
    );

  test("the wallet's state counts if its last transaction is one of the account", async () => {
    const error = await catchError(makeWallet(first), [first]);
    assert.equal(error.code, "message_expired", error.message);
  });

  test("the wallet's state does not count if it belongs to another account or cannot be compared", async () => {
    // A program that believes this response would sign a second message for a payment that may have been made.
    assert.equal((await catchError(makeWallet(foreignToken), [foreignToken])).code, "invalid_response");
    assert.equal((await catchError(makeWallet(foreignToken), [first])).code, "invalid_response");
    for (const transactions of [[], null]) {
      const error = await catchError(makeWallet(foreignToken), transactions);
      assert.equal(error.code, "timeout");
      assert.match(error.message, /not known.*does not begin with its last transaction/);
    }
    const undeployedState = {
      ...information,
      state: "uninitialized",
      code: "",
      data: "",
      sync_utime: VALID_UNTIL + 600,
    };
    const error = await catchError({ ...undeployedState, last_transaction_id: { lt: "0", hash: computeHash("\0") } }, [
      first,
    ]);
    assert.notEqual(error.code, "message_expired");
  });

  test("the wallet's state does not count for a hash alone, which does not say that the account is the receiver", async () => {
    const state = { ...information, sync_utime: VALID_UNTIL + 600, last_transaction_id: first.transaction_id };
    const client = makeClient({ getAddressInformation: makeOk(state), getTransactions: makeOk([first]) });
    // The history of the account in that time is complete and lacks the message: another account may have executed it.
    const options = { account: FIRST_ACCOUNT, validUntil: VALID_UNTIL, timeoutMs: 300, pollIntervalMs: 5 };
    const error = await catchRejection(() =>
      client.waitForMessage(messageHash(request), { ...options, generation: "v2", since: Number(first.utime) + 1 }),
    );
    assert.equal(error.code, "timeout", error.message);
    assert.match(
      error.message,
      /not known.*the hash alone does not show.*which account receives it.*pass the message itself/,
    );
  });
});
