// The OpenAPI documents of the package: valid for two validators that know nothing of each other, true to every
// recording, and of one mind with the gateway, as a schema-driven tester (schemathesis) sees it.
//
// TON_EDGE_FULL=1 lets the tester try more.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv from "ajv/dist/2020.js";

import { ensurePython } from "../helpers/python.mjs";

const require = createRequire(import.meta.url);
const here = fileURLToPath(new URL("../", import.meta.url));
const GENERATIONS = ["v2", "v3"];
const files = Object.fromEntries(GENERATIONS.map((name) => [name, require.resolve(`ton-edge/openapi/${name}.json`)]));
const documents = Object.fromEntries(GENERATIONS.map((name) => [name, require(files[name])]));
const full = process.env.TON_EDGE_FULL === "1";

let python;
let folder;
before(
  async () => {
    python = await ensurePython();
    folder = await mkdtemp(join(tmpdir(), "ton-edge-openapi-"));
  },
  { timeout: 300_000 },
);
after(() => folder && rm(folder, { recursive: true, force: true }));

/** Runs Python, where it may leave what it likes; resolves whatever its end is. */
function runPython(args, env = {}, cwd = folder) {
  return new Promise((resolve) => {
    const fixed = { PYTHONPATH: join(here, "python"), PYTHONDONTWRITEBYTECODE: "1" };
    const options = { cwd, env: { ...process.env, ...fixed, ...env }, maxBuffer: 1 << 26 };
    execFile(python, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? 1) : 0, text: stdout + stderr }),
    );
  });
}

/** A copy of a document with something wrong in it. */
async function doctored(generation, name, change) {
  const document = structuredClone(documents[generation]);
  change(document);
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(document));
  return { file, document };
}

describe("validators", () => {
  const faulty = () =>
    doctored("v3", "faulty", (document) => {
      document.paths["/blocks"].get.parameters[0].in = "nowhere";
    });

  for (const generation of GENERATIONS) {
    test(`${generation}: @seriousme/openapi-schema-validator`, async () => {
      const { valid, errors } = await new Validator().validate(structuredClone(documents[generation]));
      assert.ok(valid, JSON.stringify(errors)?.slice(0, 2000));
    });

    test(`${generation}: openapi-spec-validator`, async () => {
      const { code, text } = await runPython(["-m", "openapi_spec_validator", files[generation]]);
      assert.equal(code, 0, text.slice(0, 2000));
    });
  }

  test("both find a fault", async () => {
    const { file, document } = await faulty();
    assert.equal((await new Validator().validate(document)).valid, false);
    assert.notEqual((await runPython(["-m", "openapi_spec_validator", file])).code, 0);
  });
});

describe("recordings", async () => {
  const recorded = join(here, "fixtures/recorded");
  const { recordings } = JSON.parse(await readFile(join(recorded, "index.json"), "utf8"));
  const ajv = new /** @type {any} */ (Ajv)({ strict: false, validateFormats: false, allErrors: true });
  for (const generation of GENERATIONS) ajv.addSchema(documents[generation], generation);

  /** The validator of an operation's answer of one status. */
  function answer(generation, path, status) {
    const document = documents[generation];
    const verb = document.paths[path].get ? "get" : "post";
    const response = document.paths[path][verb].responses[status];
    const pointer = response.$ref?.slice(1) ?? `/paths/${path.replaceAll("/", "~1")}/${verb}/responses/${status}`;
    return ajv.compile({ $ref: `${generation}#${pointer}/content/application~1json/schema` });
  }

  test("every one satisfies the schema of its answer", async () => {
    let held = 0;
    for (const { file, generation, endpoint, status, served } of recordings) {
      if (!served) continue;
      const validate = answer(generation, endpoint, status);
      const value = JSON.parse(await readFile(join(recorded, file), "utf8"));
      assert.ok(validate(value), `${file}: ${ajv.errorsText(validate.errors).slice(0, 1000)}`);
      held += 1;
    }
    assert.ok(held >= 80, `only ${held}`);
  });

  test("a spoilt one does not", async () => {
    const value = JSON.parse(await readFile(join(recorded, "v2/getMasterchainInfo/1.json"), "utf8"));
    const validate = answer("v2", "/getMasterchainInfo", 200);
    assert.ok(validate(value));
    value.result.last.seqno = "seven";
    assert.equal(validate(value), false);
  });
});

describe("schemathesis finds document and gateway of one mind", { concurrency: 2 }, () => {
  const CHECKS = [
    "gateway_agrees",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
    "allow_header_conformance",
  ];
  // Deterministic: the same requests every time. Coverage tries every keyword of every schema.
  const phases = full ? "examples,coverage,fuzzing" : "examples,fuzzing";
  const most = full ? 60 : 4;

  async function explore(generation, file, name, more = []) {
    // What the tester keeps of one run must not be replayed in another.
    const cwd = await mkdtemp(join(folder, "run-"));
    const server = spawn(
      process.execPath,
      ["--max-http-header-size=4000000", join(here, "gateway/openapi-server.mjs")],
      { stdio: ["pipe", "pipe", "inherit"] },
    );
    try {
      const [chunk] = await once(server.stdout.setEncoding("utf8"), "data");
      const counts = join(folder, `counts-${name}.json`);
      const { code, text } = await runPython(
        [
          "-m",
          "schemathesis.cli",
          "run",
          file,
          "--url",
          `${chunk.trim()}/api/${generation}`,
          "--phases",
          phases,
          "--max-examples",
          String(most),
          "--generation-deterministic",
          "--suppress-health-check",
          "all",
          "--checks",
          CHECKS.join(","),
          "--warnings",
          "off",
          "--no-color",
          "--continue-on-failure",
          ...more,
        ],
        { SCHEMATHESIS_HOOKS: "hooks", OPENAPI_COUNTS: counts },
        cwd,
      );
      return { code, text, counts: JSON.parse(await readFile(counts, "utf8")) };
    } finally {
      server.stdin.end();
    }
  }

  for (const generation of GENERATIONS) {
    test(generation, { timeout: 1_200_000 }, async (t) => {
      const { code, text, counts } = await explore(generation, files[generation], generation);
      t.diagnostic(JSON.stringify(counts));
      assert.equal(code, 0, text.slice(-6000));
      const operations = Object.values(documents[generation].paths).flatMap((item) => Object.keys(item)).length;
      assert.ok(counts.requests > operations * most, text.slice(-2000));
      assert.ok(counts.valid > operations && counts.invalid > operations, JSON.stringify(counts));
    });
  }

  test("and tells when they are not", { timeout: 120_000 }, async () => {
    const limit = (parameters) => parameters.find(({ name }) => name === "limit").schema;
    const wide = await doctored("v3", "wide", ({ paths }) => {
      limit(paths["/blocks"].get.parameters).maximum = 100_000;
    });
    const narrow = await doctored("v3", "narrow", ({ paths }) => {
      limit(paths["/blocks"].get.parameters).maximum = 5;
    });
    const only = ["--include-path", "/blocks", "--phases", "coverage"];
    const [allowed, forbidden] = await Promise.all([
      explore("v3", wide.file, "wide", only),
      explore("v3", narrow.file, "narrow", only),
    ]);
    assert.match(allowed.text, /the document allows what the gateway refuses with 422/);
    assert.match(forbidden.text, /the document forbids what the gateway takes/);
  });
});
