// Links that open a wallet: written and read in the forms of the documentation; faulty links are refused.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Address, Cell as CoreCell } from "@ton/core";
import {
  beginCell,
  comment,
  encodeStateInit,
  parseTransferLink,
  tonConnectTransaction,
  transferLink,
} from "ton-edge/message";

import { catchThrown, toOurs } from "./checks.mjs";
import { makeRandom, TIMES } from "./random.mjs";

const EQ = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const UQ = "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI";
const RAW = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";
const USDT = "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs";
/** The address of https://docs.ton.org/ecosystem/wallet-apps/deep-links. */
const DOCS = "UQDYzZmfsrGzhObKJUw4gzdeIxEai3jAFbiGKGwxvxHinf4K";

describe("the links of the documentation", () => {
  const parseLink = (link) => {
    const { to, ...rest } = parseTransferLink(link);
    assert.equal(to, Address.parse(/transfer\/([^?]*)/.exec(link)?.[1] ?? "").toRawString());
    return rest;
  };

  test("documented links of coins are written and read", () => {
    const base = { bounce: false, network: "mainnet", value: null };
    assert.deepEqual(parseLink(`ton://transfer/${DOCS}`), base);
    assert.deepEqual(parseLink(`ton://transfer/${DOCS}?amount=5000000`), { ...base, value: 5_000_000n });
    assert.deepEqual(parseLink(`ton://transfer/${DOCS}?text=hello`), { ...base, body: "hello" });
    assert.deepEqual(
      parseLink(
        "ton://transfer/EQD2NmD_lH5f5u1Kj3KfGyTvhZSX0Eg6qp2a5IQUKXxOG21n?amount=100000&text=test&exp=2147483647",
      ),
      {
        bounce: true,
        network: "mainnet",
        value: 100_000n,
        body: "test",
        validUntil: 2_147_483_647,
      },
    );
  });

  test("documented links of jettons are written and read, in every form of link", () => {
    const query = `${DOCS}?amount=5000&jetton=${USDT}&text=hello`;
    for (const prefix of ["ton://", "TON://", "tonkeeper://", "https://app.tonkeeper.com/", "https://my.tt/"])
      assert.deepEqual(parseLink(`${prefix}transfer/${query}`), {
        bounce: false,
        network: "mainnet",
        value: 5000n,
        body: "hello",
        jetton: Address.parse(USDT).toRawString(),
      });
  });

  test("a link with a body in base64 that is not percent-encoded is read", () => {
    const cell = beginCell()
      .storeUint(0, 32)
      .storeBytes(Uint8Array.of(0xfb, 0xff, 0xfe))
      .endCell();
    const text = cell.toBase64();
    assert.match(text, /[+/=]/);
    for (const writtenForm of [
      text,
      encodeURIComponent(text),
      text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
    ]) {
      const { body } = parseTransferLink(`ton://transfer/${DOCS}?amount=1&bin=${writtenForm}`);
      assert.ok(typeof body === "object" && body.equals(cell));
    }
  });
});

describe("links written and read", () => {
  test("random transfers are written and read unchanged, and @ton/core reads their parts", () => {
    const random = makeRandom(11);
    for (let count = 0; count < TIMES * 2; count += 1) {
      const network = /** @type {"mainnet" | "testnet"} */ (random.below(4) === 0 ? "testnet" : "mainnet");
      // For other workchains, @ton/core reads the workchain byte of a friendly address as a number above 127.
      let to = random.address();
      while (to.workChain < -1) to = random.address();
      const cell = toOurs(random.filled(random.below(300)).endCell());
      const isCell = random.below(2) === 1;
      const transfer = {
        to: to.toRawString(),
        bounce: random.below(2) === 1,
        network,
        value: random.coin(),
        body: isCell ? cell : `& = ? # + % ö 🙂 ${random.below(1000)}`,
        validUntil: 1 + random.below(2 ** 31),
        ...(isCell && { init: encodeStateInit({ code: cell }) }),
      };
      const link = transferLink(transfer);
      const url = new URL(link);
      assert.equal(url.protocol, "ton:");
      assert.equal(
        url.pathname.slice(1),
        to.toString({ bounceable: transfer.bounce, testOnly: network === "testnet" }),
      );
      assert.equal(url.searchParams.get("amount"), `${transfer.value}`);
      if (isCell) {
        const bin = /** @type {string} */ (url.searchParams.get("bin"));
        if (cell.bits + cell.refs.length > 0)
          assert.equal(CoreCell.fromBase64(bin).hash().toString("hex"), Buffer.from(cell.hash()).toString("hex"));
      } else assert.equal(url.searchParams.get("text"), transfer.body);
      const read = parseTransferLink(link);
      const { body, init, ...rest } = read;
      const { body: expectedBody, init: expectedInit, ...expected } = transfer;
      assert.deepEqual(rest, expected);
      if (typeof expectedBody === "string") assert.equal(body, expectedBody);
      else if (expectedBody.bits + expectedBody.refs.length > 0)
        assert.ok(expectedBody.equals(/** @type {any} */ (body)));
      else assert.equal(body, undefined);
      if (expectedInit) assert.ok(expectedInit.equals(/** @type {any} */ (init)));
      assert.equal(transferLink(read), link);
    }
  });

  test("links written by hand are read", () => {
    assert.equal(transferLink({ to: EQ, value: null }), `ton://transfer/${EQ}`);
    assert.equal(
      transferLink({ to: EQ, value: 1_500_000_000n, bounce: false, body: "Order 7 & more" }),
      `ton://transfer/${UQ}?amount=1500000000&text=Order%207%20%26%20more`,
    );
    assert.equal(
      transferLink({ to: EQ, value: 5000n, jetton: USDT, body: "hello" }),
      `ton://transfer/${EQ}?jetton=${USDT}&amount=5000&text=hello`,
    );
    assert.equal(
      transferLink({ to: EQ, value: null, body: comment("x") }),
      `ton://transfer/${EQ}?bin=${encodeURIComponent(comment("x").toBase64())}`,
    );
    assert.deepEqual(parseTransferLink(`ton://transfer/${RAW}`), {
      to: RAW,
      bounce: true,
      network: "mainnet",
      value: null,
    });
    assert.equal(parseTransferLink(`ton://transfer/${EQ}?text=a+b%2Bc`).body, "a b+c");
  });

  test("a link of coins can be a TON Connect message, and a link of jettons is refused as one", () => {
    const { network, ...message } = parseTransferLink(`ton://transfer/${UQ}?amount=7&text=hi`);
    const [{ address, amount }] = tonConnectTransaction([message], { network }).messages;
    assert.deepEqual([address, amount], [UQ, "7"]);
    const { network: _, ...jetton } = parseTransferLink(`ton://transfer/${UQ}?amount=7&jetton=${USDT}`);
    assert.equal(catchThrown(() => tonConnectTransaction([jetton])).parameter, "jetton");
  });
});

describe("refused links", () => {
  test("the error of a faulty link names the parameter", () => {
    const bag = encodeURIComponent(comment("x").toBase64());
    for (const [link, expected] of /** @type {[any, string][]} */ ([
      [5, "invalid_parameter link"],
      ["", "invalid_parameter link"],
      [`ton:transfer/${EQ}`, "invalid_parameter link"],
      [` ton://transfer/${EQ}`, "invalid_parameter link"],
      [`https://app.tonkeeper.com.evil.example/transfer/${EQ}`, "invalid_parameter link"],
      [`http://app.tonkeeper.com/transfer/${EQ}`, "invalid_parameter link"],
      [`ton://transfer/${EQ}#text=x`, "invalid_parameter link"],
      [`ton://transfer/${EQ}?text=${"x".repeat(70_000)}`, "invalid_parameter link"],
      ["ton://transfer/", "invalid_parameter to"],
      ["ton://transfer/saint.ton", "invalid_parameter to"],
      [`ton://transfer/${EQ}/`, "invalid_parameter to"],
      [`ton://transfer/${EQ}%`, "invalid_parameter to"],
      [`ton://transfer/${EQ.slice(0, -1)}A`, "invalid_parameter to"],
      [`ton://transfer/${EQ}?amount=1&amount=2`, "invalid_parameter amount"],
      [`ton://transfer/${EQ}?amount=1.5`, "invalid_parameter amount"],
      [`ton://transfer/${EQ}?amount=-1`, "invalid_parameter amount"],
      [`ton://transfer/${EQ}?amount=01`, "invalid_parameter amount"],
      [`ton://transfer/${EQ}?amount=0x1`, "invalid_parameter amount"],
      [`ton://transfer/${EQ}?amount=1e9`, "invalid_parameter amount"],
      [`ton://transfer/${EQ}?amount=`, "invalid_parameter amount"],
      [`ton://transfer/${EQ}?amount=${1n << 120n}`, "invalid_parameter amount"],
      [`ton://transfer/${EQ}?Amount=1`, "unknown_parameter Amount"],
      [`ton://transfer/${EQ}?amount=1&fee-amount=2`, "unknown_parameter fee-amount"],
      [`ton://transfer/${EQ}?`.concat("&"), "unknown_parameter "],
      [`ton://transfer/${EQ}?__proto__=1`, "unknown_parameter __proto__"],
      [`ton://transfer/${EQ}?text=%ff`, "invalid_parameter text"],
      [`ton://transfer/${EQ}?text=a\ud800b`, "invalid_parameter text"],
      [`ton://transfer/${EQ}?text=\udc8e`, "invalid_parameter text"],
      [`ton://transfer/${EQ}?bin=x`, "invalid_parameter bin"],
      [`ton://transfer/${EQ}?init=${bag}`, "invalid_parameter init"],
      [`ton://transfer/${EQ}?text=x&bin=${bag}`, "invalid_parameter bin"],
      [`ton://transfer/${EQ}?jetton=${USDT}&bin=${bag}`, "invalid_parameter bin"],
      [`ton://transfer/${EQ}?jetton=x`, "invalid_parameter jetton"],
      [`ton://transfer/${EQ}?exp=0`, "invalid_parameter exp"],
      [`ton://transfer/${EQ}?exp=1760000000000`, "invalid_parameter exp"],
    ])) {
      const error = catchThrown(() => parseTransferLink(link), `${link}`);
      assert.equal(`${error.code} ${error.parameter}`, expected, `${link}`.slice(0, 200));
    }
  });

  test("the error of a faulty transfer names the property", () => {
    for (const [transfer, expected] of /** @type {[any, string][]} */ ([
      [{}, "missing_parameter to"],
      [{ to: EQ }, "missing_parameter value"],
      [{ to: EQ, amount: 1n }, "unknown_parameter amount"],
      [{ to: EQ, text: "x" }, "unknown_parameter text"],
      [{ to: EQ, value: 1.5 }, "invalid_parameter value"],
      [{ to: EQ, value: 1n, bounce: "no" }, "invalid_parameter bounce"],
      [{ to: EQ, value: 1n, body: "\ud800" }, "invalid_parameter body"],
      [{ to: EQ, value: 1n, jetton: USDT, body: comment("x") }, "invalid_parameter body"],
      [{ to: EQ, value: 1n, jetton: USDT, init: { code: comment("x") } }, "invalid_parameter init"],
      [{ to: EQ, value: 1n, validUntil: Date.now() }, "invalid_parameter validUntil"],
      [{ to: EQ, value: 1n, network: "x" }, "invalid_option network"],
    ])) {
      const error = catchThrown(() => transferLink(transfer));
      assert.equal(`${error.code} ${error.parameter}`, expected);
    }
  });
});
