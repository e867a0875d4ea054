// `ton-edge key`: every restriction, in a file and in Workers KV. One test runs the real wrangler to show that it accepts these commands; the
// others use a stand-in that accepts no other arguments, because each run of wrangler takes seconds.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Miniflare } from "miniflare";

import { generateKey } from "../../pkg/lib/gateway/keys/generate.js";
import { fileKeys } from "../../pkg/lib/gateway/keys/file-keys.js";
import { environment, wrangler } from "../helpers/wrangler.mjs";

const bin = fileURLToPath(new URL("../../pkg/bin/ton-edge.js", import.meta.url));
const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** Runs a program without a shell; `args` is an array. */
/** @param {string} program @param {string[]} args @param {{ cwd?: string, input?: string, env?: NodeJS.ProcessEnv }} [options] */
function execute(program, args, { cwd, input = "", env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env: { ...environment, ...env }, stdio: ["pipe", "pipe", "pipe"] });
    const outputs = { code: 0, stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"])
      child[stream].setEncoding("utf8").on("data", (text) => (outputs[stream] += text));
    child.once("close", (code) => resolve({ ...outputs, code }));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

/** `wrangler kv key` with the arguments that wrangler accepts, and a file for a namespace. */
const WRANGLER_STAND_IN = `
const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const { parseArgs } = require("node:util");
const text = { type: "string" };
const { values, positionals: [kv, key, verb, ...words] } = parseArgs({
  allowPositionals: true, options: { binding: text, config: text, prefix: text, local: { type: "boolean" }, remote: { type: "boolean" } },
});
const { binding, config = "wrangler.json", prefix = "", local, remote } = values;
const count = { list: 0, get: 1, put: 2 }[verb];
const spaces = JSON.parse(readFileSync(config, "utf8")).kv_namespaces;
if (kv !== "kv" || key !== "key" || words.length !== count || !local || remote || (prefix && verb !== "list") || !spaces.some((one) => one.binding === binding)) {
  console.error("not a command of wrangler", process.argv.slice(2));
  process.exit(1);
}
const path = "kv-" + binding + ".json";
// Reads may overlap, writes do not.
const stored = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
if (verb === "put") writeFileSync(path, JSON.stringify({ ...stored, [words[0]]: words[1] }));
else if (verb === "list") console.log(JSON.stringify(Object.keys(stored).filter((name) => name.startsWith(prefix)).map((name) => ({ name }))));
else if (words[0] in stored) process.stdout.write(stored[words[0]]);
else process.exit(1);
`;

let folder;
/** A similar project with the real wrangler. */
let realFolder;
before(async () => {
  const config = {
    name: "gateway",
    compatibility_date: "2026-04-01",
    kv_namespaces: [
      { binding: "KEYS", id: "0".repeat(32) },
      { binding: "OTHER", id: "1".repeat(32) },
    ],
  };
  const makeProject = async () => {
    const folder = await mkdtemp(join(tmpdir(), "ton-edge-key-command-"));
    await mkdir(join(folder, "node_modules"));
    await writeFile(join(folder, "wrangler.json"), JSON.stringify(config));
    return folder;
  };
  [folder, realFolder] = [await makeProject(), await makeProject()];
  // A project as `npm init` and `npm install wrangler` leave it.
  await symlink(dirname(dirname(wrangler)), join(realFolder, "node_modules", "wrangler"));
  await mkdir(join(folder, "node_modules", "wrangler", "bin"), { recursive: true });
  await writeFile(join(folder, "node_modules", "wrangler", "package.json"), '{"name":"wrangler"}');
  await writeFile(join(folder, "node_modules", "wrangler", "bin", "wrangler.js"), WRANGLER_STAND_IN);
});
after(() => Promise.all([folder, realFolder].map((item) => rm(item, { recursive: true, force: true }))));

const run = (...args) => execute(process.execPath, [bin, "key", ...args], { cwd: folder });
const CLI_FLAGS = [
  "--expires",
  "2099-01-31T00:00:00Z",
  "--operations",
  "getAddressBalance, v3,Accounts",
  "--origins",
  "https://app.example,https://*.app.example",
  "--addresses",
  "192.0.2.1,2001:db8::/32",
  "--daily",
  "1000",
  "--monthly",
  "20000",
  "--plan",
  "shop",
  "--name",
  "Bob's",
];
const FIELDS = {
  name: "Bob's",
  plan: "shop",
  expires: "2099-01-31T00:00:00Z",
  operations: ["getAddressBalance", "v3", "Accounts"],
  origins: ["https://app.example", "https://*.app.example"],
  addresses: ["192.0.2.1", "2001:db8::/32"],
  quota: { daily: 1000, monthly: 20000 },
};
const READABLE_RECORD =
  "Bob's\texpires 2099-01-31T00:00:00Z; operations getAddressBalance,v3,Accounts; origins https://app.example,https://*.app.example; addresses 192.0.2.1,2001:db8::/32; 1000 per day; 20000 per month";

describe("`ton-edge key`: the error about an invalid option names it and what is allowed", () => {
  for (const [args, message] of /** @type {any[][]} */ ([
    [
      ["--expires", "tomorrow"],
      '--expires: the record must have `expires`: a time such as "2027-01-31T00:00:00Z" (RFC 3339)',
    ],
    [
      ["--operations", "sendBok"],
      '--operations: "sendBok" is not an operation; did you mean sendBoc; allowed are names such as',
    ],
    [["--operations", "v3/sendBoc"], '--operations: "v3/sendBoc" is not an operation; allowed are'],
    [["--operations", "v2,"], "--operations must be a comma-separated list without empty entries"],
    [["--origins", "app.example"], "--origins: the record has `origins[0]`, which must begin with https:// or http://"],
    [
      ["--addresses", "::1,10.0.0.0/33"],
      '--addresses: the record must have `addresses[1]`: an address or a range such as "10.0.0.0/8"',
    ],
    [["--daily", "1.5"], "--daily must be a whole number of requests from 1 to 1000000000000"],
    [["--monthly", "0"], "--monthly must be a whole number"],
    [["--plan", "0"], "--plan must be a number above 0"],
    [["--name", "a\nb"], "--name: the record must have a `name` of at most 200 bytes"],
    [["--file", "x", "--run"], "--file and --run cannot be combined"],
    [["--local", "--remote"], "--local and --remote cannot be combined"],
    [["--binding", "a b"], "--binding must be"],
    [["--wat"], "--wat"],
  ])) {
    test(args.join(" "), async () => {
      for (const verb of [
        ["new", "--network", "mainnet"],
        ["set", "someid"],
      ]) {
        const { code, stdout, stderr } = await run(...verb, ...args);
        assert.equal(code, 2, stderr);
        assert.ok(stderr.includes(message), stderr.slice(0, 300));
        assert.equal(stdout, "");
      }
    });
  }

  test("`ton-edge key set` refuses invalid options", async () => {
    for (const [args, message] of [
      [["set"], "needs one id"],
      [["set", "a", "b"], "needs one id"],
      [["set", "a"], "needs something to change"],
      [["set", "a", "--suspend", "--resume"], "--suspend and --resume cannot be combined"],
      [["set", "a", "--network", "testnet", "--name", "x"], "--network"],
    ]) {
      const { code, stderr } = await run(...args);
      assert.equal(code, 2);
      assert.ok(stderr.includes(message), stderr.slice(0, 300));
    }
  });
});

/** The audit log line of a change: `[action, id, fields]`. */
function readAudit({ stderr }, key = "") {
  const lines = stderr.split("\n").filter((line) => line.startsWith("{"));
  assert.equal(lines.length, 1, stderr);
  const { time, level, event, action, id, fields, store, user } = JSON.parse(lines[0]);
  assert.deepEqual([level, event, typeof store, user], ["info", "key_change", "string", userInfo().username]);
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000, time);
  assert.ok(key === "" || !stderr.includes(key), "no API key");
  return [action, id, fields.sort()];
}

/** Tests the behaviour that every store must have. `storeOptions`: the options that name the store; `records()`: its content. */
async function checkRecords(storeOptions, records) {
  const commandResult = await run("new", "--network", "mainnet", ...CLI_FLAGS, ...storeOptions);
  assert.equal(commandResult.code, 0, commandResult.stderr);
  const hash = sha256(commandResult.stdout.trimEnd());
  const id = hash.slice(0, 12);
  const { created: createdTime, ...record } = (await records()).get(hash);
  assert.deepEqual(record, { hash, id, network: "mainnet", ...FIELDS });
  const keyOutput = await run("new", "--network", "testnet", ...storeOptions);
  const otherHash = sha256(keyOutput.stdout.trimEnd());

  const listOutput = await run("list", ...storeOptions);
  const lines = listOutput.stdout.trimEnd().split("\n").sort();
  const expected = [
    `${id}\tmainnet\tshop\t${createdTime}\tvalid\t${READABLE_RECORD}`,
    `${otherHash.slice(0, 12)}\ttestnet\tno plan\t${(await records()).get(otherHash).created}\tvalid`,
  ];
  assert.deepEqual(lines, expected.sort());
  const json = JSON.parse((await run("list", "--json", ...storeOptions)).stdout);
  assert.deepEqual(new Map(json.map((item) => [item.hash, item])), await records());

  assert.deepEqual(readAudit(commandResult, commandResult.stdout.trimEnd()).slice(0, 2), ["new", id]);
  const setOutput = await run("set", id, "--suspend", "--daily", "5", "--origins", "", ...storeOptions);
  assert.deepEqual([setOutput.code, setOutput.stdout], [0, `changed ${id}\n`]);
  assert.deepEqual(readAudit(setOutput), ["set", id, ["origins", "quota", "suspended"]]);
  let now = (await records()).get(hash);
  assert.match(now.suspended, /^20\d\d-/);
  assert.deepEqual(
    [now.quota, now.origins, now.operations],
    [{ daily: 5, monthly: 20000 }, undefined, FIELDS.operations],
  );
  assert.match((await run("list", ...storeOptions)).stdout, new RegExp(`${id}\t.*\tsuspended 20`));
  assert.equal(
    (
      await run(
        "set",
        hash,
        "--resume",
        "--daily",
        "",
        "--monthly",
        "",
        "--plan",
        "2.5",
        "--expires",
        "2020-01-01T00:00:00Z",
        ...storeOptions,
      )
    ).code,
    0,
    "by its hash",
  );
  now = (await records()).get(hash);
  assert.deepEqual([now.suspended, now.quota, now.plan], [undefined, undefined, 2.5]);
  assert.match(
    (await run("list", ...storeOptions)).stdout,
    new RegExp(`${id}\tmainnet\t2.5/s\t.*\texpired 2020-01-01T00:00:00Z\t`),
  );
  const revokeOutput = await run("revoke", id, ...storeOptions);
  assert.deepEqual([revokeOutput.code, revokeOutput.stdout], [0, `revoked ${id}\n`]);
  assert.deepEqual(readAudit(revokeOutput), ["revoke", id, ["revoked"]]);
  assert.match((await records()).get(hash).revoked, /^20\d\d-/);
  const setAfterUse = await run("set", id, "--plan", "7", ...storeOptions);
  assert.equal(setAfterUse.stdout, `changed ${id}, which stays revoked: create a new key instead\n`);
  const missingKey = await run("set", "nope", "--suspend", ...storeOptions);
  assert.deepEqual([missingKey.code, missingKey.stdout], [1, ""]);
  assert.match(missingKey.stderr, /has no key with that id/);
  assert.ok(
    ![commandResult.stderr, listOutput.stdout].join().includes(commandResult.stdout.trimEnd()),
    "the key is shown once",
  );
}

test("`ton-edge key` changes API keys in a file", { timeout: 120_000 }, async () => {
  const file = join(folder, "keys.json");
  await checkRecords(
    ["--file", file],
    async () => new Map(JSON.parse(await readFile(file, "utf8")).map((item) => [item.hash, item])),
  );
});

const standInPath = () => join(folder, "node_modules", "wrangler", "bin", "wrangler.js");
const getKv = (...args) =>
  execute(process.execPath, [standInPath(), "kv", "key", ...args, "--binding", "OTHER", "--local"], { cwd: folder });

/** Every record in KV. */
async function readRecords(binding = "KEYS") {
  const storedRecords = JSON.parse(await readFile(join(folder, `kv-${binding}.json`), "utf8"));
  return new Map(Object.entries(storedRecords).map(([name, text]) => [name.slice("key:".length), JSON.parse(text)]));
}

/** Every record in the local KV of the real wrangler, read without wrangler. */
async function fetchRealRecords() {
  const mf = new Miniflare({
    modules: true,
    script: "export default { fetch() {} }",
    cf: false,
    telemetry: { enabled: false },
    kvNamespaces: { KEYS: "0".repeat(32) },
    kvPersist: join(realFolder, ".wrangler", "state", "v3", "kv"),
  });
  try {
    const space = await mf.getKVNamespace("KEYS");
    const accountsByName = new Map();
    for (const { name } of (await /** @type {any} */ (space).list()).keys)
      accountsByName.set(name.slice("key:".length), await /** @type {any} */ (space).get(name, "json"));
    return accountsByName;
  } finally {
    await mf.dispose();
  }
}

test("`ton-edge key` changes API keys in KV, by a stand-in for wrangler", { timeout: 120_000 }, async () => {
  await checkRecords(["--run", "--local"], () => readRecords());
});

test("`ton-edge key` creates, finds and changes API keys in KV, by the real wrangler", {
  timeout: 300_000,
  skip: process.env.TESTS_FULL !== "1" && "in a full run",
}, async () => {
  const run = (...args) =>
    execute(process.execPath, [bin, "key", ...args, "--run", "--local", "--config", "wrangler.json"], {
      cwd: realFolder,
    });
  const commandResult = await run("new", "--network", "mainnet", ...CLI_FLAGS);
  assert.equal(commandResult.code, 0, commandResult.stderr);
  const hash = sha256(commandResult.stdout.trimEnd());
  const setOutput = await run("set", hash.slice(0, 12), "--suspend", "--name", "it's; echo $HOME `id`");
  assert.deepEqual([setOutput.code, setOutput.stdout], [0, `changed ${hash.slice(0, 12)}\n`]);
  assert.deepEqual(readAudit(setOutput), ["set", hash.slice(0, 12), ["name", "suspended"]]);
  const { created: createdTime, suspended: suspendedFlag, ...record } = (await fetchRealRecords()).get(hash);
  assert.deepEqual(record, {
    hash,
    id: hash.slice(0, 12),
    network: "mainnet",
    ...FIELDS,
    name: "it's; echo $HOME `id`",
  });
  assert.match(suspendedFlag, /^20/);
});

test("`ton-edge key` reads and changes records of earlier versions, and reports those of an unknown version", {
  timeout: 120_000,
}, async () => {
  const oldRecord = {
    hash: sha256("old"),
    id: "an-old-one",
    name: "shop",
    network: "mainnet",
    plan: "shop",
    created: "2025-01-01T00:00:00Z",
  };
  await getKv("put", `key:${oldRecord.hash}`, JSON.stringify(oldRecord));
  const storeOptions = ["--run", "--local", "--binding", "OTHER"];
  assert.match(
    (await run("list", ...storeOptions)).stdout,
    /^an-old-one\tmainnet\tshop\t2025-01-01T00:00:00Z\tvalid\tshop$/m,
  );
  assert.equal(
    (await run("set", "an-old-one", "--operations", "v3", ...storeOptions)).code,
    0,
    "an id that is not the beginning of the hash",
  );
  assert.deepEqual((await readRecords("OTHER")).get(oldRecord.hash), { ...oldRecord, operations: ["v3"] });
  const newerRecord = { ...oldRecord, hash: sha256("newer"), id: "newer", colour: "blue" };
  await getKv("put", `key:${newerRecord.hash}`, JSON.stringify(newerRecord));
  const { code, stderr } = await run("list", ...storeOptions);
  assert.deepEqual(
    [
      code,
      /key:[0-9a-f]{64}: the record of a key has a field of the wrong type, or one that this version does not know/.test(
        stderr,
      ),
    ],
    [1, true],
    stderr,
  );
});

test("`ton-edge key` names a missing file, and does not treat it as an empty one", { timeout: 60_000 }, async () => {
  const path = join(folder, "missing.json");
  for (const words of [["list"], ["set", "0123456789ab", "--suspend"], ["revoke", "0123456789ab"]]) {
    const { code, stdout, stderr } = await run(...words, "--file", path);
    assert.deepEqual([code, stdout], [1, ""], words.join(" "));
    assert.ok(
      stderr.includes(`the file ${path} does not exist: \`ton-edge key new --file ${path}\` creates it`),
      stderr,
    );
  }
});

test("the commands that `ton-edge key` shows work when they are pasted", {
  timeout: 180_000,
  skip: process.platform === "win32",
}, async () => {
  // `npx` finds both programs in the project; the test uses the user's shell.
  const tools = join(folder, "tools");
  await mkdir(tools);
  await writeFile(
    join(tools, "npx"),
    `#!/bin/sh\nname=$1\nshift\nif [ "$name" = wrangler ]; then exec ${process.execPath} ${standInPath()} "$@"; fi\nexec ${process.execPath} ${bin} "$@"\n`,
    { mode: 0o755 },
  );
  const paste = (text) =>
    execute("/bin/sh", ["-c", text], { cwd: folder, env: { PATH: `${tools}:${process.env.PATH}` } });
  const storeOptions = ["--local", "--config", "wrangler.json"];

  const commandResult = await run("new", "--network", "mainnet", ...CLI_FLAGS, ...storeOptions);
  const hash = sha256(commandResult.stdout.trimEnd());
  const lastLine = commandResult.stderr.trimEnd().split("\n").at(-1);
  assert.match(lastLine, /^npx wrangler kv key put --binding KEYS --local --config wrangler\.json key:[0-9a-f]{64} '/);
  assert.equal((await paste(lastLine)).code, 0);
  assert.deepEqual((await readRecords()).get(hash).operations, FIELDS.operations);

  const pastedHash = await paste((await run("revoke", hash.slice(0, 12), ...storeOptions)).stdout);
  assert.deepEqual(JSON.parse(pastedHash.stdout), [{ name: `key:${hash}` }]);
  const names = await paste((await run("list", ...storeOptions)).stdout);
  assert.ok(JSON.parse(names.stdout).some(({ name }) => name === `key:${hash}`));

  const change = await run("set", hash, "--name", "it's; echo $HOME `id`", "--suspend", ...storeOptions);
  assert.match(
    change.stdout,
    /^npx wrangler kv key get .* \| npx ton-edge key set --record - [0-9a-f]{64} --name '.* \| sh\n$/,
  );
  const changedRecord = await paste(change.stdout);
  assert.equal(changedRecord.code, 0, changedRecord.stderr);
  const record = (await readRecords()).get(hash);
  assert.deepEqual([record.name, typeof record.suspended], ["it's; echo $HOME `id`", "string"]);
  await paste((await run("revoke", hash, ...storeOptions)).stdout);
  assert.match((await readRecords()).get(hash).revoked, /^20/);
  assert.match(
    (await run("set", hash, "--suspend")).stdout,
    /^npx wrangler kv key get --binding KEYS --remote key:/,
    "Cloudflare's KV is the default",
  );
});

test("without wrangler `ton-edge key` says how to get it", async () => {
  const emptyFolder = await mkdtemp(join(tmpdir(), "ton-edge-key-empty-"));
  try {
    const { code, stderr } = await execute(process.execPath, [bin, "key", "list", "--run"], { cwd: emptyFolder });
    assert.deepEqual(
      [code, stderr],
      [
        1,
        "ton-edge: --run needs wrangler in this project: npm install --save-dev wrangler. Without --run the commands are only shown\n",
      ],
    );
  } finally {
    await rm(emptyFolder, { recursive: true });
  }
});

test("concurrent changes by several processes are all in the file, which keeps its inode", {
  timeout: 120_000,
}, async () => {
  const home = await mkdtemp(join(tmpdir(), "ton-edge-keys-at-once-"));
  const [file, link] = [join(home, "real.json"), join(home, "keys.json")];
  try {
    await writeFile(file, "[]\n");
    await chmod(file, 0o644);
    await symlink("real.json", link);
    const stores = Array.from({ length: 8 }, () => fileKeys(link));
    const records = await Promise.all(
      stores.map(
        async (_, index) =>
          (await generateKey({ network: "mainnet", name: `caller ${index}`, plan: undefined })).record,
      ),
    );
    await Promise.all(stores.map((store, index) => store.put(records[index])));
    await Promise.all(
      stores.map((store, index) => (index % 2 === 0 ? store.revoke(records[index].id) : store.put(records[index]))),
    );
    const foundKeys = await fileKeys(link).list();
    assert.equal(foundKeys.length, 8);
    assert.deepEqual(
      records.map(({ id }) => Boolean(foundKeys.find((item) => item.id === id)?.revoked)),
      records.map((_, index) => index % 2 === 0),
    );
    assert.equal((await stat(file)).mode & 0o777, 0o644);
    assert.ok((await lstat(link)).isSymbolicLink());
    assert.deepEqual((await readdir(home)).sort(), ["keys.json", "real.json"]);
  } finally {
    await rm(home, { recursive: true });
  }
});

test("`ton-edge key` refuses a plan that the named configuration of the gateway does not have", async () => {
  const [file, config] = [join(folder, "planned.json"), join(folder, "ton-edge.toml")];
  await writeFile(config, '[limits]\nplans = { shop = 5, large = 50 }\nkeyless = 1\nadminToken = "file:/nowhere"\n');
  const commandResult = await run("new", "--network", "mainnet", "--plan", "shop", "--file", file, "--config", config);
  assert.equal(commandResult.code, 0, commandResult.stderr);
  const id = /Its id is (\w+)/.exec(commandResult.stderr)[1];
  const fileBefore = await readFile(file, "utf8");
  for (const [plan, hint] of [
    ["shp", "did you mean shop?"],
    ["enterprise", "it has shop, large"],
  ]) {
    const commandResult = await run("set", id, "--plan", plan, "--file", file, "--config", config);
    const outputByVariable = await execute(process.execPath, [bin, "key", "set", id, "--plan", plan, "--file", file], {
      env: { TON_EDGE_CONFIG: config },
    });
    for (const { code, stderr } of [commandResult, outputByVariable]) {
      assert.equal(code, 2);
      assert.ok(stderr.includes(`\`limits.plans\` of ${config} has no plan ${plan}; ${hint}`), stderr);
    }
  }
  assert.equal((await run("new", "--network", "mainnet", "--plan", "shp", "--file", file, "--config", config)).code, 2);
  assert.equal(await readFile(file, "utf8"), fileBefore);
  for (const plan of ["large", "7"])
    assert.equal((await run("set", id, "--plan", plan, "--file", file, "--config", config)).code, 0);
  assert.equal((await run("set", id, "--plan", "shop", "--file", file, "--config", join(folder, "none.toml"))).code, 1);
  assert.equal((await run("set", id, "--plan", "other", "--file", file)).code, 0, "no configuration is named");

  const check = () =>
    execute(process.execPath, [bin, "gateway", "--config", config, "--api-keys", file, "--check"], { cwd: folder });
  await writeFile(config, '[limits]\nbudget = "off"\nplans = { shop = 5, large = 50 }\n');
  const { code, stdout, stderr } = await check();
  assert.deepEqual([code, stdout], [0, "the configuration is valid\n"]);
  assert.equal(
    stderr,
    `ton-edge: warning: ${file}: the API key ${id} has the plan other, which is not in \`limits.plans\`\n`,
  );
  await run("revoke", id, "--file", file);
  assert.equal((await check()).stderr, "", "there is no warning for a revoked key");
});
