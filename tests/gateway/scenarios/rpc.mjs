// JSON-RPC: ids in their own types, batches, and replies that the gateway splices without parsing.

import assert from "node:assert/strict";

import { respondWith } from "../../upstream/service-of.mjs";
import { BOC, JSON_BODY, READING, RPC } from "./requests.mjs";

const RESULT = '{"big":12345678901234567890, "é":"\\u00e9", "deep":[[[]]] }';
const respondOk = (request, response) =>
  response.writeHead(200, JSON_BODY).end(`{"ok":true,"result":${RESULT},"@extra":"1:2:3"}`);

export default [
  {
    name: "JSON-RPC ids are returned as they were written",
    services: [respondOk],
    async steps(world) {
      for (const id of [
        "1",
        '"1"',
        "null",
        "true",
        "-0.5e3",
        '"\\ud83d\\ude00"',
        "98765432109876543210",
        '""',
        '"},\\"ok\\":1,{"',
      ]) {
        const reply = await world.post(RPC, `{"jsonrpc":"2.0","id":${id},"method":"getMasterchainInfo"}`);
        assert.equal(reply.status, 200);
        assert.equal(reply.text, `{"ok":true,"result":${RESULT},"@extra":"1:2:3","jsonrpc":"2.0","id":${id}}`);
        const refusal = await world.post(RPC, `{"id":${id},"method":"nope"}`);
        assert.ok(refusal.text.endsWith(`,"jsonrpc":"2.0","id":${id}}`), refusal.text);
        JSON.parse(refusal.text);
      }
      for (const id of ["[1]", '{"a":1}']) {
        const reply = await world.post(RPC, `{"id":${id},"method":"getMasterchainInfo"}`);
        assert.deepEqual([reply.status, reply.json.id], [200, null], "the service ignores each id");
      }
    },
  },
  {
    name: "a JSON-RPC batch has one response per call, in order",
    services: [
      (request, response) =>
        request.url.includes("Block")
          ? response.destroy()
          : request.method === "POST"
            ? respondWith(500)(request, response)
            : respondOk(request, response),
    ],
    async steps(world) {
      const reply = await world.post(RPC, [
        READING,
        { id: "b", method: "nope" },
        7,
        null,
        [],
        { id: 4, method: "getMasterchainBlockSignatures", params: { seqno: 1 } },
        { id: 5, method: "sendBoc", params: { boc: BOC } },
        { method: "detectHash", params: { hash: "ab".repeat(32) } },
        { id: 8, method: "getMasterchainInfo", params: ["x"] },
        { id: 9, method: "getAddressBalance" },
        { ...READING, id: 1 },
      ]);
      assert.equal(reply.status, 200);
      assert.deepEqual(
        reply.json.map(({ id, ok }) => [id, ok ?? null]),
        [
          [1, true],
          ["b", false],
          [null, false],
          [null, false],
          [null, false],
          [4, false],
          [5, null],
          [null, true],
          [8, false],
          [9, false],
          [1, true],
        ],
      );
      assert.deepEqual(
        reply.json.map(({ code }) => code),
        [undefined, 404, 422, 422, 422, 502, undefined, undefined, 422, 422, undefined],
      );
      const line = await world.logged(({ calls }) => calls === 11);
      assert.equal(line.attempts, 4);
      for (const [body, status] of /** @type {any[][]} */ ([
        ["[]", 422],
        ["[", 422],
        ["", 422],
        ["null", 422],
        ['"x"', 422],
      ])) {
        assert.equal((await world.post(RPC, body)).status, status, body);
      }
    },
  },
  {
    name: "an upstream's JSON-RPC reply that is not an object becomes the gateway's error, with the id",
    async steps(world) {
      for (const body of ['"text"', "", " ", "<html>", "[1]", '{"ok":true', '{"ok":true}}x']) {
        world.service.act = (request, response) => response.writeHead(200, JSON_BODY).end(body);
        const reply = await world.post(RPC, { ...READING, id: "x" });
        assert.deepEqual([reply.status, reply.json.id, reply.json.ok], [502, "x", false], body);
      }
      world.service.act = (request, response) => {
        response.writeHead(200, { ...JSON_BODY, "content-length": "5000" }).write('{"ok":true,');
        setTimeout(() => response.destroy(), 20);
      };
      assert.equal((await world.post(RPC, READING)).status, 502, "broken off");
      for (const status of [204, 304]) {
        world.service.act = (request, response) => response.writeHead(status).end();
        assert.equal((await world.post(RPC, READING)).status, 502, `${status}`);
        const [firstResult, otherReply] = (await world.post(RPC, [READING, { ...READING, id: 2 }])).json;
        assert.deepEqual([firstResult.id, otherReply.id, firstResult.code], [1, 2, 502]);
      }
      world.service.act = respondWith(500, { ok: false, error: "lite server", code: 500 });
      const failedReply = await world.post(RPC, READING);
      assert.deepEqual(
        [failedReply.status, failedReply.json],
        [500, { ok: false, error: "lite server", code: 500, jsonrpc: "2.0", id: 1 }],
      );
    },
  },
];
