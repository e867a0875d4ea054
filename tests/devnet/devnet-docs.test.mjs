// Runs the commands of docs/devnet.md as written. A block marked `devnet-start` is started and runs until the next one;
// a block marked `devnet` runs in a shell meanwhile. The output that a block announces (`# → TEXT`) must appear.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { compareLines, listFencedBlocks, listPromisedLines } from "../docs/fenced.mjs";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TIMEOUT_MS = 180_000;

const blocks = listFencedBlocks("docs/devnet.md", readFileSync(join(ROOT, "docs/devnet.md"), "utf8")).filter(
  ({ tags }) => tags.includes("devnet") || tags.includes("devnet-start"),
);

let runningCommand;
/** Ends the running command and its child processes. */
async function stop() {
  if (!runningCommand) return;
  const { child, ended: exited, scratch } = runningCommand;
  runningCommand = undefined;
  if (child.exitCode === null) process.kill(-child.pid, "SIGTERM");
  await exited;
  await rm(scratch, { recursive: true, force: true });
}
after(stop);

/** The program and arguments of a documented command, with a free port; and the URL in the document. */
function startProgram(command) {
  const [program, ...args] = command.split(/\s+/);
  if (program === "cargo") {
    assert.deepEqual(args.slice(0, 2), ["xtask", "serve"], command);
    // Starts the program that the command starts after its build; another suite tests the build.
    return {
      url: "http://127.0.0.1:8787",
      args: [join(ROOT, "tests/serve/serve.mjs"), ...args.slice(2), "--port", "0"],
    };
  }
  assert.equal(program, "node", command);
  const port = args.indexOf("--port") + 1;
  const documentedText = args[port];
  args[port] = "0";
  return { url: `http://127.0.0.1:${documentedText}`, args: [join(ROOT, args[0]), ...args.slice(1)] };
}

async function startCommand(command) {
  await stop();
  const { url, args } = startProgram(command);
  const scratch = await mkdtemp(join(tmpdir(), "ton-edge-docs-"));
  const child = spawn(process.execPath, args, {
    cwd: scratch,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, TMPDIR: scratch },
  });
  runningCommand = { child, ended: once(child, "exit"), scratch, url };
  let outputText = "";
  const waitForOutput = (pattern) =>
    new Promise((resolve, fail) => {
      const checkOutput = () => pattern.test(outputText) && resolve(pattern.exec(outputText)[1]);
      for (const stream of [child.stdout, child.stderr]) stream.on("data", checkOutput);
      runningCommand.ended.then(([code]) => fail(new Error(`${command} ended with ${code}: ${outputText}`)), fail);
      checkOutput();
    });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      outputText += text;
    });
  runningCommand.actual = await waitForOutput(/is listening on (http:\/\/\S+)/);
  await waitForOutput(/(world +ready|the world is complete)/);
  // A command for both networks starts a second chain.
  if (command.startsWith("cargo") && !args.includes("--network")) await waitForOutput(/(testnet +ready)/);
}

/** Runs a block in the root of the repository, with the actual URL in place of the documented one. */
async function runShell({ source, place: folder }) {
  const { url, actual: actualUrl } = runningCommand;
  const { stdout } = await run("sh", ["-e", "-c", source.replaceAll(url, actualUrl)], { cwd: ROOT, timeout: 60_000 });
  compareLines(
    stdout === "" ? [] : stdout.replace(/\n$/, "").split("\n"),
    listPromisedLines(source).map((line) => line.replaceAll(url, actualUrl)),
    folder,
  );
}

test("docs/devnet.md starts a devnet before it sends requests", () => {
  assert.ok(blocks.length >= 8, `${blocks.length} blocks`);
  assert.ok(blocks[0].tags.includes("devnet-start"));
});

for (const block of blocks) {
  test(`${block.place} ${block.source.split("\n")[0].slice(0, 60)}`, { timeout: TIMEOUT_MS }, async () => {
    if (block.tags.includes("devnet")) await runShell(block);
    else await startCommand(block.source.trim());
  });
}
