// Cloudflare's command `wrangler`, for keys in Workers KV: the words of a command, shown or run. Never by a shell.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";

/** A text as one word of a POSIX shell. */
export const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** A command that can be pasted. */
export const shown = (words) => ["npx", "wrangler", ...words].map(quoted).join(" ");

/** The wrangler program of the project in this folder. */
function program() {
  try {
    return join(
      createRequire(join(process.cwd(), "package.json")).resolve("wrangler/package.json"),
      "../bin/wrangler.js",
    );
  } catch {
    throw new Error(
      "--run needs wrangler in this project: npm install --save-dev wrangler. Without --run the commands are shown",
    );
  }
}

/** Runs it; resolves to what it has written to standard output. */
export function run(words) {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [program(), ...words], { stdio: ["ignore", "pipe", "pipe"] });
    const said = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"]) {
      child[stream].setEncoding("utf8").on("data", (text) => {
        said[stream] += text;
      });
    }
    child.once("error", failed);
    child.once("close", (code) => {
      if (code === 0) done(said.stdout);
      else
        failed(
          new Error(
            `wrangler ${words.slice(0, 3).join(" ")} ended with ${code}: ${(said.stderr || said.stdout).trim()}`,
          ),
        );
    });
  });
}
