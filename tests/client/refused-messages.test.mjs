// Messages that the node refuses in `ExtMessageQ::create_ext_message` and `Transaction::unpack_input_msg`: `client.send` and the gateway refuse them
// without a request. The greatest message that the node accepts is sent.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createClient } from "ton-edge";
import { createGateway } from "ton-edge/gateway";
import { beginCell, externalMessage, parseBoc, writeBoc } from "ton-edge/message";

const TO = `0:${"A1".repeat(32)}`;
const send = (body) => externalMessage({ to: TO, body });

function makeChain(depth) {
  let cell = beginCell().endCell();
  for (let index = 0; index < depth; index += 1) cell = beginCell().storeRef(cell).endCell();
  return cell;
}

/** A tree of this many different cells with `bits` bits each. */
function makeTree(count, bits, state = { next: 0 }) {
  const builder = beginCell().storeUint(++state.next, 16);
  for (let remaining = bits - 16; remaining > 0; remaining -= 200)
    builder.storeUint(state.next, Math.min(remaining, 200));
  const depthBelow = count - 1;
  for (let index = 0; index < 4; index += 1) {
    const size = Math.floor((depthBelow + index) / 4);
    if (size > 0) builder.storeRef(makeTree(size, bits, state));
  }
  return builder.endCell();
}

const prunedCell = beginCell()
  .storeUint(0x0101, 16)
  .storeBytes(Uint8Array.from({ length: 34 }, () => 1))
  .setExotic()
  .endCell();
const plainClient = send(beginCell().storeUint(7, 32).endCell());
// The root of each body fits into the root of its message.
const CASES = /** @type {[string, any, RegExp | undefined, (RegExp | null)?][]} */ ([
  ["a depth of 511", send(makeChain(511)).toBoc(), undefined],
  ["a depth of 512", send(makeChain(512)).toBoc(), /depth of more than 511 cells/],
  ["65535 bytes and less", send(makeTree(500, 1000)).toBoc(), undefined],
  ["more than 65535 bytes", send(makeTree(510, 1000)).toBoc(), /more than 65535 bytes/],
  // The gateway does not compare cells, so it cannot count different ones; the network's refusal reaches the caller.
  ["8192 cells below the root", send(makeTree(8193, 16)).toBoc({ crc32c: false }), undefined],
  ["8193 cells below the root", send(makeTree(8194, 16)).toBoc({ crc32c: false }), /more than 8192 cells/, null],
  ["a pruned branch", send(prunedCell).toBoc(), /pruned branches|level/],
  ["two roots", writeBoc([plainClient, prunedCell]), /roots|exactly one root/],
  [
    "an index of starts",
    Buffer.from("b5ee9c728101020100070000040102bb010002aa", "hex"),
    /not a message|index has the starts/,
  ],
]);

/** An upstream that accepts everything, with the number of its requests. */
function makeUpstream() {
  const state = { requests: 0 };
  const fetch = async () => {
    state.requests += 1;
    return Response.json({ ok: true, result: { "@type": "ok" } });
  };
  return { state, fetch };
}

for (const [name, boc, refusal, byGateway = refusal] of CASES) {
  test(`client.send: ${name}`, async () => {
    const { state, fetch } = makeUpstream();
    const client = createClient({ baseUrl: "https://upstream.example", fetch, rateLimit: 1000 });
    const outcome = await client.send(boc, { wait: "accepted" }).catch((error) => error);
    if (refusal) assert.match(outcome.message, refusal);
    else assert.equal(outcome.status, "accepted", outcome.message);
    assert.equal(state.requests, refusal ? 0 : 1);
  });

  test(`the gateway: ${name}`, async () => {
    const { state, fetch } = makeUpstream();
    const gateway = createGateway({ mainnet: "https://upstream.example", logLevel: "off", fetch });
    const request = new Request("https://gateway.example/api/v2/sendBoc", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ boc: Buffer.from(boc).toString("base64") }),
    });
    const response = await gateway.fetch(request);
    const text = await response.text();
    const expected = byGateway ?? undefined;
    assert.equal(response.status, expected ? 422 : 200, text);
    if (expected) assert.match(text, expected);
    assert.equal(state.requests, expected ? 0 : 1);
  });
}

test("the bags of these cases are at the limits", () => {
  const sizes = new Map(CASES.map(([name, boc]) => [name, boc.length]));
  assert.ok((sizes.get("65535 bytes and less") ?? 0) > 64_000);
  assert.ok((sizes.get("8193 cells below the root") ?? 65_536) <= 65_535);
  assert.equal(parseBoc(CASES[0][1]).depth(), 511);
});
