// How texts and bytes get into a module and back (pkg/lib/wasm/exchange.js). The module is JavaScript around a real wasm memory: it
// returns its input, and can fail, trap, and grow its memory.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createCellBindings } from "../../pkg/lib/message/bindings.js";
import { createExchange, readText, writeText } from "../../pkg/lib/wasm/exchange.js";
import { MAX_MEMORY_BYTES, createPlainInstance, trapError } from "../../pkg/lib/wasm/instance.js";

const [ECHO, FAIL, TRAP, GROW, OPTION] = [0, 1, 2, 3, 4];
const PAGE_BYTES = 65_536;

/** An instance that writes its result where its input was. */
function createInstance() {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const startOffset = 1024;
  return {
    memory,
    room(size) {
      const missingBytes = startOffset + size - memory.buffer.byteLength;
      if (missingBytes > 0) memory.grow(Math.ceil(missingBytes / PAGE_BYTES));
      return startOffset;
    },
    call(number, length, option) {
      if (number === TRAP) throw new WebAssembly.RuntimeError("unreachable");
      if (number === GROW) memory.grow(MAX_MEMORY_BYTES / PAGE_BYTES);
      if (number === OPTION) new Uint8Array(memory.buffer)[startOffset] = option;
      return number === FAIL ? ~length : length;
    },
    result: () => startOffset,
  };
}

/** A module that counts its instances. */
function createModule() {
  const module = {
    instances: 0,
    start() {
      module.instances += 1;
      return createInstance();
    },
    trapped: trapError,
  };
  return module;
}

const makeTexts = (module) => createExchange(module, writeText, readText);

test("texts and bytes come back as they went in, one behind the other", () => {
  const module = createModule();
  const longText = "é€😀".repeat(50_000);
  assert.equal(makeTexts(module).call(ECHO, longText), longText);
  assert.equal(makeTexts(module).call(ECHO, ""), "");
  const bytes = createCellBindings(module);
  const result = bytes.call(ECHO, [Uint8Array.of(1, 2), "é", Uint8Array.of(3)]);
  assert.deepEqual([...result], [1, 2, 0xc3, 0xa9, 3]);
  assert.equal(bytes.call(OPTION, [Uint8Array.of(0)], 7)[0], 7);
  // A result is a copy: the next call does not change it.
  bytes.call(ECHO, [Uint8Array.of(9, 9, 9, 9, 9)]);
  assert.deepEqual([...result], [1, 2, 0xc3, 0xa9, 3]);
});

test("a failed call throws a TonEdgeError, and the instance stays in use", () => {
  for (const create of [makeTexts, createCellBindings]) {
    const module = createModule();
    const exchange = create(module);
    const failure = JSON.stringify({ code: "boc_invalid", message: "é", index: 3, parameter: null });
    const input = /** @type {any} */ (create === makeTexts ? failure : [failure]);
    assert.throws(
      () => exchange.call(FAIL, input),
      (/** @type {any} */ error) =>
        error.name === "TonEdgeError" &&
        error.code === "boc_invalid" &&
        error.message === "é" &&
        error.index === 3 &&
        !("parameter" in error),
    );
    exchange.call(ECHO, input);
    assert.equal(module.instances, 1);
  }
});

test("an instance that trapped is never called again", () => {
  const module = createModule();
  const exchange = makeTexts(module);
  assert.throws(() => exchange.call(TRAP, "x"), { code: "internal", message: /unreachable/ });
  assert.equal(exchange.call(ECHO, "x"), "x");
  assert.equal(module.instances, 2);
});

test("an instance whose memory has grown is replaced if a new one can be created", () => {
  const module = createModule();
  const exchange = makeTexts(module);
  assert.equal(exchange.call(GROW, "x"), "x");
  assert.equal(module.instances, 2);
  exchange.call(ECHO, "x");
  assert.equal(module.instances, 2);
  const { start: startOffset } = module;
  module.start = () => {
    throw new RangeError("out of memory");
  };
  assert.equal(exchange.call(GROW, "x"), "x");
  assert.equal(exchange.call(ECHO, "y"), "y");
  module.start = startOffset;
  exchange.call(ECHO, "x");
  assert.equal(module.instances, 3);
});

test("where only asynchronous instantiation works, calls fail until `ready` resolves, and `ready` may be retried", async () => {
  const { Instance, instantiate } = WebAssembly;
  const source = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  WebAssembly.Instance = /** @type {any} */ (
    class {
      constructor() {
        throw new RangeError("WebAssembly.Instance is disallowed on the main thread");
      }
    }
  );
  let isRefused = true;
  WebAssembly.instantiate = /** @type {any} */ (
    async () => {
      if (isRefused) throw new WebAssembly.CompileError("blocked by a policy");
      return { exports: createInstance() };
    }
  );
  try {
    const exchange = makeTexts(createPlainInstance(() => source, ""));
    await assert.rejects(async () => exchange.ready(), { code: "wasm_unavailable", message: /wasm-unsafe-eval/ });
    isRefused = false;
    assert.throws(() => exchange.call(ECHO, "x"), { code: "not_initialized", message: /`await ready\(\)`/ });
    await exchange.ready();
    assert.equal(exchange.ready(), undefined);
    assert.equal(exchange.call(ECHO, "x"), "x");
  } finally {
    Object.assign(WebAssembly, { Instance, instantiate });
  }
});
