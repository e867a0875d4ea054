// `describeAction` of ton-edge/actions: a sentence for every type of action in the reference, from every view, and texts of strangers in it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";

import { Address, packAddress, tryParseAddress } from "ton-edge/address";
import { describeAction } from "ton-edge/actions";

import { MEANINGS } from "../../pkg/lib/sentences/action-table.js";
import { SENTENCES } from "../../pkg/lib/sentences/sentence-table.js";
import { compareGolden } from "../helpers/golden.mjs";
import { ALICE, BOB, COIN, DETAILS, ITEM } from "./action-cases.mjs";

const TYPES = /** @type {(keyof typeof DETAILS)[]} */ (Object.keys(DETAILS));
const makeJetton = (overrides) => ({
  valid: true,
  type: "jetton_masters",
  symbol: "EDGE",
  extra: { decimals: "6" },
  ...overrides,
});
const makeIndexedToken = (...tokens) => ({ [COIN]: { is_indexed: true, token_info: tokens } });
const metadata = {
  ...makeIndexedToken(makeJetton({})),
  [ITEM]: { is_indexed: true, token_info: [{ valid: true, name: "Cat 1", extra: { domain: "cat.ton" } }] },
};
const addressBook = {
  [ALICE]: { user_friendly: packAddress(ALICE, { bounceable: false }), domain: "alice.ton" },
  [BOB]: { user_friendly: packAddress(BOB, { bounceable: false }), domain: null },
};
const BOB_NAME = "UQCwsL…IRM9".replace("IRM9", addressBook[BOB].user_friendly.slice(-6));
const action = (type, details, overrides = {}) => /** @type {any} */ ({ type, success: true, details, ...overrides });
const transfer = (overrides = {}, fields = {}) =>
  action("ton_transfer", { source: ALICE, destination: BOB, value: "5000000000", ...overrides }, fields);
const getMovedAction = (amount, asset = /** @type {any} */ (COIN)) =>
  action("jetton_transfer", { sender: ALICE, receiver: BOB, amount, asset });
const readText = (action, options = {}) => describeAction(action, { addressBook, metadata, ...options }).text;
/** The sentence about a received jetton with this metadata. */
const describeReceived = (...tokens) =>
  readText(getMovedAction("5000000"), { viewer: BOB, metadata: makeIndexedToken(...tokens) });
const getCode = (run) => {
  try {
    run();
  } catch (error) {
    return [error.code, error.parameter];
  }
  return undefined;
};

describe("sentences about actions", () => {
  test("every type of the reference has its own sentence, from the view of both parties and of others", () => {
    const declarationText = readFileSync(new URL("../../pkg/dist/v3.d.ts", import.meta.url), "utf8");
    const [, body] = /interface ActionDetailsByType \{(.*?)\n\}/s.exec(declarationText) ?? [];
    const types = [...body.matchAll(/^ {2}(\w+):/gm)].map(([, type]) => type);
    assert.ok(types.length > 75);
    assert.deepEqual([...TYPES].sort(), types.sort(), "tests/package/action-cases.mjs has one action of every type");
    assert.deepEqual(Object.keys(SENTENCES).sort(), Object.keys(MEANINGS).sort());
    const lines = TYPES.flatMap((type) => {
      assert.ok(Object.hasOwn(SENTENCES, type), `${type} has no sentence`);
      const texts = [ALICE, BOB, undefined].map((viewer) => readText(action(type, DETAILS[type]), { viewer }));
      return [type, ...texts.map((text, index) => `  ${["actor", "other", "neutral"][index]}: ${text}`)];
    });
    compareGolden("sentences.txt", `${lines.join("\n")}\n`);
  });

  test("no two types have the same sentence, except variants of one type", () => {
    const typesByText = new Map();
    for (const type of TYPES) {
      const text = readText(action(type, DETAILS[type]));
      typesByText.set(text, [...(typesByText.get(text) ?? []), type]);
    }
    assert.deepEqual(
      [...typesByText.values()].filter((types) => types.length > 1),
      [
        ["nft_cancel_auction", "teleitem_cancel_auction"],
        ["nft_put_on_auction", "teleitem_start_auction"],
        ["tgbtc_burn", "tgbtc_burn_fallback"],
        ["tgbtc_mint", "tgbtc_mint_fallback"],
        ["tgbtc_new_key", "tgbtc_new_key_fallback"],
      ],
    );
  });

  test("the parts are the sentence, and every account in it has its address", () => {
    for (const type of TYPES)
      for (const viewer of [ALICE, BOB, undefined]) {
        const { text, parts, amounts } = describeAction(action(type, DETAILS[type]), { viewer, addressBook, metadata });
        assert.equal(parts.map((part) => part.text).join(""), text);
        for (const part of parts)
          if (part.type === "account") {
            assert.ok(part.address !== null, `${type}: ${text}`);
            assert.ok([ALICE, BOB].includes(part.address));
          }
        for (const amount of amounts) assert.equal(typeof amount.value, "bigint", type);
      }
  });

  test("a transfer is described as data, too", () => {
    const { parts, amounts, ...rest } = describeAction(transfer({ comment: "hi\u202E" }), {
      viewer: BOB,
      addressBook,
    });
    const alice = { address: ALICE, domain: "alice.ton", name: "alice.ton" };
    const amount = {
      asset: "TON",
      value: 5_000_000_000n,
      decimals: 9,
      symbol: "TON",
      isScam: false,
      sign: "in",
      text: "5 TON",
    };
    assert.deepEqual(amounts, [amount]);
    assert.deepEqual(parts, [
      { type: "text", text: "Received " },
      { type: "amount", text: "5 TON", amount },
      { type: "text", text: " from " },
      { type: "account", text: "alice.ton", address: ALICE, role: "actor" },
    ]);
    assert.deepEqual(rest, {
      type: "ton_transfer",
      kind: "ton",
      direction: "in",
      status: "done",
      title: "Received",
      text: "Received 5 TON from alice.ton",
      actor: alice,
      other: { address: BOB, domain: null, name: BOB_NAME },
      counterparty: alice,
      nft: null,
      comment: "hi[U+202E]",
      isCommentEncrypted: false,
    });
    const outsideTransfer = describeAction(transfer({ comment: "x", encrypted: true }));
    assert.deepEqual(
      [
        outsideTransfer.counterparty,
        outsideTransfer.direction,
        outsideTransfer.amounts[0].sign,
        outsideTransfer.comment,
        outsideTransfer.isCommentEncrypted,
      ],
      [null, "none", "none", null, true],
    );
  });

  test("the sentence says if an action failed, is pending, or has no known outcome", () => {
    const formatTexts = (fields) => {
      const { status, text } = describeAction(transfer({}, fields), { viewer: ALICE, addressBook });
      return [status, text.replace(BOB_NAME, "BOB")];
    };
    assert.deepEqual(formatTexts({}), ["done", "Sent 5 TON to BOB"]);
    assert.deepEqual(formatTexts({ finality: "finalized" }), ["done", "Sent 5 TON to BOB"]);
    assert.deepEqual(formatTexts({ success: false }), ["failed", "Failed: sent 5 TON to BOB"]);
    assert.deepEqual(formatTexts({ finality: "pending" }), ["pending", "Pending: sent 5 TON to BOB"]);
    for (const success of [null, undefined, "true", 1])
      assert.deepEqual(formatTexts({ success }), ["unknown", "Outcome unknown: sent 5 TON to BOB"]);
  });

  test("an account that pays itself, a missing account, and zero are described", () => {
    assert.equal(readText(transfer({ destination: ALICE }), { viewer: ALICE }), "Sent 5 TON to itself");
    assert.equal(describeAction(transfer({ destination: ALICE }), { viewer: ALICE }).direction, "self");
    assert.equal(readText(transfer({ destination: ALICE })), "alice.ton sent 5 TON to itself");
    for (const source of [null, undefined, "", "alice", 7, {}])
      assert.equal(readText(transfer({ source }), { viewer: BOB }), "Received 5 TON from an unknown account");
    assert.equal(readText(transfer({ value: "0" }), { viewer: ALICE }), `Sent 0 TON to ${BOB_NAME}`);
    assert.equal(
      readText(transfer({ value_extra_currencies: { 239: "7" }, value: "0" }), { viewer: BOB }),
      "Received 7 smallest units of extra currency 239 from alice.ton",
    );
    assert.equal(
      readText(action("call_contract", { source: null, destination: BOB, value: "0" })),
      `${BOB_NAME} was called`,
    );
  });

  test("a purchase that the API reports as a transfer is a purchase", () => {
    const sale = action("nft_transfer", { ...DETAILS.nft_transfer, is_purchase: true, price: "90000000000" });
    assert.equal(readText(sale, { viewer: BOB }), "Bought NFT \u201CCat 1\u201D from alice.ton for 90 TON on getgems");
    assert.equal(describeAction(sale, { viewer: BOB }).nft, ITEM);
  });

  test("of more than three amounts, three are written and the others counted", () => {
    const createClaim = (count) =>
      readText(
        action("jvault_claim", {
          source: ALICE,
          claimed_rewards: Array.from({ length: count }, () => ({ jetton: COIN, amount: "1000000" })),
        }),
        { viewer: ALICE },
      );
    assert.equal(createClaim(3), "Claimed rewards of 1 EDGE, 1 EDGE and 1 EDGE with JVault");
    assert.equal(createClaim(9), "Claimed rewards of 1 EDGE, 1 EDGE, 1 EDGE and 6 more with JVault");
  });

  test("an unknown type is named, and nothing is claimed about it", () => {
    const text = readText(action("moon_landing", { source: ALICE, receiver: BOB, amount: "5" }));
    assert.equal(text, `Action \u201Cmoon_landing\u201D by alice.ton with ${BOB_NAME}`);
    assert.equal(readText(action("moon_landing", { error: "unsupported" })), "Action \u201Cmoon_landing\u201D");
    assert.equal(describeAction(action("moon_landing", { amount: "5" })).amounts.length, 0);
    assert.match(readText(action(`a\u202E\u201D${"b".repeat(200)}`, {})), /^Action \u201Ca\[U\+202E\]'b{57}…\u201D$/);
  });
});

describe("amounts in sentences", () => {
  test("decimals and symbols come from the metadata, and are never guessed", () => {
    assert.equal(describeReceived(makeJetton({})), "Received 5 EDGE from alice.ton");
    const unknownTokenText = "smallest units of the unknown token 0:C0C0…C0C0C0 from alice.ton";
    assert.equal(
      readText(getMovedAction("5000000"), { viewer: BOB, metadata: undefined }),
      `Received 5,000,000 ${unknownTokenText}`,
    );
    for (const decimalsOptions of [undefined, {}, { decimals: "x" }, { decimals: 256 }, { decimals: null }])
      assert.equal(
        describeReceived(makeJetton({ extra: decimalsOptions })),
        "Received 5,000,000 smallest units of EDGE from alice.ton",
      );
    assert.equal(
      describeReceived(makeJetton({ symbol: "" })),
      "Received 5 of the unknown token 0:C0C0…C0C0C0 from alice.ton",
    );
    assert.equal(describeReceived(makeJetton({ valid: false })), `Received 5,000,000 ${unknownTokenText}`);
    const [{ decimals, symbol, value }] = describeAction(getMovedAction("5000000")).amounts;
    assert.deepEqual([decimals, symbol, value], [null, null, 5_000_000n]);
    for (const asset of [null, "", "EDGE", 7])
      assert.equal(
        readText(getMovedAction("7", asset), { viewer: BOB }),
        "Received 7 smallest units of an unknown token from alice.ton",
      );
  });

  test("amounts are exact, and a value that is not an amount is unknown", () => {
    const maxValue = (2n ** 120n - 1n).toString();
    assert.equal(describeAction(getMovedAction(maxValue)).amounts[0].value, 2n ** 120n - 1n);
    assert.match(readText(getMovedAction(maxValue)), /1,329,227,995,784,915,872,903,807,060,280\.344575 EDGE/);
    for (const value of ["-1", "1.5", "x", 1.5, {}, [], true, "9".repeat(200), NaN]) {
      const { text, amounts } = describeAction(transfer({ value }), { viewer: BOB, addressBook });
      assert.deepEqual([text, amounts[0].value], ["Received an unknown amount of TON from alice.ton", null]);
    }
    assert.equal(readText(transfer({ value: null }), { viewer: BOB }), "Received an unknown amount from alice.ton");
  });

  test("an asset that is missing counts as TON only if the details say so", () => {
    const createSupply = (overrides) =>
      readText(action("evaa_supply", { source: ALICE, amount: "5000000000", asset: null, ...overrides }), {
        viewer: ALICE,
      });
    const UNKNOWN_TOKEN_TEXT = "Supplied 5,000,000,000 smallest units of an unknown token to EVAA";
    assert.equal(createSupply({ is_ton: true }), "Supplied 5 TON to EVAA");
    assert.equal(
      createSupply({ asset_id: "0x1a4219fe5e60d63af2a3cc7dce6fec69b45c6b5718497a6148e7c232ac87bd8a" }),
      "Supplied 5 TON to EVAA",
    );
    assert.equal(createSupply({ is_ton: false }), UNKNOWN_TOKEN_TEXT);
    assert.equal(createSupply({ is_ton: true, asset: "something" }), UNKNOWN_TOKEN_TEXT);
    const createUnstake = (provider) =>
      readText(action("stake_withdrawal", { stake_holder: ALICE, amount: "5000000000", provider }), { viewer: ALICE });
    assert.equal(createUnstake("nominator"), "Withdrew a stake of 5 TON with nominator");
    assert.equal(
      createUnstake("ethena"),
      "Withdrew a stake of 5,000,000,000 smallest units of an unknown token with ethena",
    );
  });

  test("numbers are written as in the locale, exactly", () => {
    const write = (locale) =>
      describeAction(transfer({ value: "1234567890123456789" }), { viewer: BOB, addressBook, locale }).amounts[0].text;
    assert.equal(write(undefined), "1,234,567,890.123456789 TON");
    assert.equal(write("de"), "1.234.567.890,123456789 TON");
    assert.equal(write(["fr", "en"]), "1\u202F234\u202F567\u202F890,123456789 TON");
    assert.equal(write("ar-EG-u-nu-arab"), "١٬٢٣٤٬٥٦٧٬٨٩٠٫١٢٣٤٥٦٧٨٩ TON");
    assert.equal(write("en-US"), write(undefined));
    assert.deepEqual(
      getCode(() => write("no language")),
      ["invalid_option", "locale"],
    );
  });
});

describe("texts of strangers in sentences", () => {
  test("a symbol cannot look like TON, like digits, or like the rest of the sentence", () => {
    const shortAddress = "0:C0C0C0…C0C0C0C0";
    assert.equal(
      describeReceived(makeJetton({ symbol: "TON" })),
      `Received 5 jetton \u201CTON\u201D ${shortAddress} from alice.ton`,
    );
    assert.equal(
      describeReceived(makeJetton({ symbol: "000 TON" })),
      `Received 5 jetton \u201C000 TON\u201D ${shortAddress} from alice.ton`,
    );
    assert.equal(
      describeReceived(makeJetton({ symbol: "USDT from bob and 9 EDGE" })),
      "Received 5 \u201CUSDT from bob and 9 EDGE\u201D from alice.ton",
    );
    assert.equal(
      describeReceived(makeJetton({ symbol: "A\u201D\u201CB" })),
      "Received 5 \u201CA''B\u201D from alice.ton",
    );
    assert.equal(
      describeReceived(makeJetton({ symbol: "A\n\u202EB" })),
      "Received 5 \u201CA [U+202E]B\u201D from alice.ton",
    );
    assert.equal(describeReceived(makeJetton({ is_scam: true })), "Received 5 EDGE (marked as a scam) from alice.ton");
    assert.equal(
      describeReceived(makeJetton({ symbol: "jetton \u201CUSDT from bob" })),
      "Received 5 \u201Cjetton 'USDT from bob\u201D from alice.ton",
    );
    assert.ok(describeReceived(makeJetton({ symbol: "x".repeat(10_000) })).length < 130);
  });

  test("a name of an NFT is quoted, cut, and in one line", () => {
    const name = (text) =>
      readText(action("nft_transfer", DETAILS.nft_transfer), {
        viewer: BOB,
        metadata: { [ITEM]: { token_info: [{ name: text }] } },
      });
    assert.equal(name("A\u201D and 500 TON"), "Received NFT \u201CA' and 500 TON\u201D from alice.ton");
    assert.equal(name("A\r\nB\u202E"), "Received NFT \u201CA B[U+202E]\u201D from alice.ton");
    assert.match(name("\u3164"), /^Received NFT 0:1717…171717 from alice\.ton$/);
    assert.ok(name("x".repeat(10_000)).length < 130);
  });

  test("a domain is one word, and a friendly form counts only for its own account", () => {
    const writeSentenceFrom = (row) =>
      readText(transfer(), { viewer: BOB, addressBook: { [ALICE]: row } }).replace("Received 5 TON from ", "");
    const friendlyAddress = packAddress(ALICE);
    const shortText = `${friendlyAddress.slice(0, 6)}…${friendlyAddress.slice(-6)}`;
    assert.equal(writeSentenceFrom({ user_friendly: friendlyAddress, domain: "alice.ton" }), "alice.ton");
    assert.equal(writeSentenceFrom({ user_friendly: friendlyAddress, domain: "bob.ton and 9 TON" }), shortText);
    assert.equal(writeSentenceFrom({ user_friendly: friendlyAddress, domain: "\u200D" }), shortText);
    assert.equal(writeSentenceFrom({ user_friendly: packAddress(BOB), domain: null }), "0:A1A1…A1A1A1");
    for (const row of [null, 7, "x", { user_friendly: 7, domain: {} }])
      assert.equal(writeSentenceFrom(row), "0:A1A1…A1A1A1");
    // `describeAction` isolates a name that is written from right to left from the text around it.
    assert.equal(writeSentenceFrom({ domain: "\u05D0\u05D1.ton" }), "\u2068\u05D0\u05D1.ton\u2069");
    assert.equal(writeSentenceFrom({ domain: "a\u202Eb.ton" }), "a[U+202E]b.ton");
  });

  test("no description throws, and every text is one line without control characters", () => {
    const listFields = (type) => Object.keys(DETAILS[type]);
    const values = [
      null,
      undefined,
      "",
      "\u202E\n\0",
      7,
      -1n,
      NaN,
      true,
      [],
      [null],
      {},
      { 1: {} },
      "x".repeat(5000),
      COIN,
    ];
    let count = 0;
    for (const type of [...TYPES, "constructor", "__proto__", "", null, {}])
      for (const [index, value] of values.entries()) {
        const names = Object.hasOwn(DETAILS, String(type)) ? listFields(type) : ["source", "destination"];
        const fields = Object.fromEntries(names.map((name) => [name, value]));
        const changedDetails = { ...DETAILS[String(type)], [names[index % names.length]]: value };
        for (const details of [fields, changedDetails, value])
          for (const map of [
            undefined,
            value,
            { [ALICE]: value, [COIN]: { token_info: value } },
            makeIndexedToken(value),
          ]) {
            const { text, parts } = describeAction(action(type, details), {
              viewer: ALICE,
              addressBook: /** @type {any} */ (map),
              metadata: /** @type {any} */ (map),
            });
            assert.doesNotMatch(text, /[\p{Cc}\u202A-\u202E\u2066-\u2067]/u);
            assert.ok(text !== "" && text.length < 1500, text);
            assert.equal(parts.map((part) => part.text).join(""), text);
            count += 1;
          }
      }
    assert.ok(count > 10_000);
    for (const invalidAction of [null, undefined, 7, "x", [], {}])
      assert.equal(
        describeAction(/** @type {any} */ (invalidAction)).text,
        "Outcome unknown: action \u201Cunknown\u201D",
      );
  });
});

describe("the options of describeAction", () => {
  test("the viewer is an address in any form, or an Address", () => {
    for (const viewer of [
      BOB,
      BOB.toLowerCase(),
      packAddress(BOB),
      packAddress(BOB, { bounceable: false }),
      packAddress(BOB, { testOnly: true }),
      packAddress(BOB, { urlSafe: false }),
      Address.parse(BOB),
    ])
      assert.equal(readText(transfer(), { viewer }), "Received 5 TON from alice.ton");
    for (const viewer of [undefined, null])
      assert.match(readText(transfer(), { viewer }), /^alice\.ton sent 5 TON to UQ/);
    // A jetton wallet is a party, too.
    const toWallet = action("jetton_transfer", { ...DETAILS.jetton_transfer, receiver_jetton_wallet: COIN });
    assert.match(readText(toWallet, { viewer: COIN }), /^Received 5,000 EDGE from alice\.ton$/);
  });

  test("addresses are read as by ton-edge/address", () => {
    const vectors = JSON.parse(readFileSync(new URL("../fixtures/address_vectors.json", import.meta.url), "utf8"));
    let validCount = 0;
    for (const { input } of vectors) {
      const parsedAddress = tryParseAddress(input);
      const describeView = () =>
        describeAction(transfer({ source: parsedAddress.ok ? parsedAddress.value.raw : ALICE }), { viewer: input })
          .direction;
      if (parsedAddress.ok) {
        assert.equal(describeView(), "out", input);
        validCount += 1;
      } else assert.deepEqual(getCode(describeView), ["invalid_parameter", "viewer"], input);
    }
    assert.ok(validCount > 10 && vectors.length - validCount > 10);
  });

  test("invalid options are refused", () => {
    for (const viewer of ["alice.ton", "", 7, {}, "0:00"])
      assert.deepEqual(
        getCode(() => readText(transfer(), { viewer })),
        ["invalid_parameter", "viewer"],
      );
    assert.deepEqual(
      getCode(() => readText(transfer(), { veiwer: BOB })),
      ["invalid_option", "veiwer"],
    );
    assert.deepEqual(
      getCode(() => describeAction(transfer(), /** @type {any} */ (null))),
      ["invalid_option", undefined],
    );
  });

  test("`require` returns the same descriptions, without WebAssembly", () => {
    const requiredModule = createRequire(import.meta.url)("ton-edge/actions");
    const { WebAssembly: savedWebAssembly } = globalThis;
    globalThis.WebAssembly = /** @type {any} */ (undefined);
    try {
      for (const type of TYPES) {
        const plainAction = action(type, DETAILS[type]);
        assert.deepEqual(
          requiredModule.describeAction(plainAction, { viewer: BOB, metadata }),
          describeAction(plainAction, { viewer: BOB, metadata }),
        );
      }
    } finally {
      globalThis.WebAssembly = savedWebAssembly;
    }
  });
});
