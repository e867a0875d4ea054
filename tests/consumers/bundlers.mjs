// Consumers that are bundlers, each with nothing configured but where to begin and where to write; what they make runs in a page.

import { join } from "node:path";

import { launch } from "../runtimes/chromium.mjs";
import { pageOf, visit, visitFolder } from "./pages.mjs";

/** Bundles a program with esbuild, which is also how the programs of workers are made. */
async function esbuilt(home, entry, options) {
  const { build, version } = await import("esbuild");
  const { warnings } = await build({
    entryPoints: [join(home, entry)],
    bundle: true,
    format: "esm",
    outfile: join(home, `out/${entry}`),
    ...options,
  });
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join("\n"));
  return version;
}

export const esbuild = async (place, service) => {
  const home = await place.project("esbuild");
  const version = await esbuilt(home, "page.mjs", { minify: true });
  const { found } = await visitFolder(launch, join(home, "out"), { page: pageOf("/page.mjs"), query: { service } });
  return { found, version };
};

/** A page under a policy; its script is what esbuild made. */
export const policed = (entry, policy) => async (place, service) => {
  const home = await place.project(`csp ${entry}`);
  await esbuilt(home, entry);
  const headers = {
    "content-security-policy": `default-src 'none'; connect-src 'self' ${new URL(service).origin}; ${policy}`,
  };
  return visitFolder(launch, join(home, "out"), { page: pageOf(`/${entry}`), headers, query: { service } });
};

export const webWorker = async (place, service) => {
  const home = await place.project("web worker");
  // As a classic script, which every browser takes.
  await esbuilt(home, "worker.mjs", { format: "iife" });
  const page = `<!doctype html><script>
    const worker = new Worker("/worker.mjs");
    globalThis.done = new Promise((done) => { worker.onmessage = ({ data }) => done(data); worker.onerror = ({ message }) => done(message); });
    worker.postMessage(new URL(location.href).searchParams.get("service"));
  </script>`;
  return visitFolder(launch, join(home, "out"), { page, query: { service } });
};

export const serviceWorker = async (place, service) => {
  const home = await place.project("service worker");
  await esbuilt(home, "service-worker.mjs", { format: "iife" });
  const page = `<!doctype html><script>
    globalThis.done = (async () => {
      await navigator.serviceWorker.register("/service-worker.mjs");
      const taken = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
      if (navigator.serviceWorker.controller === null) await taken;
      const response = await fetch("/checked" + location.search);
      return response.ok ? response.json() : "HTTP " + response.status;
    })().catch(String);
  </script>`;
  return visitFolder(launch, join(home, "out"), { page, query: { service } });
};

/** Vite: the newest comes with the tests, an old one with the tools of the long part. */
export const vite = (mode, project, tool) => async (place, service) => {
  const home = await place.project(`${tool ?? "vite"} ${mode} ${project}`, project);
  const found = tool ? await place.tool(tool) : await import("vite");
  // The old one is CommonJS to Node.
  const { createServer, build, preview, version } = {
    version: found.version,
    ...(found.createServer ? found : found.default),
  };
  const settings = { root: home, logLevel: "error" };
  if (mode === "build") await build(settings);
  const server =
    mode === "dev"
      ? await (await createServer({ ...settings, server: { port: 0, host: "127.0.0.1" } })).listen()
      : await preview({ ...settings, preview: { port: 0, host: "127.0.0.1" } });
  try {
    return { ...(await visit(launch, `${server.resolvedUrls.local[0]}?${new URLSearchParams({ service })}`)), version };
  } finally {
    await server.close();
  }
};

/** webpack and rspack are asked the same way. */
export const webpack = (name) => async (place, service) => {
  const home = await place.project(name);
  const tool = await place.tool(name);
  const make = tool.rspack ?? tool.default;
  const compiler = make({
    mode: "production",
    context: home,
    entry: "./page.mjs",
    output: { path: join(home, "out"), filename: "page.js" },
  });
  const stats = await new Promise((done, failed) =>
    compiler.run((error, result) => (error ? failed(error) : done(result))),
  );
  await new Promise((done) => compiler.close(done));
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
  // Of a bundle larger than they like, which is theirs to say.
  const faults = [...errors, ...warnings]
    .map(({ message }) => message)
    .filter((one) => !/size limit|performance/i.test(one));
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const { found } = await visitFolder(launch, join(home, "out"), { page: pageOf("/page.js"), query: { service } });
  return { found, version: tool.version };
};

export const rollup = async (place, service) => {
  const home = await place.project("rollup");
  const [{ rollup: make, version }, { nodeResolve }] = await Promise.all([
    place.tool("rollup"),
    place.tool("@rollup/plugin-node-resolve"),
  ]);
  const warnings = [];
  // Without this plugin Rollup finds no package at all.
  const bundle = await make({
    input: join(home, "page.mjs"),
    plugins: [nodeResolve()],
    onwarn: ({ message }) => warnings.push(message),
  });
  await bundle.write({ file: join(home, "out/page.js"), format: "es" });
  await bundle.close();
  if (warnings.length > 0) throw new Error(warnings.join("\n"));
  const { found } = await visitFolder(launch, join(home, "out"), { page: pageOf("/page.js"), query: { service } });
  return { found, version };
};

const FILES = "/node_modules/ton-edge";
const MAP = `<script type="importmap">{"imports": {
  "ton-edge": "${FILES}/client.js", "ton-edge/address": "${FILES}/address.js", "ton-edge/slim": "${FILES}/dist/slim.js"
}}</script>`;

/** A page that imports the files as they are. */
export const unbundled = (browser, script) => async (place, service) => {
  const home = await place.project(`${script} without bundler`);
  const query = new URLSearchParams({ service });
  for (const face of ["client", "address"]) query.append("wasm", `${FILES}/dist/${face}.wasm`);
  return visitFolder(browser, home, { page: pageOf(`/${script}`, MAP), query });
};
