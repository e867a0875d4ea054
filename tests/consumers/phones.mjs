// React Native: Metro bundles a program, and Hermes runs it. Hermes alone has no network and no timers: projects/metro/react-native.js has their
// replacements.

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { getCommand } from "../runtimes/runtimes.mjs";
import { runTool } from "./programs.mjs";

const run = promisify(execFile);
const KIND = "phones";
/** Limit of requests; the check sends fewer. */
const MAX_ROUNDS = 30;

async function send({ method, url, headers, body }) {
  const response = await fetch(url, { method, headers, body: body ?? undefined });
  return { status: response.status, headers: [...response.headers], text: await response.text() };
}

/** Runs the bundle `out.js` in Hermes repeatedly until it prints its result; sends the requests that it prints meanwhile. */
export async function runInHermes(projects, home, service) {
  const hermesPath = projects.path(KIND, "hermes-engine-cli/linux64-bin/hermes");
  const bundle = await readFile(join(home, "out.js"), "utf8");
  const responses = [];
  while (responses.length < MAX_ROUNDS) {
    const globalsCode = `globalThis.SERVICE = ${JSON.stringify(service)}; globalThis.RESPONSES = ${JSON.stringify(responses)};\n`;
    await writeFile(join(home, "run.js"), globalsCode + bundle);
    const { stdout } = await run(hermesPath, ["-O", "run.js"], { cwd: home, timeout: 60_000, maxBuffer: 1 << 24 });
    const lines = stdout.split("\n");
    const getLine = (word) => lines.find((outputLine) => outputLine.startsWith(`${word} `))?.slice(word.length + 1);
    if (getLine("RESULT")) return JSON.parse(getLine("RESULT"));
    if (!getLine("REQUEST")) throw new Error(`neither a request nor a result: ${stdout.slice(0, 3000)}`);
    responses.push(await send(JSON.parse(getLine("REQUEST"))));
  }
  throw new Error(`more than ${MAX_ROUNDS} requests`);
}

/** @param {string} entry @param {{ exports?: boolean }} [options] whether Metro reads package exports */
export const runReactNative =
  (entry, { exports = true } = {}) =>
  async (projects, service) => {
    const home = await projects.project(`metro ${entry} ${exports}`, "metro", KIND);
    const [node] = getCommand("Node 22");
    await runTool([node, "build.cjs", entry, exports ? "exports" : "no-exports"], home);
    const result = await runInHermes(projects, home, service);
    const hermesVersion = await projects.version(KIND, "hermes-engine-cli");
    return { result, version: `Hermes ${hermesVersion}, Metro ${await projects.version(KIND, "metro")}` };
  };
