// How the web app shows texts that strangers write on the chain (names, symbols, pictures); without a browser.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { shorten } from "../../pkg/lib/sentences/format-units.js";
import { findJetton, findJettonMaster, findToken, readChainText } from "../../pkg/lib/sentences/token.js";
import { isMisleading, normalizeLook } from "../../pkg/lib/sentences/token-symbol.js";
import { isVisible, visibleText } from "../../pkg/lib/sentences/visible-text.js";
import "../helpers/site-imports.mjs";

// Stands for the page, of which the modules of pictures read only the setting: here, the gateway fetches pictures.
const isImagesTag = (selector) => selector === 'meta[name="images"][content="gateway"]';
globalThis.document = /** @type {any} */ ({ querySelector: (selector) => (isImagesTag(selector) ? {} : null) });
const { allowPictureUrl, findImageUrl, readImage } = await import("../../www/account/picture.js");
const { formatAmount, writeAmount } = await import("../../www/activity/format-amount.js");

const JETTON_MASTER = `0:${"B1".repeat(32)}`;
const SHORT_ADDRESS = "0:B1B1B1…B1B1B1B1";
const makeJetton = (extraFields) => ({
  valid: true,
  type: "jetton_masters",
  symbol: "EDGE",
  extra: { decimals: "9" },
  ...extraFields,
});
const makeMetadata = (...tokens) => ({ [JETTON_MASTER]: { is_indexed: true, token_info: tokens } });
const writeReceivedAmount = (units, metadata) => writeAmount({ sign: "in", units, asset: JETTON_MASTER }, metadata);

describe("a jetton that imitates TON", () => {
  test("a jetton whose symbol looks like TON is not shown as TON", () => {
    assert.equal(writeAmount({ sign: "in", units: "5000000000000", asset: "TON" }, {}), "+5,000 TON");
    assert.equal(
      writeReceivedAmount("5000000000000", makeMetadata(makeJetton({ symbol: "TON" }))),
      `+5,000 jetton “TON” ${SHORT_ADDRESS}`,
    );
    assert.equal(
      writeReceivedAmount("5000000000", makeMetadata(makeJetton({ symbol: "000 TON" }))),
      `+5 jetton “000 TON” ${SHORT_ADDRESS}`,
    );
    // The name stands in for a missing symbol.
    assert.equal(
      writeReceivedAmount("5000000000", makeMetadata(makeJetton({ symbol: "", name: "Toncoin" }))),
      `+5 jetton “Toncoin” ${SHORT_ADDRESS}`,
    );
    for (const symbol of [
      "TON",
      "ton",
      "Toncoin",
      "GRAM",
      "\u0422\u041E\u039D",
      "\u03A4\u039F\u039D",
      "T\u041EN",
      "\uFF34\uFF2F\uFF2E",
      "\u{1D413}\u{1D40E}\u{1D40D}",
      "\u24C9\u24C4\u24C3",
      "\u1D1B\u1D0F\u0274",
      "T\u00D6N",
      "T\u200DO\u200CN",
      "TO\uFE0FN",
      "T0N",
      "T O N",
      "TON.",
      "$TON",
      "\u{1F48E}TON",
      "TON \u2713",
      "M TON",
      "k\u00A0TON",
      "000",
      "000 TON",
      "\u0660\u0660\u0660",
      ",000",
      ".5",
      "'000",
      "+1",
      "-1",
      "\u22121",
      "\u200D000",
      " EDGE",
      "\u00A0EDGE",
    ]) {
      assert.equal(isMisleading(symbol), true, JSON.stringify(symbol));
      assert.match(
        writeReceivedAmount("5000000000", makeMetadata(makeJetton({ symbol }))),
        /^\+5 jetton “.*” 0:B1B1B1…B1B1B1B1$/u,
      );
    }
  });

  test("other jettons are shown with their symbols unchanged", () => {
    for (const symbol of [
      "EDGE",
      "USD₮",
      "tsTON",
      "jTON",
      "NOT",
      "Notcoin",
      "DOGS",
      "$DOGE",
      "\u{1F98A}",
      "Р",
      "日本",
    ]) {
      assert.equal(isMisleading(symbol), false, symbol);
      assert.equal(writeReceivedAmount("5000000000", makeMetadata(makeJetton({ symbol }))), `+5 ${symbol}`);
    }
  });

  test("texts that look the same are recognised as look-alikes", () => {
    assert.equal(normalizeLook("USDT"), normalizeLook("USD\u0422"));
    assert.notEqual(normalizeLook("USDT"), normalizeLook("USDC"));
  });
});

describe("the metadata of a token", () => {
  test("an amount uses the decimals of the jetton, not of another token entry of its contract", () => {
    const metadata = makeMetadata(
      { valid: true, type: "nft_items", name: "An NFT", extra: {} },
      makeJetton({ extra: { decimals: "2" } }),
    );
    assert.equal(writeReceivedAmount("500", metadata), "+5 EDGE");
    assert.equal(findToken(metadata, JETTON_MASTER).name, "An NFT");
    // The decimals of another entry in `token_info` are ignored.
    assert.deepEqual(
      formatAmount(
        { sign: "", units: "5000000000", asset: JETTON_MASTER },
        makeMetadata(metadata[JETTON_MASTER].token_info[0]),
      ),
      {
        digits: "5,000,000,000",
        symbol: "jetton",
        exact: false,
      },
    );
    assert.equal(findJettonMaster(makeMetadata(makeJetton({ valid: false })), JETTON_MASTER), undefined);
    assert.equal(findJettonMaster({}, ""), undefined);
  });

  test("a message to a jetton wallet is shown with the wallet's jetton", () => {
    const WALLET_ADDRESS = `0:${"C2".repeat(32)}`;
    const wallet = { valid: true, type: "jetton_wallets", extra: { jetton: JETTON_MASTER } };
    const metadata = {
      [WALLET_ADDRESS]: { token_info: [{ valid: true, type: "nft_items" }, wallet] },
      ...makeMetadata({ valid: true, type: "nft_items" }, makeJetton()),
    };
    assert.deepEqual(findJetton("jetton_transfer", { destination: WALLET_ADDRESS }, metadata), {
      address: JETTON_MASTER,
      token: makeJetton(),
    });
    assert.equal(findJetton("jetton_notification", { destination: WALLET_ADDRESS }, metadata).token, undefined);
    assert.equal(findJetton("jetton_transfer", {}, {}).token, undefined);
  });
});

describe("names on the chain", () => {
  test("blank characters that count as letters are shown as their code points", () => {
    for (const character of ["\u034F", "\u115F", "\u1160", "\u17B4", "\u17B5", "\u2800", "\u3164", "\uFFA0"]) {
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
      assert.equal(visibleText(`a${character}b`), `a[U+${code}]b`);
      assert.equal(isVisible(character), false, code);
    }
  });

  test("an invisible name counts as absent", () => {
    for (const name of [
      "",
      "  ",
      "\u3164",
      "\u2800\u2800",
      "\u200D",
      "\u00A0\u3000",
      "\u202E\u200F",
      "\uFE0F",
      "\u0301",
      "\u{E0041}",
      7,
      null,
    ])
      assert.equal(readChainText(name), undefined, JSON.stringify(name));
    assert.equal(readChainText("\u3164a"), "\u3164a");
    assert.equal(readChainText("\u{1F468}\u200D\u{1F469}"), "\u{1F468}\u200D\u{1F469}");
    assert.equal(
      writeReceivedAmount("5000000000", makeMetadata(makeJetton({ symbol: "\u3164", name: "\u2800" }))),
      "+5 jetton",
    );
  });

  test("a long name is cut, but never inside a character", () => {
    assert.equal(readChainText(`${"x".repeat(79)}\u{1F600}yz`), `${"x".repeat(79)}…`);
    // The length limit counts only visible characters.
    assert.equal(readChainText(`${" ".repeat(200)}x`), undefined);
  });

  test("the two ends of a shortened address may have different lengths", () => {
    assert.equal(shorten("0123456789ABCDEF"), "012345…ABCDEF");
    assert.equal(shorten("0123456789ABCDEF", 4, 8), "0123…89ABCDEF");
    assert.equal(shorten("0123456789ABC", 4, 8), "0123456789ABC");
  });
});

describe("pictures of tokens", () => {
  const ownLocation = globalThis.location;
  before(() => {
    globalThis.location = /** @type {any} */ ({
      origin: "https://gw.example",
      protocol: "https:",
      href: "https://gw.example/#/account/",
      hash: "#/account/",
    });
  });
  after(() => {
    globalThis.location = ownLocation;
  });

  test("pictures from this host and pictures in data URLs are shown", () => {
    for (const url of [
      "https://gw.example/favicon.svg",
      "https://gw.example/pictures/api.png",
      "https://gw.example/apis/a.png",
      "data:image/png;base64,AAAA",
      "DATA:image/webp,x",
    ])
      assert.equal(allowPictureUrl(url), url);
  });

  test("no picture URL can send an API request as the visitor", () => {
    for (const path of [
      "/api",
      "/api/v3/transactions",
      "/api/v3/transactions?limit=1000",
      "/API/v3/x.png",
      "/testnet/api/v2/getMasterchainInfo",
      "/any/prefix/api/v2/x",
      "/%61pi/v3/blocks",
      "/%2561pi/v3/blocks",
      "/a%2Fapi/v3",
      "/x%5Capi%5Cv3",
      "/x/../api/v3",
      "//api/v3",
      "/api%3Fx",
      "/api;x/v3",
      "/metrics",
      "/readyz",
      "/healthz/",
      "/testnet/healthz",
      "/favicon.svg?1",
      "/%E0%A4%A",
      `/${"%25".repeat(100_000)}`,
    ])
      assert.equal(allowPictureUrl(`https://gw.example${path}`), undefined, path.slice(0, 50));
    for (const url of [
      "https://user@gw.example/favicon.svg",
      "https://:pass@gw.example/favicon.svg",
      "blob:https://gw.example/0b8e",
      "http://gw.example/favicon.svg",
    ])
      assert.equal(allowPictureUrl(url), undefined, url);
  });

  test("pictures of other hosts come from the gateway, others not", () => {
    assert.equal(
      findImageUrl("https://host.example/a b.png?c=1&size=512#d", 128),
      "https://gw.example/api/image/v1?url=https%3A%2F%2Fhost.example%2Fa%20b.png%3Fc%3D1%26size%3D512%23d&size=128",
    );
    assert.match(
      String(findImageUrl("IPFS://bafybeigdyrzt5/1.png", 64)),
      /^https:\/\/gw\.example\/api\/image\/v1\?url=IPFS%3A/,
    );
    const refusedUrls = [
      "http://host.example/a.png",
      "data:image/png;base64,AA",
      "javascript:alert(1)",
      "a.png",
      "",
      5,
      null,
    ];
    for (const url of [...refusedUrls, undefined, `https://host.example/${"a".repeat(2000)}`])
      assert.equal(findImageUrl(url, 128), undefined, String(url));
  });

  test("the indexer's small copy (`_image_small`) replaces a picture that the page cannot load", () => {
    const [smallUrl, foreignUrl] = ["https://proxy.example/small", "https://host.example/a.png"];
    const [data, extraMetadata] = ["data:image/png;base64,AA", { _image_small: smallUrl }];
    assert.equal(readImage({ image: foreignUrl, extra: extraMetadata }), smallUrl);
    assert.equal(readImage({ image: data, extra: extraMetadata }), data);
    assert.equal(readImage({ image: foreignUrl, extra: {} }), foreignUrl);
    assert.equal(readImage({ extra: extraMetadata }), smallUrl);
    assert.equal(readImage(undefined), undefined);
  });

  test("an SVG in a data URL, and a picture above the limit, are not shown", () => {
    const DATA_URL_START = "data:image/png;base64,";
    assert.equal(allowPictureUrl("data:image/svg+xml,%3Csvg/%3E"), undefined);
    assert.equal(allowPictureUrl("data:image/SVG+xml;base64,AAAA"), undefined);
    const longestUrl = DATA_URL_START + "A".repeat(200_000 - DATA_URL_START.length);
    assert.equal(allowPictureUrl(longestUrl), longestUrl);
    assert.equal(allowPictureUrl(`${longestUrl}A`), undefined);
  });
});
