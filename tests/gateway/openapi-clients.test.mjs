// Clients that other generators make from the OpenAPI documents read from the local chain through the gateway, and return what our client returns:
// TypeScript by openapi-typescript, Python by openapi-python-client, and Go by OpenAPI Generator.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { createClient } from "ton-edge";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { ensureProject } from "../helpers/npm-project.mjs";
import { ensurePython } from "../helpers/python.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";

const GENERATIONS = ["v2", "v3"];
const PROGRAMS = fileURLToPath(new URL("openapi-clients/", import.meta.url));
const GO_COMMAND = process.env.GO_COMMAND ?? "go";
/** The Debian package of the one module that the Go clients import. */
const VALIDATOR = "golang-gopkg-validator.v2-dev";
const TIMEOUT = { timeout: 300_000 };

const require = createRequire(import.meta.url);
const documents = Object.fromEntries(
  GENERATIONS.map((name) => [name, require.resolve(`ton-edge/openapi/${name}.json`)]),
);

/** Runs a program; returns what it prints. Fails with its whole output. */
async function run(program, args, options = {}) {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { maxBuffer: 1 << 26, ...options });
    return { stdout, text: stdout + stderr };
  } catch (error) {
    throw new Error(`${program} ${args.join(" ")}: ${error.message}\n${error.stdout}\n${error.stderr}`.slice(0, 5000));
  }
}

describe("clients generated from the OpenAPI documents", () => {
  let devnet;
  let gateway;
  let folder;
  let account;
  let expected;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ton-edge-openapi-clients-"));
    devnet = await startDevnet({ world: "small" });
    await devnet.ready;
    const cache = /** @type {const} */ ({ adapter: "none" });
    gateway = await serve(createGateway({ mainnet: devnet.url, limits: UNLIMITED, cache, log() {} }), { port: 0 });
    account = devnet.cast.wallet("crowd 1").account;
    const client = createClient({ baseUrl: gateway.url, rateLimit: false });
    const information = await client.v2.getAddressInformation({ address: account });
    const { exit_code, stack } = await client.v2.runGetMethod({ address: account, method: "seqno", stack: [] });
    const { accounts } = await client.v3.accountStates({ address: [account] });
    const { transactions } = await client.v3.transactions({ account: [account], limit: 3 });
    expected = {
      balance: String(information.balance),
      exitCode: exit_code,
      stack: stack[0],
      stateBalance: accounts[0].balance,
      hashes: transactions.map(({ hash }) => hash),
      lastLt: transactions[0].lt,
      refused: 422,
    };
    assert.ok(expected.hashes.length > 0);
  }, TIMEOUT);
  after(async () => {
    await gateway?.close();
    await devnet?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  function compare(stdout) {
    const { head, error, ...rest } = JSON.parse(stdout);
    assert.deepEqual(rest, expected);
    assert.ok(head > 0, `the newest block is ${head}`);
    return error;
  }

  test("TypeScript, by openapi-typescript", TIMEOUT, async () => {
    const project = await ensureProject("openapi-clients", "gateway/openapi-clients");
    const packages = dirname(project.resolve("typescript/package.json"));
    const source = join(folder, "typescript");
    await mkdir(source);
    const generator = join(packages, "../openapi-typescript/bin/cli.js");
    for (const name of GENERATIONS)
      await run(process.execPath, [generator, documents[name], "-o", join(source, `${name}.d.ts`)]);
    await copyFile(join(PROGRAMS, "program.ts"), join(source, "program.ts"));
    await writeFile(join(source, "package.json"), JSON.stringify({ type: "module" }));
    const compilerOptions = {
      ...{ strict: true, target: "es2022", module: "nodenext", lib: ["es2022", "dom"], types: ["node"], outDir: "." },
      typeRoots: [join(fileURLToPath(new URL("../node_modules/@types", import.meta.url)))],
    };
    await writeFile(join(source, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
    // The program imports `openapi-fetch` from the folder of the project.
    await symlink(join(packages, ".."), join(source, "node_modules"), "dir");
    await run(process.execPath, [join(packages, "bin/tsc"), "-p", source]);
    const { stdout } = await run(process.execPath, [join(source, "program.js"), gateway.url, account]);
    assert.match(compare(stdout), /address/);
  });

  test("Python, by openapi-python-client, without a warning", TIMEOUT, async () => {
    const python = await ensurePython("generators");
    const source = join(folder, "python");
    await mkdir(source);
    const env = { ...process.env, PATH: `${dirname(python)}:${process.env.PATH}`, PYTHONDONTWRITEBYTECODE: "1" };
    for (const name of GENERATIONS) {
      const args = ["generate", "--path", documents[name], "--meta", "none", "--output-path", join(source, name)];
      const { text } = await run(join(dirname(python), "openapi-python-client"), args, { env });
      assert.doesNotMatch(text, /warning/i);
    }
    await copyFile(join(PROGRAMS, "program.py"), join(source, "program.py"));
    const { stdout } = await run(python, [join(source, "program.py"), gateway.url, account], { env });
    assert.match(compare(stdout), /address/);
  });

  test("Go, by OpenAPI Generator", TIMEOUT, async () => {
    const python = await ensurePython("generators");
    const source = join(folder, "go");
    await mkdir(join(source, "validator"), { recursive: true });
    for (const name of GENERATIONS) {
      const target = join(source, name);
      const options = ["-g", "go", "-o", target, `--additional-properties=packageName=${name}`];
      const env = { ...process.env, PATH: `${dirname(python)}:${process.env.PATH}` };
      await run(join(dirname(python), "openapi-generator-cli"), ["generate", "-i", documents[name], ...options], {
        env,
      });
      // Each document would be a module of its own; here they are two packages of one module, without their examples.
      for (const part of ["go.mod", "go.sum", "test", "docs"])
        await rm(join(target, part), { recursive: true, force: true });
    }
    await run("apt-get", ["download", VALIDATOR], { cwd: source });
    const debianPackage = (await readdir(source)).find((file) => file.endsWith(".deb"));
    await run("dpkg-deb", ["-x", debianPackage, "debian"], { cwd: source });
    const module = join(source, "debian/usr/share/gocode/src/gopkg.in/validator.v2");
    for (const file of await readdir(module))
      if (file.endsWith(".go") && !file.endsWith("_test.go"))
        await copyFile(join(module, file), join(source, "validator", file));
    await writeFile(join(source, "validator/go.mod"), "module gopkg.in/validator.v2\n");
    const requirements = "require gopkg.in/validator.v2 v2.0.1\n\nreplace gopkg.in/validator.v2 => ./validator\n";
    await writeFile(join(source, "go.mod"), `module clients\n\ngo 1.19\n\n${requirements}`);
    await copyFile(join(PROGRAMS, "program.go"), join(source, "main.go"));
    const env = { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off", GOCACHE: join(folder, "go-cache") };
    await run(GO_COMMAND, ["build", "-o", "program", "."], { cwd: source, env });
    compare((await run(join(source, "program"), [gateway.url, account])).stdout);
  });
});
