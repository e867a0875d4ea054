// The matrix of consumers and the entries that they use, one row each. Only full runs (`cargo xtask test --full`) run rows with `full`.

import { ABSENCE_REASONS } from "./absent.mjs";
import { launch as chromium } from "../runtimes/chromium.mjs";
import { launch as firefox } from "../runtimes/firefox.mjs";
import { OTHER_PROCESSES } from "../runtimes/runtimes.mjs";
import * as browsers from "./browsers.mjs";
import * as bundlers from "./bundlers.mjs";
import { createExpoApp, createNextApp, createVite, sv } from "./created.mjs";
import * as frameworks from "./frameworks.mjs";
import { runNext } from "./next.mjs";
import * as nodeTools from "./node-tools.mjs";
import { runReactNative } from "./phones.mjs";
import { node, runWorkerd, runInRuntime, runWrangler } from "./programs.mjs";
import { COPIES } from "./program/copies-expected.mjs";
import { ADDRESS_RESULTS, ALL_RESULTS, ENTRY_RESULTS } from "./program/use.mjs";
import { runJest, runVitest, runVitestWorkers } from "./test-runners.mjs";
import { expectNoErrors, checkSyntax, runTypescript } from "./typescript.mjs";
import { runWebkit } from "./webkit.mjs";

const DEFAULT_ENTRIES = "`ton-edge`, `/address`";
const SLIM_ENTRY = "`/slim`";
const AUTO_ENTRIES = "`ton-edge`, `/address/auto`";
const EVERY_ENTRY = "all with addresses";
const CLIENT_NO_WASM = "`/no-wasm`";
const GATEWAY = "`ton-edge`, `/gateway`";
const NO_WASM = "`/address/no-wasm`";
const PLATFORMS = { dom: "`lib: dom`", node: "`types: node`", neither: "neither DOM nor Node" };
/** Compilers, the environment whose types the program has, and the module resolution; node10 does not read package exports. */
const COMPILERS = /** @type {any[][]} */ ([
  ["5.0", "dom", "node16", "nodenext", "bundler", "node10"],
  ["5.0", "node", "bundler"],
  ["5.0", "neither", "node16"],
  ["5.4", "dom", "node16"],
  ["5.9", "dom", "bundler", "node10"],
  ["5.9", "node", "nodenext"],
  ["5.9", "neither", "bundler"],
  ["6", "dom", "bundler"],
  ["7", "dom", "node16", "nodenext", "bundler"],
  ["7", "node", "bundler"],
  ["7", "neither", "bundler"],
]);
const isFull = true;
/** The expected result of the entry without wasm, including whether the entry with wasm runs there. */
const expectAddresses = (wasm) => ({ ...ADDRESS_RESULTS, wasm });
/** The expected result of a page without requests: the message is the one that Node makes. */
const PRERENDERED_RESULT = {
  packed: ADDRESS_RESULTS.packed,
  wallet: ENTRY_RESULTS.message.wallet,
  text: ENTRY_RESULTS.message.text,
  boc: "te6cckEBAQEAMwAAYYgBqY2QfQ78YLOaa0Y8dYNH5YP5BwQHDrDqgl+5H5u9J5YAAAAAAkMrY2N5AqJ6cQz1G4tR",
  client: "function",
};
const SCRIPT_POLICY = "script-src 'self'";
/** The entries that a program checks besides addresses and client. */
const PAGE_CHECKS = ["message", "tvm", "preview"];
const SERVER_CHECKS = [...PAGE_CHECKS, "gateway"];
/** Without WebAssembly, or without its reference types. */
const MESSAGE_CHECK = ["message"];
/** Columns of the table. */
const COLUMNS = ["address", "client", ...SERVER_CHECKS];

/**
 * @typedef {{ result: any, version: string }} Outcome
 * @typedef {{ consumer: string, entry: string, full?: boolean, expected?: any, absent?: string,
 *   entries?: string[], run?: (projects: any, service: string) => Promise<Outcome> }} Row
 *   `full`: in full runs only; `absent`: the reason why it is not run, from absent.mjs; `entries`: what the program checks besides addresses and
 *   client
 */

/** @type {Row[]} */
const ROWS = [
  { consumer: "Node, ES module", entry: DEFAULT_ENTRIES, entries: SERVER_CHECKS, run: node("server.mjs") },
  { consumer: "Node, ES module", entry: SLIM_ENTRY, run: node("server-slim.mjs") },
  { consumer: "Node, ES module", entry: NO_WASM, run: node("server-no-wasm.mjs"), expected: expectAddresses("runs") },
  { consumer: "Node, ES module", entry: CLIENT_NO_WASM, run: node("server-client-no-wasm.mjs") },
  { consumer: "Node, CommonJS", entry: DEFAULT_ENTRIES, entries: SERVER_CHECKS, run: node("node.cjs") },
  { consumer: "Node, CommonJS", entry: SLIM_ENTRY, run: node("node-slim.cjs") },
  { consumer: "Node, two copies and both formats", entry: EVERY_ENTRY, run: node("copies.mjs"), expected: COPIES },
  {
    consumer: "Node without `Request`",
    entry: DEFAULT_ENTRIES,
    run: node("server-no-request.mjs"),
    expected: {
      packed: "EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c",
      code: "missing_global",
      parameter: "Request",
    },
  },
  { consumer: "workerd, no bundler", entry: DEFAULT_ENTRIES, entries: SERVER_CHECKS, run: runWorkerd("edge.mjs") },
  { consumer: "workerd, no bundler", entry: SLIM_ENTRY, run: runWorkerd("edge-slim.mjs") },
  { consumer: "Chromium, no bundler", entry: DEFAULT_ENTRIES, run: bundlers.runUnbundled(chromium, "page.mjs") },
  { consumer: "Chromium, no bundler", entry: SLIM_ENTRY, run: bundlers.runUnbundled(chromium, "page-slim.mjs") },
  { consumer: "Chromium, import map with integrity", entry: DEFAULT_ENTRIES, run: browsers.importMap },
  { consumer: "esbuild", entry: DEFAULT_ENTRIES, run: bundlers.runEsbuild },
  { consumer: "Vite, development", entry: DEFAULT_ENTRIES, run: bundlers.runVite("dev", "vite") },
  { consumer: "Vite, development", entry: SLIM_ENTRY, run: bundlers.runVite("dev", "vite-slim") },
  { consumer: "Vite, build", entry: DEFAULT_ENTRIES, run: bundlers.runVite("build", "vite") },
  { consumer: "Vite, build", entry: SLIM_ENTRY, run: bundlers.runVite("build", "vite-slim") },
  ...OTHER_PROCESSES.flatMap((name) => [
    {
      consumer: name,
      entry: DEFAULT_ENTRIES,
      entries: SERVER_CHECKS,
      run: runInRuntime(name, "server.mjs"),
      full: isFull,
    },
    { consumer: name, entry: SLIM_ENTRY, run: runInRuntime(name, "server-slim.mjs"), full: isFull },
  ]),
  { consumer: "wrangler", entry: DEFAULT_ENTRIES, entries: SERVER_CHECKS, run: runWrangler, full: isFull },
  {
    consumer: "Firefox, no bundler",
    entry: DEFAULT_ENTRIES,
    run: bundlers.runUnbundled(firefox, "page.mjs"),
    full: isFull,
  },
  {
    consumer: "Firefox, no bundler",
    entry: SLIM_ENTRY,
    run: bundlers.runUnbundled(firefox, "page-slim.mjs"),
    full: isFull,
  },
  {
    consumer: "Vite 5, development",
    entry: DEFAULT_ENTRIES,
    run: bundlers.runVite("dev", "vite", "vite"),
    full: isFull,
  },
  { consumer: "Vite 5, build", entry: DEFAULT_ENTRIES, run: bundlers.runVite("build", "vite", "vite"), full: isFull },
  { consumer: "webpack", entry: DEFAULT_ENTRIES, run: bundlers.runWebpack("webpack"), full: isFull },
  { consumer: "rspack", entry: DEFAULT_ENTRIES, run: bundlers.runWebpack("@rspack/core"), full: isFull },
  { consumer: "Rollup", entry: DEFAULT_ENTRIES, run: bundlers.runRollup("es"), full: isFull },
  {
    consumer: "Rollup, CommonJS for Node",
    entry: DEFAULT_ENTRIES,
    entries: SERVER_CHECKS,
    run: bundlers.runRollup("cjs"),
    full: isFull,
  },
  { consumer: "Rolldown", entry: DEFAULT_ENTRIES, run: bundlers.runRolldown, full: isFull },
  { consumer: "Rsbuild", entry: DEFAULT_ENTRIES, run: bundlers.runRsbuild, full: isFull },
  { consumer: "Parcel", entry: DEFAULT_ENTRIES, run: bundlers.runParcel, full: isFull },
  { consumer: "webpack 4", entry: DEFAULT_ENTRIES, run: bundlers.runWebpack4, full: isFull },
  {
    consumer: "browserify",
    entry: "`ton-edge`",
    entries: PAGE_CHECKS,
    run: bundlers.runBrowserify("page.cjs"),
    full: isFull,
  },
  {
    consumer: "browserify",
    entry: NO_WASM,
    run: bundlers.runBrowserify("page-no-wasm.cjs"),
    full: isFull,
    expected: ADDRESS_RESULTS,
  },
  { consumer: "Next.js, client component", entry: DEFAULT_ENTRIES, run: runNext("client"), full: isFull },
  { consumer: "Next.js, server component", entry: DEFAULT_ENTRIES, run: runNext("server"), full: isFull },
  { consumer: "Next.js, route handler", entry: DEFAULT_ENTRIES, run: runNext("route"), full: isFull },
  { consumer: "Next.js, gateway", entry: GATEWAY, run: runNext("gateway"), full: isFull },
  { consumer: "Next.js, gateway on the edge runtime", entry: GATEWAY, run: runNext("edgeGateway"), full: isFull },
  { consumer: "Nuxt, page", entry: DEFAULT_ENTRIES, run: frameworks.runNuxt("page"), full: isFull },
  { consumer: "Nuxt, server", entry: DEFAULT_ENTRIES, run: frameworks.runNuxt("server"), full: isFull },
  { consumer: "Nuxt, gateway", entry: GATEWAY, run: frameworks.runNuxt("gateway"), full: isFull },
  { consumer: "SvelteKit, page", entry: DEFAULT_ENTRIES, run: frameworks.runSveltekit("page"), full: isFull },
  { consumer: "SvelteKit, server", entry: DEFAULT_ENTRIES, run: frameworks.runSveltekit("server"), full: isFull },
  { consumer: "SvelteKit, gateway", entry: GATEWAY, run: frameworks.runSveltekit("gateway"), full: isFull },
  { consumer: "Astro, page", entry: DEFAULT_ENTRIES, run: frameworks.runAstro("page"), full: isFull },
  { consumer: "Astro, server", entry: DEFAULT_ENTRIES, run: frameworks.runAstro("server"), full: isFull },
  { consumer: "Astro, gateway", entry: GATEWAY, run: frameworks.runAstro("gateway"), full: isFull },
  { consumer: "React Router, page", entry: DEFAULT_ENTRIES, run: frameworks.runReactRouter("page"), full: isFull },
  { consumer: "React Router, server", entry: DEFAULT_ENTRIES, run: frameworks.runReactRouter("server"), full: isFull },
  { consumer: "React Router, gateway", entry: GATEWAY, run: frameworks.runReactRouter("gateway"), full: isFull },
  {
    consumer: "Nuxt on Workers, page",
    entry: DEFAULT_ENTRIES,
    run: frameworks.runNuxtCloudflare("page"),
    full: isFull,
  },
  {
    consumer: "Nuxt on Workers, server",
    entry: DEFAULT_ENTRIES,
    run: frameworks.runNuxtCloudflare("server"),
    full: isFull,
  },
  { consumer: "Nuxt on Workers, gateway", entry: GATEWAY, run: frameworks.runNuxtCloudflare("gateway"), full: isFull },
  {
    consumer: "React Router on Workers, page",
    entry: DEFAULT_ENTRIES,
    run: frameworks.runReactRouterWorkers("page"),
    full: isFull,
  },
  {
    consumer: "React Router on Workers, server",
    entry: DEFAULT_ENTRIES,
    run: frameworks.runReactRouterWorkers("server"),
    full: isFull,
  },
  {
    consumer: "React Router on Workers, gateway",
    entry: GATEWAY,
    run: frameworks.runReactRouterWorkers("gateway"),
    full: isFull,
  },
  { consumer: "create-vite, development", entry: DEFAULT_ENTRIES, run: createVite("dev"), full: isFull },
  { consumer: "create-vite, build", entry: DEFAULT_ENTRIES, run: createVite("preview"), full: isFull },
  { consumer: "sv create, page", entry: DEFAULT_ENTRIES, run: sv("page"), full: isFull },
  { consumer: "sv create, server", entry: DEFAULT_ENTRIES, run: sv("server"), full: isFull },
  { consumer: "sv create, gateway", entry: GATEWAY, run: sv("gateway"), full: isFull },
  { consumer: "create-next-app, client component", entry: DEFAULT_ENTRIES, run: createNextApp("page"), full: isFull },
  {
    consumer: "create-next-app, server component",
    entry: DEFAULT_ENTRIES,
    run: createNextApp("component"),
    full: isFull,
  },
  {
    consumer: "create-next-app, page rendered at build time",
    entry: DEFAULT_ENTRIES,
    run: createNextApp("prerendered"),
    expected: PRERENDERED_RESULT,
    full: isFull,
  },
  { consumer: "create-next-app, route handler", entry: DEFAULT_ENTRIES, run: createNextApp("server"), full: isFull },
  { consumer: "create-next-app, gateway", entry: GATEWAY, run: createNextApp("gateway"), full: isFull },
  { consumer: "create-expo-app, web", entry: DEFAULT_ENTRIES, run: createExpoApp("page"), full: isFull },
  {
    consumer: "create-expo-app, Hermes",
    entry: DEFAULT_ENTRIES,
    entries: MESSAGE_CHECK,
    run: createExpoApp("hermes"),
    full: isFull,
  },
  { consumer: "Angular", entry: DEFAULT_ENTRIES, run: frameworks.runAngular, full: isFull },
  {
    consumer: "Page with a policy, `wasm-unsafe-eval`",
    entry: DEFAULT_ENTRIES,
    run: bundlers.runWithPolicy("page.mjs", `${SCRIPT_POLICY} 'wasm-unsafe-eval'`),
    full: isFull,
  },
  {
    consumer: "Page with a policy, no wasm",
    entry: NO_WASM,
    run: bundlers.runWithPolicy("page-no-wasm.mjs", SCRIPT_POLICY),
    expected: expectAddresses("wasm_unavailable"),
    full: isFull,
  },
  {
    consumer: "Page with a policy, no wasm",
    entry: CLIENT_NO_WASM,
    run: bundlers.runWithPolicy("page-client-no-wasm.mjs", SCRIPT_POLICY),
    full: isFull,
  },
  { consumer: "Web worker", entry: DEFAULT_ENTRIES, run: bundlers.runWebWorker, full: isFull },
  { consumer: "Service worker", entry: DEFAULT_ENTRIES, run: bundlers.runServiceWorker, full: isFull },
  {
    consumer: "Chromium 92",
    entry: AUTO_ENTRIES,
    entries: MESSAGE_CHECK,
    run: browsers.runInOldChromium(92, "page-auto-message.mjs"),
    full: isFull,
  },
  {
    consumer: "Chromium 92",
    entry: SLIM_ENTRY,
    entries: MESSAGE_CHECK,
    run: browsers.runInOldChromium(92, "page-slim-message.mjs"),
    full: isFull,
  },
  ...[110, 114, 115].flatMap((version) => [
    {
      consumer: `Chromium ${version}`,
      entry: AUTO_ENTRIES,
      run: browsers.runInOldChromium(version, "page-auto.mjs"),
      full: isFull,
    },
    {
      consumer: `Chromium ${version}`,
      entry: SLIM_ENTRY,
      run: browsers.runInOldChromium(version, "page-slim.mjs"),
      full: isFull,
    },
  ]),
  {
    consumer: "Chromium 92",
    entry: CLIENT_NO_WASM,
    run: browsers.runInOldChromium(92, "page-client-no-wasm.mjs"),
    full: isFull,
  },
  { consumer: "WebKitGTK", entry: DEFAULT_ENTRIES, run: browsers.runBundle(runWebkit("gtk")), full: isFull },
  {
    consumer: "WebKitGTK, no bundler",
    entry: SLIM_ENTRY,
    run: bundlers.runUnbundled(runWebkit("gtk"), "page-slim.mjs"),
    full: isFull,
  },
  { consumer: "WPE WebKit", entry: DEFAULT_ENTRIES, run: browsers.runBundle(runWebkit("wpe")), full: isFull },
  { consumer: "Browser extension, page", entry: DEFAULT_ENTRIES, run: browsers.runInExtension("page"), full: isFull },
  {
    consumer: "Browser extension, service worker",
    entry: DEFAULT_ENTRIES,
    run: browsers.runInExtension("worker"),
    full: isFull,
  },
  {
    consumer: "React Native",
    entry: NO_WASM,
    run: runReactNative("addresses.js"),
    full: isFull,
    expected: ADDRESS_RESULTS,
  },
  { consumer: "React Native", entry: CLIENT_NO_WASM, run: runReactNative("client.js"), full: isFull },
  {
    consumer: "React Native",
    entry: DEFAULT_ENTRIES,
    entries: MESSAGE_CHECK,
    run: runReactNative("default.js"),
    full: isFull,
  },
  {
    consumer: "React Native, no package exports",
    entry: NO_WASM,
    run: runReactNative("addresses.js", { exports: false }),
    full: isFull,
    expected: ADDRESS_RESULTS,
  },
  {
    consumer: "React Native, no package exports",
    entry: CLIENT_NO_WASM,
    run: runReactNative("client.js", { exports: false }),
    full: isFull,
  },
  {
    consumer: "React Native, no package exports",
    entry: DEFAULT_ENTRIES,
    entries: MESSAGE_CHECK,
    run: runReactNative("default.js", { exports: false }),
    full: isFull,
  },
  { consumer: "tsx", entry: DEFAULT_ENTRIES, run: nodeTools.runTsx, full: isFull },
  { consumer: "ts-node", entry: DEFAULT_ENTRIES, run: nodeTools.runTsNode, full: isFull },
  { consumer: "swc", entry: DEFAULT_ENTRIES, run: nodeTools.runSwc, full: isFull },
  { consumer: "tsup, CommonJS", entry: DEFAULT_ENTRIES, run: nodeTools.runTsup, full: isFull },
  {
    consumer: "esbuild for Node, CommonJS",
    entry: DEFAULT_ENTRIES,
    entries: SERVER_CHECKS,
    run: nodeTools.runEsbuildForNode("cjs"),
    full: isFull,
  },
  {
    consumer: "esbuild for Node, ES module",
    entry: DEFAULT_ENTRIES,
    entries: SERVER_CHECKS,
    run: nodeTools.runEsbuildForNode("esm"),
    full: isFull,
  },
  {
    consumer: "Node, single executable",
    entry: DEFAULT_ENTRIES,
    entries: SERVER_CHECKS,
    run: nodeTools.runSingleExecutable,
    full: isFull,
  },
  {
    consumer: "bun build",
    entry: DEFAULT_ENTRIES,
    entries: SERVER_CHECKS,
    run: nodeTools.runRuntimeBundle("Bun"),
    full: isFull,
  },
  {
    consumer: "deno bundle",
    entry: DEFAULT_ENTRIES,
    entries: SERVER_CHECKS,
    run: nodeTools.runRuntimeBundle("Deno"),
    full: isFull,
  },
  {
    consumer: "Vercel Edge Runtime",
    entry: DEFAULT_ENTRIES,
    entries: SERVER_CHECKS,
    run: nodeTools.runEdgeRuntime("edge-runtime.mjs"),
    full: isFull,
  },
  {
    consumer: "Vercel Edge Runtime",
    entry: GATEWAY,
    entries: [],
    run: nodeTools.runEdgeRuntime("edge-gateway.mjs"),
    full: isFull,
  },
  { consumer: "Jest, CommonJS", entry: DEFAULT_ENTRIES, run: runJest("node"), full: isFull },
  {
    consumer: "Jest, conditions of React Native",
    entry: DEFAULT_ENTRIES,
    entries: MESSAGE_CHECK,
    run: runJest("react-native"),
    full: isFull,
  },
  {
    consumer: "Jest, ES modules",
    entry: DEFAULT_ENTRIES,
    run: runJest("esm", ["--experimental-vm-modules"]),
    full: isFull,
  },
  { consumer: "Jest with ts-jest", entry: DEFAULT_ENTRIES, run: runJest("ts"), full: isFull },
  { consumer: "Jest with Babel, jsdom", entry: DEFAULT_ENTRIES, run: runJest("jsdom"), full: isFull },
  { consumer: "Vitest, node", entry: DEFAULT_ENTRIES, run: runVitest("vitest"), full: isFull },
  {
    consumer: "Vitest, jsdom",
    entry: DEFAULT_ENTRIES,
    run: runVitest("vitest", { args: ["--environment=jsdom"] }),
    full: isFull,
  },
  {
    consumer: "Vitest, happy-dom",
    entry: DEFAULT_ENTRIES,
    run: runVitest("vitest", { args: ["--environment=happy-dom"] }),
    full: isFull,
  },
  { consumer: "Vitest in workerd", entry: DEFAULT_ENTRIES, run: runVitestWorkers, full: isFull },
  ...COMPILERS.map(([version, platform, ...resolutions]) => ({
    consumer: `TypeScript ${version}, ${PLATFORMS[platform]}`,
    entry: "types",
    run: runTypescript(version, platform, resolutions),
    expected: expectNoErrors(resolutions),
    full: isFull,
  })),
  {
    consumer: "Every published file, ES2022",
    entry: "scripts",
    run: checkSyntax("es2022"),
    expected: { modules: true, scripts: true },
    full: isFull,
  },
  { consumer: "Electron", entry: DEFAULT_ENTRIES, absent: ABSENCE_REASONS.download, full: isFull },
  { consumer: "Firefox before 140", entry: DEFAULT_ENTRIES, absent: ABSENCE_REASONS.noPackage, full: isFull },
  { consumer: "Safari", entry: DEFAULT_ENTRIES, absent: ABSENCE_REASONS.apple, full: isFull },
  { consumer: "create-astro", entry: DEFAULT_ENTRIES, absent: ABSENCE_REASONS.template, full: isFull },
  { consumer: "create-nuxt", entry: DEFAULT_ENTRIES, absent: ABSENCE_REASONS.template, full: isFull },
  { consumer: "SolidStart", entry: DEFAULT_ENTRIES, absent: ABSENCE_REASONS.newerNode, full: isFull },
];

export const MATRIX = ROWS.map((row) => {
  const {
    entries = [DEFAULT_ENTRIES, GATEWAY, AUTO_ENTRIES, SLIM_ENTRY].includes(row.entry) && !row.expected
      ? PAGE_CHECKS
      : [],
  } = row;
  const expected = { ...ALL_RESULTS, ...Object.fromEntries(entries.map((name) => [name, ENTRY_RESULTS[name]])) };
  return { expected, full: false, ...row, entries };
});

/** Whether a row checks an entry: `address`, `client`, or another one. */
const formatCheck = ({ entry, expected, entries, absent }, column) =>
  !absent &&
  (entries.includes(column) ||
    { address: "packed" in expected || entry === EVERY_ENTRY, client: "seqno" in expected, gateway: entry === GATEWAY }[
      column
    ] === true);

export const TABLE_START = "<!-- consumers -->";
export const TABLE_END = "<!-- /consumers -->";
const writeCell = (text) => String(text).replaceAll("|", "\\|");

/** The beginning of a row, by which the test finds the row in the document. */
export const writeRowStart = ({ consumer, entry }) => `| ${writeCell(consumer)} | ${writeCell(entry)} |`;

/** The row of a consumer: its version, or why it has none. */
export const formatLine = (row) =>
  `${writeRowStart(row)} ${COLUMNS.map((column) => (formatCheck(row, column) ? "✓" : "")).join(" | ")} | ${writeCell(row.result === "passed" ? row.version : row.result)} |`;

/** The table with its lines. */
export function formatTable(lines) {
  const titles = ["consumer", "import", ...COLUMNS, "version"];
  return [`| ${titles.join(" | ")} |`, `|${"---|".repeat(titles.length)}`, ...lines].join("\n");
}
