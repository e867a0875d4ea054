// Next.js as a consumer, built and started with production settings.

import { join } from "node:path";

import { launch } from "../runtimes/chromium.mjs";
import { showsBlock, started } from "./frameworks.mjs";
import { visit } from "./pages.mjs";
import { json, runTool } from "./programs.mjs";

let built;

/** Builds the project once for all rows. */
async function build(projects) {
  const home = await projects.project("next", "next", "next");
  const script = join(projects.path("next", "next"), "dist/bin/next");
  await runTool([process.execPath, script, "build"], home);
  return { home, script, version: await projects.version("next", "next") };
}

/** The result that a server component rendered. */
export async function rendered(url) {
  const text = await (await fetch(url)).text();
  const found = /<pre>(.*?)<\/pre>/.exec(text);
  if (!found) throw new Error(text.slice(0, 2000));
  return JSON.parse(found[1].replaceAll("&quot;", '"'));
}

const REQUESTS = {
  client: async (url, service) => (await visit(launch, `${url}/client?${new URLSearchParams({ service })}`)).found,
  server: (url, service) => rendered(`${url}/server?${new URLSearchParams({ service })}`),
  route: (url, service) => json(`${url}/route?${new URLSearchParams({ service })}`),
  gateway: async (url) => {
    await showsBlock(url);
    return REQUESTS.client(url, url);
  },
  edgeGateway: (url) => REQUESTS.client(url, `${url}/mainnet`),
};

/** @param {keyof typeof REQUESTS} kind */
export const next = (kind) => async (projects, service) => {
  const { home, script, version } = await (built ??= build(projects));
  const start = (port) => [process.execPath, script, "start", "--hostname", "127.0.0.1", "--port", String(port)];
  const settings = { TONCENTER_URL: service, TONCENTER_API_KEY: "mainnet-key" };
  return { found: await started(start, home, settings, (url) => REQUESTS[kind](url, service)), version };
};
