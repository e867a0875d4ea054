// The unit of the template in a real systemd, which systemd-nspawn boots from this machine's /usr. The unit is started, reloaded, killed,
// stopped, and started with a faulty configuration.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { ensureDebian, hasApt } from "../helpers/debian.mjs";
import { pack, unpack } from "../helpers/tarball.mjs";
import { getCommand } from "../runtimes/runtimes.mjs";
import { applyChanges, runProgram, TEMPLATES } from "./templates.mjs";

const KEY = "upstream-key-of-the-operator";
const TOKEN = "token-of-the-operators";

/** The unit that runs the checks, and then powers the container off. */
const DEPENDENCIES_UNIT = `[Unit]
Requires=basic.target
After=basic.target
[Service]
Type=oneshot
ExecStart=/opt/node/bin/node /opt/look/systemd-inside.mjs /results/found.json
ExecStopPost=/usr/bin/systemctl --force --force poweroff
TimeoutStartSec=120
`;

test("the systemd unit starts, reloads, restarts after a crash, drains, and refuses a faulty configuration; with its socket, a restart refuses no caller", {
  timeout: 300_000,
}, async (t) => {
  if (!hasApt()) return t.skip("this needs root, and Debian's packages");
  await ensureDebian(["/usr/bin/systemd-nspawn"], ["systemd-container"]);
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-systemd-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  // The user of the unit is not root.
  await chmod(folder, 0o755);
  const packedFiles = await pack();
  t.after(() => packedFiles.remove());

  const getFolder = (name) => join(folder, name);
  for (const name of ["opt/node/bin", "opt/look", "etc/secrets", "results", "units"])
    await mkdir(getFolder(name), { recursive: true });
  await unpack(packedFiles.file, getFolder("opt/ton-edge"));
  const [node] = getCommand("Node 22");
  await cp(node, getFolder("opt/node/bin/node"));
  await cp(fileURLToPath(new URL("systemd-inside.mjs", import.meta.url)), getFolder("opt/look/systemd-inside.mjs"));
  await writeFile(getFolder("etc/secrets/mainnet-api-key"), `${KEY}\n`, { mode: 0o600 });
  await writeFile(getFolder("etc/secrets/admin-token"), `${TOKEN}\n`, { mode: 0o600 });
  const settings = await readFile(join(TEMPLATES, "systemd/ton-edge.toml"), "utf8");
  await writeFile(
    getFolder("etc/ton-edge.toml"),
    applyChanges(settings, [["https://toncenter.com", "http://127.0.0.1:8090"]]),
  );
  const unitText = await readFile(join(TEMPLATES, "systemd/ton-edge-gateway.service"), "utf8");
  await writeFile(
    getFolder("units/ton-edge-gateway.service"),
    applyChanges(unitText, [["/usr/bin/node", "/opt/node/bin/node"]]),
  );
  await cp(join(TEMPLATES, "systemd/ton-edge-gateway.socket"), getFolder("units/ton-edge-gateway.socket"));
  await writeFile(getFolder("units/look.service"), DEPENDENCIES_UNIT);

  const bind = (from, to, mountOptions = "") => `--bind${mountOptions}=${getFolder(from)}:${to}`;
  const units = ["ton-edge-gateway.service", "ton-edge-gateway.socket", "look.service"].map((name) =>
    bind(`units/${name}`, `/run/systemd/system/${name}`, "-ro"),
  );
  const { output, code } = await runProgram(
    "systemd-nspawn",
    [
      "--directory=/",
      "--volatile=yes",
      "--register=no",
      "--keep-unit",
      `--machine=ton-edge-${process.pid}`,
      "--private-network",
      "--console=pipe",
      bind("opt", "/opt", "-ro"),
      bind("etc", "/etc/ton-edge"),
      bind("results", "/results"),
      ...units,
      "--boot",
      "systemd.firstboot=no",
      "systemd.unit=look.service",
      // The container has no network, so it must not wait for one.
      "systemd.mask=systemd-networkd-wait-online.service",
    ],
    { timeout: 180_000 },
  );
  const path = getFolder("results/found.json");
  assert.ok(existsSync(path), `${code} ${output}`);
  const report = JSON.parse(await readFile(path, "utf8"));
  assert.equal(report.error, undefined);
  t.diagnostic(`exposure level: ${/Overall exposure level for \S+: ([\d.]+)/.exec(report.security)?.[1]}`);

  assert.deepEqual([report.start.code, report.isHealthy], [0, true], report.journal);
  assert.match(report.status, /^CapEff:\t0+$/m);
  assert.match(report.status, /^CapBnd:\t0+$/m);
  assert.match(report.status, /^NoNewPrivs:\t1$/m);
  assert.match(report.status, /^Seccomp:\t2$/m);
  assert.doesNotMatch(report.status, /^Uid:\t0\t/m);
  assert.equal(report.response.status, 200, report.journal);
  assert.equal(report.keys[0], KEY);
  assert.deepEqual([report.metrics, report.publicMetrics], [200, 404]);
  for (const secret of [KEY, TOKEN])
    assert.ok(!report.environment.includes(secret) && !report.journal.includes(secret));

  assert.equal(report.reload.code, 0);
  assert.deepEqual(report.afterReload, { MainPID: report.pid, ActiveState: "active", status: 200 });
  assert.equal(report.restarted, true, report.journal);
  assert.equal(report.stop.code, 0);
  assert.equal(report.slow.status, 200, "the request in flight got its response");
  assert.ok(report.stopMs < 8000, String(report.stopMs));
  assert.deepEqual(report.afterStop, { ActiveState: "inactive", Result: "success", ExecMainStatus: "0" });
  const { outcomes, pids, ...socket } = report.withSocket;
  t.diagnostic(`${outcomes["200"]} requests during ${pids.length} restarts with the socket`);
  assert.deepEqual([Object.keys(outcomes), new Set(pids).size], [["200"], 5], report.journal);
  assert.deepEqual([socket.start, socket.stopped], [0, "connect ECONNREFUSED 127.0.0.1:8080"]);
  assert.deepEqual(report.faulty, { ActiveState: "failed", ExecMainStatus: "2", NRestarts: "0" });
});
