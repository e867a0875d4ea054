// Writes a folder for each entry of the package, for tools that do not read `exports`: they look for `ton-edge/slim` in
// `slim/package.json`. An entry that has its own name as a file, such as `address.js`, is found without one.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const packageFolder = fileURLToPath(new URL("../../pkg/", import.meta.url));
const { exports } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));

let count = 0;
for (const [entry, conditions] of Object.entries(exports)) {
  if (entry === "." || conditions.require === undefined || existsSync(join(packageFolder, `${entry}.js`))) continue;
  // The relative path from the entry's folder up to the package.
  const pathToPackage = "../".repeat(entry.split("/").length - 1);
  const toPath = (file) => file.replace("./", pathToPackage);
  const stub = {
    main: toPath(conditions.require.default),
    module: toPath(conditions.import.default),
    types: toPath(conditions.require.types),
    ...(conditions["react-native"] && { "react-native": toPath(conditions["react-native"].import.default) }),
    sideEffects: false,
  };
  mkdirSync(join(packageFolder, entry), { recursive: true });
  writeFileSync(join(packageFolder, entry, "package.json"), `${JSON.stringify(stub, null, 2)}\n`);
  count += 1;
}
process.stdout.write(`${count} files\n`);
