// Consumers that are frameworks. Each project contains the recipe of docs/frameworks.md, and the check in the browser and on the server. It is
// built and started with production settings.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { freePort } from "../helpers/free-port.mjs";
import { wrangler } from "../helpers/wrangler.mjs";
import { launch } from "../runtimes/chromium.mjs";
import { commandOf } from "../runtimes/runtimes.mjs";
import { serveFolder, visit } from "./pages.mjs";
import { environment, json, runTool } from "./programs.mjs";

/** The newest versions of these frameworks need a newer Node than the one that runs the tests. */
const node = () => commandOf("Node 22")[0];

/** Starts a server on a free port, calls `use` with its URL after it responds, and ends the server with its child processes. */
export async function started(commandAt, cwd, env, use) {
  const port = await freePort();
  const [program, ...args] = commandAt(port);
  const child = spawn(program, args, {
    cwd,
    env: { ...environment, HOST: "127.0.0.1", PORT: String(port), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => lines.push(text));
  try {
    const url = `http://127.0.0.1:${port}`;
    for (let turn = 0; ; turn += 1) {
      if (child.exitCode !== null || turn === 300) throw new Error(`no response\n${lines.join("")}`);
      if (await fetch(url).then(Boolean, () => false)) break;
      await new Promise((done) => setTimeout(done, 100));
    }
    return await use(url).catch((error) => {
      throw new Error(`${error.message}\n${lines.join("").slice(-3000)}`, { cause: error });
    });
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, "SIGTERM");
      await once(child, "exit");
    }
  }
}

/** The text of the recipe's page after it has loaded a block. */
const shown = () => /Block \d+/.exec(document.body.textContent)?.[0];

/** Visits the page of a recipe, which must show the last block. */
export async function showsBlock(url) {
  const { found } = await visit(launch, url, shown);
  if (!/Block [1-9]/.test(found)) throw new Error(`the page shows ${found}`);
}

/** The checks in the rows of a framework: in the browser, on the server, and in the browser through the gateway. */
export const VISITS = {
  page: async (url, service) => (await visit(launch, `${url}/check?${new URLSearchParams({ service })}`)).found,
  server: (url, service) => json(`${url}/server?${new URLSearchParams({ service })}`),
  gateway: async (url) => {
    await showsBlock(url);
    return VISITS.page(url, url);
  },
};

/** The command of wrangler with the configuration that the framework wrote, or with `args`; `settings` become variables of the Worker. */
const wranglerDev = ({ port, settings }, ...args) => [
  process.execPath,
  wrangler,
  "dev",
  ...args,
  "--ip",
  "127.0.0.1",
  "--port",
  String(port),
  "--inspector-port",
  "0",
  ...Object.entries(settings).flatMap(([name, value]) => ["--var", `${name}:${value}`]),
];

/**
 * @param {{ kind: string, project?: string, tool: string, build: string[], env?: NodeJS.ProcessEnv,
 *   start: (at: { projects: any, port: number, settings: Record<string, string> }) => string[] }} framework
 *   `build` and `start` are commands with paths of its tools
 */
function framework({ kind, project = kind, tool, build, env = {}, start }) {
  let built;
  const make = async (projects) => {
    const home = await projects.project(`${project} ${env.NITRO_PRESET ?? ""}`, project, kind);
    const [script, ...args] = build;
    await runTool([node(), projects.path(kind, script), ...args], home, env);
    return home;
  };
  /** @param {keyof typeof VISITS} kindOfVisit */
  return (kindOfVisit) => async (projects, service) => {
    const home = await (built ??= make(projects));
    const settings = { TONCENTER_URL: service, TONCENTER_API_KEY: "mainnet-key" };
    const foundResult = await started(
      (port) => start({ projects, port, settings }),
      home,
      settings,
      (url) => VISITS[kindOfVisit](url, service),
    );
    return { found: foundResult, version: await projects.version(kind, tool) };
  };
}

export const nuxt = framework({
  kind: "nuxt",
  tool: "nuxt",
  build: ["nuxt/bin/nuxt.mjs", "build"],
  start: () => [node(), ".output/server/index.mjs"],
});

export const nuxtCloudflare = framework({
  kind: "nuxt",
  project: "nuxt",
  tool: "nuxt",
  build: ["nuxt/bin/nuxt.mjs", "build"],
  env: { NITRO_PRESET: "cloudflare-module" },
  start: (at) =>
    wranglerDev(at, ".output/server/index.mjs", "--assets", ".output/public", "--compatibility-date", "2026-04-01"),
});

export const sveltekit = framework({
  kind: "sveltekit",
  tool: "@sveltejs/kit",
  build: ["vite/bin/vite.js", "build"],
  start: () => [node(), "build"],
});

export const astro = framework({
  kind: "astro",
  tool: "astro",
  build: ["astro/bin/astro.mjs", "build"],
  start: () => [node(), "dist/server/entry.mjs"],
});

export const reactRouter = framework({
  kind: "react-router",
  tool: "react-router",
  build: ["@react-router/dev/bin.cjs", "build"],
  start: ({ projects }) => [
    node(),
    projects.path("react-router", "@react-router/serve/bin.cjs"),
    "build/server/index.js",
  ],
});

export const reactRouterWorkers = framework({
  kind: "react-router",
  project: "react-router-workers",
  tool: "react-router",
  build: ["@react-router/dev/bin.cjs", "build"],
  start: wranglerDev,
});

/** Angular compiles to static files; the page calls a gateway at another origin, here the upstream itself. */
export const angular = async (projects, service) => {
  const home = await projects.project("angular", "angular", "angular");
  const app = join(home, "src/app/app.ts");
  await writeFile(app, (await readFile(app, "utf8")).replace("https://gateway.example", service));
  await runTool([node(), projects.path("angular", "@angular/cli/bin/ng.js"), "build"], home);
  const site = await serveFolder(join(home, "out"));
  try {
    const url = `${site.url}?${new URLSearchParams({ service })}`;
    await showsBlock(url);
    return { found: (await visit(launch, url)).found, version: await projects.version("angular", "@angular/core") };
  } finally {
    await site.close();
  }
};
