// Recognizes what a visitor searches for: an address, a hash, a block, a domain, a link, an operation, or a list.

import { detectHash, isAddress, isHash, tryParseAddress } from "../ton-edge/address.js";
import { splitList, trimCharacters } from "../address/items.js";
import { formatRoute } from "../app/route.js";
import { VIEWS } from "../app/views.js";
import { shorten } from "../shared/format.js";
import { tCountFrame, tFrame } from "../shared/messages.js";
import { findOtherNetwork, readNetwork } from "../shared/network.js";
import { isShareable } from "../shared/secrets.js";
import { BLOCK, DOMAIN, dropHexPrefix, readLink } from "./links.js";

/**
 * A search result. `detail`: what it opens; `domain`: a domain that has to be resolved first; `list`: a text that is too long for a
 * URL; `remembered`: what the last searches show instead of the typed text; `warning`: what a visitor must know about a name;
 *   `isSeen`: whether this device has stored it.
 * @typedef {{ kind: string, icon: keyof typeof import("../design/icons.js").PATHS, title: string, detail: string, href?: string,
 *   domain?: string, list?: string, remembered?: string, warning?: string, isSeen?: boolean }} Found
 */

const SEQNO = /^\d{1,10}$/;
const TRANSFER_LINK = /^(?:ton|tc|tonkeeper):\/\/|^https:\/\/(?:app\.tonkeeper\.com|tonhub\.com)\/transfer\//i;
/** Characters around a copied text. No address, hash, name or link starts or ends with one. */
const SURROUNDING_CHARACTERS = " \"'`“”„‘’«»‹›<>()[]{},;.";
/** Characters that are not visible and that copying may add to a text. */
const INVISIBLE_CHARACTERS = /[\p{Cf}\p{Cc}]/gu;
/** @param {string} view @param {string} text @param {string} [network] the current one by default */
const formatHref = (view, text, network) => formatRoute({ view, text, network });

/** @param {string} network */
const nameNetwork = (network = readNetwork()) =>
  network === readNetwork() ? "" : tFrame(" on {network}", { network });

/** Returns the possible meanings of a text, the best match first. Empty if nothing matches. @param {string} text @returns {Found[]} */
export function recogniseText(text) {
  const trimmedText = text.trim();
  if (trimmedText === "") return [];
  const items = splitList(trimmedText);
  if (items) return [describeList(trimmedText, items.length)];
  if (TRANSFER_LINK.test(trimmedText)) return describeTransfer(trimmedText);
  const cleanedText = joinBroken(cleanText(trimmedText));
  const link = readLink(cleanedText);
  const results = link ? describeLink(link) : describeSubject(cleanedText);
  const [firstResult] = results;
  const [invisibleMark] = trimmedText.match(INVISIBLE_CHARACTERS) ?? [];
  if (firstResult && invisibleMark !== undefined)
    firstResult.detail = `${tFrame("Without the invisible character U+{code}.", { code: formatCodePoint(invisibleMark) })} ${firstResult.detail}`;
  return results;
}

/** Removes what copying may add to a text. */
export const cleanText = (/** @type {string} */ text) =>
  dropHexPrefix(trimCharacters(SURROUNDING_CHARACTERS, text.replace(INVISIBLE_CHARACTERS, "")));

/** Joins an address or hash that spaces or line breaks divide. @param {string} text */
function joinBroken(text) {
  const joinedText = text.replace(/\s+/gu, "");
  return isAddress(joinedText) || isHash(joinedText) ? joinedText : text;
}

const formatCodePoint = (character) => character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");

/** @param {string} text @param {string} [network] that a link names @returns {Found[]} */
function describeSubject(text, network) {
  if (DOMAIN.test(text)) return [describeName(text.toLowerCase(), network)];
  return [...describeAddress(text, network), ...describeBlock(text, network), ...describeHash(text, network)];
}

/** @param {import("./links.js").Link} link @returns {Found[]} */
function describeLink({ network, subject, isTransaction, tokenView, route, call }) {
  if (route) return describeRoute({ ...route, network: network ?? route.network });
  const subjectResults = subject === undefined ? [] : describeSubject(subject, network);
  if (tokenView !== undefined && subject !== undefined)
    subjectResults.unshift(describeTokenLink(tokenView, subject, network));
  // The link itself is not remembered: it may contain an API key.
  const results = (
    isTransaction && subjectResults[0]?.kind === "trace" ? subjectResults.slice(0, 1) : subjectResults
  ).map((result) => ({
    ...result,
    remembered: subject,
  }));
  return call ? [describeCall(call, network), ...results] : results;
}

const TOKEN_TEXTS = {
  jetton: "Jetton: supply, holders, transfers",
  collection: "NFT collection: items, owner, transfers",
  nft: "NFT: owner, collection, transfers",
};

/** @param {keyof typeof TOKEN_TEXTS} view @param {string} address @param {string} [network] @returns {Found} */
const describeTokenLink = (view, address, network) => ({
  kind: "token",
  icon: view === "jetton" ? "jetton" : "nft",
  title: shorten(address, 10),
  detail: tFrame(TOKEN_TEXTS[view]) + nameNetwork(network),
  href: formatHref(view, address, network),
});

/** @returns {Found[]} */
function describeRoute({ network, view, text, query }) {
  if (view !== "explorer" && !isShareable(text)) return [];
  const { title, name } = VIEWS.find((row) => row.name === view);
  const label = text === "" ? tFrame(title) : `${tFrame(title)} ${shorten(text, 10)}`;
  return [
    {
      kind: "view",
      icon:
        /** @type {const} */ ({
          explorer: "play",
          account: "wallet",
          trace: "tree",
          block: "block",
          jetton: "jetton",
          collection: "nft",
          nft: "nft",
        })[name] ?? "link",
      title: label,
      detail: `${tFrame("Link of this web app")}${nameNetwork(network)}`,
      href: formatRoute({ network, view, text, query }),
      remembered: label,
    },
  ];
}

/** @returns {Found} */
const describeCall = ({ operation, query }, network) => ({
  kind: "operation",
  icon: "play",
  title: operation.replace(".", " "),
  detail: `${tFrame("This request in the explorer")}${nameNetwork(network)}`,
  href: formatRoute({ network, view: "explorer", text: operation, query }),
});

const describeList = (text, count) => ({
  kind: "list",
  icon: /** @type {const} */ ("list"),
  title: tCountFrame(count, "List of {count} line", "List of {count} lines"),
  detail: tFrame("Check them all in the address inspector"),
  list: text,
});

/** @param {string} domain @param {string} [network] @returns {Found} */
function describeName(domain, network = readNetwork()) {
  const isHere = network === readNetwork();
  return {
    kind: "name",
    icon: "domain",
    title: domain,
    detail: `${tFrame("TON DNS name: resolve it and open its account")}${nameNetwork(network)}`,
    // The account view of another network resolves the name there.
    ...(isHere ? { domain } : { href: formatHref("account", domain, network) }),
  };
}

/** @param {string} text @param {string} [linkNetwork] @returns {Found[]} */
function describeAddress(text, linkNetwork) {
  const { ok, value } = tryParseAddress(text);
  if (!ok) return [];
  const describeAccount = (/** @type {string} */ network, detail = tFrame("Account: balance, history, tokens")) => ({
    kind: "account",
    icon: /** @type {const} */ ("wallet"),
    title: shorten(text, 10),
    detail: detail + nameNetwork(network),
    href: formatHref("account", text, network),
  });
  const ownNetwork = linkNetwork ?? readNetwork();
  const otherNetwork = linkNetwork === undefined ? findOtherNetwork(value) : undefined;
  const accounts =
    otherNetwork === "testnet"
      ? [
          describeAccount(otherNetwork, tFrame("Address for testnet only: open")),
          describeAccount(ownNetwork, tFrame("Open on {network} nevertheless", { network: ownNetwork })),
        ]
      : otherNetwork === "mainnet"
        ? [describeAccount(ownNetwork), describeAccount(otherNetwork, tFrame("Address for mainnet: open"))]
        : [describeAccount(ownNetwork)];
  return [
    ...accounts,
    {
      kind: "address",
      icon: "code",
      title: tFrame("Address in all its forms"),
      detail: shorten(value.raw, 12),
      href: formatHref("address", text, linkNetwork),
    },
  ];
}

/** Returns the results for a transfer link. @returns {Found[]} */
function describeTransfer(text) {
  const inspectEntry = {
    kind: "link",
    icon: /** @type {const} */ ("link"),
    title: tFrame("Transfer link"),
    detail: tFrame("What it would send, and to whom"),
    href: formatHref("address", text),
  };
  const address = text.match(/(?:transfer|v1)\/([^?/#]+)/)?.[1] ?? text.match(/^\w+:\/\/([^?/#]+)/)?.[1] ?? "";
  const accounts = isAddress(address) ? describeAddress(address).filter(({ kind }) => kind === "account") : [];
  return [...accounts, inspectEntry];
}

/** @returns {Found[]} */
function describeBlock(text, network) {
  const [, workchain, shard, number] = BLOCK.exec(text) ?? [];
  const seqno = number ?? SEQNO.exec(text)?.[0];
  if (seqno === undefined || Number(seqno) >= 2 ** 32) return [];
  const isMaster = workchain === undefined || Number(workchain) === -1;
  const blockId =
    workchain === undefined ? String(Number(seqno)) : `${Number(workchain)}:${shard.toUpperCase()}:${Number(seqno)}`;
  return [
    {
      kind: "block",
      icon: "block",
      title: tFrame("Block {seqno}", { seqno: Number(seqno) }),
      detail: `${isMaster ? tFrame("Masterchain block") : tFrame("Block of workchain {workchain}, shard {shard}", { workchain: Number(workchain), shard: shard.toUpperCase() })}${nameNetwork(network)}`,
      href: formatHref("block", blockId, network),
    },
  ];
}

/** @returns {Found[]} */
function describeHash(text, network) {
  let hash;
  try {
    hash = detectHash(text);
  } catch {
    return [];
  }
  return [
    {
      kind: "trace",
      icon: "tree",
      title: tFrame("Transaction or message {hash}", { hash: shorten(text, 6) }),
      detail: `${tFrame("Its trace: what it caused, and what that cost")}${nameNetwork(network)}`,
      href: formatHref("trace", text, network),
    },
    {
      kind: "account",
      icon: "wallet",
      title: tFrame("Account with this hash"),
      detail: shorten(`0:${hash.hex}`, 10),
      href: formatHref("account", `0:${hash.hex}`, network),
    },
    {
      kind: "hash",
      icon: "code",
      title: tFrame("Hash in all its forms"),
      detail: hash.b64,
      href: formatHref("address", text, network),
    },
  ];
}
