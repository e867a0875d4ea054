// The steps of the container template's Dockerfile, run by hand: the package from a registry, and its command as an unprivileged user on a
// read-only root. In container-image.test.mjs, an image builder runs them.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { pack } from "../helpers/tarball.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { checkContainer } from "./container-checks.mjs";
import { UPSTREAM_KEY, isRoot, prepare, runByHand } from "./containers.mjs";
import { startRegistry } from "./registry.mjs";

test("the steps of the Dockerfile result in a gateway that serves and drains", { timeout: 240_000 }, async (t) => {
  if (!isRoot()) return t.skip("namespaces need root on Linux");
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-container-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [packedFiles, upstream] = await Promise.all([
    pack(),
    startReplay({ keys: { mainnet: [UPSTREAM_KEY], testnet: [] } }),
  ]);
  t.after(() => Promise.all([packedFiles.remove(), upstream.close()]));
  const registry = await startRegistry(packedFiles);
  t.after(() => registry.close());
  const preparedContainer = await prepare(folder, { registry: registry.url, upstream: upstream.url });
  const container = await runByHand(folder, preparedContainer);
  t.after(() => container.close());
  await checkContainer(container, preparedContainer, upstream);
});
