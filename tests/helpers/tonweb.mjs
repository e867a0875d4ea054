// tonweb as its authors ship it to browsers: one file of its npm package, without dependencies, because npm would install 669
// packages with it. The file is downloaded once, into target/clients, and used only if its hash is the expected one.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, mkdir, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
export const VERSION = "0.0.66";
const SHA512 = "ntDJU1b/kgMFvOYN09FvhdnAfwnZh8W5sONkUP+P0FQkYRa/027otRxApp5gfxZ9DR+3WTnCQgrsG/EXv8RhEA==";
const clients = fileURLToPath(new URL("../../target/clients/", import.meta.url));
const folder = join(clients, `tonweb-${VERSION}`);

async function fetchPackage() {
  const work = join(clients, `tonweb-${process.pid}`);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  try {
    await run("npm", ["pack", "--silent", `tonweb@${VERSION}`, "--pack-destination", work]);
    const file = join(work, `tonweb-${VERSION}.tgz`);
    const hash = createHash("sha512")
      .update(await readFile(file))
      .digest("base64");
    if (hash !== SHA512)
      throw new Error(`tonweb ${VERSION} from the registry has the hash sha512-${hash}, not sha512-${SHA512}`);
    await run("tar", ["xzf", file, "-C", work, "package/dist/tonweb.js", "package/package.json", "package/LICENSE"]);
    // The file is renamed when it is complete; another run may have been faster.
    await rename(join(work, "package"), folder).catch((error) =>
      access(folder).catch(() => {
        throw error;
      }),
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** @returns {Promise<any>} the class TonWeb */
export async function loadTonweb() {
  const file = join(folder, "dist/tonweb.js");
  await access(file).catch(fetchPackage);
  // The bundle is for browsers: it looks for a browser's global object.
  const hadSelf = "self" in globalThis;
  /** @type {any} */ (globalThis).self ??= globalThis;
  try {
    return createRequire(import.meta.url)(file);
  } finally {
    if (!hadSelf) delete globalThis.self;
  }
}
