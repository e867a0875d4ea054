// An npm registry on this machine with the packed `ton-edge` and the tests' other packages: npm installs from it as users do.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const INSTALLED_PACKAGES = fileURLToPath(new URL("../node_modules/", import.meta.url));

/** Packs one of the tests' installed packages as a tarball. */
async function packInstalled(name) {
  const [from, to] = [`--directory=${INSTALLED_PACKAGES}${name}`, "s,^\\.,package,"];
  const { stdout } = await run("tar", ["-cz", from, `--transform=${to}`, "."], {
    encoding: "buffer",
    maxBuffer: 1 << 26,
  });
  return stdout;
}

async function readManifest(bytes) {
  const unpacking = run("tar", ["-xzO", "package/package.json"], { maxBuffer: 1 << 24 });
  unpacking.child.stdin?.end(bytes);
  return JSON.parse((await unpacking).stdout);
}

/** @param {{ file: string, bytes: Buffer }} packed */
export async function startRegistry({ bytes }) {
  /** @type {Map<string, Promise<Buffer>>} */
  const tarballs = new Map([["ton-edge", Promise.resolve(bytes)]]);
  const findTarball = (name) => {
    if (!tarballs.has(name) && /^[\w.@/-]+$/.test(name) && existsSync(`${INSTALLED_PACKAGES}${name}/package.json`))
      tarballs.set(name, packInstalled(name));
    return tarballs.get(name);
  };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(String(request.url).slice(1));
    const packageFile = await findTarball(path.replace(/\.tgz$/, ""));
    if (!packageFile) return response.writeHead(404).end("{}");
    if (path.endsWith(".tgz")) return response.end(packageFile);
    const { devDependencies: _, scripts: __, ...manifest } = await readManifest(packageFile);
    const dist = {
      tarball: `${url}/${path}.tgz`,
      integrity: `sha512-${createHash("sha512").update(packageFile).digest("base64")}`,
    };
    const versions = { [manifest.version]: { ...manifest, dist } };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name: path, "dist-tags": { latest: manifest.version }, versions }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
  return {
    url,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
