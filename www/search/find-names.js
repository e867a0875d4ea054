// Finds accounts by the visitor's labels, and by the names of known contracts.

import { formatRoute } from "../app/route.js";
import { formatFriendly } from "../shared/account-link.js";
import { shorten } from "../shared/format.js";
import { loadKnownContracts } from "../shared/known-names.js";
import { tFrame } from "../shared/messages.js";
import { readNetwork } from "../shared/network.js";
import { readOwnNames } from "../shared/own-names.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";

const MAX_LABELS = 5;
const MAX_KNOWN = 4;

/** Normalizes a text for the search: ignores case, and replaces ₮ by T. @param {string} text */
const normalizeName = (text) => text.trim().toLowerCase().replaceAll("₮", "t");

/** Returns the labels that contain a text. @param {string} text @returns {import("./recognise.js").Found[]} */
export function findNames(text) {
  const normalizedText = normalizeName(text);
  if (normalizedText === "") return [];
  return [...readOwnNames().labels]
    .filter(([, label]) => normalizeName(label).includes(normalizedText))
    .slice(0, MAX_LABELS)
    .map(([address, label]) => {
      const friendlyAddress = formatFriendly(address);
      return {
        kind: "label",
        icon: "tag",
        title: visibleText(label),
        detail: tFrame("Your label of {address}", { address: shorten(friendlyAddress) }),
        href: formatRoute({ view: "account", text: friendlyAddress }),
        // The last searches show the address, so that a removed label leaves no trace.
        remembered: shorten(friendlyAddress, 10),
      };
    });
}

/**
 * Returns the known contracts of this network whose name or symbol contains a text, except tokens, which `find-tokens.js` finds. Loads the
 * list of known contracts.
 * @param {string} text @returns {Promise<import("./recognise.js").Found[]>}
 */
export async function findKnownContracts(text) {
  const normalizedText = normalizeName(text);
  if (normalizedText.length < 2) return [];
  const contracts = await loadKnownContracts().catch(() => []);
  return contracts
    .filter(
      ({ network, kind, name, symbol = "" }) =>
        network === readNetwork() &&
        kind !== "jetton" &&
        kind !== "collection" &&
        (normalizeName(name).includes(normalizedText) || normalizeName(symbol).includes(normalizedText)),
    )
    .sort((a, b) => rankName(a, normalizedText) - rankName(b, normalizedText))
    .slice(0, MAX_KNOWN)
    .map(({ address, name, symbol, kind }) => ({
      kind: "known",
      icon: "book",
      title: symbol && symbol !== name ? `${name} (${symbol})` : name,
      detail: `${tFrame(KIND_TEXTS[kind])} ${shorten(address)}`,
      href: formatRoute({ view: "account", text: address }),
      remembered: name,
    }));
}

/** A symbol or a name that equals the text comes first, then one that starts with it. */
const rankName = ({ name, symbol = "" }, normalizedText) =>
  [normalizeName(symbol), normalizeName(name)].includes(normalizedText)
    ? 0
    : [symbol, name].some((candidate) => normalizeName(candidate).startsWith(normalizedText))
      ? 1
      : 2;

/** @type {Record<import("../shared/known-contracts.js").Kind, string>} */
const KIND_TEXTS = {
  system: "Known contract of the network",
  burn: "Known address without an owner",
  jetton: "Known jetton",
  collection: "Known NFT collection",
  dex: "Known exchange of tokens",
  marketplace: "Known marketplace",
  staking: "Known staking contract",
  bridge: "Known bridge",
  organisation: "Known account",
};
