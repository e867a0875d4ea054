// Plays the worlds of the default seed into the cache, so that suites that start at the same time find them cached.
//   node tests/upstream/devnet/cache-worlds.mjs
import { startDevnet } from "./server.mjs";

for (const world of /** @type {const} */ (["small", "full"])) {
  const devnet = await startDevnet({ world });
  try {
    await devnet.ready;
  } finally {
    await devnet.close();
  }
}
