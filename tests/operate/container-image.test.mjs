// The Dockerfile of the container template, built by buildah, and its image run by podman with the restrictions of compose.yaml. No
// registry of images is needed: the base image has this machine's programs.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { ensureDebian, hasApt } from "../helpers/debian.mjs";
import { pack } from "../helpers/tarball.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { checkContainer } from "./container-checks.mjs";
import { UPSTREAM_KEY, buildImage, must, prepare, removeImages, runImage } from "./containers.mjs";
import { startRegistry } from "./registry.mjs";

test("the image is built, runs without rights, and drains", { timeout: 600_000 }, async (t) => {
  if (!hasApt()) return t.skip("containers need root, and Debian's packages");
  await ensureDebian(
    ["/usr/bin/buildah", "/usr/bin/podman", "/usr/sbin/runc", "/bin/busybox"],
    ["buildah", "podman", "runc", "busybox-static"],
  );
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-image-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [packed, upstream] = await Promise.all([
    pack(),
    startReplay({ keys: { mainnet: [UPSTREAM_KEY], testnet: [] } }),
  ]);
  t.after(() => Promise.all([packed.remove(), upstream.close()]));
  const registry = await startRegistry(packed);
  t.after(() => registry.close());
  const prepared = await prepare(folder, { registry: registry.url, upstream: upstream.url });
  const image = await buildImage(folder, prepared);
  t.after(() => removeImages(image));

  const [{ Config }] = JSON.parse(await must("podman", ["image", "inspect", image]));
  assert.deepEqual([Config.User, Config.StopSignal, Config.WorkingDir], ["10001:10001", "SIGTERM", "/app"]);
  const files = await must("podman", [
    "run",
    "--rm",
    "--runtime",
    "runc",
    "--ulimit",
    "nofile=1024:1024",
    "--ulimit",
    "nproc=1000:1000",
    "--network",
    "none",
    "--no-healthcheck",
    "--entrypoint",
    "node",
    image,
    "-p",
    "require('node:fs').readdirSync('/app').join()",
  ]);
  assert.equal(files.trim(), "healthcheck.mjs,node_modules");

  const container = await runImage(image, prepared);
  t.after(() => container.close());
  const { status } = await container.process();
  assert.match(status, /^CapBnd:\t0+$/m);
  assert.match(status, /^Seccomp:\t2$/m);
  await checkContainer(container, prepared, upstream);
});
