// ton-edge/address, in any runtime.

import { assert } from "chai";
import * as face from "ton-edge/address";
import {
  Address,
  addressesEqual,
  detectAddress,
  detectAddresses,
  detectHash,
  isAddress,
  isHash,
  isTonEdgeError,
  normalizeAddress,
  normalizeHash,
  packAddress,
  packAddresses,
  parseAddress,
  TonEdgeError,
  tryParseAddress,
  unpackAddress,
  unpackAddresses,
} from "ton-edge/address";

const RAW = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";
const EQ = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const UQ = "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI";
const UPPER = `0:${RAW.slice(2).toUpperCase()}`;

/** The error that the work throws. */
export function catchThrown(work) {
  try {
    work();
  } catch (error) {
    assert.isTrue(isTonEdgeError(error), `not a TonEdgeError: ${error}`);
    return error;
  }
  return assert.fail("the call did not throw an error");
}

export const address = {
  "every form of one account is that account"() {
    const address = parseAddress(UQ);
    assert.deepEqual(
      { ...address, hash: [...address.hash].map((byte) => byte.toString(16).padStart(2, "0")).join("") },
      {
        workchain: 0,
        hash: RAW.slice(2),
        raw: UPPER,
        form: "friendly",
        flags: { bounceable: false, testOnly: false, urlSafe: true },
      },
    );
    assert.instanceOf(address.hash, Uint8Array);
    assert.deepEqual(parseAddress(RAW).flags, null);
    assert.equal(packAddress(RAW), EQ);
    assert.equal(packAddress(UQ), UQ, "the flags of a friendly address changed");
    assert.equal(packAddress(UQ, { bounceable: true }), EQ);
    assert.equal(packAddress(RAW, { bounceable: false, testOnly: true, urlSafe: false }).slice(0, 2), "0Q");
    assert.equal(unpackAddress(EQ), UPPER);
    assert.equal(normalizeAddress(RAW), UPPER);
    assert.isTrue(addressesEqual(RAW, UQ));
    assert.isTrue(isAddress(EQ) && !isAddress("EQ") && !isAddress(undefined));
  },

  async "every form of an address is found"({ fixture }) {
    const cases = await fixture("detected.json");
    assert.lengthOf(cases, 2);
    // Compares JSON, because the order of the properties is a part of the result.
    for (const { given: input, detected } of cases) {
      assert.equal(JSON.stringify(detectAddress(input)), JSON.stringify(detected));
      assert.deepEqual(detectAddresses(["", input])[1], { ok: true, value: detected });
    }
    for (const workchain of [-128, -1, 127]) {
      const raw = `${workchain}:${RAW.slice(2)}`;
      const { raw_form, bounceable, non_bounceable } = detectAddress(raw);
      assert.equal(raw_form, raw);
      for (const text of [bounceable.b64, bounceable.b64url, non_bounceable.b64, non_bounceable.b64url])
        assert.equal(unpackAddress(text).toLowerCase(), raw);
    }
  },

  "a refusal has its code and position"() {
    const badError = { code: "address_charset", index: 17 };
    const text = `${EQ.slice(0, 17)}!${EQ.slice(18)}`;
    const { ok, error } = /** @type {any} */ (tryParseAddress(text));
    assert.isFalse(ok);
    assert.deepInclude(error, badError);
    const parseError = catchThrown(() => parseAddress(text));
    assert.instanceOf(parseError, TonEdgeError);
    assert.deepInclude(parseError, badError);
    assert.equal(parseError.name, "TonEdgeError");
    assert.equal(JSON.parse(JSON.stringify(parseError)).code, "address_charset");
    assert.isTrue(isTonEdgeError(parseError, "address_charset") && !isTonEdgeError(parseError, "timeout"));
    const checksum = /** @type {any} */ (tryParseAddress(`${EQ.slice(0, 47)}M`)).error;
    assert.equal(checksum.code, "address_checksum");
    assert.isUndefined(checksum.index);
    assert.equal(/** @type {any} */ (tryParseAddress(`🙂${EQ.slice(1)}`)).error.index, 0);
    assert.equal(/** @type {any} */ (tryParseAddress("x".repeat(10_000_000))).error.code, "address_length");
    assert.equal(/** @type {any} */ (tryParseAddress(`ton://transfer/${EQ}`)).error.code, "address_is_link");
  },

  async "vectors of other projects"({ fixture }) {
    // The client is strict where those projects are not: it refuses both alphabets mixed, and workchains that it does not know.
    const differingTexts = new Set([
      "UQBDWnKuRx7eqYtr5Kr9HdFGHnBsUyX_jsPGC/RO/K4BaVdu",
      "2:fcb91a3a3816d0f7b8c2c76108b8a9bc5a6b7a55bd79f8ab101c52db29232260",
      "1:3333333333333333333333333333333333333333333333333333333333333333",
    ]);
    let requestCount = 0;
    for (const { input, valid: isValid, computed } of await fixture("address_vectors.json")) {
      if (isValid === null || differingTexts.has(input)) continue;
      assert.equal(isAddress(input), isValid, input);
      if (isValid) assert.equal(unpackAddress(input).toLowerCase(), (computed.raw ?? input).toLowerCase(), input);
      requestCount += 1;
    }
    assert.isAbove(requestCount, 1000);
  },

  "a batch keeps its order and its errors"() {
    const [goodOutcome, badOutcome, worseOutcome] = packAddresses([RAW, "nothing", /** @type {any} */ (7)], {
      bounceable: false,
    });
    assert.deepEqual(goodOutcome, { ok: true, value: UQ });
    assert.equal(/** @type {any} */ (badOutcome).error.code, "address_length");
    assert.equal(/** @type {any} */ (worseOutcome).error.code, "invalid_parameter");
    assert.deepEqual(
      unpackAddresses([EQ, UQ]).map((/** @type {any} */ { value }) => value),
      [UPPER, UPPER],
    );
    assert.equal(/** @type {any} */ (detectAddresses([EQ])[0]).value.given_type, "friendly_bounceable");
    assert.equal(catchThrown(() => packAddresses(/** @type {any} */ ("EQ"))).code, "invalid_parameter");
  },

  "a list of any length, with any values"() {
    const texts = [
      EQ,
      UQ,
      RAW,
      UPPER,
      "",
      "\n",
      `${EQ}\n`,
      `${EQ}\n${UQ}`,
      "\n\n\n",
      `${EQ}\r\n`,
      " ".repeat(80),
      "x".repeat(81),
      "\u2028",
      "é".repeat(80),
      "🙂".repeat(40),
      "\ud800",
      `${EQ.slice(0, 47)}\ud800`,
      "x".repeat(100_000),
      `\0${EQ.slice(1)}`,
      "wallet.ton",
      `ton://transfer/${EQ}`,
      `-1:${"3".repeat(64)}`,
      `-128:${"f".repeat(64)}`,
      `128:${"f".repeat(64)}`,
    ];
    const noTexts = [undefined, null, 7, {}, [EQ], Symbol("odd"), { toString: () => EQ }, new String(EQ)];
    const callSingle = (work, value, ...extraArgs) => {
      try {
        return { ok: true, value: work(value, ...extraArgs) };
      } catch (error) {
        const { code, message, index, suggestion } = error;
        return { ok: false, error: { code, message, index, suggestion } };
      }
    };
    // Tests each bad text alone, all of them together, and each one at the start and at the end of a batch of good ones.
    const lists = [
      texts,
      [...texts, ...noTexts],
      ...[...texts, ...noTexts].map((item) => [...Array(99).fill(UQ), item, RAW]),
    ];
    let requestCount = 0;
    for (const list of lists) {
      for (const [work, all, ...more] of /** @type {any[][]} */ ([
        [unpackAddress, unpackAddresses],
        [detectAddress, detectAddresses],
        [packAddress, packAddresses, { bounceable: false }],
      ])) {
        const results = all(list, ...more);
        assert.equal(results.length, list.length);
        for (const [index, value] of list.entries()) {
          if (typeof value === "string")
            assert.deepEqual(results[index], callSingle(work, value, ...more), JSON.stringify(value));
          else assert.equal(results[index].error.code, "invalid_parameter");
          requestCount += 1;
        }
      }
    }
    assert.isAbove(requestCount, 9000);
    assert.deepEqual(unpackAddresses([]), []);
    const holes = unpackAddresses([, EQ, ,]);
    assert.deepEqual(
      holes.map(({ ok }) => ok),
      [false, true, false],
    );
  },

  "a batch of ten thousand keeps its order"() {
    const list = Array.from(
      { length: 10_000 },
      (_, index) => `${index % 7 ? 0 : -1}:${index.toString(16).toUpperCase().padStart(64, "0")}`,
    );
    const friendly = packAddresses(list, { bounceable: false }).map((/** @type {any} */ { value }) => value);
    assert.equal(new Set(friendly).size, list.length);
    assert.equal(friendly[4242], packAddress(list[4242], { bounceable: false }));
    assert.deepEqual(
      unpackAddresses(friendly).map((/** @type {any} */ { value }) => value),
      list,
    );
    assert.deepEqual(
      detectAddresses(friendly).map((/** @type {any} */ { value }) => value.raw_form.toUpperCase()),
      list,
    );
    const brokenTexts = friendly.map((text, index) => (index % 3 ? text : `!${text.slice(1)}`));
    for (const [index, { ok, value, error }] of /** @type {any[]} */ (unpackAddresses(brokenTexts)).entries()) {
      if (index % 3) assert.equal(value, list[index]);
      else assert.deepEqual([ok, error.code, error.index], [false, "address_charset", 0]);
    }
  },

  "each refusal has its own message"() {
    // Messages without a position are memoised; the message of one error must not be used for another.
    const checksum = `${EQ.slice(0, 47)}M`;
    for (let round = 0; round < 3; round += 1) {
      assert.match(/** @type {any} */ (tryParseAddress(checksum)).error.message, /^the checksum does not match/);
      assert.equal(/** @type {any} */ (tryParseAddress("")).error.message, "the address is empty");
      assert.equal(catchThrown(() => detectHash("")).message, "the hash is empty");
      assert.match(/** @type {any} */ (tryParseAddress("a.ton")).error.message, /domain/);
      assert.match(
        /** @type {any} */ (tryParseAddress("https://tonviewer.com/")).error.message,
        /no `:\/\/` and no path/,
      );
      const { suggestion, message } = /** @type {any} */ (tryParseAddress(`ton://transfer/${UQ}?amount=1`)).error;
      assert.deepEqual([suggestion, message], [UQ, `this is a link; the address in it is \`${UQ}\``]);
      assert.match(/** @type {any} */ (tryParseAddress(`${EQ} `)).error.message, /^character 49 is a space/);
    }
  },

  "the class Address"() {
    const address = Address.parse(UQ);
    assert.equal(address.workChain, 0);
    assert.deepEqual([...address.hash], [...parseAddress(EQ).hash]);
    assert.equal(address.toString(), EQ);
    assert.equal(`${address}`, EQ);
    assert.equal(address.toString({ bounceable: false }), UQ);
    assert.equal(
      address.toString({ urlSafe: false, testOnly: true }),
      packAddress(EQ, { urlSafe: false, testOnly: true }),
    );
    assert.equal(address.toRawString(), RAW);
    assert.deepEqual([...address.toStringBuffer()].slice(0, 3), [0x11, 0, 0x83]);
    const friendly = Address.parseFriendly(packAddress(UQ, { testOnly: true }));
    assert.isTrue(friendly.isTestOnly && !friendly.isBounceable && friendly.address.equals(address));
    assert.isTrue(Address.parseFriendly(address.toStringBuffer({ bounceable: false })).address.equals(address));
    assert.isTrue(Address.parseRaw(UPPER).equals(address) && new Address(0, address.hash).equals(address));
    assert.isFalse(new Address(-1, address.hash).equals(address) || address.equals(undefined) || address.equals(EQ));
    assert.isTrue(Address.isFriendly(EQ) && Address.isRaw(RAW) && Address.isAddress(address));
    assert.isFalse(
      Address.isFriendly(RAW) ||
        Address.isRaw(EQ) ||
        Address.isAddress(EQ) ||
        Address.isFriendly(`${EQ.slice(0, 47)}M`),
    );
    assert.equal(Address.normalize(RAW), EQ);
    assert.equal(Address.normalize(address), EQ);
    assert.equal(new Address(-128, new Uint8Array(32).fill(0xab)).toRawString(), `-128:${"ab".repeat(32)}`);
    assert.isTrue(Object.is(new Address(-0, address.hash).workChain, 0));
    // Texts that @ton/core reads as another account, or refuses.
    for (const workChain of [300, 128, -129, 0.5, NaN, Infinity]) {
      assert.equal(catchThrown(() => new Address(workChain, address.hash)).code, "address_workchain_range", workChain);
    }
    for (const length of [0, 31, 33])
      assert.equal(catchThrown(() => new Address(0, new Uint8Array(length))).code, "address_hash_length");
    assert.equal(catchThrown(() => new Address(/** @type {any} */ ("0"), address.hash)).code, "invalid_parameter");
    assert.equal(catchThrown(() => new Address(0, /** @type {any} */ (RAW.slice(2)))).code, "invalid_parameter");
    assert.equal(catchThrown(() => Address.parse(`0x0:${RAW.slice(2)}`)).code, "address_workchain_format");
    assert.equal(catchThrown(() => Address.parse(`${RAW}:x`)).code, "address_hash_length");
    assert.equal(catchThrown(() => Address.parseRaw(EQ)).code, "invalid_parameter");
    assert.equal(catchThrown(() => Address.parseFriendly(RAW)).code, "invalid_parameter");
    assert.equal(catchThrown(() => address.toString(/** @type {any} */ ({ url_safe: false }))).suggestion, "urlSafe");
  },

  "an address is immutable"() {
    const bytes = new Uint8Array(32).fill(1);
    const address = new Address(0, bytes);
    bytes[0] = 2;
    address.hash[1] = 2;
    assert.equal(address.toRawString(), `0:${"01".repeat(32)}`);
    assert.throws(() => {
      "use strict";
      /** @type {any} */ (address).workChain = -1;
    }, TypeError);
    const shiftedBytes = new Uint8Array(40).subarray(4, 36).fill(7);
    assert.equal(new Address(0, shiftedBytes).toRawString(), `0:${"07".repeat(32)}`);
    // Code that compares properties, such as test runners, also finds them equal or different.
    assert.deepEqual(Address.parse(EQ), Address.parse(RAW));
    assert.notDeepEqual(Address.parse(EQ), new Address(0, bytes));
  },

  "the tests above use every export"() {
    assert.deepEqual(Object.keys(face).sort(), [
      "Address",
      "TonEdgeError",
      "addressesEqual",
      "detectAddress",
      "detectAddresses",
      "detectHash",
      "isAddress",
      "isHash",
      "isTonEdgeError",
      "normalizeAddress",
      "normalizeHash",
      "packAddress",
      "packAddresses",
      "parseAddress",
      "tryParseAddress",
      "unpackAddress",
      "unpackAddresses",
    ]);
  },

  "hashes in all forms"() {
    const hex = "da28c078e09c58b3985bd69f422f4ab9fb2846179107478efebacd707f3ac54f";
    const forms = {
      b64: "2ijAeOCcWLOYW9afQi9KufsoRheRB0eO/rrNcH86xU8=",
      b64url: "2ijAeOCcWLOYW9afQi9KufsoRheRB0eO_rrNcH86xU8",
      hex,
    };
    for (const form of Object.values(forms)) assert.deepEqual(detectHash(form), forms);
    assert.equal(normalizeHash(forms.b64, "hex"), hex);
    assert.isTrue(isHash(hex.toUpperCase()) && !isHash(hex.slice(1)) && !isHash(null));
    assert.equal(catchThrown(() => detectHash("")).code, "hash_empty");
    assert.equal(catchThrown(() => normalizeHash(hex, /** @type {any} */ ("base64"))).code, "invalid_option");
  },

  "options are checked"() {
    assert.equal(catchThrown(() => packAddress(RAW, /** @type {any} */ ({ bouncable: true }))).code, "invalid_option");
    assert.equal(catchThrown(() => packAddress(RAW, /** @type {any} */ ({ testonly: true }))).suggestion, "testOnly");
    assert.equal(catchThrown(() => packAddress(RAW, { urlSafe: /** @type {any} */ (1) })).parameter, "urlSafe");
  },
};
