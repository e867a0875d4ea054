// ton-edge/address, in whatever runtime runs this.

import { assert } from "chai";
import {
  addressesEqual, detectAddress, detectAddresses, detectHash, isAddress, isHash, isTonEdgeError, normalizeAddress,
  normalizeHash, packAddress, packAddresses, parseAddress, TonEdgeError, tryParseAddress, unpackAddress, unpackAddresses,
} from "ton-edge/address";

const RAW = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";
const EQ = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const UQ = "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI";
const UPPER = `0:${RAW.slice(2).toUpperCase()}`;

/** The error that the work throws. */
export function thrown(work) {
  try {
    work();
  } catch (error) {
    assert.isTrue(isTonEdgeError(error), `not ours: ${error}`);
    return error;
  }
  return assert.fail("nothing was thrown");
}

export const address = {
  "every form of one account is that account"() {
    const parsed = parseAddress(UQ);
    assert.deepEqual(
      { ...parsed, hash: [...parsed.hash].map((byte) => byte.toString(16).padStart(2, "0")).join("") },
      {
        workchain: 0, hash: RAW.slice(2), raw: UPPER, form: "friendly",
        flags: { bounceable: false, testOnly: false, urlSafe: true },
      },
    );
    assert.instanceOf(parsed.hash, Uint8Array);
    assert.deepEqual(parseAddress(RAW).flags, null);
    assert.equal(packAddress(RAW), EQ);
    assert.equal(packAddress(UQ), UQ, "a friendly input keeps its flags");
    assert.equal(packAddress(UQ, { bounceable: true }), EQ);
    assert.equal(packAddress(RAW, { bounceable: false, testOnly: true, urlSafe: false }).slice(0, 2), "0Q");
    assert.equal(unpackAddress(EQ), UPPER);
    assert.equal(normalizeAddress(RAW), UPPER);
    assert.isTrue(addressesEqual(RAW, UQ));
    assert.isTrue(isAddress(EQ) && !isAddress("EQ") && !isAddress(undefined));
    const found = detectAddress(RAW);
    assert.deepEqual(found, {
      raw_form: RAW, bounceable: { b64: EQ, b64url: EQ }, non_bounceable: { b64: UQ, b64url: UQ },
      given_type: "raw_form", test_only: false,
    });
  },

  "a refusal names its code and place"() {
    const bad = { code: "address_charset", index: 17 };
    const text = `${EQ.slice(0, 17)}!${EQ.slice(18)}`;
    const { ok, error } = tryParseAddress(text);
    assert.isFalse(ok);
    assert.deepInclude(error, bad);
    const caught = thrown(() => parseAddress(text));
    assert.instanceOf(caught, TonEdgeError);
    assert.deepInclude(caught, bad);
    assert.equal(caught.name, "TonEdgeError");
    assert.equal(JSON.parse(JSON.stringify(caught)).code, "address_charset");
    assert.isTrue(isTonEdgeError(caught, "address_charset") && !isTonEdgeError(caught, "timeout"));
    const checksum = tryParseAddress(`${EQ.slice(0, 47)}M`).error;
    assert.equal(checksum.code, "address_checksum");
    assert.isUndefined(checksum.index);
    assert.equal(tryParseAddress(`🙂${EQ.slice(1)}`).error.index, 0);
    assert.equal(tryParseAddress("x".repeat(10_000_000)).error.code, "address_length");
    assert.equal(tryParseAddress(`ton://transfer/${EQ}`).error.code, "address_is_link");
  },

  async "vectors of other projects"({ fixture }) {
    // Strict where their projects were not: both alphabets mixed, and workchains that they did not know.
    const differs = new Set([
      "UQBDWnKuRx7eqYtr5Kr9HdFGHnBsUyX_jsPGC/RO/K4BaVdu",
      "2:fcb91a3a3816d0f7b8c2c76108b8a9bc5a6b7a55bd79f8ab101c52db29232260",
      "1:3333333333333333333333333333333333333333333333333333333333333333",
    ]);
    let seen = 0;
    for (const { input, valid, computed } of await fixture("address_vectors.json")) {
      if (valid === null || differs.has(input)) continue;
      assert.equal(isAddress(input), valid, input);
      if (valid) assert.equal(unpackAddress(input).toLowerCase(), (computed.raw ?? input).toLowerCase(), input);
      seen += 1;
    }
    assert.isAbove(seen, 1000);
  },

  "a batch keeps its order and its errors"() {
    const [good, bad, worse] = packAddresses([RAW, "nothing", 7], { bounceable: false });
    assert.deepEqual(good, { ok: true, value: UQ });
    assert.equal(bad.error.code, "address_length");
    assert.equal(worse.error.code, "invalid_parameter");
    assert.deepEqual(unpackAddresses([EQ, UQ]).map(({ value }) => value), [UPPER, UPPER]);
    assert.equal(detectAddresses([EQ])[0].value.given_type, "friendly_bounceable");
    assert.equal(thrown(() => packAddresses("EQ")).code, "invalid_parameter");
  },

  "hashes in all forms"() {
    const hex = "da28c078e09c58b3985bd69f422f4ab9fb2846179107478efebacd707f3ac54f";
    const forms = { b64: "2ijAeOCcWLOYW9afQi9KufsoRheRB0eO/rrNcH86xU8=", b64url: "2ijAeOCcWLOYW9afQi9KufsoRheRB0eO_rrNcH86xU8", hex };
    for (const form of Object.values(forms)) assert.deepEqual(detectHash(form), forms);
    assert.equal(normalizeHash(forms.b64, "hex"), hex);
    assert.isTrue(isHash(hex.toUpperCase()) && !isHash(hex.slice(1)) && !isHash(null));
    assert.equal(thrown(() => detectHash("")).code, "hash_empty");
    assert.equal(thrown(() => normalizeHash(hex, "base64")).code, "invalid_option");
  },

  "options are checked"() {
    assert.equal(thrown(() => packAddress(RAW, { bouncable: true })).code, "invalid_option");
    assert.equal(thrown(() => packAddress(RAW, { testonly: true })).suggestion, "testOnly");
    assert.equal(thrown(() => packAddress(RAW, { urlSafe: 1 })).parameter, "urlSafe");
  },
};
