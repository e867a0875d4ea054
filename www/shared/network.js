// The network that the URL names, as in `#/testnet/chain/`, so that a shared link opens the right network.

const NAMES = ["mainnet", "testnet"];

const servedNetworks = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="networks"]'))?.content
  .split(/\s+/)
  .filter((name) => NAMES.includes(name));

/** The available networks, listed in index.html. The gateway serves the first network at `/api`, and every other one at `/NAME/api`. */
export const networks = new Set(servedNetworks?.length ? servedNetworks : [NAMES[0]]);

const [firstNetwork] = networks;

/** Returns the network of a fragment. @param {string} [hash] */
export const readNetwork = (hash = location.hash) => /^#\/(mainnet|testnet)(?:\/|$)/.exec(hash)?.[1] ?? firstNetwork;

/** Returns the prefix before `api/` in URLs of the gateway, and before the view in a fragment: empty, or the network's name and a slash. */
export const formatNetworkPath = (network = readNetwork()) => (network === firstNetwork ? "" : `${network}/`);

/**
 * Returns the network that an address in friendly form is meant for, if it is not the current one.
 * @param {import("ton-edge/address").ParsedAddress} address
 */
export function findOtherNetwork({ flags }) {
  if (!flags) return undefined;
  const network = flags.testOnly ? "testnet" : "mainnet";
  return network === readNetwork() ? undefined : network;
}
