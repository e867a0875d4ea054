// The network that the URL names, as in `#/testnet/chain/`: a link opens the network that it was copied from.

const NAMES = ["mainnet", "testnet"];

const servedNetworks = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="networks"]'))?.content
  .split(/\s+/)
  .filter((name) => NAMES.includes(name));

/** The networks to choose from, as index.html names them: the gateway serves the first one at `/api`, another one at `/NAME/api`. */
export const networks = new Set(servedNetworks?.length ? servedNetworks : [NAMES[0]]);

const [firstNetwork] = networks;

/** The network of a fragment. @param {string} [hash] */
export const readNetwork = (hash = location.hash) => /^#\/(mainnet|testnet)(?:\/|$)/.exec(hash)?.[1] ?? firstNetwork;

/** The prefix before `api/` in URLs of the gateway, and before the view in a fragment: empty, or the network's name and a slash. */
export const formatNetworkPath = (network = readNetwork()) => (network === firstNetwork ? "" : `${network}/`);
