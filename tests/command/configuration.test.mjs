// The configuration of `ton-edge gateway`: the three ways to write it have the same result, every fault has its position, and no output
// contains a secret.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import fc from "fast-check";
import { parse as parseOther, stringify } from "smol-toml";

import { buildGateway, ConfigurationError, findWarnings } from "../../pkg/lib/command/configuration/build.js";
import { loadConfiguration } from "../../pkg/lib/command/configuration/load.js";
import { FileFault, parseConfigFile } from "../../pkg/lib/command/configuration/parse-file.js";
import { printConfiguration } from "../../pkg/lib/command/configuration/print.js";
import { FORMS, readOptions } from "../../pkg/lib/command/configuration/sources.js";
import { settingsOf } from "../../pkg/lib/settings/server-settings.js";
import { optionName, variableName } from "../../pkg/lib/settings/texts.js";
import { readGatewaySettings } from "../../pkg/lib/settings/variables.js";

const RUNS = process.env.TESTS_FULL === "1" ? 1000 : 100;
const BIN = fileURLToPath(new URL("../../pkg/bin/ton-edge.js", import.meta.url));
const SECRET = "a-secret-of-the-tests-0123456789";
const SCHEMA = JSON.parse(await readFile(new URL("../../pkg/ton-edge.schema.json", import.meta.url), "utf8"));
const validate = new Ajv({ strict: false, allErrors: true }).compile(SCHEMA);

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-configuration-"));
});
after(() => rm(folder, { recursive: true }));

let count = 0;
async function fetchFile(text, ending = "toml") {
  count += 1;
  const path = join(folder, `${count}.${ending}`);
  await writeFile(path, text);
  return path;
}

/** @param {{ file?: string, env?: Record<string, string>, args?: string[] }} [from] */
const load = ({ file, env = {}, args = [] } = {}) =>
  loadConfiguration({ options: readOptions(args).source, file, env });

/** Runs the command to its end. */
const run = (args, env = {}) =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [BIN, "gateway", ...args],
      { timeout: 30_000, env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });

/** The schema of a setting. */
const getSchema = (name) =>
  name.split(".").reduce((schema, key) => {
    const members = schema.properties ?? schema.anyOf?.find(({ properties }) => properties)?.properties;
    return members[key];
  }, SCHEMA);

const origin = fc.constantFrom("https://a.example", "https://*.b.example", "http://localhost:5173");
const rate = fc.oneof(
  fc.integer({ min: 1, max: 1000 }),
  fc.double({ min: 0.001, max: 1000, noNaN: true }),
  fc.constant("off"),
);
const burst = fc.record({ rate: fc.integer({ min: 1, max: 9 }), burst: fc.integer({ min: 1, max: 9 }) });

/** Values that cannot be derived from the schema alone. @type {Record<string, fc.Arbitrary<any>>} */
const SPECIAL_SETTINGS = {
  origins: fc.uniqueArray(origin, { minLength: 1 }),
  allowHeaders: fc.uniqueArray(fc.constantFrom("X-A", "X-B"), { minLength: 1 }),
  allowedHosts: fc.uniqueArray(fc.constantFrom("gw.example", "localhost", "[::1]"), { minLength: 1 }),
  "clients.allow": fc.uniqueArray(fc.constantFrom("192.0.2.0/24", "::1", "10.0.0.1"), { minLength: 1 }),
  "clients.deny": fc.uniqueArray(fc.constantFrom("192.0.2.0/24", "::1"), { minLength: 1 }),
  "operations.deny": fc.uniqueArray(fc.constantFrom("sendBoc", "Send", "v2"), { minLength: 1 }),
  hosts: fc.constant({ "a.example": "mainnet" }),
  "limits.plans": fc.dictionary(fc.constantFrom("shop", "big"), fc.oneof(fc.integer({ min: 1, max: 9 }), burst), {
    minKeys: 1,
  }),
  "limits.costs": fc.constant({ "/api/v3/traces": 5 }),
  "limits.keyless": fc.oneof(rate, burst),
  "limits.budget": rate,
  "limits.global": rate,
  "limits.requests": rate,
  "limits.failedKeys": rate,
  clientIp: fc.constantFrom("socket", "cloudflare", { header: "X-Forwarded-For", trustedProxies: ["10.0.0.0/8"] }),
  mainnet: fc.uniqueArray(fc.constantFrom("https://a.example", "https://b.example"), { minLength: 1 }),
  testnet: fc.constantFrom("off", ["https://c.example"]),
  network: fc.constant("mainnet"),
  // Each of these settings depends on another one.
  "readiness.identity": fc.constantFrom("check", "report"),
  "cache.adapter": fc.constant("memory"),
  "limits.scope": fc.constant("isolate"),
  keyless: fc.constant("allow"),
  host: fc.constantFrom("127.0.0.1", "::1"),
};
/** Omits these settings: secrets have their own tests, and the second listener depends on another setting. */
const OMITTED_SETTINGS = [
  "adminToken",
  "logSalt",
  "limits.redis",
  "admin.port",
  "admin.host",
  "apiKeys",
  "assets",
  "enforceOrigins",
];

/** Groups that are on or off as a whole. */
const GROUPS = ["localGetMethods", "streaming", "images"];

function getArbitrary(name) {
  if (SPECIAL_SETTINGS[name]) return SPECIAL_SETTINGS[name];
  const schema = getSchema(name);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (GROUPS.includes(name) || schema.type === "boolean") return fc.boolean();
  if (schema.type === "integer") return fc.integer({ min: schema.minimum, max: schema.maximum });
  if (schema.type === "number") return fc.double({ min: schema.minimum, max: schema.maximum, noNaN: true });
  throw new Error(`${name} has no values`);
}

const NAMES = [...FORMS.keys()].filter(
  (name) => !OMITTED_SETTINGS.includes(name) && !/^(localGetMethods|streaming|images|telemetry)\./.test(name),
);
const writtenSettings = fc
  .subarray(NAMES, { minLength: 1 })
  .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, getArbitrary(name)]))));

/** Settings by name as nested tables. */
function nestSettings(values) {
  /** @type {Record<string, any>} */
  const tree = {};
  for (const [name, value] of Object.entries(values)) {
    const [group, member] = name.split(".");
    if (member === undefined) tree[group] = value;
    else tree[group] = { ...tree[group], [member]: value };
  }
  return tree;
}

/** A value as the text of an option or a variable. */
function readText(name, value) {
  if (Array.isArray(value) && ["list", "upstreams"].includes(FORMS.get(name) ?? "")) return value.join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const listOptions = (values) =>
  Object.entries(values).flatMap(([name, value]) =>
    FORMS.get(name) === "flag"
      ? [value ? `--${optionName(name)}` : `--no-${optionName(name)}`]
      : [`--${optionName(name)}=${readText(name, value)}`],
  );

describe("the configuration by file, variables and options", () => {
  test("file, variables, options and the printed file have the same result", { timeout: 300_000 }, () =>
    fc.assert(
      fc.asyncProperty(writtenSettings, async (values) => {
        const tree = nestSettings(values);
        assert.ok(validate(tree), JSON.stringify(validate.errors));
        const configByFile = load({ file: await fetchFile(stringify(tree)) });
        assert.deepEqual(configByFile.faults, []);
        const configByJson = load({ file: await fetchFile(JSON.stringify(tree), "json") });
        const env = Object.fromEntries(
          Object.entries(values).map(([name, value]) => [variableName(name), readText(name, value)]),
        );
        const configByVariables = load({ env });
        const configByOptions = load({ args: listOptions(values) });
        for (const otherConfig of [configByJson, configByVariables, configByOptions]) {
          assert.deepEqual(otherConfig.faults, []);
          assert.deepEqual([otherConfig.config, otherConfig.own], [configByFile.config, configByFile.own]);
        }
        const printedText = printConfiguration(configByFile.settings);
        assert.ok(validate(parseOther(printedText)), printedText);
        const reloadedConfig = load({ file: await fetchFile(printedText) });
        assert.deepEqual(
          [reloadedConfig.faults, reloadedConfig.config, reloadedConfig.own],
          [[], configByFile.config, configByFile.own],
        );
        // The gateway accepts everything that the file may contain.
        await buildGateway(configByFile);
      }),
      { numRuns: RUNS },
    ),
  );

  test("an option takes precedence over a variable, and a variable over the file, for each setting", async () => {
    const file = await fetchFile('logLevel = "off"\nretries = 1\n[limits]\nkeyless = 1\nglobal = 1\nrequests = 1\n');
    const env = { TON_EDGE_LIMITS_GLOBAL: "2", TON_EDGE_LIMITS_REQUESTS: "2", TON_EDGE_RETRIES: "" };
    const { config } = load({ file, env, args: ["--limits-requests", "3"] });
    assert.deepEqual(
      [config.limits, config.retries, config.logLevel],
      [{ keyless: 1, global: 2, requests: 3 }, 1, "off"],
    );
  });

  test("a list of upstreams is replaced as a whole, so that no key goes to another upstream", async () => {
    const file = await fetchFile('[[mainnet]]\nbaseUrl = "https://a.example"\napiKey = "env:KEY"\n');
    const env = { KEY: "of-a" };
    assert.deepEqual(load({ file, env }).config.mainnet, [{ baseUrl: "https://a.example", apiKey: ["of-a"] }]);
    assert.deepEqual(load({ file, env, args: ["--mainnet", "https://b.example"] }).config.mainnet, [
      { baseUrl: "https://b.example" },
    ]);
    assert.deepEqual(load({ file, env: { ...env, TON_EDGE_MAINNET_API_KEY: "other" } }).config.mainnet, [
      { baseUrl: "https://a.example", apiKey: ["other"] },
    ]);
  });

  test("weights of upstreams come from the file, variables and options, and a fault names its position", async () => {
    const listUpstreams = (weight) =>
      fetchFile(`[[mainnet]]\nweight = ${weight}\n[[mainnet]]\nbaseUrl = "https://b.example"\nweight = 0\n`);
    const file = await listUpstreams(95);
    const listWeights = ({ config }) => config.mainnet.map(({ weight }) => weight);
    assert.deepEqual(listWeights(load({ file })), [95, 0]);
    assert.deepEqual(listWeights(load({ file, env: { TON_EDGE_MAINNET_2_WEIGHT: "5" } })), [95, 5]);
    assert.deepEqual(
      listWeights(load({ file, args: ["--mainnet-weight", "90", "--mainnet-2-weight", "10"] })),
      [90, 10],
    );
    assert.deepEqual(
      readGatewaySettings({
        TON_EDGE_MAINNET: "https://a.example,https://b.example",
        TON_EDGE_MAINNET_2_WEIGHT: "5",
      }).mainnet.map(({ weight }) => weight),
      [undefined, 5],
    );
    for (const [from, fault] of /** @type {const} */ ([
      [
        ["--config", await listUpstreams(1001)],
        /\.toml:2:1: `mainnet\[0\]\.weight` must be a whole number from 0 to 1000$/m,
      ],
      [["--config", await listUpstreams(0)], /`mainnet` must have an upstream with a `weight` above 0$/m],
      [["--mainnet-weight", "five"], /`--mainnet-weight` must be a whole number from 0 to 1000$/m],
    ])) {
      const { code, stderr } = await run(["--check", ...from]);
      assert.equal(code, 2);
      assert.match(stderr, fault);
    }
    assert.equal((await run(["--check", "--config", file])).code, 0);
  });

  test("a group of settings that a source of higher precedence switches off is off", async () => {
    const file = await fetchFile("[localGetMethods]\nverify = 0.5\n");
    assert.deepEqual(load({ file }).config.localGetMethods, { verify: 0.5 });
    assert.equal(load({ file, args: ["--no-local-get-methods"] }).config.localGetMethods, false);
    assert.deepEqual(load({ file: await fetchFile("localGetMethods = true") }).config.localGetMethods, true);
  });
});

describe("faults of the configuration", () => {
  /** Values that no setting accepts. */
  const WRONG_SETTINGS = [[true, 7, { a: 1 }], "\u0001", -1.5];

  test("a fault of any setting names its position in the file, its variable, or its option", {
    timeout: 120_000,
  }, async () => {
    let checkedCount = 0;
    for (const name of FORMS.keys())
      for (const value of WRONG_SETTINGS) {
        const tree = nestSettings({ [name]: value });
        if (validate(tree)) continue;
        checkedCount += 1;
        const listFaults = async (from) => {
          const configuration = load(from);
          return buildGateway(configuration, { connects: false }).then(
            () => assert.fail(`${name} may be ${JSON.stringify(value)}`),
            (error) => error.faults ?? assert.fail(`${name} = ${JSON.stringify(value)}: ${error.stack}`),
          );
        };
        const file = await fetchFile(`# a line\n${stringify(tree)}`);
        const faultsInFile = await listFaults({ file });
        assert.ok(
          faultsInFile.some((fault) => /^\d+\.toml:\d+:\d+: `/.test(fault) && fault.includes(name.split(".").at(-1))),
          `${name}: ${faultsInFile}`,
        );
        if (["flag", "secret"].includes(FORMS.get(name)) || typeof value !== "string") continue;
        const faultsByVariable = await listFaults({ env: { [variableName(name)]: value } });
        assert.ok(
          faultsByVariable.some((fault) => fault.includes(`\`${variableName(name)}`)),
          `${name}: ${faultsByVariable}`,
        );
        const faultsByOption = await listFaults({ args: [`--${optionName(name)}=${value}`] });
        assert.ok(
          faultsByOption.some((fault) => fault.includes(`\`--${optionName(name)}`)),
          `${name}: ${faultsByOption}`,
        );
      }
    assert.ok(checkedCount > 150, `${checkedCount} checked`);
  });

  test("all faults of a configuration are reported at once, with positions and similar names", async () => {
    await writeFile(
      join(folder, "bad.toml"),
      `prot = 1\nport = 70000\nadminToken = "${SECRET}"\n[limits]\nkeylss = 2\nkeyless = "2"\n[[mainnet]]\nbaseURL = "x"\napiKey = "${SECRET}"\n[cache]\nmaxBytes = 1\n`,
    );
    const { code, stdout, stderr } = await run(
      ["--config", join(folder, "bad.toml"), "--check", "--limits-global", "x"],
      {
        TON_EDGE_LIMIT_REQUESTS: "1",
        TON_EDGE_MAINNET_3_API_KEY: SECRET,
      },
    );
    assert.deepEqual([code, stdout], [2, ""]);
    assert.deepEqual(
      stderr.split("\n").slice(0, -2).sort(),
      [
        "bad.toml:1:1: `prot` is not a setting; did you mean `port`?",
        "bad.toml:5:1: `limits.keylss` is not a setting; did you mean `limits.keyless`?",
        "the variable `TON_EDGE_LIMIT_REQUESTS` has no meaning here; did you mean `TON_EDGE_LIMITS_REQUESTS`?",
        "`TON_EDGE_MAINNET_3_API_KEY` belongs to an upstream that does not exist: `mainnet` has 1",
        'bad.toml:3:1: `adminToken` must be "env:NAME" or "file:PATH": the secret itself is not allowed here',
        'bad.toml:9:1: `mainnet[0].apiKey` must be "env:NAME" or "file:PATH": the secret itself is not allowed here',
        "bad.toml:2:1: `port` must be a whole number from 0 to 65535",
        "bad.toml:8:1: `mainnet[0].baseURL` is not a setting; did you mean `baseUrl`?",
        'bad.toml:6:1: `limits.keyless` must be a number of requests per second from 0.001 to 1000000, `{ rate, burst }`, or "off"',
        '`--limits-global` must be a number of requests per second from 0.001 to 1000000, `{ rate, burst }`, or "off"',
        "bad.toml:11:1: `cache.maxBytes` must be a whole number from 65536 to 1073741824",
      ]
        .map((fault) => `ton-edge: ${fault}`)
        .sort(),
    );
    assert.ok(!stderr.includes(SECRET));
  });

  for (const [title, text, ending, fault] of /** @type {const} */ ([
    ["broken TOML", "a = 1\nb = \n", "toml", /^\d+\.toml:\d:\d+: it is not TOML: /],
    ["a repeated key", "port = 1\nport = 2\n", "toml", /^\d+\.toml:2:1: it is not TOML: /],
    ["broken JSON", '{\n "port": ,}', "json", /^\d+\.json:2:\d+: it is not JSON: /],
    ["a repeated JSON member", '{"port":1,"port":2}', "json", /`port` is set twice/],
    ["JSON that is not an object", "[1]", "json", /must be an object of settings/],
    ["a group that is not a table", "limits = 5\n", "toml", /`limits` must be a table of settings/],
    ["a name of a JavaScript built-in", "constructor = 1\n", "toml", /`constructor` is not a setting/],
    ["the prototype, as a key", "port = 1\n__proto__ = 5\n", "toml", /:2:1: `__proto__` is not a setting$/],
    ["the prototype, as a table", "[__proto__]\nzz = 1\n", "toml", /:1:1: `__proto__` is not a setting$/],
    ["the prototype, below a table", '[limits]\n"__proto__".zz = 1\n', "toml", /:2:1: `__proto__` is not a setting$/],
    ["the prototype, in a value", "hosts = { __proto__ = { zz = 1 } }\n", "toml", /`__proto__` is not a setting$/],
    ["the prototype, in JSON", '{ "__proto__": { "zz": 1 } }', "json", /`__proto__` is not a setting$/],
  ]))
    test(title, async () => {
      const { faults } = load({ file: await fetchFile(text, ending) });
      assert.ok(
        faults.some((item) => fault.test(item)),
        faults.join("\n"),
      );
      assert.equal(/** @type {any} */ ({}).zz, undefined);
    });

  test("the time to check a JSON configuration is linear in its length", async () => {
    const readTime = async (count) => {
      const text = JSON.stringify(
        { clients: { deny: Array.from({ length: count }, (_, index) => `10.0.${index}`) } },
        null,
        1,
      );
      const start = performance.now();
      parseConfigFile(text, "x.json");
      return performance.now() - start;
    };
    await readTime(500);
    const [fewMs, manyMs] = [await readTime(2000), await readTime(16_000)];
    // The input has eight times as many faults: 64 times the time if each position needed a pass over the text.
    assert.ok(manyMs < 30 * fewMs + 50, `${fewMs} ms, ${manyMs} ms`);
  });

  test("deep nesting and very many faults are reported briefly", async () => {
    const nestedText = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    for (const [text, ending] of [
      [`a = ${nestedText}`, "toml"],
      [`{"a":${nestedText}}`, "json"],
    ])
      assert.match(load({ file: await fetchFile(text, ending) }).faults[0], /it is nested too deeply$/);
    const longFile = Array.from({ length: 5000 }, (_, index) => `k${index} = 1\n`).join("");
    const { code, stderr } = await run(["--check", "--config", await fetchFile(longFile)]);
    assert.equal(code, 2);
    assert.match(stderr, /^ton-edge: and 4900 more faults$/m);
    assert.equal(stderr.split("\n").length, 103);
  });

  test("a configuration file that is missing or too long is a fault", async () => {
    assert.match(load({ file: join(folder, "none.toml") }).faults[0], /^none\.toml: it cannot be read: ENOENT$/);
    assert.match(load({ file: await fetchFile(`# ${"x".repeat(1_000_000)}`) }).faults[0], /longer than 1000000/);
  });
});

describe("secrets in the configuration", () => {
  const getToken = () => fetchFile(`${SECRET}\n`, "token");

  test("secrets come from variables and files, and no output shows them", async () => {
    const path = await getToken();
    const file = await fetchFile(
      'adminToken = "env:TOKEN"\n[[mainnet]]\nbaseUrl = "https://a.example"\napiKey = ["env:KEY", "file:key.txt"]\n',
    );
    await writeFile(join(folder, "key.txt"), SECRET);
    const env = { TOKEN: SECRET, KEY: SECRET, TON_EDGE_LOG_SALT: SECRET, TON_EDGE_TESTNET_API_KEY: `file:${path}` };
    const configuration = load({ file, env });
    assert.deepEqual(configuration.faults, []);
    assert.equal(configuration.config.adminToken, SECRET);
    assert.deepEqual(configuration.config.mainnet[0].apiKey, [SECRET, SECRET]);
    assert.deepEqual(configuration.config.testnet[0].apiKey, [SECRET]);
    assert.deepEqual(configuration.files, [file, join(folder, "key.txt"), path]);
    const { code, stdout } = await run(["--config", file, "--print-config"], env);
    assert.equal(code, 0);
    assert.ok(!stdout.includes(SECRET));
    // The output also shows the source of each setting in a list.
    assert.match(stdout, /^baseUrl = "https:\/\/a\.example" # \S+\.toml:3:1$/m);
    assert.match(stdout, /^apiKey = \["env:KEY", "file:.*"\] # \S+\.toml:4:1$/m);
    assert.match(stdout, /^apiKey = "file:.*" # TON_EDGE_TESTNET_API_KEY$/m);
    const parsedOutput = JSON.parse(JSON.stringify(parseOther(stdout)));
    assert.deepEqual(
      [parsedOutput.adminToken, parsedOutput.logSalt, parsedOutput.mainnet, parsedOutput.testnet],
      [
        "env:TOKEN",
        "env:TON_EDGE_LOG_SALT",
        [{ baseUrl: "https://a.example", apiKey: ["env:KEY", `file:${join(folder, "key.txt")}`] }],
        [{ apiKey: `file:${path}` }],
      ],
    );
  });

  /** A pipe without a writer. */
  async function createPipe() {
    const path = join(folder, "pipe");
    await new Promise((resolve, reject) =>
      execFile("mkfifo", [path], (error) => (error ? reject(error) : resolve(undefined))),
    );
    return path;
  }

  test("errors do not show keys in the JSON of a variable, and name no variable that is not set", async () => {
    const env = { TON_EDGE_MAINNET: JSON.stringify([{ baseUrl: "https://a.example", apiKey: SECRET }]) };
    const { stdout } = await run(["--print-config"], env);
    assert.ok(!stdout.includes(SECRET) && !stdout.includes("env:"), stdout);
    assert.match(stdout, /^# apiKey: in TON_EDGE_MAINNET; put it into TON_EDGE_MAINNET_API_KEY$/m);
  });

  test("a missing, empty or literal secret is a fault that does not show it", async () => {
    const emptyFile = await fetchFile("\n", "token");
    for (const [args, env, fault] of /** @type {[string[], Record<string, string>, RegExp][]} */ ([
      [["--admin-token", "env:NONE"], {}, /^`--admin-token` names the variable NONE, which is not set$/],
      [["--admin-token", `file:${emptyFile}`], {}, /names a file that is empty$/],
      [["--admin-token", "file:/dev/zero"], {}, /names a file that is too long for a secret$/],
      [["--admin-token", `file:${await createPipe()}`], {}, /names a file that is empty$/],
      [["--admin-token", "env:s3cr3t-as-a-name"], {}, /^`--admin-token` does not name a variable$/],
      [["--admin-token", "file:/none"], {}, /names a file that cannot be read: ENOENT$/],
      [["--admin-token", SECRET], {}, /the secret itself is not allowed here$/],
      [["--mainnet-api-key", SECRET], {}, /^`--mainnet-api-key` must be "env:NAME"/],
      [[], { TON_EDGE_ADMIN_TOKEN: "short" }, /^`TON_EDGE_ADMIN_TOKEN` must be a text of 16 or more/],
      [[], { TON_EDGE_MAINNET_API_KEY: "a b" }, /^`TON_EDGE_MAINNET_API_KEY(\[0\])?` must be an API key/],
    ])) {
      const error = await buildGateway(load({ args, env })).catch((error) => error);
      assert.ok(error instanceof ConfigurationError, String(fault));
      assert.ok(
        error.faults.some((item) => fault.test(item)),
        error.faults.join("\n"),
      );
      assert.ok(!error.message.includes(SECRET));
    }
  });
});

test("TOML is parsed with the same result as by another parser", () =>
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string({ minLength: 1 }).filter((key) => key !== "__proto__"),
        fc.oneof(
          fc.string(),
          fc.integer(),
          fc.boolean(),
          fc.array(fc.string()),
          fc.dictionary(fc.constantFrom("a", "b c"), fc.integer()),
        ),
      ),
      (tree) => {
        const text = stringify(tree);
        assert.deepEqual(
          JSON.parse(JSON.stringify(parseConfigFile(text, "x.toml").values)),
          JSON.parse(JSON.stringify(parseOther(text))),
        );
      },
    ),
    { numRuns: RUNS },
  ));

test("any text is either a configuration or has a reported fault", () =>
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."[]{}=.\"'#\n a1,:-") })),
      fc.constantFrom("x.toml", "x.json"),
      (text, name) => {
        try {
          parseConfigFile(text, name);
        } catch (error) {
          assert.ok(error instanceof FileFault, `${JSON.stringify(text)}: ${error.stack}`);
        }
      },
    ),
    { numRuns: RUNS * 20 },
  ));

describe("warnings of --check", () => {
  const listWarnings = async (text, env = {}) => {
    const { code, stderr } = await run(["--config", await fetchFile(text), "--check"], env);
    assert.equal(code, 0, stderr);
    return stderr.split("\n").filter(Boolean);
  };

  test("`--check` warns about limits above the rate of an upstream without an API key", async () => {
    const makeWarning = (name) =>
      `ton-edge: warning: mainnet: without an upstream API key all callers together have 1 request per second, but ${name} would allow more: set \`apiKey\` or \`budget\` of the upstream, or \`limits.budget\``;
    const disabledTestnet = 'testnet = "off"\n';
    assert.deepEqual(await listWarnings(disabledTestnet), []);
    assert.deepEqual(await listWarnings(`${disabledTestnet}limits.keyless = 5`), [makeWarning("`limits.keyless`")]);
    assert.deepEqual(await listWarnings(`${disabledTestnet}limits.keyless = "off"`), [makeWarning("`limits.keyless`")]);
    // If every request needs an API key, the limit of keyless requests does not matter.
    await writeFile(join(folder, "no-keys.json"), "[]");
    const refusingConfig = `${disabledTestnet}keyless = "refuse"\napiKeys = "${join(folder, "no-keys.json")}"\n`;
    assert.deepEqual(await listWarnings(`${refusingConfig}[limits]\nkeyless = 5\nplans = { default = 1 }`), []);
    assert.deepEqual(await listWarnings(`${disabledTestnet}[limits.plans]\nshop = 10\nsmall = 0.5`), [
      makeWarning("the plan shop"),
    ]);
    for (const goodSetting of ['mainnet.apiKey = "env:KEY"', "mainnet.budget = 20", "limits.budget = 20"]) {
      const text = goodSetting.startsWith("mainnet")
        ? `${disabledTestnet}limits.keyless = 5\n[[mainnet]]\nbaseUrl = "https://toncenter.com"\n${goodSetting.slice("mainnet.".length)}`
        : `${disabledTestnet}limits.keyless = 5\n${goodSetting}`;
      assert.deepEqual(await listWarnings(text, { KEY: "an-upstream-key" }), [], goodSetting);
    }
  });

  test("`--check` warns about Redis without a reserve for outages", async () => {
    const redis = 'limits.redis = "env:REDIS"\n';
    const env = { REDIS: "redis://127.0.0.1:1" };
    const [warning, ...furtherWarnings] = await listWarnings(redis, env);
    assert.match(
      warning,
      /^ton-edge: warning: `limits\.redis` without `limits\.reservePercent` and `limits\.maxGateways`/,
    );
    assert.deepEqual(furtherWarnings, []);
    assert.deepEqual(await listWarnings(`${redis}limits.reservePercent = 20\nlimits.maxGateways = 2`, env), []);
  });

  test("`--check` has no warning for any template", async () => {
    const templates = new URL("../../pkg/templates/", import.meta.url);
    for (const name of ["container/config", "kubernetes/base", "kubernetes/overlays/example", "proxies", "systemd"]) {
      const text = await readFile(new URL(`${name}/ton-edge.toml`, templates), "utf8");
      // Settings whose file is missing are left out, because the command would not print their warnings.
      const file = await fetchFile(text.replaceAll(/"file:[^"]*"/g, '"env:SECRET"'));
      const configuration = load({ file, env: { SECRET: "redis://the-secret-of-an-operator" } });
      assert.equal(configuration.own.redis !== undefined, /^redis = /m.test(text), name);
      const ownSettings = { ...configuration, faults: [], own: { ...configuration.own, apiKeys: undefined } };
      assert.deepEqual(await findWarnings(ownSettings, await buildGateway(ownSettings, { connects: false })), [], name);
    }
  });
});

test("--check, --print-config, --version and --help print what they should", async () => {
  assert.deepEqual(await run(["--check"]), { code: 0, stdout: "the configuration is valid\n", stderr: "" });
  const { version } = JSON.parse(await readFile(new URL("../../pkg/package.json", import.meta.url), "utf8"));
  assert.deepEqual(await run(["--version"]), { code: 0, stdout: `${version}\n`, stderr: "" });
  const { stdout } = await run(["--help"]);
  for (const name of FORMS.keys()) assert.ok(stdout.includes(`--${optionName(name)}`), `${name} is not in --help`);
  const outputByVariable = await run(["--check"], { TON_EDGE_CONFIG: await fetchFile("prt = 1") });
  assert.equal(outputByVariable.code, 2);
});

test("the JSON Schema of the configuration is of draft 7, and has every setting", () => {
  assert.ok(new Ajv({ strict: false }).validateSchema(SCHEMA));
  for (const name of FORMS.keys()) assert.ok(getSchema(name), name);
});

describe("the gateway behind a proxy", () => {
  for (const template of ["systemd", "proxies"])
    test(`the template ${template} serves the name that its proxy forwards`, async () => {
      const path = new URL(`../../pkg/templates/${template}/ton-edge.toml`, import.meta.url);
      const gateway = await buildGateway(
        load({ file: await fetchFile(await readFile(path, "utf8")), env: { TON_EDGE_ADMIN_TOKEN: SECRET } }),
      );
      const request = (host) =>
        new Request(`http://${host}/api/v2/detectAddress?address=0:${"0".repeat(64)}`, { headers: { host } });
      const requestStatus = async (host) => (await gateway.fetch(request(host), {}, { address: "127.0.0.1" })).status;
      assert.deepEqual([await requestStatus("gateway.example"), await requestStatus("localhost")], [200, 200]);
    });

  test("without a proxy, a listener on a local address serves only this machine's names", () => {
    assert.deepEqual(load().config.allowedHosts, ["localhost", "127.0.0.1", "[::1]"]);
    assert.equal(load({ args: ["--client-ip", "cloudflare"] }).config.allowedHosts, undefined);
    assert.equal(load({ args: ["--host", "0.0.0.0"] }).config.allowedHosts, undefined);
  });
});

describe("limits.requests", () => {
  test("limits.requests has a default, which every source can change, and which is printed with its source", () => {
    const listRequests = (from) => load(from).config.limits.requests;
    assert.deepEqual(listRequests(), { rate: 200, burst: 1000 });
    // Allowing every origin disables other defaults of the command, but not this one.
    assert.deepEqual(listRequests({ args: ["--origins", "*"] }), { rate: 200, burst: 1000 });
    assert.equal(listRequests({ args: ["--limits-requests", "off"] }), "off");
    assert.equal(listRequests({ env: { TON_EDGE_LIMITS_REQUESTS: "2" } }), 2);
    assert.match(
      printConfiguration(load().settings),
      /^\[limits\]\nrequests = \{ rate = 200, burst = 1000 \} # default of the command$/m,
    );
  });
});

test("the printed file names the source of each field of an upstream", async () => {
  const file = await fetchFile('[[mainnet]]\nbaseUrl = "https://a.example"\nbudget = 5\n');
  const env = { TON_EDGE_MAINNET_API_KEY: SECRET };
  const [, table] = printConfiguration(load({ file, env }).settings).split("[[mainnet]]\n");
  const [baseUrl, budget, apiKey] = table.split("\n");
  assert.ok(baseUrl.startsWith('baseUrl = "https://a.example" # ') && baseUrl.endsWith(".toml:2:1"), baseUrl);
  assert.ok(budget.startsWith("budget = 5 # ") && budget.endsWith(".toml:3:1"), budget);
  assert.equal(apiKey, 'apiKey = "env:TON_EDGE_MAINNET_API_KEY" # TON_EDGE_MAINNET_API_KEY');
});

describe("settingsOf", () => {
  const resolveFiles = () => join(folder, "token-of-a-server");

  test("settingsOf reads the secret that a reference names, and refuses one that cannot be read", async () => {
    await writeFile(resolveFiles(), `${SECRET}\n`);
    const reference = `file:${resolveFiles()}`;
    const settings = settingsOf({
      TON_EDGE_ADMIN_TOKEN: reference,
      TON_EDGE_LOG_SALT: "env:SALT",
      SALT: SECRET,
      TON_EDGE_MAINNET_API_KEY: reference,
      TON_EDGE_TESTNET: `[{"baseUrl":"https://a.example","apiKey":"${reference}"}]`,
    });
    assert.deepEqual([settings.adminToken, settings.logSalt], [SECRET, SECRET]);
    assert.deepEqual(/** @type {any} */ (settings).mainnet[0].apiKey, [SECRET]);
    assert.deepEqual(/** @type {any} */ (settings).testnet[0].apiKey, [SECRET]);
    for (const name of ["ADMIN_TOKEN", "LOG_SALT", "MAINNET_API_KEY"])
      assert.throws(() => settingsOf({ [`TON_EDGE_${name}`]: "file:/none" }), {
        code: "config_invalid",
        message: `the variable \`TON_EDGE_${name}\` names a file that cannot be read: ENOENT`,
      });
  });

  test("a Worker refuses a reference such as file:..., because its text would be the secret", () => {
    for (const name of ["ADMIN_TOKEN", "LOG_SALT", "MAINNET_API_KEY"])
      assert.throws(() => readGatewaySettings({ [`TON_EDGE_${name}`]: "file:/run/secrets/admin-token" }), {
        code: "config_invalid",
        message: /contains a reference, which this runtime cannot resolve/,
      });
  });

  test("settingsOf refuses a variable of the command, because ignoring it would leave a gateway open", () => {
    for (const name of ["TON_EDGE_API_KEYS", "TON_EDGE_ADMIN_PORT", "TON_EDGE_LIMITS_REDIS"])
      assert.throws(() => settingsOf({ [name]: "1" }), { code: "config_invalid", message: new RegExp(name) });
  });
});
