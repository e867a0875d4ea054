// Checks for every container of the gateway, however it was built.

import assert from "node:assert/strict";

import { UPSTREAM_KEY } from "./containers.mjs";

/** The health check in the container: `node healthcheck.mjs`. */
const HEALTHCHECK = ["node", "healthcheck.mjs"];

/** Adds a fresh block to the recorded chain of the stand-in for TON Center, so that it counts as ready. */
function addHead(upstream) {
  const lastBlock = { seqno: 7, global_id: -239, gen_utime: String(Math.floor(Date.now() / 1000)) };
  const spec = {
    status: 200,
    body: JSON.stringify({ first: lastBlock, last: lastBlock }),
    contentType: "application/json",
  };
  upstream.faults.add(spec, { times: 1000, path: "masterchainInfo" });
}

/**
 * @param {import("./containers.mjs").Container} container @param {import("./containers.mjs").Prepared} prepared
 * @param {Awaited<ReturnType<typeof import("../upstream/replay.mjs").startReplay>>} upstream
 */
export async function checkContainer(container, { port, adminPort, secrets }, upstream) {
  const url = `http://127.0.0.1:${port}`;
  const [, token] = secrets;
  addHead(upstream);

  // The gateway serves requests, with the secrets in the files.
  const response = await fetch(`${url}/api/v3/transactions?limit=2`, { headers: { origin: "https://app.example" } });
  assert.equal(response.status, 200, await container.logs());
  assert.equal(response.headers.get("access-control-allow-origin"), "https://app.example");
  await response.arrayBuffer();
  assert.equal(upstream.requests.at(-1).headers["x-api-key"], UPSTREAM_KEY);
  const fetchAdmin = (path, headers = {}) => fetch(`http://127.0.0.1:${adminPort}${path}`, { headers });
  assert.equal((await fetchAdmin("/metrics", { authorization: `Bearer ${token}` })).status, 200);
  assert.deepEqual([(await fetchAdmin("/metrics")).status, (await fetch(`${url}/metrics`)).status], [401, 404]);

  // The health checks of the Dockerfile and of Kubernetes both notice a fault.
  assert.deepEqual(await container.run(HEALTHCHECK), { code: 0, output: "", stdout: "" });
  assert.deepEqual(await container.run([...HEALTHCHECK, "ready"]), { code: 0, output: "", stdout: "" });
  const refusal = await container.run([...HEALTHCHECK, "ready"], {
    TON_EDGE_ADMIN_TOKEN: "wrong-token-of-an-operator",
  });
  assert.deepEqual([refusal.code, refusal.output], [1, "status 401\n"]);
  const healthcheckRun = await container.run(HEALTHCHECK, { TON_EDGE_PORT: "1" });
  assert.equal(healthcheckRun.code, 1);
  assert.match(healthcheckRun.output, /ECONNREFUSED/);

  // The user of the process, and its rights.
  const { status, mounts, environment } = await container.process();
  assert.match(status, /^Uid:\t10001\t10001\t10001\t10001$/m);
  assert.match(status, /^Gid:\t10001\t10001\t10001\t10001$/m);
  assert.match(status, /^CapEff:\t0+$/m);
  assert.match(status, /^NoNewPrivs:\t1$/m);
  const listOptions = (placement) =>
    mounts
      .split("\n")
      .map((line) => line.split(" "))
      .filter((fields) => fields[4] === placement)
      .at(-1)?.[5]
      .split(",");
  assert.ok(listOptions("/").includes("ro"), mounts);
  const writeProgram = "require('node:fs').writeFileSync(process.argv[1], 'x')";
  for (const path of [
    "/app/x",
    "/app/node_modules/ton-edge/gateway.js",
    "/etc/ton-edge/ton-edge.toml",
    "/run/secrets/admin-token",
  ]) {
    const { code, output } = await container.run(["node", "-e", writeProgram, path]);
    assert.equal(code, 1, path);
    assert.match(output, /EROFS|EACCES/);
  }
  for (const secret of secrets) assert.ok(!environment.includes(secret));

  // On SIGTERM, the request in flight is completed.
  upstream.faults.add("delay=1500", { path: "limit=3" });
  const isUnderWay = new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!upstream.requests.some((request) => request.url.includes("limit=3"))) return;
      clearInterval(timer);
      resolve(undefined);
    }, 20);
  });
  const slowFetch = fetch(`${url}/api/v3/transactions?limit=3`);
  await isUnderWay;
  const startedAt = performance.now();
  const stopPromise = container.stop();
  assert.equal((await slowFetch).status, 200);
  assert.equal(await stopPromise, 0);
  assert.ok(performance.now() - startedAt < 8000);
  const logs = await container.logs();
  for (const secret of secrets) assert.ok(!logs.includes(secret));
}
