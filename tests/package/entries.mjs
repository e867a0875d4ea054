// The entries of the npm package, read from `exports` of pkg/package.json, so that no suite needs its own list.

import { readFileSync } from "node:fs";

const { exports } = JSON.parse(readFileSync(new URL("../../pkg/package.json", import.meta.url), "utf8"));

/**
 * @typedef {{ path: string, name: string, file: string, types: string, requiredTypes: string | undefined }} Entry
 *   `path`: the key in `exports`; `name`: the name in an import; `file`, `types`: for `import`, relative to `pkg/`;
 *   `requiredTypes`: of `require`, if it can be required
 */

/** @type {Entry[]} */
const ALL_ENTRIES = Object.entries(exports)
  .filter(([, target]) => typeof target === "object")
  .map(([path, target]) => {
    const importTarget = target.import ?? target;
    const getPathInPackage = (file) => file?.replace("./", "");
    return {
      path,
      name: path.replace(".", "ton-edge"),
      file: getPathInPackage(importTarget.default),
      types: getPathInPackage(importTarget.types),
      requiredTypes: getPathInPackage(target.require?.types),
    };
  });

/** The WebAssembly modules. */
export const WASM_MODULES = ALL_ENTRIES.filter(({ path }) => path.endsWith(".wasm"));
/** JSON documents, which have no types of their own. */
export const DOCUMENTS = Object.keys(exports).filter((path) => path.endsWith(".json") && path !== "./package.json");
/** Ready-made Workers, which import modules that only workerd has. */
export const WORKERS = ALL_ENTRIES.filter(({ file }) => file.endsWith(".workerd.js"));
/** The entries that Node imports. */
export const ENTRIES = ALL_ENTRIES.filter((entry) => !WASM_MODULES.includes(entry) && !WORKERS.includes(entry));
/** Entries that run everywhere, and can be loaded by `require`. */
export const PORTABLE = ENTRIES.filter(({ requiredTypes }) => requiredTypes !== undefined);
/** Entries of one runtime each: servers, which can only be imported. */
export const SERVERS = ENTRIES.filter(({ requiredTypes }) => requiredTypes === undefined);
