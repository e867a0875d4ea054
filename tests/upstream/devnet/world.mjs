// Builds the seeded world: the history of the chain before its first client. Each scene is a few rounds. All of it follows from the seed, so
// two worlds of one seed have the same blocks, with the same hashes.
import { Director, Stopped } from "./director.mjs";
import { registerNames, openLongAuction } from "./scenes/dns.mjs";
import { createJettons } from "./scenes/jettons.mjs";
import { createStablecoins } from "./scenes/libraries.mjs";
import { createMultisigs } from "./scenes/multisig.mjs";
import { createNfts } from "./scenes/nfts.mjs";
import { fillBusyAccount, causeFailures, fundWallets, causeTraces, sendTransfers } from "./scenes/money.mjs";
import { runStaking } from "./scenes/staking.mjs";
import { fundTraders } from "./scenes/traders.mjs";
import { runValidators } from "./scenes/validators.mjs";
import { createVestings } from "./scenes/vesting.mjs";
import { useWallets } from "./scenes/wallets.mjs";

/** The scenes in their order; each takes the director and the size of the world. */
const SCENES = [
  fundWallets,
  sendTransfers,
  causeFailures,
  causeTraces,
  createJettons,
  fundTraders,
  createNfts,
  registerNames,
  createStablecoins,
  runValidators,
  runStaking,
  fillBusyAccount,
  useWallets,
  createMultisigs,
  createVestings,
  openLongAuction,
];

/**
 * Builds the world on a chain that has only its zero state.
 * @param {import("./chain.mjs").Chain} chain @param {import("./cast.mjs").Cast} cast
 * @param {{ size: "small" | "full", progress?: (done: number, of: number) => void, stopped?: () => boolean }} options
 *   `size`: small is everything except the busy account; `stopped`: called before each block; true ends the world there
 */
export async function playWorld(chain, cast, { size, progress = () => {}, stopped = () => false }) {
  const director = new Director(chain, cast, { progress, stopped });
  try {
    for (const scene of SCENES) await scene(director, size);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
}
