// A registry on this machine that has one package, the packed `ton-edge`: npm installs it from there as users do.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { promisify } from "node:util";

/** @param {{ file: string, bytes: Buffer }} packed */
export async function startRegistry({ file, bytes }) {
  const { stdout } = await promisify(execFile)("tar", ["-xzOf", file, "package/package.json"], { maxBuffer: 1 << 24 });
  const manifest = JSON.parse(stdout);
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === "/ton-edge.tgz") return outgoing.end(bytes);
    if (incoming.url !== "/ton-edge") return outgoing.writeHead(404).end("{}");
    const dist = {
      tarball: `${url}/ton-edge.tgz`,
      integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
    };
    const versions = { [manifest.version]: { ...manifest, dist } };
    outgoing.setHeader("content-type", "application/json");
    outgoing.end(JSON.stringify({ name: "ton-edge", "dist-tags": { latest: manifest.version }, versions }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
  return {
    url,
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}
