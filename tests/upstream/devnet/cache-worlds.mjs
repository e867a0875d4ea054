// Plays the worlds of the default seeds into the cache, so that suites that start at the same time find them cached.
//   node tests/upstream/devnet/cache-worlds.mjs
import { startDevnet } from "./server.mjs";

/** `cargo xtask serve` has the second and the third; the last is that of docs/devnet.md, and of suites that compare two. @type {Parameters<typeof startDevnet>[0][]} */
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
