// `ton_proof` and `signData`: signatures of real wallets, signatures that @ton/crypto makes for the wallets of @ton/ton, and an attacker's
// inputs.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { crc32 } from "node:zlib";

import { beginCell as coreBeginCell, storeStateInit } from "@ton/core";
import { keyPairFromSeed, sign } from "@ton/crypto";
import * as ton from "@ton/ton";
import { beginCell, encodeStateInit, verifySignData, verifyTonProof, walletHighloadV3 } from "ton-edge/message";
import { verify } from "ton-edge/message/ed25519";

import { toHex, catchRejection } from "./checks.mjs";
import { makeRandom, TIMES } from "./random.mjs";

const fixture = new URL("../fixtures/messages/ton-connect.json", import.meta.url);
const { proofs, signed, walletV4R1 } = JSON.parse(readFileSync(fixture, "utf8"));
const isThere = () => true;

const hashSha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();

/** The hash that a wallet signs, computed from the specification. */
function computeProofHash({ workchain, hash, domain, timestamp, payload, length = Buffer.byteLength(domain) }) {
  const [wc, size, time] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.alloc(8)];
  wc.writeInt32BE(workchain);
  size.writeUInt32LE(length);
  time.writeBigUInt64LE(BigInt(timestamp));
  const message = hashSha256(
    Buffer.from("ton-proof-item-v2/"),
    wc,
    hash,
    size,
    Buffer.from(domain),
    time,
    Buffer.from(payload),
  );
  return hashSha256(Buffer.from([255, 255]), Buffer.from("ton-connect"), message);
}

const TEST_TIME = 1_790_000_000;
const DOMAIN = "shop.example";
const OPTIONS = { domain: DOMAIN, payload: "nonce", now: TEST_TIME };

/** The account of a wallet of @ton/ton, as a wallet sends it, with its secret key. */
function makeAccount(Class, seed = 1, workchain = 0) {
  const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, seed));
  const wallet = Class.create({ workchain, publicKey });
  const walletStateInit = coreBeginCell().store(storeStateInit(wallet.init)).endCell().toBoc().toString("base64");
  return { address: wallet.address, walletStateInit, publicKey, secretKey };
}

/** A login, as the wallet sends it. */
function makeLogin({ address, walletStateInit, publicKey, secretKey }, changes = {}) {
  const parts = { domain: DOMAIN, timestamp: TEST_TIME - 5, payload: "nonce", ...changes };
  const { domain, timestamp, payload } = parts;
  const hash = computeProofHash({ workchain: address.workChain, hash: address.hash, ...parts });
  return {
    address: address.toRawString(),
    walletStateInit,
    publicKey: publicKey.toString("hex"),
    proof: {
      timestamp,
      domain: { lengthBytes: Buffer.byteLength(domain), value: domain },
      signature: sign(hash, secretKey).toString("base64"),
      payload,
    },
  };
}

/** The code and parameter of the error with which the check fails. */
const expectRefusal = async (account, options = {}, label = "") => {
  const error = await catchRejection(() => verifyTonProof(account, { ...OPTIONS, ...options }), label);
  return `${error.code} ${error.parameter}`;
};

const WALLETS = Object.entries(ton).filter(
  ([name, contractClass]) => /^WalletContractV/.test(name) && "create" in /** @type {any} */ (contractClass),
);

describe("logins with ton_proof", () => {
  test("without Ed25519 in WebCrypto the error names what is missing, not the login", async (t) => {
    const account = makeLogin(makeAccount(ton.WalletContractV4));
    const failure = new DOMException("unrecognized algorithm", "NotSupportedError");
    t.mock.method(crypto.subtle, "importKey", () => Promise.reject(failure));
    const error = await catchRejection(() => verifyTonProof(account, OPTIONS));
    assert.deepEqual([error.code, error.parameter, error.cause], ["missing_global", "crypto", failure]);
  });

  test("logins signed by real wallets are accepted", async () => {
    for (const { from, ...account } of proofs) {
      const { timestamp, domain, payload } = account.proof;
      const options = { domain: domain.value, now: timestamp + 60, payload };
      const verifiedLogin = await verifyTonProof(account, options);
      assert.deepEqual(
        [
          verifiedLogin.address,
          toHex(verifiedLogin.publicKey),
          verifiedLogin.timestamp,
          verifiedLogin.domain,
          verifiedLogin.payload,
        ],
        [account.address, account.publicKey, timestamp, domain.value, payload],
        from,
      );
      assert.deepEqual(await verifyTonProof(account, { ...options, verify }), verifiedLogin);
      // A login with any changed part is refused.
      for (const [changes, parameter] of /** @type {[any, string][]} */ ([
        [{ ...account, proof: { ...account.proof, timestamp: timestamp + 1 } }, "signature"],
        [
          { ...account, publicKey: account.publicKey.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) },
          "publicKey",
        ],
        [
          { ...account, address: account.address.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")) },
          "walletStateInit",
        ],
        [{ ...account, address: account.address.replace("0:", "-1:") }, "signature"],
      ]))
        assert.equal((await catchRejection(() => verifyTonProof(changes, options))).parameter, parameter, from);
    }
  });

  test("logins of every wallet of @ton/ton, in both workchains, are accepted", async () => {
    assert.ok(WALLETS.length >= 10);
    for (const [name, Class] of WALLETS)
      for (const workchain of [0, -1]) {
        const account = makeAccount(Class, 3, workchain);
        const verifiedLogin = await verifyTonProof(makeLogin(account), OPTIONS);
        assert.equal(toHex(verifiedLogin.publicKey), account.publicKey.toString("hex"), name);
        assert.equal(verifiedLogin.address, account.address.toRawString(), name);
      }
  });

  test("logins of wallets v4 r1, whose code @ton/ton lacks, are accepted", async () => {
    const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 8));
    const { data } = ton.WalletContractV4.create({ workchain: 0, publicKey }).init;
    const state = encodeStateInit({ code: walletV4R1.code, data: /** @type {any} */ (data) });
    const hash = Buffer.from(state.hash());
    const address = { workChain: 0, hash, toRawString: () => `0:${toHex(hash)}` };
    const account = { address, walletStateInit: state.toBase64(), publicKey, secretKey };
    assert.equal(toHex((await verifyTonProof(makeLogin(account), OPTIONS)).publicKey), toHex(publicKey));
  });

  test("logins of highload wallets are accepted", async () => {
    const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 9));
    const wallet = walletHighloadV3({ publicKey });
    const hash = Buffer.from(wallet.stateInit.hash());
    const address = { workChain: 0, hash, toRawString: () => wallet.address };
    const account = { address, walletStateInit: wallet.stateInit.toBase64(), publicKey, secretKey };
    assert.equal(toHex((await verifyTonProof(makeLogin(account), OPTIONS)).publicKey), toHex(publicKey));
  });

  test("logins with random keys, domains and payloads are accepted by both verifiers", async () => {
    const random = makeRandom(5);
    for (let count = 0; count < TIMES; count += 1) {
      const account = makeAccount(ton.WalletContractV5R1, random.below(256));
      const domain = `bücher-${random.below(1000)}.example:${random.below(65536)}`;
      const payload = `${random.below(2 ** 31)} ø 🙂`;
      const options = { domain: ["other.example", domain], payload, now: TEST_TIME };
      const signedLogin = makeLogin(account, { domain, payload });
      for (const verifier of [undefined, verify]) await verifyTonProof(signedLogin, { ...options, verify: verifier });
    }
  });

  test("a login with a timestamp as text, a friendly address or no length is accepted", async () => {
    const account = makeAccount(ton.WalletContractV4);
    const loginProof = makeLogin(account);
    const proof = { ...loginProof.proof, timestamp: `${loginProof.proof.timestamp}`, domain: { value: DOMAIN } };
    const verifiedLogin = await verifyTonProof(
      { ...loginProof, address: account.address.toString(), proof, chain: "-239" },
      OPTIONS,
    );
    assert.equal(verifiedLogin.timestamp, TEST_TIME - 5);
    // The protocol's own item `ton_addr`, before the SDK renames its properties.
    const item = { ...loginProof, name: "ton_addr", network: "-3", proof };
    assert.equal((await verifyTonProof(item, OPTIONS)).timestamp, TEST_TIME - 5);
  });

  test("the network is not an option, since no signature covers it", async () => {
    for (const name of ["network", "chain"]) {
      const verification = verifyTonProof(makeLogin(makeAccount(ton.WalletContractV4)), {
        ...OPTIONS,
        [name]: "testnet",
      });
      await assert.rejects(verification, (/** @type {any} */ error) => {
        assert.deepEqual([error.code, error.parameter], ["unknown_parameter", name]);
        assert.match(error.message, /wallets do not sign the network/);
        return true;
      });
    }
  });
});

describe("attacks on logins", () => {
  const victim = makeAccount(ton.WalletContractV4, 1);
  const attacker = makeAccount(ton.WalletContractV4, 2);

  test("a login with another person's address is refused", async () => {
    const loginProof = makeLogin({ ...attacker, address: victim.address });
    assert.equal(await expectRefusal(loginProof), "proof_invalid walletStateInit");
    // With the victim's StateInit, only the victim's key is accepted.
    const { walletStateInit } = victim;
    assert.equal(await expectRefusal({ ...loginProof, walletStateInit }), "proof_invalid publicKey");
    assert.equal(
      await expectRefusal({ ...loginProof, walletStateInit, publicKey: undefined }),
      "proof_invalid signature",
    );
    // Without a StateInit, the key that the wallet claims is never accepted.
    assert.equal(await expectRefusal({ ...loginProof, walletStateInit: undefined }), "proof_invalid publicKey");
  });

  test("a login of an attacker's contract that looks like a wallet is refused", async () => {
    const data = beginCell().storeUint(0, 64).storeBytes(attacker.publicKey).endCell();
    const state = encodeStateInit({ code: beginCell().storeUint(7, 8).endCell(), data });
    const address = { workChain: 0, hash: Buffer.from(state.hash()), toRawString: () => `0:${toHex(state.hash())}` };
    const loginProof = makeLogin({ ...attacker, address, walletStateInit: state.toBase64() });
    assert.equal(await expectRefusal(loginProof), "proof_invalid publicKey");
    // The caller reads the key of an unknown contract from the chain.
    const calledNames = [];
    const readPublicKey = async (raw) => {
      calledNames.push(raw);
      return BigInt(`0x${toHex(attacker.publicKey)}`);
    };
    await verifyTonProof(loginProof, { ...OPTIONS, publicKey: readPublicKey });
    assert.deepEqual(calledNames, [address.toRawString()]);
    assert.equal(
      await expectRefusal(loginProof, { publicKey: () => `0x${toHex(victim.publicKey)}` }),
      "proof_invalid publicKey",
    );
    assert.equal(
      await expectRefusal({ ...loginProof, publicKey: null }, { publicKey: victim.publicKey }),
      "proof_invalid signature",
    );
    assert.equal(await expectRefusal(loginProof, { publicKey: () => null }), "proof_invalid publicKey");
    assert.equal(await expectRefusal(loginProof, { publicKey: () => "xyz" }), "proof_invalid publicKey");
  });

  test("a login for another app's domain is refused", async () => {
    for (const domain of [
      "evil.example",
      `evil-${DOMAIN}`,
      `evil.${DOMAIN}`,
      `${DOMAIN}.`,
      `${DOMAIN}:443`,
      `${DOMAIN}\0`,
      "Shop.example",
      "",
      "shop.exampIe",
    ])
      assert.equal(await expectRefusal(makeLogin(victim, { domain })), "proof_invalid domain", domain);
    // A length that moves a part of the domain into the next field.
    const loginProof = makeLogin(victim);
    for (const lengthBytes of [0, DOMAIN.length - 1, DOMAIN.length + 1, `${DOMAIN.length}`, null])
      assert.equal(
        await expectRefusal({ ...loginProof, proof: { ...loginProof.proof, domain: { value: DOMAIN, lengthBytes } } }),
        "proof_invalid domain",
      );
    // Signed with a length that differs from the domain's.
    assert.equal(await expectRefusal(makeLogin(victim, { length: 4 })), "proof_invalid signature");
    for (const value of [undefined, 5, [DOMAIN]])
      assert.equal(
        await expectRefusal({ ...loginProof, proof: { ...loginProof.proof, domain: { value } } }),
        "proof_invalid domain",
      );
  });

  test("an old login, or one from the future, is refused", async () => {
    const oldLogin = makeLogin(victim, { timestamp: TEST_TIME - 901 });
    assert.equal(await expectRefusal(oldLogin), "proof_invalid timestamp");
    await verifyTonProof(oldLogin, { ...OPTIONS, maxAgeSeconds: 901 });
    assert.equal(await expectRefusal(makeLogin(victim, { timestamp: TEST_TIME + 61 })), "proof_invalid timestamp");
    await verifyTonProof(makeLogin(victim, { timestamp: TEST_TIME + 60 }), OPTIONS);
    const loginProof = makeLogin(victim);
    for (const timestamp of ["", "0x6ab1", " 1", "1e9", "01", -1, 1.5, NaN, Infinity, null, undefined, [TEST_TIME]])
      assert.equal(
        await expectRefusal({ ...loginProof, proof: { ...loginProof.proof, timestamp } }),
        "proof_invalid timestamp",
        `${timestamp}`,
      );
  });

  test("a login with a payload that the app did not give out, or that was used, is refused", async () => {
    const loginProof = makeLogin(victim);
    assert.equal(await expectRefusal(loginProof, { payload: "another" }), "proof_invalid payload");
    assert.equal(await expectRefusal(loginProof, { payload: undefined }), "missing_parameter payload");
    assert.equal(await expectRefusal(loginProof, { payload: () => "yes" }), "proof_invalid payload");
    assert.equal(await expectRefusal(loginProof, { payload: async () => false }), "proof_invalid payload");
    assert.equal(
      await expectRefusal({ ...loginProof, proof: { ...loginProof.proof, payload: ["nonce"] } }),
      "proof_invalid payload",
    );
    assert.equal(await expectRefusal(makeLogin(victim, { payload: "x".repeat(8193) })), "proof_invalid payload");
    const unusedProperties = new Set(["nonce"]);
    const getPayload = (nonce) => unusedProperties.delete(nonce);
    // Without the victim's key, an attacker uses up no payload.
    const forgedProof = {
      ...loginProof,
      proof: { ...loginProof.proof, signature: Buffer.alloc(64).toString("base64") },
    };
    assert.equal(await expectRefusal(forgedProof, { payload: getPayload }), "proof_invalid signature");
    await verifyTonProof(loginProof, { ...OPTIONS, payload: getPayload });
    assert.equal(await expectRefusal(loginProof, { payload: getPayload }), "proof_invalid payload");
  });

  test("signatures in other forms are refused", async () => {
    const loginProof = makeLogin(victim);
    const { signature } = loginProof.proof;
    const bytes = Buffer.from(signature, "base64");
    // Another scalar that gives the same point.
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const scalar = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString("hex")}`) + order;
    const highSignature = Buffer.concat([
      bytes.subarray(0, 32),
      Buffer.from(scalar.toString(16).padStart(64, "0"), "hex").reverse(),
    ]);
    const next = { A: "B", Q: "R", g: "h", w: "x" };
    for (const otherInput of [
      "",
      ` ${signature}`,
      signature.slice(0, -2),
      `${signature.slice(0, -3)}${next[signature.at(-3) ?? ""]}==`,
      bytes.toString("hex"),
      highSignature.toString("base64"),
      Buffer.alloc(64).toString("base64"),
      undefined,
      5,
    ])
      for (const verifier of [undefined, verify])
        assert.equal(
          await expectRefusal(
            { ...loginProof, proof: { ...loginProof.proof, signature: otherInput } },
            { verify: verifier },
          ),
          "proof_invalid signature",
          `${otherInput}`,
        );
    assert.equal(await expectRefusal(loginProof, { verify: () => 1 }), "proof_invalid signature");
  });

  test("a StateInit that is invalid or too large is refused", async () => {
    const loginProof = makeLogin(victim);
    let deepCell = beginCell().endCell();
    for (let depth = 0; depth < 200; depth += 1) deepCell = beginCell().storeRef(deepCell).endCell();
    for (const walletStateInit of [
      "",
      "x",
      beginCell().endCell().toBase64(),
      deepCell.toBase64(),
      5,
      {},
      Buffer.alloc(70_000),
    ])
      assert.equal(await expectRefusal({ ...loginProof, walletStateInit }), "proof_invalid walletStateInit");
    for (const address of ["", "0:12", null, undefined, 5])
      assert.equal(await expectRefusal({ ...loginProof, address }), "proof_invalid address");
    assert.equal(await expectRefusal({ ...loginProof, wallet_state_init: "" }), "unknown_parameter wallet_state_init");
    assert.equal(await expectRefusal({ ...loginProof, proof: undefined }), "invalid_parameter proof");
    assert.equal(await expectRefusal(/** @type {any} */ (null)), "invalid_parameter account");
  });

  test("a lone surrogate is not accepted as the replacement character that was signed", async () => {
    for (const [changes, parameter, index] of /** @type {[any, string, number][]} */ ([
      [{ payload: "nonce\ud800" }, "payload", 5],
      [{ domain: "\udc00shop.example" }, "domain", 0],
    ])) {
      const loginProof = makeLogin(victim, changes);
      const options = { ...OPTIONS, ...changes };
      const error = await catchRejection(() => verifyTonProof(loginProof, options));
      assert.deepEqual([error.code, error.parameter, error.index], ["proof_invalid", parameter, index]);
    }
  });

  test("a login of a wallet v5 that refuses signatures is refused", async () => {
    const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 6));
    for (const [Class, bit] of /** @type {[any, 0 | 1][]} */ ([
      [ton.WalletContractV5R1, 0],
      // The seqno field of this version is a signed integer.
      [ton.WalletContractV5Beta, 1],
    ])) {
      const { code, data } = Class.create({ workchain: 0, publicKey }).init;
      const makeAccountWith = (first) => {
        const changedData = coreBeginCell().storeBit(first).storeSlice(data.beginParse().skip(1)).endCell();
        const state = coreBeginCell()
          .store(storeStateInit({ code, data: changedData }))
          .endCell();
        const hash = state.hash();
        const address = { workChain: 0, hash, toRawString: () => `0:${toHex(hash)}` };
        return { address, walletStateInit: state.toBoc().toString("base64"), publicKey, secretKey };
      };
      assert.equal(await expectRefusal(makeLogin(makeAccountWith(bit))), "proof_invalid walletStateInit");
      await verifyTonProof(makeLogin(makeAccountWith(1 - bit)), OPTIONS);
    }
  });

  test("a public key of small order, for which anyone can sign, is refused", async () => {
    const p = 2n ** 255n - 19n;
    const eighthPoint = Buffer.from("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "hex");
    const makeKey = (y, sign) => {
      const key = Buffer.from(y.toString(16).padStart(64, "0"), "hex").reverse();
      key[31] |= sign << 7;
      return key;
    };
    const y = BigInt(`0x${Buffer.from(eighthPoint).reverse().toString("hex")}`);
    // The neutral point in both: R = (0, 1) and s = 0 fit each message whose hash is divisible by the order of the key, and all messages
    // for the key (0, 1).
    const signature = Buffer.concat([makeKey(1n, 0), Buffer.alloc(32)]);
    const neutralKey = await crypto.subtle.importKey("raw", makeKey(1n, 0), "Ed25519", false, ["verify"]);
    assert.equal(await crypto.subtle.verify("Ed25519", neutralKey, signature, Buffer.from("anything")), true);
    for (const value of [1n, 0n, p - 1n, p, p + 1n, y, p - y])
      for (const bit of [0, 1]) {
        const publicKey = makeKey(value, bit);
        const { code, data } = ton.WalletContractV4.create({ workchain: 0, publicKey }).init;
        const state = coreBeginCell().store(storeStateInit({ code, data })).endCell();
        const address = { workChain: 0, hash: state.hash(), toRawString: () => `0:${toHex(state.hash())}` };
        const walletStateInit = state.toBoc().toString("base64");
        const loginProof = makeLogin({ address, walletStateInit, publicKey, secretKey: Buffer.alloc(64) });
        loginProof.proof.signature = signature.toString("base64");
        for (const verifier of [undefined, verify, () => true])
          assert.equal(
            await expectRefusal(loginProof, { verify: verifier }),
            "proof_invalid publicKey",
            toHex(publicKey),
          );
        const { walletStateInit: _, ...loginFields } = loginProof;
        assert.equal(await expectRefusal(loginFields, { publicKey, verify: () => true }), "proof_invalid publicKey");
      }
  });

  test("options with which nothing would be checked are refused", async () => {
    const loginProof = makeLogin(victim);
    for (const [options, parameter] of /** @type {[any, string][]} */ ([
      [{ domain: undefined }, "domain"],
      [{ domain: [] }, "domain"],
      [{ domain: "" }, "domain"],
      [{ domain: /shop/ }, "domain"],
      [{ maxAgeSeconds: NaN }, "maxAgeSeconds"],
      [{ maxAgeSeconds: Infinity }, "maxAgeSeconds"],
      [{ maxAgeSeconds: "900" }, "maxAgeSeconds"],
      [{ now: NaN }, "now"],
      [{ payload: /nonce/ }, "payload"],
      [{ verify: true }, "verify"],
    ]))
      assert.equal(await expectRefusal(loginProof, options), `invalid_option ${parameter}`);
    assert.equal(await expectRefusal(loginProof, { maxAge: 5 }), "unknown_parameter maxAge");
  });
});

describe("signed data", () => {
  const account = makeAccount(ton.WalletContractV5R1, 4);
  const { address, walletStateInit } = account;
  const cell = coreBeginCell().storeUint(5, 32).endCell();
  const schema = "message#_ value:uint32 = Message;";

  /** The hash computed from the specification. */
  function computeHash(payload, { domain = DOMAIN, timestamp = TEST_TIME - 5 } = {}) {
    if (payload.type === "cell") {
      const labels = domain.split(".").reverse();
      return coreBeginCell()
        .storeUint(0x75569022, 32)
        .storeUint(crc32(payload.schema), 32)
        .storeUint(timestamp, 64)
        .storeAddress(address)
        .storeStringRefTail(labels.map((label) => `${label}\0`).join(""))
        .storeRef(cell)
        .endCell()
        .hash();
    }
    const [wc, size, time, length] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.alloc(8), Buffer.alloc(4)];
    const data = payload.type === "text" ? Buffer.from(payload.text) : Buffer.from(payload.bytes, "base64");
    wc.writeInt32BE(address.workChain);
    size.writeUInt32BE(Buffer.byteLength(domain));
    time.writeBigUInt64BE(BigInt(timestamp));
    length.writeUInt32BE(data.length);
    const type = Buffer.from(payload.type === "text" ? "txt" : "bin");
    const start = [Buffer.from([255, 255]), Buffer.from("ton-connect/sign-data/")];
    return hashSha256(...start, wc, address.hash, size, Buffer.from(domain), time, type, length, data);
  }

  const PAYLOADS = [
    { type: "text", text: "Confirm:\n+1 ø 🙂" },
    { type: "binary", bytes: "1Z/SGh+3HFMKlVHSkN91DpcCzT4C5jzHT3sA/24C5A==" },
    { type: "cell", schema, cell: cell.toBoc().toString("base64") },
  ];
  const makeSigned = (payload, changes = {}) => ({
    walletStateInit,
    signed: {
      address: address.toRawString(),
      timestamp: TEST_TIME - 5,
      domain: DOMAIN,
      signature: sign(computeHash(payload, changes), account.secretKey).toString("base64"),
      payload: { ...payload, network: "-239", from: "0:00" },
      ...changes,
    },
  });
  const options = { domain: DOMAIN, payload: isThere, now: TEST_TIME };
  const readParameter = async (input, changes = {}) => {
    const error = await catchRejection(() => verifySignData(input, { ...options, ...changes }));
    return `${error.code} ${error.parameter}`;
  };

  test("data signed by a real wallet is accepted", async () => {
    for (const { publicKey, signed: data } of signed) {
      const proofOptions = { domain: data.domain, now: data.timestamp, payload: isThere, publicKey };
      const verifiedLogin = await verifySignData({ signed: data }, proofOptions);
      assert.deepEqual([verifiedLogin.address, verifiedLogin.payload], [data.address, data.payload]);
      const otherData = { signed: { ...data, payload: { type: "text", text: "Hello, TON" } } };
      assert.equal((await catchRejection(() => verifySignData(otherData, proofOptions))).parameter, "signature");
    }
  });

  test("signed data of every type is accepted, and the result has only signed fields", async () => {
    for (const payload of PAYLOADS) {
      const verifiedLogin = await verifySignData(/** @type {any} */ (makeSigned(payload)), options);
      assert.deepEqual(verifiedLogin.payload, payload);
      assert.equal(toHex(verifiedLogin.publicKey), account.publicKey.toString("hex"));
      const domain = "a.b.example";
      await verifySignData(/** @type {any} */ (makeSigned(payload, { domain })), { ...options, domain });
    }
  });

  test("changed data is refused", async () => {
    const [text, binary, cellPayload] = PAYLOADS;
    const data = makeSigned(text);
    const change = (changes) => ({ ...data, signed: { ...data.signed, ...changes } });
    for (const [changedData, expected] of /** @type {[any, string][]} */ ([
      [change({ payload: { type: "text", text: "other" } }), "signature"],
      [
        change({
          payload: { type: "binary", bytes: Buffer.from(/** @type {string} */ (text.text)).toString("base64") },
        }),
        "signature",
      ],
      [change({ payload: { type: "toString" } }), "payload"],
      [change({ payload: { type: "text", text: 5 } }), "payload"],
      [
        change({ payload: { ...binary, bytes: "1Z/SGh+3" }, signature: makeSigned(binary).signed.signature }),
        "signature",
      ],
      [change({ payload: { ...binary, bytes: "1Z_S" } }), "payload"],
      [change({ payload: { ...cellPayload, cell: "x" } }), "payload"],
      [
        {
          ...makeSigned(cellPayload),
          signed: { ...makeSigned(cellPayload).signed, payload: { ...cellPayload, schema: `${schema} ` } },
        },
        "signature",
      ],
      [change({ timestamp: TEST_TIME - 4 }), "signature"],
      [change({ domain: "evil.example" }), "domain"],
      [change({ domain: 5 }), "domain"],
      [change({ domain: `${DOMAIN}\ud800` }), "domain"],
      // The wallet signed U+FFFD in place of the lone surrogate.
      [makeSigned({ type: "text", text: "100 \ud800" }), "payload"],
      [makeSigned({ ...cellPayload, schema: "\udc00" }), "payload"],
      [{ ...data, address: `0:${"00".repeat(32)}` }, "address"],
      [{ ...data, walletStateInit: makeAccount(ton.WalletContractV5R1, 5).walletStateInit }, "walletStateInit"],
    ]))
      assert.equal(await readParameter(changedData), `proof_invalid ${expected}`);
    assert.equal(await readParameter(data, { payload: () => false }), "proof_invalid payload");
    assert.equal(await readParameter(data, { payload: "text" }), "invalid_option payload");
    assert.equal(await readParameter(data, { payload: undefined }), "missing_parameter payload");
    assert.equal(await readParameter(data, { now: TEST_TIME + 1000 }), "proof_invalid timestamp");
  });
});
