// Consumers that are frameworks. Each project contains the recipe of docs/frameworks.md, and the check in the browser and on the server. It is
// built and started with production settings.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { findFreePort } from "../helpers/free-port.mjs";
import { wrangler } from "../helpers/wrangler.mjs";
import { launch } from "../runtimes/chromium.mjs";
import { getCommand } from "../runtimes/runtimes.mjs";
import { serveFolder, readPageResult } from "./pages.mjs";
import { environment, fetchJson, runTool } from "./programs.mjs";

/** The newest versions of these frameworks need a newer Node than the one that runs the tests. */
const findNode = () => getCommand("Node 22")[0];

/** Starts a server on a free port, calls `visitServer` with its URL after it responds, and ends the server with its child processes. */
export async function runWithServer(makeCommand, cwd, env, visitServer) {
  const port = await findFreePort();
  const [program, ...args] = makeCommand(port);
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
    for (let attempt = 0; ; attempt += 1) {
      if (child.exitCode !== null || attempt === 300) throw new Error(`no response\n${lines.join("")}`);
      if (await fetch(url).then(Boolean, () => false)) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return await visitServer(url).catch((error) => {
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
const readShownBlock = () => /Block \d+/.exec(document.body.textContent)?.[0];

/** Visits the page of a recipe, which must show the last block. */
export async function assertShowsBlock(url) {
  const { result } = await readPageResult(launch, url, readShownBlock);
  if (!/Block [1-9]/.test(result)) throw new Error(`the page shows ${result}`);
}

/** The checks in the rows of a framework: in the browser, on the server, and in the browser through the gateway. */
export const VISITS = {
  page: async (url, service) =>
    (await readPageResult(launch, `${url}/check?${new URLSearchParams({ service })}`)).result,
  server: (url, service) => fetchJson(`${url}/server?${new URLSearchParams({ service })}`),
  gateway: async (url) => {
    await assertShowsBlock(url);
    return VISITS.page(url, url);
  },
};

/** The command of wrangler with the configuration that the framework wrote, or with `args`; `settings` become variables of the Worker. */
const writeWranglerCommand = ({ port, settings }, ...args) => [
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
function createFrameworkRows({ kind, project = kind, tool, build, env = {}, start }) {
  let projectPromise;
  const buildProject = async (projects) => {
    const home = await projects.project(`${project} ${env.NITRO_PRESET ?? ""}`, project, kind);
    const [script, ...args] = build;
    await runTool([findNode(), projects.path(kind, script), ...args], home, env);
    return home;
  };
  /** @param {keyof typeof VISITS} kindOfVisit */
  return (kindOfVisit) => async (projects, service) => {
    const home = await (projectPromise ??= buildProject(projects));
    const settings = { TONCENTER_URL: service, TONCENTER_API_KEY: "mainnet-key" };
    const result = await runWithServer(
      (port) => start({ projects, port, settings }),
      home,
      settings,
      (url) => VISITS[kindOfVisit](url, service),
    );
    return { result, version: await projects.version(kind, tool) };
  };
}

export const runNuxt = createFrameworkRows({
  kind: "nuxt",
  tool: "nuxt",
  build: ["nuxt/bin/nuxt.mjs", "build"],
  start: () => [findNode(), ".output/server/index.mjs"],
});

export const runNuxtCloudflare = createFrameworkRows({
  kind: "nuxt",
  project: "nuxt",
  tool: "nuxt",
  build: ["nuxt/bin/nuxt.mjs", "build"],
  env: { NITRO_PRESET: "cloudflare-module" },
  start: (at) =>
    writeWranglerCommand(
      at,
      ".output/server/index.mjs",
      "--assets",
      ".output/public",
      "--compatibility-date",
      "2026-04-01",
    ),
});

export const runSveltekit = createFrameworkRows({
  kind: "sveltekit",
  tool: "@sveltejs/kit",
  build: ["vite/bin/vite.js", "build"],
  start: () => [findNode(), "build"],
});

export const runAstro = createFrameworkRows({
  kind: "astro",
  tool: "astro",
  build: ["astro/bin/astro.mjs", "build"],
  start: () => [findNode(), "dist/server/entry.mjs"],
});

export const runReactRouter = createFrameworkRows({
  kind: "react-router",
  tool: "react-router",
  build: ["@react-router/dev/bin.cjs", "build"],
  start: ({ projects }) => [
    findNode(),
    projects.path("react-router", "@react-router/serve/bin.cjs"),
    "build/server/index.js",
  ],
});

export const runReactRouterWorkers = createFrameworkRows({
  kind: "react-router",
  project: "react-router-workers",
  tool: "react-router",
  build: ["@react-router/dev/bin.cjs", "build"],
  start: writeWranglerCommand,
});

/** Angular compiles to static files; the page calls a gateway at another origin, here the upstream itself. */
export const runAngular = async (projects, service) => {
  const home = await projects.project("angular", "angular", "angular");
  const app = join(home, "src/app/app.ts");
  await writeFile(app, (await readFile(app, "utf8")).replace("https://gateway.example", service));
  await runTool([findNode(), projects.path("angular", "@angular/cli/bin/ng.js"), "build"], home);
  const site = await serveFolder(join(home, "out"));
  try {
    const url = `${site.url}?${new URLSearchParams({ service })}`;
    await assertShowsBlock(url);
    return {
      result: (await readPageResult(launch, url)).result,
      version: await projects.version("angular", "@angular/core"),
    };
  } finally {
    await site.close();
  }
};
