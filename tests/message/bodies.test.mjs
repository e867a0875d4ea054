// Bodies: each row of the table is encoded and decoded again, and some rows are compared with @ton/core and @ton/ton; errors name the
// field; a body that begins like a row and continues differently is `unknown`.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Address as CoreAddress, beginCell as coreBeginCell } from "@ton/core";
import { beginCell, comment, decodeBody, encodeBody, internalMessage, parseBoc } from "ton-edge/message";

import { ROWS } from "../../pkg/dist/schemas.js";
import { toPlainValue } from "./as-core.mjs";
import { readCode, toHex, ODD_VALUES, catchThrown } from "./checks.mjs";
import { loadTonweb } from "../helpers/tonweb.mjs";
import { makeRandom, TIMES } from "./random.mjs";

const toRaw = (address) => address.toRawString().replace(/:.*/, (hash) => hash.toUpperCase());

/** Random inputs of each form. The outputs are equal to the inputs unless `out` says otherwise. */
function makeValues(random) {
  const makeSmallCell = () => parseBoc(random.filled(random.below(300)).endCell().toBoc());
  const makeMessage = () => internalMessage({ to: random.address(), value: random.coin(), body: makeSmallCell() });
  const send = () => ({ type: "send_message", mode: random.below(256), message: makeMessage() });
  const makeSends = (maxCount) => Array.from({ length: random.below(maxCount + 1) }, send);
  const makeRandomExtended = () =>
    random.pick([
      () => ({ type: "add_extension", address: toRaw(random.address()) }),
      () => ({ type: "remove_extension", address: toRaw(random.address()) }),
      () => ({ type: "set_signature_allowed", allowed: random.below(2) === 1 }),
    ])();
  return {
    u: ([, bits]) => (bits <= 32 ? Number(random.number(bits)) : random.number(bits)),
    v: ([, limit]) => random.number(random.below(8 * (limit - 1) + 1)),
    U: () => random.number(256),
    a: () => random.maybe(() => toRaw(random.address())),
    d: () => toRaw(random.address()),
    e: () => random.maybe(makeSmallCell),
    o: () => random.maybe(makeSmallCell),
    p: () =>
      random.maybe(() =>
        parseBoc(
          random
            .filled(1 + random.below(1023))
            .endCell()
            .toBoc(),
        ),
      ),
    r: makeSmallCell,
    t: () => random.pick(["", "Hello", "ø🙂"]).repeat(random.below(100)),
    y: () => Uint8Array.from(random.bytes(random.below(300))),
    g: () => Uint8Array.from(random.bytes(64)),
    m: () => makeSends(4),
    l: () => makeSends(5),
    w: () => [...makeSends(5), ...Array.from({ length: random.below(4) }, makeRandomExtended)],
    W: () => [...Array.from({ length: random.below(4) }, makeRandomExtended), ...makeSends(5)],
    q: () => random.pick([0, 1022, 1023, 1024, 8_380_415, random.below(8_380_416)]),
  };
}

describe("each row of the table", () => {
  for (const [type, opcode, fields] of ROWS) {
    const random = makeRandom(opcode ?? type.length);
    const make = makeValues(random);
    const signedFields = fields.filter(([, [kind]]) => kind !== "n");
    const makeBody = () => {
      const values = Object.fromEntries(signedFields.map(([name, form]) => [name, make[form[0]](form)]));
      // Other bytes may be text, which is a `comment`.
      if (type === "binary_comment") values.data = Uint8Array.of(0xff, ...values.data);
      return values;
    };
    const sameOpcode = ROWS.filter((row) => row[1] === opcode).map(([name]) => name);

    test(`${type}: encoding and decoding gives the same values`, () => {
      let caseCount = 0;
      while (caseCount < 150 * TIMES) {
        const values = makeBody();
        // Other values of these bits would change the layout of the following fields.
        if (type === "wallet_v4_signed") values.op = 0;
        const cell = encodeBody({ type, ...values });
        const decodedBody = /** @type {any} */ (decodeBody(cell, opcode === null ? { as: type } : {}));
        const { request, ...rest } = decodedBody;
        assert.deepEqual(toPlainValue(rest), toPlainValue({ type, opcode, ...values, rest: null }));
        if (request) assert.ok(cell.refs[0].equals(request));
        if (opcode !== null) {
          assert.equal(cell.beginParse().loadUint(32), opcode);
          assert.deepEqual(toPlainValue(decodeBody(cell, { as: type })), toPlainValue(decodedBody));
        }
        caseCount += 1;
      }
    });

    test(`${type}: a body that is cut off anywhere is not a type of another opcode`, () => {
      const values = makeBody();
      if (type === "wallet_v4_signed") values.op = 0;
      const cell = encodeBody({ type, ...values });
      for (let bits = 0; bits < cell.bits; bits += 1) {
        const builder = beginCell().storeBits(cell.beginParse().loadBits(bits), bits);
        const foundBody = decodeBody(builder);
        assert.ok(
          ["unknown", "empty", ...sameOpcode].includes(foundBody.type) || opcode === null,
          `${bits} bits: ${foundBody.type}`,
        );
        try {
          decodeBody(builder, { as: type });
        } catch (error) {
          assert.equal(error.code, "message_invalid", `${bits} bits: ${error.stack}`);
        }
      }
    });

    for (const [name, form] of signedFields) {
      test(`${type}: a wrong \`${name}\` is refused`, () => {
        const values = makeBody();
        if (type === "wallet_v4_signed") values.op = 0;
        const isOptional = "aeopu".includes(form[0]) && !(form[0] === "u" && form[1] !== 64);
        for (const emptyValue of [undefined, null]) {
          const encode = () => encodeBody({ ...values, type, [name]: emptyValue });
          if (isOptional) encode();
          else {
            const error = catchThrown(encode, `${name}: ${emptyValue}`);
            assert.equal(error.parameter, name);
            assert.match(error.code, /^(missing|invalid)_parameter$/);
          }
        }
        for (const [description, oddValue] of ODD_VALUES) {
          if (oddValue === undefined || oddValue === null || description === "an object whose properties throw")
            continue;
          if (["a number", "a bigint"].includes(description) && "uvUq".includes(form[0])) continue;
          // Lists of cells that are not actions.
          const error = catchThrown(() => encodeBody({ ...values, type, [name]: oddValue }), `${name}: ${description}`);
          assert.equal(error.parameter, name, `${description}: ${error.message}`);
          assert.match(error.code, /^(invalid_parameter|boc_invalid)$/, description);
        }
        if (form[0] === "q")
          for (const number of [-1, 8_380_416, 2 ** 23, 1.5, Number.NaN]) {
            const error = catchThrown(() => encodeBody({ ...values, type, [name]: number }), `${name}: ${number}`);
            assert.deepEqual([error.code, error.parameter], ["invalid_parameter", name]);
          }
        if ("uvU".includes(form[0])) {
          const bits = form[0] === "u" ? form[1] : form[0] === "U" ? 256 : 8 * (form[1] - 1);
          for (const number of [-1, 1n << BigInt(bits), 1.5, Number.NaN]) {
            const error = catchThrown(() => encodeBody({ ...values, type, [name]: number }), `${name}: ${number}`);
            assert.deepEqual([error.code, error.parameter], ["invalid_parameter", name]);
          }
        }
      });
    }
  }
});

describe("bodies compared with @ton/core", () => {
  const random = makeRandom(1);
  const assertSameCell = (edgeCell, core) => assert.equal(toHex(edgeCell.hash()), toHex(core.endCell().hash()));

  test("transfers of jettons and NFTs, burns and comments are encoded as their standards define", () => {
    for (let count = 0; count < 300; count += 1) {
      const [queryId, amount, forward] = [random.number(64), random.coin(), random.coin()];
      const [address, otherAddress] = [random.address(), random.maybe(random.address)];
      const customFields = random.maybe(() => random.filled(20).endCell());
      const payload = random.filled(1 + random.below(1000)).endCell();
      const inlinePayload = coreBeginCell()
        .storeUint(0x0f8a7ea5, 32)
        .storeUint(queryId, 64)
        .storeCoins(amount)
        .storeAddress(address)
        .storeAddress(otherAddress)
        .storeMaybeRef(customFields)
        .storeCoins(forward);
      const hasRoomInline = inlinePayload.availableBits > payload.bits.length;
      if (hasRoomInline) inlinePayload.storeBit(0).storeSlice(payload.beginParse());
      else inlinePayload.storeBit(1).storeRef(payload);
      assertSameCell(
        encodeBody({
          type: "jetton_transfer",
          queryId,
          amount,
          destination: address,
          responseDestination: otherAddress,
          customPayload: customFields,
          forwardTonAmount: forward,
          forwardPayload: payload,
        }),
        inlinePayload,
      );
      assertSameCell(
        encodeBody({
          type: "nft_transfer",
          queryId,
          newOwner: address,
          responseDestination: otherAddress,
          customPayload: customFields,
          forwardAmount: forward,
        }),
        coreBeginCell()
          .storeUint(0x5fcc3d14, 32)
          .storeUint(queryId, 64)
          .storeAddress(address)
          .storeAddress(otherAddress)
          .storeMaybeRef(customFields)
          .storeCoins(forward)
          .storeBit(0),
      );
      assertSameCell(
        encodeBody({
          type: "jetton_burn",
          queryId,
          amount,
          responseDestination: otherAddress,
          customPayload: customFields,
        }),
        coreBeginCell()
          .storeUint(0x595f07bc, 32)
          .storeUint(queryId, 64)
          .storeCoins(amount)
          .storeAddress(otherAddress)
          .storeMaybeRef(customFields),
      );
      const text = "ø".repeat(random.below(400));
      assertSameCell(comment(text), coreBeginCell().storeUint(0, 32).storeStringTail(text));
      assertSameCell(encodeBody({ type: "comment", text }), coreBeginCell().storeUint(0, 32).storeStringTail(text));
    }
  });

  test("a payload in a separate cell, as wallets send it, is decoded", () => {
    const payload = coreBeginCell().storeUint(0, 32).storeStringTail("Hello").endCell();
    const body = coreBeginCell()
      .storeUint(0x7362d09c, 32)
      .storeUint(5, 64)
      .storeCoins(9)
      .storeAddress(new CoreAddress(0, Buffer.alloc(32, 3)))
      .storeBit(1)
      .storeRef(payload)
      .endCell();
    const decodedBody = decodeBody(body);
    if (decodedBody.type !== "jetton_notification") assert.fail(decodedBody.type);
    assert.deepEqual([decodedBody.queryId, decodedBody.amount, decodedBody.sender], [5n, 9n, `0:${"03".repeat(32)}`]);
    assert.deepEqual(decodeBody(decodedBody.forwardPayload), { type: "comment", opcode: 0, text: "Hello", rest: null });
  });
});

describe("other bodies", () => {
  test("short, unknown and exotic bodies are `unknown`, and empty ones `empty`", () => {
    assert.deepEqual(decodeBody(beginCell()), { type: "empty", opcode: null });
    assert.deepEqual(decodeBody(beginCell().storeRef(beginCell())), { type: "unknown", opcode: null });
    for (let bits = 1; bits < 32; bits += 1)
      assert.deepEqual(decodeBody(beginCell().storeUint(0, bits)), { type: "unknown", opcode: null });
    assert.deepEqual(decodeBody(beginCell().storeUint(0xffffffff, 32)), { type: "unknown", opcode: 0xffffffff });
    assert.deepEqual(decodeBody(beginCell().storeUint(0xd53276db, 32)), { type: "unknown", opcode: 0xd53276db });
    const library = beginCell().storeUint(2, 8).storeBytes(new Uint8Array(32)).setExotic().endCell();
    assert.deepEqual(decodeBody(library), { type: "unknown", opcode: 0x02000000 });
    // A comment whose number of bits is not a multiple of 8.
    assert.equal(decodeBody(beginCell().storeUint(0, 33)).type, "unknown");
  });

  test("a comment that is not UTF-8 has its bytes, and is not a comment of text", () => {
    const body = beginCell()
      .storeUint(0, 32)
      .storeBytes(Uint8Array.of(0x61, 0xff, 0x62))
      .endCell();
    const decodedBody = decodeBody(body);
    assert.deepEqual(decodedBody, {
      type: "binary_comment",
      opcode: 0,
      data: Uint8Array.of(0x61, 0xff, 0x62),
      rest: null,
    });
    if (decodedBody.type !== "binary_comment") assert.fail(decodedBody.type);
    assert.ok(encodeBody({ type: "binary_comment", data: decodedBody.data }).equals(body));
    // If the caller requests a comment by name, a body that is not a comment is an error.
    assert.equal(
      readCode(() => decodeBody(body, { as: "comment" })),
      "message_invalid",
    );
  });

  test("content after the last field is `rest`", () => {
    const longerBuilder = beginCell().storeUint(0xd53276db, 32).storeUint(7, 64).storeUint(5, 3).storeRef(beginCell());
    const decodedBody = decodeBody(longerBuilder);
    if (decodedBody.type !== "excesses") assert.fail(decodedBody.type);
    assert.equal(decodedBody.queryId, 7n);
    assert.ok(decodedBody.rest.equals(beginCell().storeUint(5, 3).storeRef(beginCell())));
  });

  test("lists of actions longer than any wallet accepts are `unknown`", () => {
    // The text is longer than any wallet accepts.
    let list = beginCell().endCell();
    const message = internalMessage({ to: `0:${"00".repeat(32)}`, value: 0n });
    for (let index = 0; index < 300; index += 1)
      list = beginCell().storeRef(list).storeUint(0x0ec3c86d, 32).storeUint(3, 8).storeRef(message).endCell();
    const body = beginCell().storeUint(0xae42e5a4, 32).storeUint(0, 64).storeRef(list);
    assert.equal(decodeBody(body).type, "unknown");
    assert.equal(
      readCode(() => decodeBody(body, { as: "highload_v3_transfer" })),
      "message_invalid",
    );
    // Twice the 255 actions of a list are accepted before the list itself is read.
    const extendBuilder = (count) => {
      let next;
      for (let index = 1; index < count; index += 1) {
        const builder = beginCell().storeUint(4, 8).storeBit(1);
        if (next) builder.storeRef(next);
        next = builder.endCell();
      }
      const head = beginCell().storeUint(0x6578746e, 32).storeUint(0, 64).storeBit(0).storeBit(1);
      return head.storeUint(4, 8).storeBit(1).storeRef(next);
    };
    assert.equal(/** @type {any} */ (decodeBody(extendBuilder(510))).actions.length, 510);
    assert.equal(decodeBody(extendBuilder(511)).type, "unknown");
    const makeBetaBody = (count) => {
      let next = beginCell().storeBit(0).storeRef(beginCell());
      for (let index = 0; index < count; index += 1)
        next = beginCell().storeBit(1).storeUint(0x20cbb95a, 32).storeBit(1).storeRef(next);
      return beginCell().storeUint(0x6578746e, 32).storeBuilder(next);
    };
    const { type, actions } = /** @type {any} */ (decodeBody(makeBetaBody(510)));
    assert.deepEqual([type, actions.length], ["wallet_v5_beta_extension", 510]);
    assert.equal(decodeBody(makeBetaBody(511)).type, "unknown");
  });

  test("a query id whose bit number no cell of the wallet has is refused", () => {
    const makeSignedRequest = (bit) => {
      const request = beginCell().storeUint(1, 32).storeRef(beginCell()).storeUint(3, 8);
      request.storeUint(7, 13).storeUint(bit, 10).storeUint(0, 64).storeUint(3600, 22);
      return beginCell().storeBytes(new Uint8Array(64)).storeRef(request);
    };
    const as = /** @type {const} */ ("highload_v3_signed");
    assert.equal(/** @type {any} */ (decodeBody(makeSignedRequest(1022), { as })).queryId, 7 * 1023 + 1022);
    assert.equal(
      readCode(() => decodeBody(makeSignedRequest(1023), { as })),
      "message_invalid",
    );
  });

  test("a body may end before a payload that its writer left out", async () => {
    const TonWeb = await loadTonweb();
    const jettonWallet = new TonWeb.token.jetton.JettonWallet(new TonWeb.HttpProvider(), {
      address: `0:${"3".repeat(64)}`,
    });
    const responseAddress = new TonWeb.utils.Address(`0:${"4".repeat(64)}`);
    const burnBody = await jettonWallet.createBurnBody({
      queryId: 5,
      jettonAmount: new TonWeb.utils.BN(9),
      responseAddress,
    });
    const burn = decodeBody(parseBoc(await burnBody.toBoc()));
    const { rest, ...fields } = /** @type {any} */ (burn);
    assert.deepEqual(fields, {
      type: "jetton_burn",
      opcode: 0x595f07bc,
      queryId: 5n,
      amount: 9n,
      responseDestination: `0:${"4".repeat(64)}`,
      customPayload: null,
    });
    assert.equal(rest, null);

    const startBody = (opcode) => beginCell().storeUint(opcode, 32).storeUint(1n, 64);
    const bodies = {
      jetton_transfer: startBody(0x0f8a7ea5).storeCoins(2n).storeUint(0, 2).storeUint(0, 2).storeBit(0).storeCoins(0n),
      jetton_internal_transfer: startBody(0x178d4519).storeCoins(2n).storeUint(0, 2).storeUint(0, 2).storeCoins(0n),
      jetton_notification: startBody(0x7362d09c).storeCoins(2n).storeUint(0, 2),
      nft_transfer: startBody(0x5fcc3d14).storeUint(0, 2).storeUint(0, 2).storeBit(0).storeCoins(0n),
      nft_ownership_assigned: startBody(0x05138d91).storeUint(0, 2),
    };
    for (const [type, builder] of Object.entries(bodies)) {
      const body = /** @type {any} */ (decodeBody(builder));
      assert.deepEqual([body.type, body.forwardPayload, body.rest], [type, null, null]);
      // An incomplete payload is not decoded.
      assert.equal(decodeBody(builder.storeBit(1)).type, "unknown", type);
    }
  });

  test("wrong options and types are refused", () => {
    const body = beginCell().storeUint(0xd53276db, 32).storeUint(7, 64).endCell();
    for (const bodyType of ["", "nothing", 5, null, {}, "toString", "__proto__"]) {
      const error = catchThrown(() => decodeBody(body, { as: /** @type {any} */ (bodyType) }), String(bodyType));
      assert.deepEqual([error.code, error.parameter], ["invalid_option", "as"]);
    }
    assert.equal(
      readCode(() => decodeBody(body, { as: "jetton_burn" })),
      "message_invalid",
    );
    assert.equal(
      readCode(() => decodeBody(beginCell(), { as: "jetton_burn" })),
      "message_invalid",
    );
    for (const [description, value] of ODD_VALUES) {
      if (description === "an object whose properties throw") continue;
      assert.equal(
        readCode(() => decodeBody(value), description),
        "invalid_parameter",
      );
      assert.equal(
        readCode(() => encodeBody(value), description),
        "invalid_parameter",
      );
      assert.equal(
        readCode(() => encodeBody(/** @type {any} */ ({ type: value })), description),
        "invalid_parameter",
      );
      if (typeof value !== "string")
        assert.equal(
          readCode(() => comment(value), description),
          "invalid_parameter",
        );
    }
    for (const type of ["nothing", "toString", "__proto__", ""])
      assert.equal(catchThrown(() => encodeBody(/** @type {any} */ ({ type }))).parameter, "type");
  });

  test("the text of a comment in place of a payload: the error names the function that makes its cell", () => {
    for (const text of ["order 17", "text", ""]) {
      const body = { queryId: 0n, amount: 1n, destination: `0:${"1".repeat(64)}`, forwardTonAmount: 1n };
      const encode = () => encodeBody({ type: "jetton_transfer", ...body, forwardPayload: text });
      const error = catchThrown(encode, text);
      assert.deepEqual([error.code, error.parameter], ["boc_invalid", "forwardPayload"]);
      assert.match(error.message, /; the cell of a text is `comment\(text\)`$/);
    }
  });
});
