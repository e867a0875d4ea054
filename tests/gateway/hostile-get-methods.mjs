// Measures what a hostile contract costs a gateway with `localGetMethods`: the CPU time of one call and of a batch of 20, and the longest time
// for which other requests wait. Its get-method searches a deep dictionary for a key beyond its last one, for ever.
// Run: node tests/gateway/hostile-get-methods.mjs

import { beginCell } from "@ton/core";

import { deepDictionary } from "../tvm/instruction-programs.mjs";
import { makeLocalGateway } from "./local-get-methods.mjs";

const HASH = Buffer.alloc(32, 7).toString("base64");
const toBase64 = (cell) => cell.toBoc().toString("base64");
// DROP, c4 PUSH, CTOS, LDREF, SWAP, <{ 2DUP 512 PUSHINT DICTGETNEXT DROP }> PUSHCONT, AGAIN.
const CODE = beginCell().storeBuffer(Buffer.from("ff0030ed44d0d401975c810200f47430ea", "hex")).endCell();
const DATA = beginCell().storeBuffer(Buffer.alloc(64, 255)).storeRef(deepDictionary().cell).endCell();
const VERSION = beginCell().storeUint(0xc4, 8).storeUint(14, 32).storeUint(0, 64).endCell();

const RESPONSES = {
  getConfigParam: { "@type": "configInfo", config: { "@type": "tvm.cell", bytes: toBase64(VERSION) } },
  getAddressInformation: {
    "@type": "raw.fullAccountState",
    balance: "1000000000",
    extra_currencies: [],
    last_transaction_id: { "@type": "internal.transactionId", lt: "47000001", hash: HASH },
    block_id: {
      "@type": "ton.blockIdExt",
      workchain: -1,
      shard: "-9223372036854775808",
      seqno: 77,
      root_hash: HASH,
      file_hash: HASH,
    },
    code: toBase64(CODE),
    data: toBase64(DATA),
    frozen_hash: "",
    sync_utime: 1_780_000_000,
    state: "active",
    suspended: false,
  },
};
const EXIT_RESULT = { "@type": "smc.runResult", gas_used: 0, stack: [], exit_code: -14 };

const makeCall = (account, id) => ({
  jsonrpc: "2.0",
  id,
  method: "runGetMethod",
  params: { address: `0:${account.repeat(64)}`, method: `method_${id}`, stack: [] },
});

/** Sends a body, and returns milliseconds: of CPU, and the longest time without a turn of the event loop. */
async function measure(send, body) {
  let [longestMs, lastTime, isRunning] = [0, performance.now(), true];
  const watch = () => {
    const time = performance.now();
    longestMs = Math.max(longestMs, time - lastTime);
    lastTime = time;
    if (isRunning) setImmediate(watch);
  };
  watch();
  const usageBefore = process.cpuUsage();
  await send("/api/v2/jsonRPC", body);
  const { user, system } = process.cpuUsage(usageBefore);
  isRunning = false;
  watch();
  return { cpuMs: Math.round((user + system) / 1000), longestWaitMs: Math.round(longestMs) };
}

for (const size of [1, 20]) {
  const { send, counts } = makeLocalGateway("http://127.0.0.1:9", {
    retries: 0,
    fetch: async (url) => {
      const result = RESPONSES[new URL(url).pathname.split("/").pop() ?? ""] ?? EXIT_RESULT;
      const body = { ok: true, result, "@extra": "1780000000.123:_:1.5" };
      return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
    },
  });
  // Loads the virtual machine.
  await send("/api/v2/jsonRPC", makeCall("1", 0));
  const body = size === 1 ? makeCall("2", 0) : Array.from({ length: size }, (_, id) => makeCall("2", id));
  const figures = await measure(send, body);
  console.log(JSON.stringify({ calls: size, ...figures, outcomes: await counts("local_get_methods") }));
}
