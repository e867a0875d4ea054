// Recognizes what a visitor searches for: an address, a hash, a block, a domain, a link, an operation, or a list.

import { detectHash, isAddress, tryParseAddress } from "../ton-edge/address.js";
import { splitList } from "../address/items.js";
import { formatRoute } from "../app/route.js";
import { formatCount, shorten } from "../shared/format.js";

/**
 * A search result. `detail`: what it opens; `domain`: a domain that has to be resolved first; `list`: a text that is too long for a
 * URL.
 * @typedef {{ kind: string, icon: keyof typeof import("../design/icons.js").PATHS, title: string, detail: string, href?: string,
 *   domain?: string, list?: string }} Found
 */

const SEQNO = /^\d{1,10}$/;
const BLOCK = /^\(?\s*(-?\d{1,10})\s*[,:]\s*([0-9a-f]{16})\s*[,:]\s*(\d{1,10})\s*\)?$/i;
const DOMAIN = /^(?:[\p{L}\p{N}-]{1,126}\.)+(?:ton|t\.me)$/iu;
const LINK = /^(?:ton|tc|tonkeeper):\/\/|^https:\/\/(?:app\.tonkeeper\.com|tonhub\.com)\/transfer\//i;

/** @param {string} view @param {string} text */
const formatHref = (view, text) => formatRoute({ view, text });

/** Returns the possible meanings of a text, the best match first. Empty if nothing matches. @param {string} text @returns {Found[]} */
export function recognise(text) {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  const items = splitList(trimmed);
  if (items) return [describeList(trimmed, items.length)];
  if (LINK.test(trimmed)) return describeLink(trimmed);
  if (DOMAIN.test(trimmed)) return [describeName(trimmed.toLowerCase())];
  return [...describeAddress(trimmed), ...describeBlock(trimmed), ...describeHash(trimmed)];
}

const describeList = (text, count) => ({
  kind: "list",
  icon: /** @type {const} */ ("list"),
  title: `List of ${formatCount(count, "line")}`,
  detail: "Check them all in the address inspector",
  list: text,
});

const describeName = (domain) => ({
  kind: "name",
  icon: /** @type {const} */ ("domain"),
  title: domain,
  detail: "TON DNS name: resolve it and open its account",
  domain,
});

/** @returns {Found[]} */
function describeAddress(text) {
  const { ok, value } = tryParseAddress(text);
  if (!ok) return [];
  return [
    {
      kind: "account",
      icon: "wallet",
      title: shorten(text, 10),
      detail: "Account: balance, history, tokens",
      href: formatHref("account", text),
    },
    {
      kind: "address",
      icon: "code",
      title: "Address in all its forms",
      detail: shorten(value.raw, 12),
      href: formatHref("address", text),
    },
  ];
}

/** Returns the results for a transfer link. @returns {Found[]} */
function describeLink(text) {
  const inspectEntry = {
    kind: "link",
    icon: /** @type {const} */ ("link"),
    title: "Transfer link",
    detail: "What it would send, and to whom",
    href: formatHref("address", text),
  };
  const address = text.match(/(?:transfer|v1)\/([^?/#]+)/)?.[1] ?? text.match(/^\w+:\/\/([^?/#]+)/)?.[1] ?? "";
  return [...(isAddress(address) ? describeAddress(address).slice(0, 1) : []), inspectEntry];
}

/** @returns {Found[]} */
function describeBlock(text) {
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
      title: `Block ${Number(seqno)}`,
      detail: isMaster ? "Masterchain block" : `Block of workchain ${Number(workchain)}, shard ${shard.toUpperCase()}`,
      href: formatHref("block", blockId),
    },
  ];
}

/** @returns {Found[]} */
function describeHash(text) {
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
      title: `Transaction or message ${shorten(text, 6)}`,
      detail: "Its trace: what it caused, and what that cost",
      href: formatHref("trace", text),
    },
    {
      kind: "account",
      icon: "wallet",
      title: "Account with this hash",
      detail: shorten(`0:${hash.hex}`, 10),
      href: formatHref("account", `0:${hash.hex}`),
    },
    { kind: "hash", icon: "code", title: "Hash in all its forms", detail: hash.b64, href: formatHref("address", text) },
  ];
}

/**
 * Finds views and operations whose names match.
 * @param {string} text @param {readonly import("../explorer/catalogue.js").Operation[]} operations
 * @param {(operation: any, query: string) => number | undefined} rank @returns {Found[]}
 */
export function findOperations(text, operations, rank) {
  return operations
    .map((operation) => ({ operation, at: rank(operation, text) }))
    .filter(({ at: rankIndex }) => rankIndex !== undefined)
    .sort((a, b) => a.at - b.at)
    .slice(0, 6)
    .map(({ operation: { id: blockId, row, method } }) => ({
      kind: "operation",
      icon: "play",
      title: `${row.generation} ${method}`,
      detail: row.title,
      href: formatHref("explorer", blockId),
    }));
}

/** Whether a text may be the name of an operation. For other texts the catalogue need not be loaded. */
export const canBeOperation = (text) => /^[a-z][\w ./]{1,60}$/i.test(text.trim());
