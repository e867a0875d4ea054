// Checks that accounts are equal and errors are recognized across all entries, formats and copies of the package.
import { cp } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { ENTRIES } from "./copies-expected.mjs";

const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const OTHER = "0:9DA971AF38D2F03ABDF308D5F91636A97E5A2B07A66C39D71D7CBAE3B032EDDC";
const here = fileURLToPath(new URL(".", import.meta.url));

/** The error of a call that has to fail. */
function errorOf(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
}

async function main() {
  // A second copy, as npm installs it for a package that requires another version.
  const second = join(here, "second");
  await cp(join(here, "node_modules/ton-edge"), join(second, "node_modules/ton-edge"), { recursive: true });
  await cp(join(here, "import.mjs"), join(second, "import.mjs"));
  const all = [];
  for (const folder of [here, second]) {
    const require = createRequire(join(folder, "program.cjs"));
    const { load } = await import(String(pathToFileURL(join(folder, "import.mjs"))));
    for (const entry of ENTRIES) {
      all.push({ name: `${entry} as a module`, exports: await load(entry) });
      all.push({ name: `${entry} by require`, exports: require(entry) });
    }
  }
  const differ = [];
  const unrecognized = [];
  for (const a of all) {
    for (const b of all) {
      const address = a.exports.Address.parse(RAW);
      const same = address.equals(b.exports.Address.parse(RAW));
      const other = address.equals(b.exports.Address.parse(OTHER));
      if (same !== true || other !== false) differ.push(`${a.name}, ${b.name}`);
      const error = errorOf(() => b.exports.unpackAddress("EQ"));
      if (!a.exports.isTonEdgeError(error, "address_length")) unrecognized.push(`${a.name}, ${b.name}`);
    }
  }
  console.log(JSON.stringify({ copies: all.length, differ: differ.slice(0, 5), unrecognized }));
}
main();
