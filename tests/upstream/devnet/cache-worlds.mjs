// Builds the worlds of the default seeds and stores them in the cache, where suites that start at the same time find them:
// node tests/upstream/devnet/cache-worlds.mjs
import { startDevnet } from "./server.mjs";

/**
 * `cargo xtask serve` uses the second and the third; docs/devnet.md and suites that compare two worlds use the last.
 * @type {Parameters<typeof startDevnet>[0][]}
 */
const WORLDS = [
  { world: "small" },
  { world: "full" },
  { world: "small", network: "testnet" },
  { world: "small", seed: "tea" },
];
for (const options of WORLDS) {
  const devnet = await startDevnet(options);
  try {
    await devnet.ready;
  } finally {
    await devnet.close();
  }
}
