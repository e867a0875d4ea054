// The suite of addresses in workerd, on the entry that the condition `workerd` gives.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";

import { Miniflare } from "miniflare";

import { bundle } from "../bundle.mjs";
import { address } from "../suites/address.mjs";

const PROGRAM = `
import { address } from "./suites/address.mjs";
export default {
  async fetch(request, env) {
    const context = { fixture: async (name) => env[name] };
    try {
      await address[decodeURIComponent(new URL(request.url).pathname.slice(1))](context);
      return new Response("passed");
    } catch (error) {
      return new Response(String(error?.stack ?? error));
    }
  },
};`;

describe("addresses in workerd", () => {
  let worker;
  before(async () => {
    const file = (path) => readFile(new URL(path, import.meta.url));
    const entries = { "ton-edge/address": "../pkg/dist/address.workerd.js" };
    worker = new Miniflare({
      cf: false,
      telemetry: { enabled: false },
      modules: [
        { type: "ESModule", path: "program.mjs", contents: await bundle(PROGRAM, entries) },
        { type: "CompiledWasm", path: "address.wasm", contents: await file("../../pkg/dist/address.wasm") },
      ],
      compatibilityDate: "2026-04-01",
      bindings: { "address_vectors.json": JSON.parse(await file("../fixtures/address_vectors.json")) },
    });
    await worker.ready;
  });
  after(() => worker?.dispose());

  for (const title of Object.keys(address)) {
    test(title, async () => {
      const response = await worker.dispatchFetch(`http://localhost/${encodeURIComponent(title)}`);
      const text = await response.text();
      assert.equal(text, "passed", text);
    });
  }
});
