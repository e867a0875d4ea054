// The OpenAPI documents of the package are valid for two independent validators, and every recording satisfies them.
// openapi-explored.test.mjs compares them with the gateway.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";

import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv from "ajv/dist/2020.js";

import { writeChangedDocument, documents, files, GENERATIONS, testsFolder, runPython } from "../helpers/openapi.mjs";

describe("validators of OpenAPI", () => {
  const createFaulty = () =>
    writeChangedDocument("v3", "faulty", (document) => {
      document.paths["/blocks"].get.parameters[0].in = "nowhere";
    });

  for (const generation of GENERATIONS) {
    test(`@seriousme/openapi-schema-validator accepts the document of ${generation}`, async () => {
      const { valid, errors } = await new Validator().validate(structuredClone(documents[generation]));
      assert.ok(valid, JSON.stringify(errors)?.slice(0, 2000));
    });

    test(`openapi-spec-validator accepts the document of ${generation}`, async () => {
      const { code, text } = await runPython(["-m", "openapi_spec_validator", files[generation]]);
      assert.equal(code, 0, text.slice(0, 2000));
    });
  }

  test("the OpenAPI documents have no other integers beyond 2^53 than schemas, table and examples", async () => {
    let exactRunCount = 0;
    for (const generation of GENERATIONS) {
      const shippedText = await readFile(files[generation], "utf8");
      const examples = await readdir(join(testsFolder, "fixtures/recorded", generation), { recursive: true });
      const parts = [
        `../pkg/generated/schemas-${generation}.json`,
        "golden/openapi.txt",
        "golden/devnet-answers.json",
        ...examples.filter((name) => name.endsWith(".json")).map((name) => `fixtures/recorded/${generation}/${name}`),
      ].map((path) => readFile(join(testsFolder, path), "utf8"));
      const matchBounds = (text) => text.match(/(?<=[:[,] ?)-?\d{16,}(?=[,}\]\s])/g) ?? [];
      const generatedBounds = new Set((await Promise.all(parts)).flatMap(matchBounds));
      const paths = matchBounds(shippedText);
      assert.deepEqual(
        paths.filter((number) => !generatedBounds.has(number)),
        [],
      );
      exactRunCount += paths.length;
    }
    assert.ok(exactRunCount > 20, `${exactRunCount} of them`);
  });

  test("no schema of a list is a boolean, because generators of clients refuse booleans", () => {
    const schemaNames = [];
    const visitValue = (value, path) => {
      if (value === null || typeof value !== "object") return;
      for (const [name, part] of Object.entries(value)) {
        const isList = ["prefixItems", "anyOf", "oneOf", "allOf"].includes(name) && Array.isArray(part);
        if (isList && part.some((schema) => typeof schema === "boolean")) schemaNames.push(`${path}/${name}`);
        if (name === "items" && typeof part === "boolean") schemaNames.push(`${path}/${name}`);
        visitValue(part, `${path}/${name}`);
      }
    };
    for (const generation of GENERATIONS) visitValue(documents[generation], generation);
    assert.deepEqual(schemaNames, []);
  });

  test("both validators find a fault", async () => {
    const { file, document } = await createFaulty();
    assert.equal((await new Validator().validate(document)).valid, false);
    assert.notEqual((await runPython(["-m", "openapi_spec_validator", file])).code, 0);
  });
});

describe("recordings and OpenAPI", async () => {
  const recordedFolder = join(testsFolder, "fixtures/recorded");
  const { recordings } = JSON.parse(await readFile(join(recordedFolder, "index.json"), "utf8"));
  const ajv = new /** @type {any} */ (Ajv)({ strict: false, validateFormats: false, allErrors: true });
  for (const generation of GENERATIONS) ajv.addSchema(documents[generation], generation);

  /** The validator for an operation's response with one status. */
  function getValidator(generation, path, status) {
    const document = documents[generation];
    const verb = document.paths[path].get ? "get" : "post";
    const response = document.paths[path][verb].responses[status];
    const pointer = response.$ref?.slice(1) ?? `/paths/${path.replaceAll("/", "~1")}/${verb}/responses/${status}`;
    return ajv.compile({ $ref: `${generation}#${pointer}/content/application~1json/schema` });
  }

  test("every recording satisfies the schema of its response", async () => {
    let checkCount = 0;
    for (const { file, generation, endpoint, status, served } of recordings) {
      if (!served) continue;
      const validate = getValidator(generation, endpoint, status);
      const value = JSON.parse(await readFile(join(recordedFolder, file), "utf8"));
      assert.ok(validate(value), `${file}: ${ajv.errorsText(validate.errors).slice(0, 1000)}`);
      checkCount += 1;
    }
    assert.ok(checkCount >= 80, `only ${checkCount}`);
  });

  test("a damaged recording does not satisfy the schema of its response", async () => {
    const value = JSON.parse(await readFile(join(recordedFolder, "v2/getMasterchainInfo/1.json"), "utf8"));
    const validate = getValidator("v2", "/getMasterchainInfo", 200);
    assert.ok(validate(value));
    value.result.last.seqno = "seven";
    assert.equal(validate(value), false);
  });
});
