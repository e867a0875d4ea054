// Tests without a browser how the web app describes, filters and joins actions and transactions, and writes them to files.

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

const [OWN_ACCOUNT, OTHER_ACCOUNT, JETTON_MASTER, POOL_ACCOUNT, NFT_ITEM] = [..."12345"].map(
  (digit) => `0:${digit.repeat(64)}`,
);
const action = (type, details, extraFields = {}) => ({
  action_id: "id",
  trace_id: "trace",
  type,
  success: true,
  transactions: ["hash"],
  end_utime: 1000,
  end_lt: "5",
  details,
  ...extraFields,
});
const formatAmounts = (activity) => activity.amounts.map(({ sign, units, asset }) => `${sign} ${units} ${asset}`);

describe("descriptions of actions", () => {
  test("every action type that the package declares has a description and belongs to a kind of the filter", () => {
    const declaredTypes = readFileSync(new URL("../../pkg/generated/v3.d.ts", import.meta.url), "utf8");
    const [, body] = /interface ActionDetailsByType \{(.*?)\n\}/s.exec(declaredTypes) ?? [];
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
    const declaredTypes = readFileSync(new URL("../../pkg/generated/v3.d.ts", import.meta.url), "utf8");
    const [, body] = /interface ActionDetailsByType \{(.*?)\n\}/s.exec(declaredTypes) ?? [];
    for (const [, type, shape] of body.matchAll(/^ {2}(\w+): (\w+)/gm)) {
      const fields = new RegExp(`interface ${shape} \\{(.*?)\\n\\}`, "s").exec(declaredTypes)?.[1] ?? "";
      const { actor = [], other: otherFields = [], gives = [], gets = [], item } = MEANINGS[type];
      const isDeclared = (name) => new RegExp(`^ {2}${name}\\??:`, "m").test(fields);
      // In types whose fields name the wallets, a party's wallet may be in another field.
      for (const names of [actor, otherFields])
        assert.ok(names.length === 0 || names.some(isDeclared), `${type}: ${names}`);
      const namedFields = [...[...gives, ...gets].flat().map((name) => name.replace("?", "")), item];
      for (const name of namedFields.filter(Boolean)) assert.ok(isDeclared(name), `${type}.${name}`);
    }
  });

  test("a sentence about several NFTs has a plural verb", () => {
    const facts = readAction(action("nft_mint", { owner: OWN_ACCOUNT, nft_item: NFT_ITEM, nft_item_index: "0" }));
    const writeWithNames = (names) =>
      writeSentence(facts, { book: {}, metadata: {}, names })
        .map(({ text }) => text)
        .join("");
    assert.match(writeWithNames(undefined), /^NFT .* was minted/);
    assert.match(writeWithNames({ item: "5 NFTs" }), /^5 NFTs were minted/);
  });

  test("a transfer is described for its sender, its receiver and others", () => {
    const row = action("ton_transfer", {
      source: OWN_ACCOUNT,
      destination: OTHER_ACCOUNT,
      value: "5000000000",
      comment: "hi",
      encrypted: false,
    });
    const sentView = describeAction(row, OWN_ACCOUNT);
    assert.deepEqual(
      [sentView.title, sentView.direction, sentView.preposition, sentView.party],
      ["Sent", "out", "to", OTHER_ACCOUNT],
    );
    assert.deepEqual(formatAmounts(sentView), ["out 5000000000 TON"]);
    const receivedView = describeAction(row, OTHER_ACCOUNT.toLowerCase());
    assert.deepEqual(
      [receivedView.title, receivedView.direction, receivedView.preposition, receivedView.party],
      ["Received", "in", "from", OWN_ACCOUNT],
    );
    assert.deepEqual([receivedView.comment, receivedView.time, receivedView.hash], ["hi", 1000, "hash"]);
    const neutralView = describeAction(row);
    assert.deepEqual(
      [neutralView.title, neutralView.direction, neutralView.from, neutralView.to],
      ["Transfer", "none", OWN_ACCOUNT, OTHER_ACCOUNT],
    );
    assert.deepEqual(formatAmounts(neutralView), [" 5000000000 TON"]);
    assert.equal(
      describeAction({ ...row, details: { ...row.details, destination: OWN_ACCOUNT } }, OWN_ACCOUNT).direction,
      "self",
    );
  });

  test("failures, encrypted comments and extra currencies are described", () => {
    const details = {
      source: OWN_ACCOUNT,
      destination: OTHER_ACCOUNT,
      value: "1",
      comment: "x",
      encrypted: true,
      value_extra_currencies: { 239: "7" },
    };
    const row = describeAction(action("ton_transfer", details, { success: false }), OWN_ACCOUNT);
    assert.deepEqual([row.state, row.comment, row.encrypted], ["bounced", undefined, true]);
    assert.deepEqual(formatAmounts(row), ["out 1 TON", "out 7 currency:239"]);
    assert.equal(
      describeAction(action("jetton_transfer", { sender: OWN_ACCOUNT }, { success: false }), OWN_ACCOUNT).state,
      "failed",
    );
  });

  test("jetton transfers, mints, burns and swaps are described, for owners and for jetton wallets", () => {
    const jettonTransfer = action("jetton_transfer", {
      asset: JETTON_MASTER,
      sender: OWN_ACCOUNT,
      receiver: OTHER_ACCOUNT,
      receiver_jetton_wallet: POOL_ACCOUNT,
      amount: "12",
    });
    assert.deepEqual(formatAmounts(describeAction(jettonTransfer, POOL_ACCOUNT)), [`in 12 ${JETTON_MASTER}`]);
    assert.deepEqual(
      formatAmounts(
        describeAction(
          action("jetton_mint", { asset: JETTON_MASTER, receiver: OWN_ACCOUNT, amount: "3" }),
          OWN_ACCOUNT,
        ),
      ),
      [`in 3 ${JETTON_MASTER}`],
    );
    assert.deepEqual(
      formatAmounts(
        describeAction(action("jetton_burn", { asset: JETTON_MASTER, owner: OWN_ACCOUNT, amount: "3" }), OWN_ACCOUNT),
      ),
      [`out 3 ${JETTON_MASTER}`],
    );
    const swap = action("jetton_swap", {
      dex: "dedust",
      sender: OWN_ACCOUNT,
      dex_incoming_transfer: { amount: "5", asset: null },
      dex_outgoing_transfer: { amount: "9", asset: JETTON_MASTER },
      peer_swaps: [],
    });
    const swapView = describeAction(swap, OWN_ACCOUNT);
    assert.deepEqual([swapView.direction, swapView.words], ["both", ["on dedust"]]);
    assert.deepEqual(formatAmounts(swapView), ["out 5 TON", `in 9 ${JETTON_MASTER}`]);
    // Describes the action from three views: of each party, and of nobody.
    for (const account of [OWN_ACCOUNT, OTHER_ACCOUNT, undefined])
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
      nft_item: NFT_ITEM,
      old_owner: OTHER_ACCOUNT,
      new_owner: OWN_ACCOUNT,
      is_purchase: true,
      price: "100",
    });
    const purchaseView = describeAction(sale, OWN_ACCOUNT);
    assert.deepEqual(
      [purchaseView.title, purchaseView.direction, purchaseView.item, purchaseView.party],
      ["Bought NFT", "out", NFT_ITEM, OTHER_ACCOUNT],
    );
    assert.equal(
      describeAction({ ...sale, details: { ...sale.details, is_purchase: false } }, OWN_ACCOUNT).title,
      "Received NFT",
    );
    const bidView = describeAction(
      action("auction_bid", { bidder: OWN_ACCOUNT, auction: POOL_ACCOUNT, amount: "7", nft_item: NFT_ITEM }),
      OWN_ACCOUNT,
    );
    assert.deepEqual([bidView.title, ...formatAmounts(bidView)], ["Bid", "out 7 TON"]);
    const record = action("change_dns", {
      source: OWN_ACCOUNT,
      asset: NFT_ITEM,
      value: { sum_type: "DNSText", dns_text: "hello" },
    });
    assert.deepEqual(describeAction(record, OWN_ACCOUNT).words, ["text", "hello"]);
  });

  test("unknown action types are shown by name, and details of another shape cause no error", () => {
    const unknownActionView = describeAction(
      action("moon_landing", { error: "unsupported action type: moon_landing" }),
      OWN_ACCOUNT,
    );
    assert.deepEqual(
      [unknownActionView.title, unknownActionView.kind, unknownActionView.amounts],
      ["Moon landing", "contract", []],
    );
    for (const type of [...Object.keys(MEANINGS), "constructor", "__proto__", ""])
      for (const details of [
        null,
        undefined,
        {},
        [],
        "text",
        { amount: -1, value: {}, peer_swaps: null, claimed_rewards: [{}] },
      ])
        assert.equal(typeof describeAction(action(type, details), OWN_ACCOUNT).title, "string");
    assert.equal(typeof describeAction({}).title, "string");
  });
});

describe("descriptions of transactions without actions", () => {
  const successfulDescription = {
    type: "ord",
    aborted: false,
    compute_ph: { skipped: false, success: true, exit_code: 0 },
    action: { success: true, result_code: 0, skipped_actions: 0 },
  };
  const makeTransaction = (extraFields) => ({
    hash: "h",
    lt: "9",
    now: 77,
    account: OWN_ACCOUNT,
    out_msgs: [],
    description: successfulDescription,
    ...extraFields,
  });

  test("a bounce, a failure, a tick and a wallet request are described", () => {
    const bouncedView = describeTransaction(
      makeTransaction({ in_msg: { source: OTHER_ACCOUNT, destination: OWN_ACCOUNT, value: "3", bounced: true } }),
    );
    assert.deepEqual(
      [bouncedView.title, bouncedView.state, ...formatAmounts(bouncedView)],
      ["Came back", "bounced", "in 3 TON"],
    );
    const failedView = describeTransaction(
      makeTransaction({
        in_msg: { source: OTHER_ACCOUNT, value: "3", opcode: "0xdeadbeef" },
        description: { compute_ph: { success: false, exit_code: 42 } },
      }),
    );
    assert.deepEqual([failedView.state, failedView.why, failedView.words], ["failed", "exit code 42", ["0xdeadbeef"]]);
    assert.equal(describeTransaction(makeTransaction({ description: { type: "tick_tock" } })).title, "Tick-tock");
    const request = describeTransaction(
      makeTransaction({
        in_msg: { source: null, destination: OWN_ACCOUNT, value: null },
        out_msgs: [
          { destination: OTHER_ACCOUNT, value: "4" },
          { destination: POOL_ACCOUNT, value: "5" },
        ],
      }),
    );
    assert.deepEqual(
      [request.title, request.words, ...formatAmounts(request)],
      ["Sent", ["to 2 accounts"], "out 9 TON"],
    );
  });

  test("transactions without a contract, with skipped actions or missing fields are described", () => {
    const makeSkipped = (reason, extraFields) => ({
      type: "ord",
      aborted: true,
      compute_ph: { skipped: true, reason },
      ...extraFields,
    });
    for (const [description, opcode, state, why] of /** @type {[any, any, string, any][]} */ ([
      [successfulDescription, "0x178d4519", "done", undefined],
      [makeSkipped("no_state"), null, "done", undefined],
      [makeSkipped("no_gas"), "0x7362d09c", "done", undefined],
      [makeSkipped("no_state"), "0x178d4519", "failed", "no contract deployed"],
      [makeSkipped("no_gas"), "0x178d4519", "failed", "no gas to run"],
      [makeSkipped("bad_state"), null, "failed", "wrong contract state"],
      [makeSkipped("no_state", { bounce: { type: "ok" } }), null, "failed", "no contract deployed"],
      [
        { ...successfulDescription, action: { ...successfulDescription.action, skipped_actions: 2 } },
        null,
        "failed",
        "2 actions skipped",
      ],
      [{}, null, "done", undefined],
    ])) {
      const multiMessageView = describeTransaction(
        makeTransaction({
          in_msg: { source: OTHER_ACCOUNT, destination: OWN_ACCOUNT, value: "3", opcode },
          description,
        }),
      );
      assert.deepEqual([multiMessageView.state, multiMessageView.why], [state, why], JSON.stringify(description));
      assert.equal(multiMessageView.words.includes("result not known"), Object.keys(description).length === 0);
    }
  });
});

describe("amounts in the history", () => {
  const metadata = {
    [JETTON_MASTER]: {
      token_info: [{ valid: true, type: "jetton_masters", symbol: "EDGE\u202E", extra: { decimals: "6" } }],
    },
  };

  test("a jetton amount has exact decimals and its symbol, with hidden characters visible", () => {
    const amount = { sign: /** @type {const} */ ("in"), units: "1234567890123456789012345", asset: JETTON_MASTER };
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
      token: JETTON_MASTER,
      time: undefined,
      from: "2026-01-02",
      until: "2026-02-03",
    };
    assert.deepEqual(readFilter(/** @type {any} */ (writeFilter(/** @type {any} */ (filter)))), filter);
    const emptyFilter = readFilter({
      dir: "up",
      kind: "constructor",
      token: "USDT",
      time: "1y",
      from: "yesterday",
      until: "2026-2-3",
    });
    assert.ok(Object.values(emptyFilter).every((value) => value === undefined));
  });

  test("the API request has the filters that the API supports", () => {
    const { actions, transactions, byTime, withTransactions } = makeRequests(
      { kind: "nft", from: "2026-01-02" },
      OWN_ACCOUNT,
    );
    assert.ok(actions.action_type?.includes("nft_transfer") && !actions.action_type.includes("ton_transfer"));
    assert.equal(withTransactions, false);
    assert.equal(byTime, true);
    assert.equal(transactions.start_utime, readTimes({ from: "2026-01-02" }).start);
    assert.equal(makeRequests({}, OWN_ACCOUNT).actions.action_type, undefined);
    assert.equal(makeRequests({ kind: "contract" }, OWN_ACCOUNT).actions.action_type, undefined);
  });

  test("filtered days are whole days in the visitor's time zone, and open ranges end now", () => {
    const { start, end } = readTimes({ from: "2026-01-02", until: "2026-01-02" });
    assert.equal(Number(end) - Number(start), 86_399);
    assert.deepEqual(readTimes({ time: "24h" }, 100_000), { start: 13_600, end: undefined });
  });

  test("the filter keeps exactly the matching rows", () => {
    const sentView = describeAction(
      action("jetton_transfer", { asset: JETTON_MASTER, sender: OWN_ACCOUNT, receiver: OTHER_ACCOUNT, amount: "1" }),
      OWN_ACCOUNT,
    );
    for (const [filter, isExpected] of /** @type {[any, boolean][]} */ ([
      [{}, true],
      [{ direction: "out" }, true],
      [{ direction: "in" }, false],
      [{ kind: "jetton" }, true],
      [{ kind: "ton" }, false],
      [{ token: JETTON_MASTER.toLowerCase() }, true],
      [{ token: "TON" }, false],
    ]))
      assert.equal(matchesFilter(sentView, filter), isExpected, JSON.stringify(filter));
    assert.equal(matchesFilter(sentView, {}, { start: 1001 }), false);
    assert.equal(matchesFilter(sentView, {}, { start: 1000, end: 1000 }), true);
  });
});

/** A pager over pages of rows; `null` is a page that fails once. */
function createPager(pages, from = 0) {
  let nextIndex = from;
  return {
    get cursor() {
      return String(nextIndex);
    },
    async *pages() {
      while (nextIndex < pages.length) {
        if (pages[nextIndex] === null) {
          pages.splice(nextIndex, 1);
          throw new Error("no connection");
        }
        nextIndex += 1;
        yield { rows: pages[nextIndex - 1], last: nextIndex === pages.length };
      }
    },
  };
}

describe("actions and transactions in one list", () => {
  const makeAction = (lt, hashes) => ({ trace_end_lt: String(lt), trace_end_utime: lt, transactions: hashes });
  const makeTransactionRow = (lt, hash) => ({ lt: String(lt), now: lt, hash });
  const formatRowKey = ({ name, row }) => (name === "action" ? `a${row.trace_end_lt}` : `t${row.lt}`);
  const createOpenPager = (actions, transactions) => (name, cursor) =>
    /** @type {any} */ (createPager(name === "action" ? actions : transactions, Number(cursor ?? 0)));

  async function readStream(stream) {
    const mergedKeys = [];
    for await (const { rows } of stream.pages()) mergedKeys.push(...rows);
    return mergedKeys.map(formatRowKey);
  }

  test("actions and uncovered transactions are joined newest first, however the pages are cut", async () => {
    const actions = [makeAction(90, ["x", "y"]), makeAction(70, []), makeAction(50, ["z"]), makeAction(30, ["v"])];
    const transactions = [
      makeTransactionRow(88, "x"),
      makeTransactionRow(80, "free"),
      makeTransactionRow(60, "y"),
      makeTransactionRow(50, "z"),
      makeTransactionRow(40, "other"),
      makeTransactionRow(30, "v"),
      makeTransactionRow(10, "first"),
    ];
    const expectedOrder = ["a90", "t80", "a70", "a50", "t40", "a30", "t10"];
    const splitIntoPages = (rows, pageSize) =>
      Array.from({ length: Math.ceil(rows.length / pageSize) }, (_, i) => rows.slice(i * pageSize, (i + 1) * pageSize));
    for (const byTime of [false, true])
      for (const count of [1, 2, 3, 9])
        for (const otherSize of [1, 2, 3, 9]) {
          const stream = mergeHistory(
            createState(["action", "transaction"]),
            createOpenPager(splitIntoPages(actions, count), splitIntoPages(transactions, otherSize)),
            { byTime },
          );
          assert.deepEqual(await readStream(stream), expectedOrder, `${count} and ${otherSize} a page`);
        }
  });

  test("an error loses no row, and another stream resumes from the saved state", async () => {
    const [actions, transactions] = [
      [[makeAction(9, [])], null, [makeAction(3, [])]],
      [[makeTransactionRow(8, "b")], [makeTransactionRow(7, "c")], null, [makeTransactionRow(2, "d")]],
    ];
    const state = createState(["action", "transaction"]);
    const mergedKeys = [];
    for (let round = 0; round < 6; round += 1) {
      const stream = mergeHistory(state, createOpenPager(actions, transactions), { byTime: false });
      try {
        for await (const { rows } of stream.pages()) mergedKeys.push(...rows.map(formatRowKey));
      } catch {
        assert.equal(stream.cursor, state);
      }
    }
    assert.deepEqual(mergedKeys, ["a9", "t8", "t7", "a3", "t2"]);
  });

  test("a joined list without rows ends", async () => {
    assert.deepEqual(
      await readStream(
        mergeHistory(createState(["action", "transaction"]), createOpenPager([], []), { byTime: false }),
      ),
      [],
    );
  });
});

describe("files of the history", () => {
  const page = { book: { [OTHER_ACCOUNT]: { domain: '=HYPERLINK("x")' } }, metadata: {} };
  const entries = [
    {
      activity: describeAction(
        action("ton_transfer", {
          source: OWN_ACCOUNT,
          destination: OTHER_ACCOUNT,
          value: "5",
          comment: "=cmd|' /C calc'!A0",
        }),
        OWN_ACCOUNT,
      ),
      page,
    },
    {
      activity: describeAction(
        action("nft_transfer", {
          nft_item: NFT_ITEM,
          old_owner: OTHER_ACCOUNT,
          new_owner: OWN_ACCOUNT,
          comment: 'a "b",\nc',
        }),
        OWN_ACCOUNT,
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
    const writeCsvComment = (comment) => {
      const activity = describeAction(
        action("ton_transfer", { source: OWN_ACCOUNT, destination: OTHER_ACCOUNT, value: "5", comment }),
        OWN_ACCOUNT,
      );
      return toCsv([{ activity, page: itsPage }]);
    };
    for (const comment of ["x;=1+1", "x\t=1+1", "x;-1+1"])
      assert.ok(writeCsvComment(comment).includes(`,"${comment}",`), comment);
  });

  test("JSON has the same rows, with raw addresses", () => {
    const [firstEntry] = JSON.parse(toJson(entries));
    assert.deepEqual(firstEntry, JSON.parse(JSON.stringify(makeRecord(entries[0]))));
    assert.deepEqual(
      [firstEntry.from, firstEntry.to, firstEntry.time],
      [OWN_ACCOUNT, OTHER_ACCOUNT, "1970-01-01T00:16:40.000Z"],
    );
    assert.deepEqual(firstEntry.amounts, [
      { amount: "-0.000000005", asset: "TON", symbol: "TON", in_smallest_units: false },
    ]);
  });
});

describe("rows that arrive later", () => {
  /** A row of a history. @param {string} id @param {"transaction" | "ton_transfer"} type */
  const makeRow = (id, type = "ton_transfer", covered = []) =>
    /** @type {any} */ ({ activity: { id, type, lt: "5" }, covered });
  const listIds = (rows) => rows?.map(({ activity }) => activity.id);

  test("the newest rows come first, each once; a row that was read stays the same object", () => {
    const rows = [makeRow("c"), makeRow("b"), makeRow("a")];
    const mergedRows = addNewest(rows, [makeRow("e"), makeRow("d"), makeRow("c"), makeRow("b")], false);
    assert.deepEqual(listIds(mergedRows), ["e", "d", "c", "b", "a"]);
    assert.equal(mergedRows?.[2], rows[0]);
  });

  test("an action replaces the transactions that it covers", () => {
    const rows = [makeRow("tx2", "transaction"), makeRow("tx1", "transaction"), makeRow("a")];
    const mergedRows = addNewest(rows, [makeRow("action", "ton_transfer", ["tx1", "tx2"]), makeRow("a")], false);
    assert.deepEqual(listIds(mergedRows), ["action", "a"]);
  });

  test("rows that are older than all that were read are left to the next page", () => {
    const rows = [makeRow("c"), makeRow("b")];
    assert.deepEqual(listIds(addNewest(rows, [makeRow("d"), makeRow("c"), makeRow("b"), makeRow("a")], false)), [
      "d",
      "c",
      "b",
    ]);
    const lastRows = [makeRow("b"), makeRow("tx", "transaction")];
    const newestRows = [makeRow("b"), makeRow("action", "ton_transfer", ["tx"]), makeRow("a")];
    assert.deepEqual(listIds(addNewest(lastRows, newestRows, false)), ["b", "action"]);
  });

  test("an older response of a cache removes nothing, and a gap is reported", () => {
    assert.deepEqual(
      listIds(addNewest([makeRow("c"), makeRow("b"), makeRow("a")], [makeRow("b"), makeRow("a")], true)),
      ["c", "b", "a"],
    );
    assert.equal(addNewest([makeRow("a")], [makeRow("z"), makeRow("y")], false), undefined);
    assert.deepEqual(listIds(addNewest([], [makeRow("z"), makeRow("y")], false)), ["z", "y"]);
  });

  test("only a transaction newer than what was read may still become an action", () => {
    assert.equal(mayGetActions([makeRow("tx", "transaction")], 4n), true);
    assert.equal(mayGetActions([makeRow("tx", "transaction")], 5n), false);
    assert.equal(mayGetActions([makeRow("action")], 4n), false);
  });
});
