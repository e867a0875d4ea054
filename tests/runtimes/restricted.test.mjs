// The suites in runtimes without WebAssembly, with the entries that do not need it; and in runtimes that compile it only asynchronously, like
// pages of Chromium before 115.

import { describe } from "node:test";

import { WARM_FETCH } from "../helpers/warm-fetch.mjs";
import { describeSuites } from "./describe.mjs";
import { buildProgram } from "./programs.mjs";

/** Node, with a script that first changes its globals. */
const makeNodeCommand = (script, ...flags) => [
  process.execPath,
  ...flags,
  "--import",
  `data:text/javascript,${encodeURIComponent(WARM_FETCH + script)}`,
];

/** Suites of entries that consist of WebAssembly only. */
const WASM_ONLY = ["tvm", "emulator"];

describe("without WebAssembly", () =>
  // The condition of React Native selects the entries without wasm.
  describeSuites(
    "Node",
    buildProgram("Node without WebAssembly", makeNodeCommand("delete globalThis.WebAssembly;", "-C", "react-native")),
    {
      has: (suite, title) =>
        !WASM_ONLY.includes(suite) && title !== "odd values at the gateway, which responds to each",
    },
  ));

const REFUSED_PROGRAM = `
for (const what of ["Module", "Instance"])
  WebAssembly[what] = new Proxy(WebAssembly[what], {
    construct(real, [source]) {
      throw new RangeError(\`WebAssembly.\${what} is disallowed on the main thread, if the buffer size is larger than 4KB\`);
    },
  });`;

describe("with asynchronous WebAssembly only", () =>
  describeSuites("Node", buildProgram("Node with asynchronous WebAssembly", makeNodeCommand(REFUSED_PROGRAM)), {
    // Until wasm is loaded, the client does not know the names of all methods.
    has: (suite, title) =>
      ["client", "pages", "transport"].includes(suite) && !title.startsWith("the client has a method for every row"),
  }));
