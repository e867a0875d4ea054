// The Dockerfile of the container template, built by buildah, and its image, run by podman with the restrictions of compose.yaml; and
// compose.yaml, started by Docker Compose over podman's API. The images consist of this machine's programs, so no registry is needed.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { ensureDebian, hasApt } from "../helpers/debian.mjs";
import { pack } from "../helpers/tarball.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { composeUp } from "./compose.mjs";
import { checkContainer } from "./container-checks.mjs";
import { runOrFail, prepare, UPSTREAM_KEY } from "./containers.mjs";
import { buildGateway, GATEWAY_IMAGE, makeEngine, PACKAGES, runGateway } from "./images.mjs";
import { startRegistry } from "./registry.mjs";

const skip = hasApt() ? false : "containers need root, and Debian's packages";

let folder;
let upstream;
let engine;
let preparedContainer;
before(async () => {
  if (skip) return;
  await ensureDebian(Object.values(PACKAGES), Object.keys(PACKAGES));
  folder = await mkdtemp(join(tmpdir(), "ton-edge-image-"));
  const [packedFiles, replay] = await Promise.all([
    pack(),
    startReplay({ keys: { mainnet: [UPSTREAM_KEY], testnet: [] } }),
  ]);
  upstream = replay;
  const registry = await startRegistry(packedFiles);
  preparedContainer = await prepare(folder, { registry: registry.url, upstream: upstream.url });
  engine = await makeEngine(folder);
  await buildGateway(engine, preparedContainer);
  await registry.close();
  await packedFiles.remove();
});
after(async () => {
  await upstream?.close();
  await engine?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test("the image has the files of the Dockerfile, and no others", { skip }, async () => {
  const { env } = engine;
  const [{ Config }] = JSON.parse(await runOrFail("podman", ["image", "inspect", GATEWAY_IMAGE], { env }));
  assert.deepEqual([Config.User, Config.StopSignal, Config.WorkingDir], ["10001:10001", "SIGTERM", "/app"]);
  const list = ["--entrypoint", "node", GATEWAY_IMAGE, "-p", "require('node:fs').readdirSync('/app').join()"];
  const files = await runOrFail("podman", ["run", "--rm", "--network", "none", "--no-healthcheck", ...list], { env });
  assert.equal(files.trim(), "healthcheck.mjs,node_modules");
});

test("a container of the image works without capabilities, and drains", { skip, timeout: 120_000 }, async (t) => {
  const container = await runGateway(engine, preparedContainer);
  t.after(() => container.close());
  const { status } = await container.process();
  assert.match(status, /^CapBnd:\t0+$/m);
  assert.match(status, /^Seccomp:\t2$/m);
  await checkContainer(container, preparedContainer, upstream);
});

test("compose.yaml starts with one command, and its services reach only what they need", {
  skip,
  timeout: 300_000,
}, async (t) => {
  const composeResult = await composeUp(engine, preparedContainer);
  t.after(() => composeResult.close());
  assert.equal(composeResult.code, 0, `${composeResult.output}\n${await composeResult.logs()}`);
  for (const name of ["gateway", "valkey", "prometheus", "alertmanager", "grafana", "caddy"]) {
    const { HostConfig, State } = await composeResult.inspect(name);
    assert.equal(State.Health?.Status ?? State.Healthcheck.Status, "healthy", name);
    assert.equal(HostConfig.ReadonlyRootfs, true, name);
    assert.ok(HostConfig.Memory > 0 && HostConfig.PidsLimit > 0, name);
  }
  assert.equal((await fetch(`${composeResult.url}/api/v2/getMasterchainInfo`)).status, 200, await composeResult.logs());
  assert.equal((await fetch(`${composeResult.url}/metrics`)).status, 404);
  assert.equal((await fetch(`${composeResult.grafana}/api/health`)).status, 200);

  // Caddy's volume has a certificate for localhost of its own authority.
  const ca = (await composeResult.run("caddy", "cat", "/data/caddy/pki/authorities/local/root.crt")).stdout;
  const headers = { host: "localhost", "x-forwarded-for": "203.0.113.9" };
  const secure = await new Promise((resolve, reject) =>
    get(
      { host: "127.0.0.1", port: composeResult.caddy, path: "/healthz", ca, servername: "localhost", headers },
      (incoming) => resolve(incoming.resume()),
    ).once("error", reject),
  );
  assert.equal(secure.statusCode, 200);

  // Prometheus scrapes the gateway with the admin token from the file.
  const query = "http://127.0.0.1:9090/api/v1/query?query=up%7Bjob%3D%22ton-edge%22%7D";
  let value;
  for (let index = 0; index < 60 && value !== "1"; index += 1) {
    const { output } = await composeResult.run("prometheus", "wget", "-q", "-O", "-", query);
    value = JSON.parse(output).data.result[0]?.value[1];
    if (value !== "1") await new Promise((resolve) => setTimeout(resolve, 500));
  }
  assert.equal(value, "1", await composeResult.logs());

  // Alerts reach their receiver: the watchdog alert, which always fires, has arrived.
  let receivedAt = "";
  for (let index = 0; index < 120 && !receivedAt.includes("alert at /watchdog"); index += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    receivedAt = await composeResult.logs();
  }
  assert.match(receivedAt, /alert at \/watchdog/);

  // Valkey counts requests, and requires its password.
  const keys = "exec valkey-cli --no-auth-warning -a \"$(cut -d' ' -f2 /run/secrets/valkey.conf)\" keys '*'";
  assert.match((await composeResult.run("valkey", "valkey-cli", "keys", "*")).output, /NOAUTH/);
  assert.match((await composeResult.run("valkey", "sh", "-c", keys)).output, /^\{ton-edge\}/m);

  // Which services reach each other: a service can resolve only names in its own networks.
  const resolve =
    "require('node:dns').promises.lookup(process.argv[1]).then(() => process.exit(0), () => process.exit(1))";
  const canReach = async (from, to) => (await composeResult.run(from, "node", "-e", resolve, to)).code === 0;
  assert.deepEqual(await Promise.all(["valkey", "prometheus", "upstream"].map((to) => canReach("gateway", to))), [
    true,
    true,
    true,
  ]);
  assert.deepEqual(await Promise.all(["gateway", "valkey", "prometheus"].map((to) => canReach("upstream", to))), [
    true,
    false,
    false,
  ]);

  await composeResult.stop("gateway");
  assert.equal((await composeResult.inspect("gateway")).State.ExitCode, 0);
  const logs = await composeResult.logs();
  // The log has the client IP that Caddy saw, not the one that the caller forged.
  assert.match(logs, /"client":"172\.30\.80\.\d+"/);
  assert.ok(!logs.includes('"client":"203.0.113.9"'));
  for (const name of ["admin-token", "valkey-url", "grafana-password"])
    assert.ok(!logs.includes(await composeResult.secret(name)));
});
