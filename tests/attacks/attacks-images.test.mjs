// Pictures by the gateway as a way into a private network: hosts that are IP addresses in any notation, names of private addresses, a name server
// that changes its answer, redirects, and a picture's host as a proxy for something else.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { after, before, describe, test } from "node:test";

import { fetchPicture } from "../../pkg/lib/gateway/images/fetch-picture.js";
import { createPublicFetch } from "../../pkg/lib/gateway/images/fetch-public.js";
import { parsePictureUrl } from "../../pkg/lib/gateway/images/picture-url.js";
import { isPublicAddress } from "../../pkg/lib/gateway/images/public-address.js";
import { makeImageGateway, startPictureHost } from "../gateway/picture-host.mjs";
import { getCommand, OTHER_PROCESSES } from "../runtimes/runtimes.mjs";

const run = promisify(execFile);

const IPFS_URL = "https://ipfs.io/ipfs/";

const PRIVATE_ADDRESSES = [
  ...["0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1"],
  ...["172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7"],
  ...["203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1"],
  ...["fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "2001::1", "2001:0:7f00:1::"],
  ...["2001:db8::1", "2002:7f00:1::", "3fff:fff::1", "5f00::1", "", "localhost", "1.2.3", "1.2.3.256"],
];
const PUBLIC_ADDRESSES = ["1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.128.0.1", "223.255.255.255"];
const PUBLIC_IPV6 = ["2606:4700::1111", "2001:4860:4860::8888", "2a00:1450:4001::1", "3fff:1000::1"];

const REFUSED_URLS = [
  ...["https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/"],
  ...["https://0x7f.1/", "https://10.1.2.3/a.png", "https://192.168.0.1/", "https://169.254.169.254/latest/meta-data"],
  ...[
    "https://8.8.8.8/a.png",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[fe80::1]/",
    "https://[2606:4700::1111]/",
  ],
  ...[
    "https://localhost/",
    "https://LOCALHOST/",
    "https://localhost./",
    "https://a.localhost/",
    "https://printer.local/",
  ],
  ...["https://metadata.google.internal/", "https://intranet/", "https://db.lan/", "https://1.0.0.127.in-addr.arpa/"],
  ...[
    "https://127。0。0。1/",
    "https://①②⑦.0.0.1/",
    "https://host.example./",
    "https://host..example/",
    "https://a.1/",
  ],
  ...[
    "https://host.example:80/",
    "https://host.example:8443/",
    "https://user@host.example/",
    "https://u:p@host.example/",
  ],
  ...[
    "http://host.example/",
    "ftp://host.example/",
    "file:///etc/passwd",
    "data:image/png;base64,AA",
    "//host.example/",
  ],
  ...["https:///", "https://", "javascript:alert(1)", "blob:https://host.example/1", "https://ho st.example/", ""],
];

describe("pictures do not lead into a private network", () => {
  test("addresses that are not public", () => {
    for (const address of PRIVATE_ADDRESSES) assert.equal(isPublicAddress(address), false, address);
    for (const address of [...PUBLIC_ADDRESSES, ...PUBLIC_IPV6]) assert.equal(isPublicAddress(address), true, address);
  });

  test("URLs with an address, a private name, a port or a user are refused, and nothing is sent", async () => {
    for (const url of REFUSED_URLS) assert.equal(parsePictureUrl(url, IPFS_URL), undefined, url);
    for (const url of [
      "https://host.example/a.png",
      "https://HOST.example:443/a?b=c#d",
      "https://xn--e1afmkfd.xn--p1ai/",
    ])
      assert.equal(parsePictureUrl(url, IPFS_URL)?.hash, "", url);
    const host = await startPictureHost();
    try {
      const { get } = makeImageGateway(host);
      for (const url of REFUSED_URLS) {
        const response = await get(url);
        assert.deepEqual([response.status, response.headers.get("x-ton-edge-error")], [422, "invalid_parameter"], url);
      }
      assert.deepEqual(host.requests, []);
    } finally {
      await host.close();
    }
  });

  test("names with a private address get the answer of names that do not exist", async () => {
    const { get } = makeImageGateway(undefined);
    const texts = [];
    // This host name does not exist; the next test has names of private addresses.
    for (const url of ["https://does-not-exist.example/a.png", "https://neither.does-this.example/a.png"]) {
      const response = await get(url);
      assert.equal(response.status, 502);
      texts.push(await response.text());
    }
    assert.ok(texts.every((text) => text.includes("cannot be reached, or is not public")));
  });
});

describe("the connection goes to the address that was checked", () => {
  /** @type {import("node:https").Server} */
  let server;
  /** @type {string[]} */
  const requests = [];
  let folder = "";
  let ca = "";
  let port = 0;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "pictures-"));
    const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const name = ["-subj", "/CN=host.example", "-addext", "subjectAltName=DNS:host.example"];
    const options = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", keyFile, "-out"];
    execFileSync("openssl", [...options, certificateFile, ...name], { stdio: "ignore" });
    ca = readFileSync(certificateFile, "utf8");
    server = createServer({ key: readFileSync(keyFile), cert: ca }, (request, response) => {
      requests.push(`${request.headers.host}${request.url}`);
      if (request.url === "/endless") {
        response.writeHead(200, { "content-type": "image/png" });
        const timer = setInterval(() => response.write(Buffer.alloc(1000)), 5);
        response.on("close", () => clearInterval(timer));
        return;
      }
      response.writeHead(200, { "content-type": "image/png" }).end("picture");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ({ port } = /** @type {import("node:net").AddressInfo} */ (server.address()));
  });
  after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** @param {string} url @param {Parameters<typeof createPublicFetch>[0]} parts @param {number} [maxBytes] */
  const read = (url, parts, maxBytes = 1000) =>
    fetchPicture(new URL(url), {
      send: createPublicFetch({ port, ca, ...parts }),
      maxBytes,
      ipfsUrl: IPFS_URL,
      signal: AbortSignal.timeout(5000),
    });
  const lookUp = async () => [{ address: "127.0.0.1" }];
  const isAllowed = () => true;

  test("a name is resolved once, checked, and reached at this address with its own name in TLS", async () => {
    let lookupCount = 0;
    const resolveAlternating = async () => [{ address: (lookupCount += 1) === 1 ? "127.0.0.1" : "127.0.0.2" }];
    const bytes = await read("https://host.example/a.png?b", { lookUp: resolveAlternating, isAllowed });
    assert.equal(new TextDecoder().decode(bytes), "picture");
    assert.equal(lookupCount, 1);
    assert.equal(requests.at(-1), "host.example/a.png?b");
  });

  test("a private address among those of a name refuses it, before anything is sent", async () => {
    const count = requests.length;
    for (const addresses of [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::1"], ["::ffff:127.0.0.1"], []])
      await assert.rejects(
        read("https://host.example/a.png", { lookUp: async () => addresses.map((address) => ({ address })) }),
        { reason: "host" },
      );
    // The resolver of the system: a name that is always private.
    await assert.rejects(read("https://localhost/a.png", {}), { reason: "host" });
    assert.equal(requests.length, count);
  });

  test("a certificate for another name is refused", async () => {
    const count = requests.length;
    await assert.rejects(read("https://other.example/a.png", { lookUp, isAllowed }), { reason: "host" });
    await assert.rejects(read("https://host.example/a.png", { lookUp, isAllowed, ca: undefined }), { reason: "host" });
    assert.equal(requests.length, count);
  });

  test("the other runtimes also refuse private addresses", { timeout: 60_000 }, async () => {
    for (const runtime of OTHER_PROCESSES) {
      const count = requests.length;
      const [program, ...options] = getCommand(runtime);
      const script = fileURLToPath(new URL("picture-client.mjs", import.meta.url));
      const { stdout } = await run(program, [...options, script, String(port), join(folder, "cert.pem")]);
      assert.deepEqual(
        JSON.parse(stdout),
        {
          picture: "picture",
          endless: "too-large",
          privateAddress: "host",
          privateName: "host",
          otherName: "host",
          unknownIssuer: "host",
        },
        runtime,
      );
      assert.deepEqual(requests.slice(count), ["host.example/a.png", "host.example/endless"], runtime);
    }
  });

  test("an endless response ends at the limit, and its connection closes", async () => {
    await assert.rejects(read("https://host.example/endless", { lookUp, isAllowed }, 5000), { reason: "too-large" });
    const deadline = performance.now() + 2000;
    const countConnections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    while ((await countConnections()) > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(await countConnections(), 0);
  });
});
