// Builds the seeded world: the history of the chain before its first client. Each scene is a few rounds. All of it follows from the seed, so
// two worlds of one seed have the same blocks, with the same hashes.
import { Director, Stopped } from "./director.mjs";
import { names, runningAuction } from "./scenes/dns.mjs";
import { jettons } from "./scenes/jettons.mjs";
import { stablecoins } from "./scenes/libraries.mjs";
import { multisigs } from "./scenes/multisig.mjs";
import { nfts } from "./scenes/nfts.mjs";
import { busyAccount, failures, foundWallets, traces, transfers } from "./scenes/money.mjs";
import { staking } from "./scenes/staking.mjs";
import { fundTraders } from "./scenes/traders.mjs";
import { validators } from "./scenes/validators.mjs";
import { createVestings } from "./scenes/vesting.mjs";
import { wallets } from "./scenes/wallets.mjs";

/** The scenes in their order; each takes the director and the size of the world. */
const SCENES = [
  foundWallets,
  transfers,
  failures,
  traces,
  jettons,
  fundTraders,
  nfts,
  names,
  stablecoins,
  validators,
  staking,
  busyAccount,
  wallets,
  multisigs,
  createVestings,
  runningAuction,
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
