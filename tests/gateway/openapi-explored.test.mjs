// The OpenAPI documents of the package describe the gateway's behaviour: a schema-driven tester (schemathesis) sends requests that they
// allow and requests that they forbid. TESTS_FULL=1 makes it send more.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { once } from "node:events";
import { describe, test } from "node:test";

import {
  writeChangedDocument,
  documents,
  files,
  folder,
  GENERATIONS,
  testsFolder,
  runPython,
} from "../helpers/openapi.mjs";

const isFull = process.env.TESTS_FULL === "1";

describe("schemathesis finds no difference between the OpenAPI documents and the gateway", { concurrency: 2 }, () => {
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
  const phases = isFull ? "examples,coverage,fuzzing" : "examples,fuzzing";
  const maxCount = isFull ? 60 : 4;

  async function explore(generation, file, name, overrides = []) {
    // Data that schemathesis stores in one run must not be used in another.
    const cwd = await mkdtemp(join(folder, "run-"));
    const server = spawn(
      process.execPath,
      ["--max-http-header-size=4000000", join(testsFolder, "gateway/openapi-server.mjs")],
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
          String(maxCount),
          "--generation-deterministic",
          "--suppress-health-check",
          "all",
          "--checks",
          CHECKS.join(","),
          "--warnings",
          "off",
          "--no-color",
          "--continue-on-failure",
          ...overrides,
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
      const operationCount = Object.values(documents[generation].paths).flatMap((item) => Object.keys(item)).length;
      assert.ok(counts.requests > operationCount * maxCount, text.slice(-2000));
      assert.ok(counts.valid > operationCount && counts.invalid > operationCount, JSON.stringify(counts));
    });
  }

  test("schemathesis reports a difference between an OpenAPI document and the gateway", {
    timeout: 120_000,
  }, async () => {
    const limit = (parameters) => parameters.find(({ name }) => name === "limit").schema;
    const wideSpec = await writeChangedDocument("v3", "wide", ({ paths }) => {
      limit(paths["/blocks"].get.parameters).maximum = 100_000;
    });
    const narrowSpec = await writeChangedDocument("v3", "narrow", ({ paths }) => {
      limit(paths["/blocks"].get.parameters).maximum = 5;
    });
    const selection = ["--include-path", "/blocks", "--phases", "coverage"];
    const [allowedRun, forbiddenRun] = await Promise.all([
      explore("v3", wideSpec.file, "wide", selection),
      explore("v3", narrowSpec.file, "narrow", selection),
    ]);
    assert.match(allowedRun.text, /the document allows a request that the gateway refuses with 422/);
    assert.match(forbiddenRun.text, /the document forbids a request that the gateway accepts/);
  });
});
