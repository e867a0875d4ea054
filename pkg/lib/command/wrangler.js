// Shows or runs commands of Cloudflare's `wrangler`, for keys in Workers KV. They never run through a shell.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";

/** Quotes a text as one word of a POSIX shell. */
export const quoteWord = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Formats a command so that it can be pasted into a shell. */
export const formatCommand = (words) => ["npx", "wrangler", ...words].map(quoteWord).join(" ");

/** Returns the path of wrangler in the project in this folder. */
function findWrangler() {
  try {
    return join(
      createRequire(join(process.cwd(), "package.json")).resolve("wrangler/package.json"),
      "../bin/wrangler.js",
    );
  } catch {
    throw new Error(
      "--run needs wrangler in this project: npm install --save-dev wrangler. Without --run the commands are only shown",
    );
  }
}

/** Runs wrangler; resolves to its standard output. */
export function runWrangler(words) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [findWrangler(), ...words], { stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"]) {
      child[stream].setEncoding("utf8").on("data", (text) => {
        output[stream] += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(output.stdout);
      else
        reject(
          new Error(
            `wrangler ${words.slice(0, 3).join(" ")} ended with ${code}: ${(output.stderr || output.stdout).trim()}`,
          ),
        );
    });
  });
}
