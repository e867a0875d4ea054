// How the web app describes, filters and joins actions and transactions, and writes them to files; without a browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import "../helpers/site-imports.mjs";

const { makeRecord, toCsv, toJson } = await import("../../www/account/export-history.js");
const { matchesFilter, readFilter, makeRequests, readTimes, writeFilter } = await import(
  "../../www/account/history-filter.js"
);
const { mergeHistory, createState } = await import("../../www/account/merge-history.js");
const { addNewest, mayGetActions } = await import("../../www/account/newest-rows.js");
const { KINDS, listTypes } = await import("../../www/activity/kinds.js");
const { describeAction } = await import("../../www/activity/describe-action.js");
const { formatAmount, writeAmount } = await import("../../www/activity/format-amount.js");
const { describeTransaction } = await import("../../www/activity/describe-transaction.js");
const { MEANINGS } = await import("../../pkg/lib/sentences/action-table.js");
const { readAction } = await import("../../pkg/lib/sentences/read-action.js");
const { writeSentence } = await import("../../pkg/lib/sentences/write-sentence.js");

const [ME, YOU, COIN, POOL, ITEM] = [..."12345"].map((digit) => `0:${digit.repeat(64)}`);
const action = (type, details, more = {}) => ({
  action_id: "id",
  trace_id: "trace",
  type,
  success: true,
  transactions: ["hash"],
  end_utime: 1000,
  end_lt: "5",
  details,
  ...more,
});
const amounts = (activity) => activity.amounts.map(({ sign, units, asset }) => `${sign} ${units} ${asset}`);

describe("descriptions of actions", () => {
  test("every action type that the package declares has a description and belongs to a kind of the filter", () => {
    const declared = readFileSync(new URL("../../pkg/generated/v3.d.ts", import.meta.url), "utf8");
    const [, body] = /interface ActionDetailsByType \{(.*?)\n\}/s.exec(declared) ?? [];
    const types = [...body.matchAll(/^ {2}(\w+):/gm)].map(([, type]) => type);
    assert.ok(types.length > 75);
    assert.deepEqual(
      types.filter((type) => !Object.hasOwn(MEANINGS, type)),
      [],
    );
    const kinds = new Set(KINDS.map(({ name }) => name));
    for (const [type, { kind, titles }] of Object.entries(MEANINGS)) {
      assert.ok(kinds.has(kind), type);
      assert.ok(titles.length === 3 && titles.every((title) => title !== ""), type);
      assert.ok(listTypes(kind).includes(type));
    }
  });

  test("every field in the table of actions exists in the declaration of its type", () => {
    const declared = readFileSync(new URL("../../pkg/generated/v3.d.ts", import.meta.url), "utf8");
    const [, body] = /interface ActionDetailsByType \{(.*?)\n\}/s.exec(declared) ?? [];
    for (const [, type, shape] of body.matchAll(/^ {2}(\w+): (\w+)/gm)) {
      const fields = new RegExp(`interface ${shape} \\{(.*?)\\n\\}`, "s").exec(declared)?.[1] ?? "";
      const { actor = [], other = [], gives = [], gets = [], item } = MEANINGS[type];
      const isDeclared = (name) => new RegExp(`^ {2}${name}\\??:`, "m").test(fields);
      // In types that name them, a party's wallet may be in another field.
      for (const names of [actor, other]) assert.ok(names.length === 0 || names.some(isDeclared), `${type}: ${names}`);
      const named = [...[...gives, ...gets].flat().map((name) => name.replace("?", "")), item];
      for (const name of named.filter(Boolean)) assert.ok(isDeclared(name), `${type}.${name}`);
    }
  });

  test("a sentence about several NFTs has a plural verb", () => {
    const facts = readAction(action("nft_mint", { owner: ME, nft_item: ITEM, nft_item_index: "0" }));
    const sentence = (names) =>
      writeSentence(facts, { book: {}, metadata: {}, names })
        .map(({ text }) => text)
        .join("");
    assert.match(sentence(undefined), /^NFT .* was minted/);
    assert.match(sentence({ item: "5 NFTs" }), /^5 NFTs were minted/);
  });

  test("a transfer is described for its sender, its receiver and others", () => {
    const row = action("ton_transfer", {
      source: ME,
      destination: YOU,
      value: "5000000000",
      comment: "hi",
      encrypted: false,
    });
    const sent = describeAction(row, ME);
    assert.deepEqual([sent.title, sent.direction, sent.preposition, sent.party], ["Sent", "out", "to", YOU]);
    assert.deepEqual(amounts(sent), ["out 5000000000 TON"]);
    const received = describeAction(row, YOU.toLowerCase());
    assert.deepEqual(
      [received.title, received.direction, received.preposition, received.party],
      ["Received", "in", "from", ME],
    );
    assert.deepEqual([received.comment, received.time, received.hash], ["hi", 1000, "hash"]);
    const outside = describeAction(row);
    assert.deepEqual([outside.title, outside.direction, outside.from, outside.to], ["Transfer", "none", ME, YOU]);
    assert.deepEqual(amounts(outside), [" 5000000000 TON"]);
    assert.equal(describeAction({ ...row, details: { ...row.details, destination: ME } }, ME).direction, "self");
  });

  test("failures, encrypted comments and extra currencies are described", () => {
    const details = {
      source: ME,
      destination: YOU,
      value: "1",
      comment: "x",
      encrypted: true,
      value_extra_currencies: { 239: "7" },
    };
    const row = describeAction(action("ton_transfer", details, { success: false }), ME);
    assert.deepEqual([row.state, row.comment, row.encrypted], ["bounced", undefined, true]);
    assert.deepEqual(amounts(row), ["out 1 TON", "out 7 currency:239"]);
    assert.equal(describeAction(action("jetton_transfer", { sender: ME }, { success: false }), ME).state, "failed");
  });

  test("jetton transfers, mints, burns and swaps are described, for owners and for jetton wallets", () => {
    const moved = action("jetton_transfer", {
      asset: COIN,
      sender: ME,
      receiver: YOU,
      receiver_jetton_wallet: POOL,
      amount: "12",
    });
    assert.deepEqual(amounts(describeAction(moved, POOL)), [`in 12 ${COIN}`]);
    assert.deepEqual(amounts(describeAction(action("jetton_mint", { asset: COIN, receiver: ME, amount: "3" }), ME)), [
      `in 3 ${COIN}`,
    ]);
    assert.deepEqual(amounts(describeAction(action("jetton_burn", { asset: COIN, owner: ME, amount: "3" }), ME)), [
      `out 3 ${COIN}`,
    ]);
    const swap = action("jetton_swap", {
      dex: "dedust",
      sender: ME,
      dex_incoming_transfer: { amount: "5", asset: null },
      dex_outgoing_transfer: { amount: "9", asset: COIN },
      peer_swaps: [],
    });
    const swapped = describeAction(swap, ME);
    assert.deepEqual([swapped.direction, swapped.words], ["both", ["on dedust"]]);
    assert.deepEqual(amounts(swapped), ["out 5 TON", `in 9 ${COIN}`]);
    // Describes the action for each side: for both parties, and for nobody.
    for (const account of [ME, YOU, undefined])
      assert.deepEqual(
        describeAction(swap, account).amounts.map(({ side, units }) => [side, units]),
        [
          ["gives", "5"],
          ["gets", "9"],
        ],
      );
  });

  test("an NFT sale, a bid and a domain change are described", () => {
    const sale = action("nft_transfer", {
      nft_item: ITEM,
      old_owner: YOU,
      new_owner: ME,
      is_purchase: true,
      price: "100",
    });
    const bought = describeAction(sale, ME);
    assert.deepEqual([bought.title, bought.direction, bought.item, bought.party], ["Bought NFT", "out", ITEM, YOU]);
    assert.equal(
      describeAction({ ...sale, details: { ...sale.details, is_purchase: false } }, ME).title,
      "Received NFT",
    );
    const bid = describeAction(action("auction_bid", { bidder: ME, auction: POOL, amount: "7", nft_item: ITEM }), ME);
    assert.deepEqual([bid.title, ...amounts(bid)], ["Bid", "out 7 TON"]);
    const record = action("change_dns", { source: ME, asset: ITEM, value: { sum_type: "DNSText", dns_text: "hello" } });
    assert.deepEqual(describeAction(record, ME).words, ["text", "hello"]);
  });

  test("unknown action types are shown by name, and details of another shape cause no error", () => {
    const unknown = describeAction(action("moon_landing", { error: "unsupported action type: moon_landing" }), ME);
    assert.deepEqual([unknown.title, unknown.kind, unknown.amounts], ["Moon landing", "contract", []]);
    for (const type of [...Object.keys(MEANINGS), "constructor", "__proto__", ""])
      for (const details of [
        null,
        undefined,
        {},
        [],
        "text",
        { amount: -1, value: {}, peer_swaps: null, claimed_rewards: [{}] },
      ])
        assert.equal(typeof describeAction(action(type, details), ME).title, "string");
    assert.equal(typeof describeAction({}).title, "string");
  });
});

describe("descriptions of transactions without actions", () => {
  const done = {
    type: "ord",
    aborted: false,
    compute_ph: { skipped: false, success: true, exit_code: 0 },
    action: { success: true, result_code: 0, skipped_actions: 0 },
  };
  const tx = (more) => ({ hash: "h", lt: "9", now: 77, account: ME, out_msgs: [], description: done, ...more });

  test("a bounce, a failure, a tick and a wallet request are described", () => {
    const back = describeTransaction(tx({ in_msg: { source: YOU, destination: ME, value: "3", bounced: true } }));
    assert.deepEqual([back.title, back.state, ...amounts(back)], ["Came back", "bounced", "in 3 TON"]);
    const failed = describeTransaction(
      tx({
        in_msg: { source: YOU, value: "3", opcode: "0xdeadbeef" },
        description: { compute_ph: { success: false, exit_code: 42 } },
      }),
    );
    assert.deepEqual([failed.state, failed.why, failed.words], ["failed", "exit code 42", ["0xdeadbeef"]]);
    assert.equal(describeTransaction(tx({ description: { type: "tick_tock" } })).title, "Tick-tock");
    const request = describeTransaction(
      tx({
        in_msg: { source: null, destination: ME, value: null },
        out_msgs: [
          { destination: YOU, value: "4" },
          { destination: POOL, value: "5" },
        ],
      }),
    );
    assert.deepEqual([request.title, request.words, ...amounts(request)], ["Sent", ["to 2 accounts"], "out 9 TON"]);
  });

  test("transactions without a contract, with skipped actions or missing fields are described", () => {
    const skipped = (reason, more) => ({ type: "ord", aborted: true, compute_ph: { skipped: true, reason }, ...more });
    for (const [description, opcode, state, why] of /** @type {[any, any, string, any][]} */ ([
      [done, "0x178d4519", "done", undefined],
      [skipped("no_state"), null, "done", undefined],
      [skipped("no_gas"), "0x7362d09c", "done", undefined],
      [skipped("no_state"), "0x178d4519", "failed", "no contract deployed"],
      [skipped("no_gas"), "0x178d4519", "failed", "no gas to run"],
      [skipped("bad_state"), null, "failed", "wrong contract state"],
      [skipped("no_state", { bounce: { type: "ok" } }), null, "failed", "no contract deployed"],
      [{ ...done, action: { ...done.action, skipped_actions: 2 } }, null, "failed", "2 actions skipped"],
      [{}, null, "done", undefined],
    ])) {
      const found = describeTransaction(
        tx({ in_msg: { source: YOU, destination: ME, value: "3", opcode }, description }),
      );
      assert.deepEqual([found.state, found.why], [state, why], JSON.stringify(description));
      assert.equal(found.words.includes("result not known"), Object.keys(description).length === 0);
    }
  });
});

describe("amounts in the history", () => {
  const metadata = {
    [COIN]: { token_info: [{ valid: true, type: "jetton_masters", symbol: "EDGE\u202E", extra: { decimals: "6" } }] },
  };

  test("a jetton amount has exact decimals and its symbol, with hidden characters visible", () => {
    const amount = { sign: /** @type {const} */ ("in"), units: "1234567890123456789012345", asset: COIN };
    assert.equal(writeAmount(amount, metadata), "+1,234,567,890,123,456,789.012345 EDGE[U+202E]");
    assert.deepEqual(formatAmount(amount, {}), {
      digits: "1,234,567,890,123,456,789,012,345",
      symbol: "jetton",
      exact: false,
    });
    assert.equal(writeAmount({ sign: "out", units: "1", asset: "TON" }, {}), "\u22120.000000001 TON");
    assert.equal(writeAmount({ sign: "", units: "7", asset: "currency:239" }, {}), "7 of currency 239");
  });
});

describe("filters of the history", () => {
  test("a filter is written to the URL and read again, and wrong parts are left out", () => {
    const filter = {
      direction: "in",
      kind: "jetton",
      token: COIN,
      time: undefined,
      from: "2026-01-02",
      until: "2026-02-03",
    };
    assert.deepEqual(readFilter(/** @type {any} */ (writeFilter(/** @type {any} */ (filter)))), filter);
    const nothing = readFilter({
      dir: "up",
      kind: "constructor",
      token: "USDT",
      time: "1y",
      from: "yesterday",
      until: "2026-2-3",
    });
    assert.ok(Object.values(nothing).every((one) => one === undefined));
  });

  test("the API request has the filters that the API supports", () => {
    const { actions, transactions, byTime, withTransactions } = makeRequests({ kind: "nft", from: "2026-01-02" }, ME);
    assert.ok(actions.action_type?.includes("nft_transfer") && !actions.action_type.includes("ton_transfer"));
    assert.equal(withTransactions, false);
    assert.equal(byTime, true);
    assert.equal(transactions.start_utime, readTimes({ from: "2026-01-02" }).start);
    assert.equal(makeRequests({}, ME).actions.action_type, undefined);
    assert.equal(makeRequests({ kind: "contract" }, ME).actions.action_type, undefined);
  });

  test("filtered days are whole days in the visitor's time zone, and open ranges end now", () => {
    const { start, end } = readTimes({ from: "2026-01-02", until: "2026-01-02" });
    assert.equal(Number(end) - Number(start), 86_399);
    assert.deepEqual(readTimes({ time: "24h" }, 100_000), { start: 13_600, end: undefined });
  });

  test("the filter keeps exactly the matching rows", () => {
    const sent = describeAction(action("jetton_transfer", { asset: COIN, sender: ME, receiver: YOU, amount: "1" }), ME);
    for (const [filter, wanted] of /** @type {[any, boolean][]} */ ([
      [{}, true],
      [{ direction: "out" }, true],
      [{ direction: "in" }, false],
      [{ kind: "jetton" }, true],
      [{ kind: "ton" }, false],
      [{ token: COIN.toLowerCase() }, true],
      [{ token: "TON" }, false],
    ]))
      assert.equal(matchesFilter(sent, filter), wanted, JSON.stringify(filter));
    assert.equal(matchesFilter(sent, {}, { start: 1001 }), false);
    assert.equal(matchesFilter(sent, {}, { start: 1000, end: 1000 }), true);
  });
});

/** A pager over pages of rows; `null` is a page that fails once. */
function pagerOf(pages, from = 0) {
  let at = from;
  return {
    get cursor() {
      return String(at);
    },
    async *pages() {
      while (at < pages.length) {
        if (pages[at] === null) {
          pages.splice(at, 1);
          throw new Error("no connection");
        }
        at += 1;
        yield { rows: pages[at - 1], last: at === pages.length };
      }
    },
  };
}

describe("actions and transactions in one list", () => {
  const act = (lt, hashes) => ({ trace_end_lt: String(lt), trace_end_utime: lt, transactions: hashes });
  const tx = (lt, hash) => ({ lt: String(lt), now: lt, hash });
  const keyOf = ({ name, row }) => (name === "action" ? `a${row.trace_end_lt}` : `t${row.lt}`);
  const open = (actions, transactions) => (name, cursor) =>
    /** @type {any} */ (pagerOf(name === "action" ? actions : transactions, Number(cursor ?? 0)));

  async function all(stream) {
    const found = [];
    for await (const { rows } of stream.pages()) found.push(...rows);
    return found.map(keyOf);
  }

  test("actions and uncovered transactions are joined newest first, however the pages are cut", async () => {
    const actions = [act(90, ["x", "y"]), act(70, []), act(50, ["z"]), act(30, ["v"])];
    const transactions = [
      tx(88, "x"),
      tx(80, "free"),
      tx(60, "y"),
      tx(50, "z"),
      tx(40, "other"),
      tx(30, "v"),
      tx(10, "first"),
    ];
    const wanted = ["a90", "t80", "a70", "a50", "t40", "a30", "t10"];
    const cut = (rows, size) =>
      Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));
    for (const byTime of [false, true])
      for (const one of [1, 2, 3, 9])
        for (const other of [1, 2, 3, 9]) {
          const stream = mergeHistory(
            createState(["action", "transaction"]),
            open(cut(actions, one), cut(transactions, other)),
            { byTime },
          );
          assert.deepEqual(await all(stream), wanted, `${one} and ${other} a page`);
        }
  });

  test("an error loses no row, and another stream resumes from the saved state", async () => {
    const [actions, transactions] = [
      [[act(9, [])], null, [act(3, [])]],
      [[tx(8, "b")], [tx(7, "c")], null, [tx(2, "d")]],
    ];
    const state = createState(["action", "transaction"]);
    const found = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const stream = mergeHistory(state, open(actions, transactions), { byTime: false });
      try {
        for await (const { rows } of stream.pages()) found.push(...rows.map(keyOf));
      } catch {
        assert.equal(stream.cursor, state);
      }
    }
    assert.deepEqual(found, ["a9", "t8", "t7", "a3", "t2"]);
  });

  test("a joined list without rows ends", async () => {
    assert.deepEqual(
      await all(mergeHistory(createState(["action", "transaction"]), open([], []), { byTime: false })),
      [],
    );
  });
});

describe("files of the history", () => {
  const page = { book: { [YOU]: { domain: '=HYPERLINK("x")' } }, metadata: {} };
  const entries = [
    {
      activity: describeAction(
        action("ton_transfer", { source: ME, destination: YOU, value: "5", comment: "=cmd|' /C calc'!A0" }),
        ME,
      ),
      page,
    },
    {
      activity: describeAction(
        action("nft_transfer", { nft_item: ITEM, old_owner: YOU, new_owner: ME, comment: 'a "b",\nc' }),
        ME,
      ),
      page,
    },
  ];

  test("CSV has a line for each amount, and no formula that a spreadsheet evaluates", () => {
    const lines = toCsv(entries).split("\r\n");
    assert.equal(lines.length, 4);
    assert.match(lines[0], /^time,type,kind,direction,.*,amount,symbol,asset,in_smallest_units$/);
    assert.ok(lines[1].includes(",'=cmd|' /C calc'!A0,"));
    assert.ok(lines[1].includes(`"'=HYPERLINK(""x"")"`));
    assert.ok(lines[1].endsWith(",-0.000000005,TON,TON,false"));
    assert.ok(lines[2].includes('"a ""b"",\nc"'));
    for (const line of lines) assert.doesNotMatch(line, /(^|,)[=@+\t]/);
  });

  test("CSV has no formula either for a spreadsheet that separates cells at semicolons or tabs", () => {
    const [{ page: itsPage }] = entries;
    const written = (comment) => {
      const activity = describeAction(
        action("ton_transfer", { source: ME, destination: YOU, value: "5", comment }),
        ME,
      );
      return toCsv([{ activity, page: itsPage }]);
    };
    for (const comment of ["x;=1+1", "x\t=1+1", "x;-1+1"])
      assert.ok(written(comment).includes(`,"${comment}",`), comment);
  });

  test("JSON has the same rows, with raw addresses", () => {
    const [first] = JSON.parse(toJson(entries));
    assert.deepEqual(first, JSON.parse(JSON.stringify(makeRecord(entries[0]))));
    assert.deepEqual([first.from, first.to, first.time], [ME, YOU, "1970-01-01T00:16:40.000Z"]);
    assert.deepEqual(first.amounts, [
      { amount: "-0.000000005", asset: "TON", symbol: "TON", in_smallest_units: false },
    ]);
  });
});

describe("rows that arrive later", () => {
  /** A row of a history. @param {string} id @param {"transaction" | "ton_transfer"} type */
  const row = (id, type = "ton_transfer", covered = []) =>
    /** @type {any} */ ({ activity: { id, type, lt: "5" }, covered });
  const ids = (rows) => rows?.map(({ activity }) => activity.id);

  test("the newest rows come first, each once; a row that was read stays the same object", () => {
    const rows = [row("c"), row("b"), row("a")];
    const joined = addNewest(rows, [row("e"), row("d"), row("c"), row("b")], false);
    assert.deepEqual(ids(joined), ["e", "d", "c", "b", "a"]);
    assert.equal(joined?.[2], rows[0]);
  });

  test("an action replaces the transactions that it covers", () => {
    const rows = [row("tx2", "transaction"), row("tx1", "transaction"), row("a")];
    const joined = addNewest(rows, [row("action", "ton_transfer", ["tx1", "tx2"]), row("a")], false);
    assert.deepEqual(ids(joined), ["action", "a"]);
  });

  test("rows that are older than all that were read are left to the next page", () => {
    const rows = [row("c"), row("b")];
    assert.deepEqual(ids(addNewest(rows, [row("d"), row("c"), row("b"), row("a")], false)), ["d", "c", "b"]);
    const last = [row("b"), row("tx", "transaction")];
    const newest = [row("b"), row("action", "ton_transfer", ["tx"]), row("a")];
    assert.deepEqual(ids(addNewest(last, newest, false)), ["b", "action"]);
  });

  test("an older response of a cache removes nothing, and a gap is reported", () => {
    assert.deepEqual(ids(addNewest([row("c"), row("b"), row("a")], [row("b"), row("a")], true)), ["c", "b", "a"]);
    assert.equal(addNewest([row("a")], [row("z"), row("y")], false), undefined);
    assert.deepEqual(ids(addNewest([], [row("z"), row("y")], false)), ["z", "y"]);
  });

  test("only a transaction newer than what was read may still become an action", () => {
    assert.equal(mayGetActions([row("tx", "transaction")], 4n), true);
    assert.equal(mayGetActions([row("tx", "transaction")], 5n), false);
    assert.equal(mayGetActions([row("action")], 4n), false);
  });
});
