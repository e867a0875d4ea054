// Checks that accounts are equal and errors are recognized across all entries, formats and copies of the package.
import { cp } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { ENTRIES } from "./copies-expected.mjs";

const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const OTHER_ADDRESS = "0:9DA971AF38D2F03ABDF308D5F91636A97E5A2B07A66C39D71D7CBAE3B032EDDC";
const currentFolder = fileURLToPath(new URL(".", import.meta.url));

/** The error of a call that has to fail. */
function catchError(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
}

async function main() {
  // A second copy, as npm installs it for a package that requires another version.
  const secondFolder = join(currentFolder, "second");
  await cp(join(currentFolder, "node_modules/ton-edge"), join(secondFolder, "node_modules/ton-edge"), {
    recursive: true,
  });
  await cp(join(currentFolder, "import.mjs"), join(secondFolder, "import.mjs"));
  const copies = [];
  for (const folder of [currentFolder, secondFolder]) {
    const require = createRequire(join(folder, "program.cjs"));
    const { load } = await import(String(pathToFileURL(join(folder, "import.mjs"))));
    for (const entry of ENTRIES) {
      copies.push({ name: `${entry} as a module`, exports: await load(entry) });
      copies.push({ name: `${entry} by require`, exports: require(entry) });
    }
  }
  const differingCopies = [];
  const unrecognizedCopies = [];
  for (const a of copies) {
    for (const b of copies) {
      const address = a.exports.Address.parse(RAW);
      const isSame = address.equals(b.exports.Address.parse(RAW));
      const isOther = address.equals(b.exports.Address.parse(OTHER_ADDRESS));
      if (isSame !== true || isOther !== false) differingCopies.push(`${a.name}, ${b.name}`);
      const error = catchError(() => b.exports.unpackAddress("EQ"));
      if (!a.exports.isTonEdgeError(error, "address_length")) unrecognizedCopies.push(`${a.name}, ${b.name}`);
    }
  }
  console.log(
    JSON.stringify({ copies: copies.length, differ: differingCopies.slice(0, 5), unrecognized: unrecognizedCopies }),
  );
}
main();
