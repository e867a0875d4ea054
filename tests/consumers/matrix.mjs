// The matrix of consumers and the entries that they use, one row each. Only full runs (`cargo xtask test --full`) run rows with `full`.

import { REASONS } from "./absent.mjs";
import { launch as chromium } from "../runtimes/chromium.mjs";
import { launch as firefox } from "../runtimes/firefox.mjs";
import { OTHER_PROCESSES } from "../runtimes/runtimes.mjs";
import * as browsers from "./browsers.mjs";
import * as bundlers from "./bundlers.mjs";
import { createExpoApp, createNextApp, createVite, sv } from "./created.mjs";
import * as frameworks from "./frameworks.mjs";
import { next } from "./next.mjs";
import * as nodeTools from "./node-tools.mjs";
import { reactNative } from "./phones.mjs";
import { node, rawWorkerd, runtime, wrangler } from "./programs.mjs";
import { COPIES } from "./program/copies-expected.mjs";
import { ADDRESSES, ALL, ENTRIES } from "./program/use.mjs";
import { jest, vitest, vitestWorkers } from "./test-runners.mjs";
import { noErrors, syntax, typescript } from "./typescript.mjs";
import { webkit } from "./webkit.mjs";

const DEFAULT = "`ton-edge`, `/address`";
const SLIM = "`/slim`";
const AUTO = "`ton-edge`, `/address/auto`";
const EVERY = "all with addresses";
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
const plain = (wasm) => ({ ...ADDRESSES, wasm });
/** The expected result of a page without requests: the message is the one that Node makes. */
const PRERENDERED = {
  packed: ADDRESSES.packed,
  wallet: ENTRIES.message.wallet,
  text: ENTRIES.message.text,
  boc: "te6cckEBAQEAMwAAYYgBqY2QfQ78YLOaa0Y8dYNH5YP5BwQHDrDqgl+5H5u9J5YAAAAAAkMrY2N5AqJ6cQz1G4tR",
  client: "function",
};
const SCRIPTS = "script-src 'self'";
/** The entries that a program checks besides addresses and client. */
const PAGE = ["message", "tvm", "preview"];
const SERVER = [...PAGE, "gateway"];
/** Without WebAssembly, or without its reference types. */
const MESSAGE = ["message"];
/** Columns of the table. */
const COLUMNS = ["address", "client", ...SERVER];

/**
 * @typedef {{ found: any, version: string }} Outcome
 * @typedef {{ consumer: string, entry: string, full?: boolean, expected?: any, absent?: string,
 *   entries?: string[], run?: (projects: any, service: string) => Promise<Outcome> }} Row
 *   `full`: in full runs only; `absent`: the reason why it is not run, from absent.mjs; `entries`: what the program checks besides addresses and
 *   client
 */

/** @type {Row[]} */
const ROWS = [
  { consumer: "Node, ES module", entry: DEFAULT, entries: SERVER, run: node("server.mjs") },
  { consumer: "Node, ES module", entry: SLIM, run: node("server-slim.mjs") },
  { consumer: "Node, ES module", entry: NO_WASM, run: node("server-no-wasm.mjs"), expected: plain("runs") },
  { consumer: "Node, ES module", entry: CLIENT_NO_WASM, run: node("server-client-no-wasm.mjs") },
  { consumer: "Node, CommonJS", entry: DEFAULT, entries: SERVER, run: node("node.cjs") },
  { consumer: "Node, CommonJS", entry: SLIM, run: node("node-slim.cjs") },
  { consumer: "Node, two copies and both formats", entry: EVERY, run: node("copies.mjs"), expected: COPIES },
  {
    consumer: "Node without `Request`",
    entry: DEFAULT,
    run: node("server-no-request.mjs"),
    expected: {
      packed: "EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c",
      code: "missing_global",
      parameter: "Request",
    },
  },
  { consumer: "workerd, no bundler", entry: DEFAULT, entries: SERVER, run: rawWorkerd("edge.mjs") },
  { consumer: "workerd, no bundler", entry: SLIM, run: rawWorkerd("edge-slim.mjs") },
  { consumer: "Chromium, no bundler", entry: DEFAULT, run: bundlers.unbundled(chromium, "page.mjs") },
  { consumer: "Chromium, no bundler", entry: SLIM, run: bundlers.unbundled(chromium, "page-slim.mjs") },
  { consumer: "Chromium, import map with integrity", entry: DEFAULT, run: browsers.importMap },
  { consumer: "esbuild", entry: DEFAULT, run: bundlers.esbuild },
  { consumer: "Vite, development", entry: DEFAULT, run: bundlers.vite("dev", "vite") },
  { consumer: "Vite, development", entry: SLIM, run: bundlers.vite("dev", "vite-slim") },
  { consumer: "Vite, build", entry: DEFAULT, run: bundlers.vite("build", "vite") },
  { consumer: "Vite, build", entry: SLIM, run: bundlers.vite("build", "vite-slim") },
  ...OTHER_PROCESSES.flatMap((name) => [
    { consumer: name, entry: DEFAULT, entries: SERVER, run: runtime(name, "server.mjs"), full: isFull },
    { consumer: name, entry: SLIM, run: runtime(name, "server-slim.mjs"), full: isFull },
  ]),
  { consumer: "wrangler", entry: DEFAULT, entries: SERVER, run: wrangler, full: isFull },
  { consumer: "Firefox, no bundler", entry: DEFAULT, run: bundlers.unbundled(firefox, "page.mjs"), full: isFull },
  { consumer: "Firefox, no bundler", entry: SLIM, run: bundlers.unbundled(firefox, "page-slim.mjs"), full: isFull },
  { consumer: "Vite 5, development", entry: DEFAULT, run: bundlers.vite("dev", "vite", "vite"), full: isFull },
  { consumer: "Vite 5, build", entry: DEFAULT, run: bundlers.vite("build", "vite", "vite"), full: isFull },
  { consumer: "webpack", entry: DEFAULT, run: bundlers.webpack("webpack"), full: isFull },
  { consumer: "rspack", entry: DEFAULT, run: bundlers.webpack("@rspack/core"), full: isFull },
  { consumer: "Rollup", entry: DEFAULT, run: bundlers.rollup("es"), full: isFull },
  { consumer: "Rollup, CommonJS for Node", entry: DEFAULT, entries: SERVER, run: bundlers.rollup("cjs"), full: isFull },
  { consumer: "Rolldown", entry: DEFAULT, run: bundlers.rolldown, full: isFull },
  { consumer: "Rsbuild", entry: DEFAULT, run: bundlers.rsbuild, full: isFull },
  { consumer: "Parcel", entry: DEFAULT, run: bundlers.parcel, full: isFull },
  { consumer: "webpack 4", entry: DEFAULT, run: bundlers.webpack4, full: isFull },
  { consumer: "browserify", entry: "`ton-edge`", entries: PAGE, run: bundlers.browserify("page.cjs"), full: isFull },
  {
    consumer: "browserify",
    entry: NO_WASM,
    run: bundlers.browserify("page-no-wasm.cjs"),
    full: isFull,
    expected: ADDRESSES,
  },
  { consumer: "Next.js, client component", entry: DEFAULT, run: next("client"), full: isFull },
  { consumer: "Next.js, server component", entry: DEFAULT, run: next("server"), full: isFull },
  { consumer: "Next.js, route handler", entry: DEFAULT, run: next("route"), full: isFull },
  { consumer: "Next.js, gateway", entry: GATEWAY, run: next("gateway"), full: isFull },
  { consumer: "Next.js, gateway on the edge runtime", entry: GATEWAY, run: next("edgeGateway"), full: isFull },
  { consumer: "Nuxt, page", entry: DEFAULT, run: frameworks.nuxt("page"), full: isFull },
  { consumer: "Nuxt, server", entry: DEFAULT, run: frameworks.nuxt("server"), full: isFull },
  { consumer: "Nuxt, gateway", entry: GATEWAY, run: frameworks.nuxt("gateway"), full: isFull },
  { consumer: "SvelteKit, page", entry: DEFAULT, run: frameworks.sveltekit("page"), full: isFull },
  { consumer: "SvelteKit, server", entry: DEFAULT, run: frameworks.sveltekit("server"), full: isFull },
  { consumer: "SvelteKit, gateway", entry: GATEWAY, run: frameworks.sveltekit("gateway"), full: isFull },
  { consumer: "Astro, page", entry: DEFAULT, run: frameworks.astro("page"), full: isFull },
  { consumer: "Astro, server", entry: DEFAULT, run: frameworks.astro("server"), full: isFull },
  { consumer: "Astro, gateway", entry: GATEWAY, run: frameworks.astro("gateway"), full: isFull },
  { consumer: "React Router, page", entry: DEFAULT, run: frameworks.reactRouter("page"), full: isFull },
  { consumer: "React Router, server", entry: DEFAULT, run: frameworks.reactRouter("server"), full: isFull },
  { consumer: "React Router, gateway", entry: GATEWAY, run: frameworks.reactRouter("gateway"), full: isFull },
  { consumer: "Nuxt on Workers, page", entry: DEFAULT, run: frameworks.nuxtCloudflare("page"), full: isFull },
  { consumer: "Nuxt on Workers, server", entry: DEFAULT, run: frameworks.nuxtCloudflare("server"), full: isFull },
  { consumer: "Nuxt on Workers, gateway", entry: GATEWAY, run: frameworks.nuxtCloudflare("gateway"), full: isFull },
  {
    consumer: "React Router on Workers, page",
    entry: DEFAULT,
    run: frameworks.reactRouterWorkers("page"),
    full: isFull,
  },
  {
    consumer: "React Router on Workers, server",
    entry: DEFAULT,
    run: frameworks.reactRouterWorkers("server"),
    full: isFull,
  },
  {
    consumer: "React Router on Workers, gateway",
    entry: GATEWAY,
    run: frameworks.reactRouterWorkers("gateway"),
    full: isFull,
  },
  { consumer: "create-vite, development", entry: DEFAULT, run: createVite("dev"), full: isFull },
  { consumer: "create-vite, build", entry: DEFAULT, run: createVite("preview"), full: isFull },
  { consumer: "sv create, page", entry: DEFAULT, run: sv("page"), full: isFull },
  { consumer: "sv create, server", entry: DEFAULT, run: sv("server"), full: isFull },
  { consumer: "sv create, gateway", entry: GATEWAY, run: sv("gateway"), full: isFull },
  { consumer: "create-next-app, client component", entry: DEFAULT, run: createNextApp("page"), full: isFull },
  { consumer: "create-next-app, server component", entry: DEFAULT, run: createNextApp("component"), full: isFull },
  {
    consumer: "create-next-app, page rendered at build time",
    entry: DEFAULT,
    run: createNextApp("prerendered"),
    expected: PRERENDERED,
    full: isFull,
  },
  { consumer: "create-next-app, route handler", entry: DEFAULT, run: createNextApp("server"), full: isFull },
  { consumer: "create-next-app, gateway", entry: GATEWAY, run: createNextApp("gateway"), full: isFull },
  { consumer: "create-expo-app, web", entry: DEFAULT, run: createExpoApp("page"), full: isFull },
  { consumer: "create-expo-app, Hermes", entry: DEFAULT, entries: MESSAGE, run: createExpoApp("hermes"), full: isFull },
  { consumer: "Angular", entry: DEFAULT, run: frameworks.angular, full: isFull },
  {
    consumer: "Page with a policy, `wasm-unsafe-eval`",
    entry: DEFAULT,
    run: bundlers.policed("page.mjs", `${SCRIPTS} 'wasm-unsafe-eval'`),
    full: isFull,
  },
  {
    consumer: "Page with a policy, no wasm",
    entry: NO_WASM,
    run: bundlers.policed("page-no-wasm.mjs", SCRIPTS),
    expected: plain("wasm_unavailable"),
    full: isFull,
  },
  {
    consumer: "Page with a policy, no wasm",
    entry: CLIENT_NO_WASM,
    run: bundlers.policed("page-client-no-wasm.mjs", SCRIPTS),
    full: isFull,
  },
  { consumer: "Web worker", entry: DEFAULT, run: bundlers.webWorker, full: isFull },
  { consumer: "Service worker", entry: DEFAULT, run: bundlers.serviceWorker, full: isFull },
  {
    consumer: "Chromium 92",
    entry: AUTO,
    entries: MESSAGE,
    run: browsers.oldChromium(92, "page-auto-message.mjs"),
    full: isFull,
  },
  {
    consumer: "Chromium 92",
    entry: SLIM,
    entries: MESSAGE,
    run: browsers.oldChromium(92, "page-slim-message.mjs"),
    full: isFull,
  },
  ...[110, 114, 115].flatMap((version) => [
    { consumer: `Chromium ${version}`, entry: AUTO, run: browsers.oldChromium(version, "page-auto.mjs"), full: isFull },
    { consumer: `Chromium ${version}`, entry: SLIM, run: browsers.oldChromium(version, "page-slim.mjs"), full: isFull },
  ]),
  {
    consumer: "Chromium 92",
    entry: CLIENT_NO_WASM,
    run: browsers.oldChromium(92, "page-client-no-wasm.mjs"),
    full: isFull,
  },
  { consumer: "WebKitGTK", entry: DEFAULT, run: browsers.bundledIn(webkit("gtk")), full: isFull },
  {
    consumer: "WebKitGTK, no bundler",
    entry: SLIM,
    run: bundlers.unbundled(webkit("gtk"), "page-slim.mjs"),
    full: isFull,
  },
  { consumer: "WPE WebKit", entry: DEFAULT, run: browsers.bundledIn(webkit("wpe")), full: isFull },
  { consumer: "Browser extension, page", entry: DEFAULT, run: browsers.extension("page"), full: isFull },
  { consumer: "Browser extension, service worker", entry: DEFAULT, run: browsers.extension("worker"), full: isFull },
  { consumer: "React Native", entry: NO_WASM, run: reactNative("addresses.js"), full: isFull, expected: ADDRESSES },
  { consumer: "React Native", entry: CLIENT_NO_WASM, run: reactNative("client.js"), full: isFull },
  { consumer: "React Native", entry: DEFAULT, entries: MESSAGE, run: reactNative("default.js"), full: isFull },
  {
    consumer: "React Native, no package exports",
    entry: NO_WASM,
    run: reactNative("addresses.js", { exports: false }),
    full: isFull,
    expected: ADDRESSES,
  },
  {
    consumer: "React Native, no package exports",
    entry: CLIENT_NO_WASM,
    run: reactNative("client.js", { exports: false }),
    full: isFull,
  },
  {
    consumer: "React Native, no package exports",
    entry: DEFAULT,
    entries: MESSAGE,
    run: reactNative("default.js", { exports: false }),
    full: isFull,
  },
  { consumer: "tsx", entry: DEFAULT, run: nodeTools.tsx, full: isFull },
  { consumer: "ts-node", entry: DEFAULT, run: nodeTools.tsNode, full: isFull },
  { consumer: "swc", entry: DEFAULT, run: nodeTools.swc, full: isFull },
  { consumer: "tsup, CommonJS", entry: DEFAULT, run: nodeTools.tsup, full: isFull },
  {
    consumer: "esbuild for Node, CommonJS",
    entry: DEFAULT,
    entries: SERVER,
    run: nodeTools.esbuildForNode("cjs"),
    full: isFull,
  },
  {
    consumer: "esbuild for Node, ES module",
    entry: DEFAULT,
    entries: SERVER,
    run: nodeTools.esbuildForNode("esm"),
    full: isFull,
  },
  { consumer: "Node, single executable", entry: DEFAULT, entries: SERVER, run: nodeTools.sea, full: isFull },
  { consumer: "bun build", entry: DEFAULT, entries: SERVER, run: nodeTools.ownBundle("Bun"), full: isFull },
  { consumer: "deno bundle", entry: DEFAULT, entries: SERVER, run: nodeTools.ownBundle("Deno"), full: isFull },
  {
    consumer: "Vercel Edge Runtime",
    entry: DEFAULT,
    entries: SERVER,
    run: nodeTools.edgeRuntime("edge-runtime.mjs"),
    full: isFull,
  },
  {
    consumer: "Vercel Edge Runtime",
    entry: GATEWAY,
    entries: [],
    run: nodeTools.edgeRuntime("edge-gateway.mjs"),
    full: isFull,
  },
  { consumer: "Jest, CommonJS", entry: DEFAULT, run: jest("node"), full: isFull },
  {
    consumer: "Jest, conditions of React Native",
    entry: DEFAULT,
    entries: MESSAGE,
    run: jest("react-native"),
    full: isFull,
  },
  { consumer: "Jest, ES modules", entry: DEFAULT, run: jest("esm", ["--experimental-vm-modules"]), full: isFull },
  { consumer: "Jest with ts-jest", entry: DEFAULT, run: jest("ts"), full: isFull },
  { consumer: "Jest with Babel, jsdom", entry: DEFAULT, run: jest("jsdom"), full: isFull },
  { consumer: "Vitest, node", entry: DEFAULT, run: vitest("vitest"), full: isFull },
  { consumer: "Vitest, jsdom", entry: DEFAULT, run: vitest("vitest", { args: ["--environment=jsdom"] }), full: isFull },
  {
    consumer: "Vitest, happy-dom",
    entry: DEFAULT,
    run: vitest("vitest", { args: ["--environment=happy-dom"] }),
    full: isFull,
  },
  { consumer: "Vitest in workerd", entry: DEFAULT, run: vitestWorkers, full: isFull },
  ...COMPILERS.map(([version, platform, ...resolutions]) => ({
    consumer: `TypeScript ${version}, ${PLATFORMS[platform]}`,
    entry: "types",
    run: typescript(version, platform, resolutions),
    expected: noErrors(resolutions),
    full: isFull,
  })),
  {
    consumer: "Every published file, ES2022",
    entry: "scripts",
    run: syntax("es2022"),
    expected: { modules: true, scripts: true },
    full: isFull,
  },
  { consumer: "Electron", entry: DEFAULT, absent: REASONS.download, full: isFull },
  { consumer: "Firefox before 140", entry: DEFAULT, absent: REASONS.noPackage, full: isFull },
  { consumer: "Safari", entry: DEFAULT, absent: REASONS.apple, full: isFull },
  { consumer: "create-astro", entry: DEFAULT, absent: REASONS.template, full: isFull },
  { consumer: "create-nuxt", entry: DEFAULT, absent: REASONS.template, full: isFull },
  { consumer: "SolidStart", entry: DEFAULT, absent: REASONS.newerNode, full: isFull },
];

export const MATRIX = ROWS.map((row) => {
  const { entries = [DEFAULT, GATEWAY, AUTO, SLIM].includes(row.entry) && !row.expected ? PAGE : [] } = row;
  const expected = { ...ALL, ...Object.fromEntries(entries.map((name) => [name, ENTRIES[name]])) };
  return { expected, full: false, ...row, entries };
});

/** Whether a row checks an entry: `address`, `client`, or another one. */
const checks = ({ entry, expected, entries, absent }, column) =>
  !absent &&
  (entries.includes(column) ||
    { address: "packed" in expected || entry === EVERY, client: "seqno" in expected, gateway: entry === GATEWAY }[
      column
    ] === true);

export const START = "<!-- consumers -->";
export const END = "<!-- /consumers -->";
const cell = (text) => String(text).replaceAll("|", "\\|");

/** The beginning of a row, by which the test finds the row in the document. */
export const head = ({ consumer, entry }) => `| ${cell(consumer)} | ${cell(entry)} |`;

/** The row of a consumer with its outcome. */
export const line = (row) =>
  `${head(row)} ${COLUMNS.map((column) => (checks(row, column) ? "✓" : "")).join(" | ")} | ${cell(row.version)} | ${cell(row.result)} | ${row.full ? "`--full`" : "every test"} |`;

/** The table with its lines. */
export function table(lines) {
  const titles = ["consumer", "import", ...COLUMNS, "version", "result", "runs in"];
  return [`| ${titles.join(" | ")} |`, `|${"---|".repeat(titles.length)}`, ...lines].join("\n");
}
