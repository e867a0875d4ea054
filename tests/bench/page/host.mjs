// A static host with production settings: HTTP/2, TLS, and files compressed with brotli in advance.

import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createSecureServer } from "node:http2";
import { tmpdir } from "node:os";
import { extname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";

import { createPacer } from "../../helpers/wire.mjs";

const execFileAsync = promisify(execFile);
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".json": "application/json",
};

/** Creates a certificate, which the browser is started to accept. */
async function makeCertificate() {
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-bench-"));
  try {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    await execFileAsync("openssl", [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      key,
      "-out",
      cert,
      "-days",
      "1",
      "-subj",
      "/CN=127.0.0.1",
    ]).catch((error) => {
      throw error.code === "ENOENT"
        ? new Error("a certificate needs the program openssl: sudo apt-get install -y openssl")
        : error;
    });
    return { key: await readFile(key), cert: await readFile(cert) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files below a folder, by their paths. */
export async function listFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (/** @type {any} */ { parentPath, path, name }) => {
          const file = join(parentPath ?? path, name);
          return [`/${relative(folder, file).split(sep).join("/")}`, await readFile(file)];
        }),
    ),
  );
}

/** Bytes of a body that are sent at once on a slow network. */
const CHUNK = 1400;

/** @param {Uint8Array} body */
async function* splitBody(body) {
  for (let at = 0; at < body.length; at += CHUNK) yield body.subarray(at, at + CHUNK);
}

/** @param {Record<string, Uint8Array>} files by path; `/index.html` is also `/` */
export async function hostFiles(files) {
  /** @type {{ latencyMs: number, paced: ReturnType<typeof createPacer> } | undefined} */
  let slowNetwork;
  const compressedFiles = new Map(
    Object.entries(files).map(([path, bytes]) => [
      path,
      { type: TYPES[extname(path)] ?? "text/plain", body: brotliCompressSync(bytes) },
    ]),
  );
  const server = createSecureServer({ ...(await makeCertificate()), allowHTTP1: true }, async (request, response) => {
    const { pathname } = new URL(request.url, "https://127.0.0.1");
    const file = compressedFiles.get(pathname === "/" ? "/index.html" : pathname);
    if (!file) return void response.writeHead(404).end();
    if (slowNetwork) await delay(slowNetwork.latencyMs);
    response.writeHead(200, {
      "content-type": file.type,
      "content-encoding": "br",
      "content-length": file.body.length,
      "cache-control": "no-store",
    });
    if (slowNetwork) await pipeline(splitBody(file.body), slowNetwork.paced, response).catch(() => response.destroy());
    else response.end(file.body);
  });
  const sessions = new Set();
  server.on("session", (session) => sessions.add(session.on("close", () => sessions.delete(session))));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `https://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`,
    /** Gives the host the latency and the rate of a slow network, until the next call. @param {{ latencyMs: number, bytesPerSecond: number }} [network] */
    setNetwork(network) {
      slowNetwork = network && { latencyMs: network.latencyMs, paced: createPacer(network.bytesPerSecond) };
    },
    close: () =>
      new Promise((done) => {
        server.close(done);
        for (const session of sessions) session.destroy();
      }),
  };
}
