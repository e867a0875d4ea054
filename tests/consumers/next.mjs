// Next.js as a consumer, built and started with production settings.

import { join } from "node:path";

import { launch } from "../runtimes/chromium.mjs";
import { assertShowsBlock, runWithServer } from "./frameworks.mjs";
import { readPageResult } from "./pages.mjs";
import { fetchJson, runTool } from "./programs.mjs";

let projectPromise;

/** Builds the project once for all rows. */
async function buildProject(projects) {
  const home = await projects.project("next", "next", "next");
  const script = join(projects.path("next", "next"), "dist/bin/next");
  await runTool([process.execPath, script, "build"], home);
  return { home, script, version: await projects.version("next", "next") };
}

/** The result that a server component rendered. */
export async function fetchRendered(url) {
  const text = await (await fetch(url)).text();
  const match = /<pre>(.*?)<\/pre>/.exec(text);
  if (!match) throw new Error(text.slice(0, 2000));
  return JSON.parse(match[1].replaceAll("&quot;", '"'));
}

const REQUESTS = {
  client: async (url, service) =>
    (await readPageResult(launch, `${url}/client?${new URLSearchParams({ service })}`)).result,
  server: (url, service) => fetchRendered(`${url}/server?${new URLSearchParams({ service })}`),
  route: (url, service) => fetchJson(`${url}/route?${new URLSearchParams({ service })}`),
  gateway: async (url) => {
    await assertShowsBlock(url);
    return REQUESTS.client(url, url);
  },
  edgeGateway: (url) => REQUESTS.client(url, `${url}/mainnet`),
};

/** @param {keyof typeof REQUESTS} kind */
export const runNext = (kind) => async (projects, service) => {
  const { home, script, version } = await (projectPromise ??= buildProject(projects));
  const makeStartCommand = (port) => [
    process.execPath,
    script,
    "start",
    "--hostname",
    "127.0.0.1",
    "--port",
    String(port),
  ];
  const settings = { TONCENTER_URL: service, TONCENTER_API_KEY: "mainnet-key" };
  return {
    result: await runWithServer(makeStartCommand, home, settings, (url) => REQUESTS[kind](url, service)),
    version,
  };
};
