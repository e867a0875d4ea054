// The suites inside a Worker, on the entries that the condition `workerd` selects.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import { Miniflare } from "miniflare";

import { bundleProgram } from "../helpers/bundle.mjs";

const PROGRAM = `
import { runAway } from "./runtimes/away.mjs";
export default {
  async fetch(request) {
    return Response.json(await runAway(await request.json()));
  },
};`;

const ENTRIES = {
  "ton-edge": "../pkg/dist/client.workerd.js",
  "ton-edge/address": "../pkg/dist/address.workerd.js",
  "ton-edge/gateway": "../pkg/dist/gateway.workerd.js",
  "ton-edge/endpoints": "../pkg/endpoints.js",
  "ton-edge/message": "../pkg/dist/message.workerd.js",
  "ton-edge/message/ed25519": "../pkg/dist/ed25519.workerd.js",
  "ton-edge/tvm": "../pkg/dist/tvm.workerd.js",
};

export async function startWorkerd() {
  const readModule = (name) => readFile(new URL(`../../pkg/dist/${name}.wasm`, import.meta.url));
  const complaints = [];
  const makeWasmModule = async (name) => ({
    type: /** @type {const} */ ("CompiledWasm"),
    path: `${name}.wasm`,
    contents: await readModule(name),
  });
  const worker = new Miniflare({
    cf: false,
    telemetry: { enabled: false },
    modules: [
      { type: "ESModule", path: "program.mjs", contents: await bundleProgram(PROGRAM, ENTRIES) },
      ...(await Promise.all(
        ["address", "cell", "client", "ed25519", "emulator", "gateway", "tvm"].map(makeWasmModule),
      )),
    ],
    compatibilityDate: "2026-04-01",
    handleRuntimeStdio(stdout, stderr) {
      // What the gateways inside the Worker log is not a fault of workerd.
      createInterface({ input: stderr }).on("line", (line) => line.startsWith("{") || complaints.push(line));
      stdout.resume();
    },
  });
  await worker.ready;
  return {
    complaints,
    async run(test) {
      const response = await worker.dispatchFetch("http://localhost/", { method: "POST", body: JSON.stringify(test) });
      const text = await response.text();
      return response.status === 200 ? JSON.parse(text) : text;
    },
    close: () => worker.dispose(),
  };
}
