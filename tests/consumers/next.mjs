// Next.js as a consumer, built and started as in production.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { launch } from "../runtimes/chromium.mjs";
import { visit } from "./pages.mjs";
import { environment, json, served } from "./programs.mjs";

const run = promisify(execFile);
let built;

/** Builds the project once for all three rows. */
async function build(projects) {
  const home = await projects.project("next", "next", "next");
  const script = join(projects.path("next", "next"), "dist/bin/next");
  await run(process.execPath, [script, "build"], { cwd: home, env: environment, maxBuffer: 1 << 24 });
  return { home, script, version: await projects.version("next", "next") };
}

const REQUESTS = {
  client: async (url) => (await visit(launch, url)).found,
  server: async (url) => {
    const text = await (await fetch(url)).text();
    const found = /<pre>(.*?)<\/pre>/.exec(text);
    if (!found) throw new Error(text.slice(0, 2000));
    return JSON.parse(found[1].replaceAll("&quot;", '"'));
  },
  route: json,
};

export const next = (kind) => async (projects, service) => {
  const { home, script, version } = await (built ??= build(projects));
  const start = [process.execPath, script, "start", "--hostname", "127.0.0.1", "--port", "0"];
  const url = (line) => /Local:\s+(http:\S+)/.exec(line)?.[1];
  const found = await served(start, home, url, (at) =>
    REQUESTS[kind](`${at}/${kind}?${new URLSearchParams({ service })}`),
  );
  return { found, version };
};
