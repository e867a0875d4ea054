// Metadata of tokens (TEP-64) and records of domains (TEP-81), as contracts and attackers write them.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";

import { beginCell, buildDict, decodeContent, decodeDnsRecords, encodeDomain, parseBoc } from "ton-edge/message";

import { readCpuMs, measureGrowth, summarizeGrowth } from "../attacks/growth.mjs";
import { buildLibraryCell, buildOffchainContent, buildOnchainContent } from "../upstream/devnet/contracts/code.mjs";
import * as dns from "../upstream/devnet/contracts/dns.mjs";
import { readCode, toHex, ODD_VALUES, catchThrown, toCore, toOurs } from "./checks.mjs";
import { makeRandom } from "./random.mjs";

const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const random = makeRandom(12);
const hashName = (name) => createHash("sha256").update(name).digest("hex");
const makeKey = (name) => BigInt(`0x${hashName(name)}`);

const makeRef = (cell) => beginCell().storeRef(cell);
const makeSnake = (value, prefix = /** @type {number | null} */ (0)) => {
  const builder = beginCell();
  if (prefix !== null) builder.storeUint(prefix, 8);
  return (typeof value === "string" ? builder.storeStringTail(value) : builder.storeBytesTail(value)).endCell();
};
/** A value in the chunked format. */
const makeChunks = (parts) =>
  beginCell()
    .storeUint(1, 8)
    .storeMaybeRef(
      buildDict(
        32,
        parts.map((part, index) => /** @type {[number, any]} */ ([index, makeRef(makeSnake(part, null))])),
      ),
    )
    .endCell();
/** Onchain metadata with these values, by name. */
const makeOnchain = (values) =>
  beginCell()
    .storeUint(0, 8)
    .storeMaybeRef(
      buildDict(
        256,
        Object.entries(values).map(([name, value]) => /** @type {[bigint, any]} */ ([makeKey(name), value])),
      ),
    )
    .endCell();

/** Cells that share all cells below them: the number of paths doubles with each level. */
function makeBomb(depth, bottomCell) {
  let cell = bottomCell;
  for (let index = 0; index < depth; index += 1)
    cell = beginCell().storeUint(0, 2).storeRef(cell).storeRef(cell).endCell();
  return cell;
}

describe("metadata of tokens", () => {
  test("onchain, offchain and semichain metadata is decoded", () => {
    const fields = { name: "Edge", symbol: "EDGE", description: "ä".repeat(900), decimals: "9", image: "https://x" };
    const ownContent = decodeContent(toOurs(buildOnchainContent(fields)));
    assert.deepEqual({ ...ownContent, cell: 0 }, { layout: "onchain", ...fields, decimals: 9, other: {}, cell: 0 });
    const content = decodeContent(
      makeOnchain({ uri: makeRef(makeSnake("https://a")), decimals: makeRef(makeSnake("6")) }),
    );
    assert.deepEqual([content.layout, content.uri, content.decimals], ["semichain", "https://a", 6]);
    const uri = `https://example.com/${"a".repeat(1000)}`;
    const remoteContent = decodeContent(toOurs(buildOffchainContent(uri)));
    assert.deepEqual([remoteContent.layout, remoteContent.uri], ["offchain", uri]);
    const emptyContent = decodeContent(makeOnchain({}));
    assert.deepEqual([emptyContent.layout, emptyContent.other], ["onchain", {}]);
  });

  test("metadata is read from any form of a cell, and keeps the cell", () => {
    const cell = makeSnake("https://a", 1);
    for (const form of [cell, toCore(cell), cell.toBoc(), cell.toBase64(), toHex(cell.toBoc())]) {
      const content = decodeContent(form);
      assert.equal(content.uri, "https://a");
      assert.equal(toHex(content.cell.hash()), toHex(cell.hash()));
    }
    for (const [description, oddValue] of ODD_VALUES)
      assert.match(
        readCode(() => decodeContent(/** @type {any} */ (oddValue)), description),
        /^boc_invalid$|^invalid_parameter$/,
      );
  });

  test("values inline, without a prefix, in chunks, and empty are decoded", () => {
    const picture = random.bytes(3000);
    const content = decodeContent(
      makeOnchain({
        name: beginCell().storeUint(0, 8).storeStringTail("inline"),
        symbol: makeRef(makeSnake("EDGE", null)),
        description: makeRef(makeChunks(["one ", "two ", "three"])),
        image_data: makeRef(
          makeChunks([picture.subarray(0, 1000), picture.subarray(1000, 2500), picture.subarray(2500)]),
        ),
        image: beginCell(),
        amount_style: makeRef(beginCell().endCell()),
        render_type: makeRef(makeChunks([])),
      }),
    );
    assert.equal(content.name, "inline");
    assert.equal(content.symbol, "EDGE");
    assert.equal(content.description, "one two three");
    assert.deepEqual(content.imageData, new Uint8Array(picture));
    assert.deepEqual([content.image, content.amountStyle, content.renderType], ["", "", ""]);
  });

  test("a value that is not a text stays bytes, and does not hide other values", () => {
    const library = parseBoc(toBagOfLibrary());
    const content = decodeContent(
      makeOnchain({
        name: makeRef(makeSnake(Uint8Array.of(0xff, 0xfe))),
        decimals: makeRef(makeSnake("300")),
        symbol: makeRef(makeSnake("OK")),
        image: beginCell().storeUint(1, 3),
        description: makeRef(library),
        content_url: beginCell().storeRef(makeSnake("a")).storeRef(makeSnake("b")),
        image_data: makeRef(beginCell().storeUint(1, 8).storeUint(1, 1).storeRef(beginCell().endCell()).endCell()),
        "a key of our own": makeRef(makeSnake("x")),
      }),
    );
    assert.equal(content.symbol, "OK");
    assert.deepEqual(
      Object.keys(content).sort(),
      ["cell", "contentUrl", "image", "layout", "other", "symbol"].filter((name) => name in content).sort(),
    );
    assert.deepEqual(content.other[hashName("name")], Uint8Array.of(0xff, 0xfe));
    assert.deepEqual(content.other[hashName("decimals")], new TextEncoder().encode("300"));
    assert.deepEqual(content.other[hashName("a key of our own")], new TextEncoder().encode("x"));
    assert.equal(content.description, undefined);
    assert.equal(content.imageData, undefined);
    for (const decimals of ["-1", "1.5", "", "1e2", "0x9", " 9", "٩", "256", "1000", "9\0"])
      assert.equal(
        decodeContent(makeOnchain({ decimals: makeRef(makeSnake(decimals)) })).decimals,
        undefined,
        decimals,
      );
    assert.equal(decodeContent(makeOnchain({ decimals: makeRef(makeSnake("0")) })).decimals, 0);
    assert.equal(decodeContent(makeOnchain({ decimals: makeRef(makeSnake("255")) })).decimals, 255);
  });

  test("a property name such as `__proto__` does not reach a prototype", () => {
    const content = decodeContent(
      makeOnchain({ __proto__: null, constructor: makeRef(makeSnake("x")), toString: makeRef(makeSnake("y")) }),
    );
    assert.equal(content.layout, "onchain");
    assert.equal(Object.keys(content.other).length, 2);
  });

  test("content in any other form has the layout unknown", () => {
    const junk = beginCell().storeUint(0, 8).storeUint(1, 1).storeRef(beginCell().storeUint(5, 8).endCell()).endCell();
    const cells = {
      empty: beginCell().endCell(),
      "7 bits": beginCell().storeUint(0, 7).endCell(),
      "another prefix": makeSnake("x", 2),
      "a text without a prefix": makeSnake("https://a", null),
      "on the chain, and more": beginCell().storeUint(0, 8).storeUint(0, 2).endCell(),
      "on the chain, and nothing": beginCell().storeUint(0, 8).endCell(),
      "an announced dictionary that is missing": beginCell().storeUint(0, 8).storeUint(1, 1).endCell(),
      "a dictionary of junk": junk,
      "257 properties": makeOnchain(
        Object.fromEntries(Array.from({ length: 257 }, (_, index) => [`n${index}`, makeRef(makeSnake("x"))])),
      ),
      "2^255 properties": beginCell()
        .storeUint(0, 8)
        .storeUint(1, 1)
        .storeRef(makeBomb(256, beginCell().storeUint(0, 2).endCell()))
        .endCell(),
      "a URI that is not a text": makeSnake(Uint8Array.of(0xff), 1),
      "a URI of odd bits": beginCell().storeUint(1, 8).storeUint(1, 5).endCell(),
      "a URI that forks": beginCell().storeUint(1, 8).storeRef(makeSnake("a")).storeRef(makeSnake("b")).endCell(),
      "a library": parseBoc(toBagOfLibrary()),
    };
    for (const [title, cell] of Object.entries(cells)) {
      const content = decodeContent(cell);
      assert.equal(content.layout, "unknown", title);
      assert.deepEqual(Object.keys(content).sort(), ["cell", "layout", "other"], title);
      assert.equal(content.cell, cell, title);
    }
    const largestContent = makeOnchain(
      Object.fromEntries(Array.from({ length: 256 }, (_, index) => [`n${index}`, makeRef(makeSnake("x"))])),
    );
    assert.equal(Object.keys(decodeContent(largestContent).other).length, 256);
  });

  test("decoding shared cells takes work in proportion to their number", () => {
    const longList = makeSnake(new Uint8Array(127 * 1000), null);
    const parts = Array.from({ length: 256 }, (_, index) => /** @type {[number, any]} */ ([index, makeRef(longList)]));
    const value = makeRef(beginCell().storeUint(1, 8).storeMaybeRef(buildDict(32, parts)).endCell());
    const content = makeOnchain(Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`n${index}`, value])));
    const boc = content.toBoc();
    assert.ok(boc.length < 400_000);
    const cpuBefore = readCpuMs();
    const decodedContent = decodeContent(boc);
    const ms = readCpuMs() - cpuBefore;
    // Without the limit, this would be 8 GB of bytes.
    const bytes = Object.values(decodedContent.other).reduce((size, { length }) => size + length, 0);
    assert.ok(bytes <= 256 * 127 * 1000, `${bytes} bytes`);
    assert.ok(ms < 5000, `${ms} ms`);
  });
});

/** A bag of one library cell. */
const toBagOfLibrary = () => buildLibraryCell(toCore(beginCell().endCell())).toBoc();

describe("names of domains", () => {
  const encodeLatin1 = (domain) => Buffer.from(encodeDomain(domain)).toString("latin1");

  test("a domain is encoded with its last label first, and a zero byte after each label", () => {
    for (const domain of ["alice.ton", "durov.t.me", "a.b.c.d.e.ton", "ton", "xn--80ak6aa92e.ton", "a-b_c.ton", "."])
      if (domain !== ".") assert.equal(encodeLatin1(domain), dns.encodeName(domain).toString("latin1"));
    assert.equal(encodeLatin1("Alice.TON"), "ton\0alice\0");
    assert.equal(encodeLatin1("alice.ton."), "ton\0alice\0");
    assert.equal(Buffer.from(encodeDomain("grüße.ton")).toString(), "ton\0grüße\0");
    assert.equal(Buffer.from(encodeDomain("💎.ton")).toString(), "ton\0💎\0");
  });

  test("a domain of 126 bytes is accepted, and a longer one is refused", () => {
    const longestName = `${"a".repeat(122)}.ton`;
    assert.equal(encodeDomain(longestName).length, 127);
    assert.equal(encodeDomain(`${longestName}.`).length, 127);
    for (const longName of [
      `a${longestName}`,
      `${"a".repeat(1 << 20)}.ton`,
      `${"ü".repeat(62)}.ton`,
      `${"a.".repeat(62)}ton`,
    ])
      assert.equal(
        readCode(() => encodeDomain(longName)),
        "invalid_parameter",
      );
  });

  test("invalid domain names are refused", () => {
    const oddValues = [
      "",
      ".",
      "..",
      "a..ton",
      ".ton",
      "ton..",
      "a b.ton",
      " a.ton",
      "a.ton ",
      "a\0.ton",
      "a\n.ton",
      "\u007f.ton",
      "a\u0000b",
      "a\ud800.ton",
      "\udc00.ton",
    ];
    for (const domain of oddValues) {
      const error = catchThrown(() => encodeDomain(domain), JSON.stringify(domain));
      assert.deepEqual([error.code, error.parameter], ["invalid_parameter", "domain"], JSON.stringify(domain));
    }
    for (const [description, value] of ODD_VALUES)
      assert.equal(
        readCode(() => encodeDomain(/** @type {any} */ (value)), description),
        "invalid_parameter",
      );
  });
});

describe("records of domains", () => {
  const makeRecords = (values) =>
    buildDict(
      256,
      Object.entries(values).map(([name, cell]) => /** @type {[bigint, any]} */ ([makeKey(name), cell])),
    );
  const NO_RECORDS = { wallet: null, site: null, storage: null, resolver: null, text: null };
  const address = beginCell().storeAddress(RAW).endCell();
  const wallet = beginCell().storeUint(0x9fd3, 16).storeSlice(address).storeUint(0, 8).endCell();
  const next = beginCell().storeUint(0xba93, 16).storeSlice(address).endCell();
  const adnl = beginCell().storeUint(0xad01, 16).storeUint(7, 256).storeUint(0, 8).endCell();
  const bag = beginCell().storeUint(0x7473, 16).storeUint(8, 256).endCell();
  const makeText = (parts, count = parts.length) => {
    const makeCell = (index) => {
      const bytes = new TextEncoder().encode(parts[index]);
      const builder = beginCell().storeUint(bytes.length, 8).storeBytes(bytes);
      return index + 1 < parts.length ? builder.storeRef(makeCell(index + 1).endCell()) : builder;
    };
    return beginCell()
      .storeUint(0x1eda, 16)
      .storeUint(count, 8)
      .storeSlice(parts.length ? makeCell(0) : beginCell())
      .endCell();
  };

  test("DNS records of each kind are decoded, in a separate cell or inline", () => {
    for (const form of [makeRef, (cell) => cell]) {
      assert.deepEqual(
        decodeDnsRecords(
          makeRecords({
            wallet: form(wallet),
            site: form(adnl),
            storage: form(bag),
            dns_next_resolver: form(next),
            text: makeRef(makeText(["hello ", "wörld"])),
          }),
        ),
        {
          wallet: RAW,
          site: { type: "adnl", value: `${"0".repeat(63)}7` },
          storage: `${"0".repeat(63)}8`,
          resolver: RAW,
          text: "hello wörld",
        },
      );
    }
    assert.deepEqual(decodeDnsRecords(makeRecords({ site: makeRef(bag) })).site, {
      type: "bag",
      value: `${"0".repeat(63)}8`,
    });
    assert.deepEqual(decodeDnsRecords(null), NO_RECORDS);
    assert.equal(decodeDnsRecords(makeRecords({ text: makeRef(makeText([])) })).text, "");
  });

  test("an invalid value is not a DNS record, and does not hide records", () => {
    const shortCell = beginCell().storeUint(0x9fd3, 16).storeUint(5, 8).endCell();
    const junk = {
      site: makeRef(shortCell),
      storage: makeRef(wallet),
      dns_next_resolver: makeRef(parseBoc(toBagOfLibrary())),
      text: makeRef(makeText(["a", "b"], 200)),
      "another kind": makeRef(beginCell().storeUint(0xffff, 16).endCell()),
      "an empty dictionary": beginCell(),
    };
    assert.deepEqual(decodeDnsRecords(makeRecords({ ...junk, wallet: makeRef(wallet) })), {
      ...NO_RECORDS,
      wallet: RAW,
    });
    assert.deepEqual(decodeDnsRecords(makeRecords({ wallet: makeRef(next), site: makeRef(wallet) })), NO_RECORDS);
    // Bytes that are not an address.
    const emptyOwnerCell = beginCell().storeUint(0x9fd3, 16).storeUint(0, 2).endCell();
    assert.equal(decodeDnsRecords(makeRecords({ wallet: makeRef(emptyOwnerCell) })).wallet, null);
  });

  test("a tree that is not a dictionary, or expands without limit, is an error", () => {
    const roots = [
      beginCell().endCell(),
      makeSnake("abc"),
      makeBomb(256, beginCell().storeUint(0, 2).endCell()),
      wallet,
    ];
    for (const root of roots)
      assert.equal(
        readCode(() => decodeDnsRecords(root)),
        "cell_read",
      );
    for (const [description, oddValue] of ODD_VALUES.slice(2))
      assert.match(
        readCode(() => decodeDnsRecords(/** @type {any} */ (oddValue)), description),
        /^(boc_invalid|invalid_parameter|cell_build)$/,
      );
  });

  test("a text record whose length is wrong is not decoded", () => {
    for (const cell of [
      makeText(["a"], 2),
      makeText(["a"], 255),
      beginCell().storeUint(0x1eda, 16).storeUint(1, 8).storeUint(9, 8).endCell(),
    ])
      assert.equal(decodeDnsRecords(makeRecords({ text: makeRef(cell) })).text, null);
  });
});

describe("work that is linear in the input: metadata and domains", () => {
  /** @type {Record<string, import("../attacks/growth.mjs").Shape>} */
  const SHAPES = {
    "a long offchain text": {
      largest: 120 * 1024,
      make: (size) => makeSnake("a".repeat(size), 1),
      run: (cell) => decodeContent(cell),
    },
    "a long onchain text": {
      largest: 120 * 1024,
      make: (size) => makeOnchain({ description: makeRef(makeSnake("a".repeat(size))) }),
      run: (cell) => decodeContent(cell),
    },
    "a name that is too long": {
      largest: 1 << 20,
      make: (size) => "a.".repeat(size / 2),
      run: (domain) => assert.throws(() => encodeDomain(domain)),
    },
  };
  for (const [title, shape] of Object.entries(SHAPES)) {
    test(title, async () => {
      const growthReport = await measureGrowth(shape);
      assert.ok(growthReport.linear, summarizeGrowth(growthReport));
    });
  }
});
