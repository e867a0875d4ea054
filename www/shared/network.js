// The network that the URL names, as in `#/testnet/chain/`: a link opens the network that it was copied from.

const NAMES = ["mainnet", "testnet"];

const served = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="networks"]'))?.content
  .split(/\s+/)
  .filter((name) => NAMES.includes(name));

/** The networks to choose from, as index.html names them: the gateway serves the first one at `/api`, another one at `/NAME/api`. */
export const networks = new Set(served?.length ? served : [NAMES[0]]);

const [first] = networks;

/** The network of a fragment. @param {string} [hash] */
export const networkOf = (hash = location.hash) => /^#\/(mainnet|testnet)(?:\/|$)/.exec(hash)?.[1] ?? first;

/** The prefix before `api/` in URLs of the gateway, and before the view in a fragment: empty, or the network's name and a slash. */
export const networkPath = (network = networkOf()) => (network === first ? "" : `${network}/`);
