// The project uses the words of RFCs, MDN, Cloudflare's docs and TON. This suite finds private words of earlier versions in what
// users read, in comments and in file names.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FILES = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .trim()
  .split("\n");

/** A private word, and the word to use instead. */
const WORDS = [
  [/\btold\b/i, "reported, sent, named"],
  [/\bnobody\b/i, "no caller, no one who"],
  [/\bwhoever\b/i, "a caller that"],
  [/\banew\b/i, "again"],
  [/\bof ours\b/i, "our, upstream"],
  [/\bgiven on\b/i, "served"],
  [/\bgot round\b/i, "recovered by a retry"],
  [/\bby chance\b/i, "at random, with jitter"],
  [/\bturns the pages?\b/i, "paginates"],
  [/\basked\b/i, "requested, called"],
  [/\bkept\b/i, "cached, stored"],
  [/\bthe (same )?question\b/i, "request, cache key"],
  [/\bpatience\b/i, "timeout"],
  [/\bits tries\b|\bretries of a try\b|\bthe tries\b/i, "attempts, retries"],
  [/\bat the border\b|\bcrossing\b/i, "bindings"],
  [/\bperiod of rest\b|\brests\b/i, "pauses, delay"],
  [/\ba (second|minute|day|key|request) each\b/i, "per"],
  [/\brequests a second\b/i, "requests per second"],
  [/\bwho asks\b|\bwho waits\b|\bwho leaves\b/i, "the caller, a waiting call"],
  [/\bhosted front\b/i, "front of the hosted service"],
  [/\bat hand\b/i, "available"],
  [/\bis no (gateway|key|number|setting of)\b/i, "is not a"],
];

/** Where a word has another sense: the file, the words around it, and the reason. */
const ALLOWED = [
  ["docs/caching.md", "`not-kept`", "a value of the header Cache-Status"],
  ["docs/devnet.md", "fault asked for", "the text of a response of the local chain"],
];

/** What users read. Generated files repeat their sources; decisions and measured tables quote names as they were. */
const READ = FILES.filter((file) =>
  /^(README|CHANGELOG|SECURITY|CONTRIBUTING)\.md$|^pkg\/README\.md$|^pkg\/[\w-]+\.d\.ts$|^docs\/[\w-]+\.md$|^www\/.*\.html$|^pkg\/lib\/command\/usage\.js$/.test(
    file,
  ),
).filter((file) => !/^docs\/(benchmarks|full-run)\.md$|^pkg\/endpoints\.d\.ts$/.test(file));

test("what users read has no private word", () => {
  const found = [];
  const used = new Set();
  for (const file of READ) {
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .forEach((line, at) => {
        for (const [word, better] of /** @type {any[][]} */ (WORDS)) {
          const match = word.exec(line);
          if (!match) continue;
          const allowed = ALLOWED.find(([where, words]) => where === file && line.includes(words));
          if (allowed) used.add(allowed);
          else found.push(`${file}:${at + 1}: "${match[0]}" (say: ${better}): ${line.trim().slice(0, 100)}`);
        }
      });
  }
  assert.ok(READ.length > 25, `${READ.length} files`);
  assert.deepEqual(found, []);
  assert.deepEqual(
    ALLOWED.filter((entry) => !used.has(entry)),
    [],
    "an exception that is no longer needed",
  );
});

/** Sources whose comments have plain words; add a folder when its comments have. */
const COMMENTED = FILES.filter((file) =>
  /^(src\/(gateway|openapi|address|page|plan|endpoint|types|reference)(\/|\.rs$)|pkg\/lib\/(gateway|adapters|command|pagination)\/|www\/|xtask\/(src|js)\/|tests\/(address|client|command|docs(?!\/glossary)|examples|faults|fleet|gateway|helpers|pace|package|pagination|runtimes|serve|simulation|suites|types|wasm)\/|tests\/core\/(?!page|rust_client))/.test(
    file,
  ),
).filter((file) => /\.(rs|m?js)$/.test(file));

/** The text of a comment line, or of a comment after code. */
const commentOf = (line) => /(?:^|\s)\/\/[/!]?(.*)$/.exec(line)?.[1] ?? /^\s*(?:\/\*\*|\*)(.*)/.exec(line)?.[1];

test("the comments of these sources have no private word", () => {
  const found = [];
  for (const file of COMMENTED) {
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .forEach((line, at) => {
        const comment = commentOf(line) ?? "";
        for (const [word, better] of /** @type {any[][]} */ (WORDS))
          if (word.test(comment))
            found.push(`${file}:${at + 1}: "${word.exec(comment)[0]}" (say: ${better}): ${line.trim().slice(0, 100)}`);
      });
  }
  assert.ok(COMMENTED.length > 250, `${COMMENTED.length} files`);
  assert.equal(commentOf("  let a = 1; // told"), " told");
  assert.equal(commentOf("/// told"), " told");
  assert.equal(commentOf("const a = 'told';"), undefined);
  assert.deepEqual(found, []);
});

/** File names that tell a newcomer nothing. */
const NAMES =
  /^(told|take|place|places|flights|fetched|same|patience|pause|tail|another|border|crossing|spot|lane|race|tries|port|asked|peer|allowance|shape|canon|fixed|papers|packaged|tally|keep|book|reach|given|bare|lazy|unread|ahead|proxied|operate|ready|fleet)\.(js|rs)$/;

test("no file has a private name", () => {
  const sources = FILES.filter((file) => /^(src|pkg|www|xtask)\//.test(file));
  assert.ok(sources.length > 300, `${sources.length} files`);
  assert.deepEqual(
    sources.filter((file) => NAMES.test(file.split("/").at(-1))),
    [],
  );
});
