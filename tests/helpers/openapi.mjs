// Parts shared by the suites of the OpenAPI documents: the documents, a Python to read them, and copies with a fault.

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";

import { ensurePython } from "./python.mjs";

const require = createRequire(import.meta.url);
export const testsFolder = fileURLToPath(new URL("../", import.meta.url));
export const GENERATIONS = ["v2", "v3"];
export const files = Object.fromEntries(
  GENERATIONS.map((name) => [name, require.resolve(`ton-edge/openapi/${name}.json`)]),
);
export const documents = Object.fromEntries(GENERATIONS.map((name) => [name, require(files[name])]));

let python;
/** A folder that exists while the importing suite runs. */
export let folder;
before(
  async () => {
    python = await ensurePython();
    folder = await mkdtemp(join(tmpdir(), "ton-edge-openapi-"));
  },
  { timeout: 300_000 },
);
after(() => folder && rm(folder, { recursive: true, force: true }));

/** Runs Python in `folder`; resolves also if Python fails. */
export function runPython(args, env = {}, cwd = folder) {
  return new Promise((resolve) => {
    const pythonEnv = { PYTHONPATH: join(testsFolder, "python"), PYTHONDONTWRITEBYTECODE: "1" };
    const options = { cwd, env: { ...process.env, ...pythonEnv, ...env }, maxBuffer: 1 << 26 };
    execFile(python, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? 1) : 0, text: stdout + stderr }),
    );
  });
}

/** Writes a copy of a document that `change` has edited. */
export async function writeChangedDocument(generation, name, change) {
  const document = structuredClone(documents[generation]);
  change(document);
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(document));
  return { file, document };
}
