// `ton-edge create`, and `npm create ton-edge`: projects that start, with valid settings and without secrets.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { loadConfiguration } from "../../pkg/lib/command/configuration/load.js";
import { readOptions } from "../../pkg/lib/command/configuration/sources.js";
import { pack } from "../helpers/tarball.mjs";

const PKG = fileURLToPath(new URL("../../pkg", import.meta.url));
const BIN = join(PKG, "bin/ton-edge.js");
const ORIGINS = ["https://a.example", "http://localhost:5173"];
const TEMPLATES = ["cloudflare-worker", "container", "node-server", "bun-server", "deno-deploy"];
const NETWORKS = ["mainnet", "testnet", "both"];

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-create-"));
});
after(() => rm(folder, { recursive: true }));

/** The environment without the variable by which Node's test runner would treat child processes as its own. */
const { NODE_TEST_CONTEXT: _, ...env } = process.env;
/** Runs a program to its end. */
const run = (program, args, options = {}) =>
  new Promise((resolve) => {
    execFile(program, args, { cwd: folder, timeout: 120_000, env, ...options }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
const create = (...args) => run(process.execPath, [BIN, "create", ...args]);

describe("every template, for every network", () => {
  for (const template of TEMPLATES)
    for (const network of NETWORKS)
      test(`ton-edge create makes a valid project of ${template} for ${network}`, async () => {
        const name = `${template}-${network}`;
        const commandOutput = await create(
          name,
          "--template",
          template,
          "--network",
          network,
          "--origins",
          ORIGINS.join(", "),
        );
        assert.equal(commandOutput.code, 0, commandOutput.stderr);
        assert.match(commandOutput.stdout, new RegExp(`^${name} is ready, its settings are in ${name}/`));
        const home = join(folder, name);
        assert.match(await readFile(join(home, ".gitignore"), "utf8"), /^\.dev\.vars$/m);
        const otherNetwork = { mainnet: "testnet", testnet: "mainnet" }[network];
        if (template === "container") {
          const file = join(home, "container/config/ton-edge.toml");
          const { config, faults } = loadConfiguration({ options: readOptions([]).source, file, env: {} });
          // The template's secret files have the same names as those of the containers.
          assert.ok(
            faults.every((fault) => /names a file that cannot be read: ENOENT$/.test(fault)),
            faults.join("\n"),
          );
          assert.deepEqual(config.origins, ORIGINS);
          assert.equal(config[otherNetwork ?? "none"], otherNetwork && "off");
          assert.equal(config.network ?? "mainnet", network === "testnet" ? "testnet" : "mainnet");
          return;
        }
        await mkdir(join(home, "node_modules"), { recursive: true });
        await symlink(PKG, join(home, "node_modules/ton-edge"));
        const [settings] = (await readdir(home)).filter((item) => /^(wrangler\.jsonc|server\.js|main\.js)$/.test(item));
        const text = await readFile(join(home, settings), "utf8");
        assert.ok(ORIGINS.every((origin) => text.includes(origin)) && !text.includes("app.example"), text);
        if (!["cloudflare-worker", "node-server"].includes(template)) return;
        // The project's own test starts the gateway.
        const testRun = await run(process.execPath, ["--test"], { cwd: home });
        assert.equal(testRun.code, 0, testRun.stdout);
        const disabledSetting = /"TON_EDGE_(\w+)": "off"|(mainnet|testnet): "off"/.exec(text);
        assert.equal((disabledSetting?.[1] ?? disabledSetting?.[2])?.toLowerCase(), otherNetwork);
        await writeFile(join(home, settings), text.replace(ORIGINS[0], "no origin"));
        assert.equal(
          (await run(process.execPath, ["--test"], { cwd: home })).code,
          1,
          "the project's own test does not notice a fault",
        );
      });
});

test("`ton-edge create` refuses invalid options, and overwrites nothing", async () => {
  for (const [args, pattern] of /** @type {[string[], RegExp][]} */ ([
    [["x", "--template", "nope"], /--template must be cloudflare-worker, container/],
    [["x", "--network", "moon"], /--network must be mainnet, testnet, both/],
    [["x", "--origins", "app.example"], /"app\.example" is not an origin/],
    [["x", "--origins", ","], /--origins must name at least one/],
    [["x", "y"], /needs one folder/],
  ])) {
    const { code, stderr } = await create(...args);
    assert.equal(code, 2);
    assert.match(stderr, pattern);
  }
  assert.ok(!(await readdir(folder)).includes("x"));
  await mkdir(join(folder, "full"));
  await writeFile(join(folder, "full/mine.txt"), "mine");
  const { code, stderr } = await create("full");
  assert.equal(code, 1);
  assert.match(stderr, /full is not empty/);
  assert.deepEqual(await readdir(join(folder, "full")), ["mine.txt"]);
});

test("`ton-edge create` asks three questions in a terminal", async () => {
  const terminal = spawn("script", ["-qec", `${process.execPath} ${BIN} create asked`, "/dev/null"], { cwd: folder });
  let output = "";
  const promptAnswers = [
    [/\n1: $/, "3\r"],
    [/both\? mainnet: $/, "both\r"],
    [/https:\/\/app\.example: $/, "https://z.example\r"],
  ];
  terminal.stdout.on("data", (data) => {
    output += data;
    if (
      promptAnswers.length > 0 &&
      /** @type {RegExp} */ (promptAnswers[0][0]).test(output.replace(/\u001b\[[\d;?]*[A-Za-z]/g, ""))
    )
      terminal.stdin.write(String(promptAnswers.shift()[1]));
  });
  const [code] = await once(terminal, "exit");
  assert.equal(code, 0, output);
  const text = await readFile(join(folder, "asked/server.js"), "utf8");
  assert.ok(text.includes("https://z.example") && !text.includes('"off"'), text);
});

test("`npm create ton-edge` makes the same project, from two packages as npm installs them", {
  timeout: 120_000,
}, async () => {
  const packedFiles = await pack();
  try {
    const commandResult = await run("npm", ["pack", "--silent", join(PKG, "create")]);
    const npmFlags = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts"];
    await writeFile(join(folder, "package.json"), '{ "private": true }');
    const installOutput = await run("npm", ["install", ...npmFlags, packedFiles.file, commandResult.stdout.trim()]);
    assert.equal(installOutput.code, 0, installOutput.stderr);
    const commandOutput = await run(join(folder, "node_modules/.bin/create-ton-edge"), [
      "by-npm",
      "--template",
      "container",
    ]);
    assert.equal(commandOutput.code, 0, commandOutput.stderr);
    assert.deepEqual((await readdir(join(folder, "by-npm"))).sort(), [".gitignore", "container", "ops", "proxies"]);
  } finally {
    await packedFiles.remove();
  }
  const readVersion = async (path) => JSON.parse(await readFile(join(PKG, path), "utf8"));
  const [main, initialiser] = [await readVersion("package.json"), await readVersion("create/package.json")];
  assert.deepEqual([initialiser.version, initialiser.dependencies["ton-edge"]], [main.version, main.version]);
});
