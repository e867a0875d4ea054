// The rules that a recorded history must keep: what a session has seen does not vanish, and a cache does not go backwards.

import { READS } from "./sessions.mjs";

/**
 * Milliseconds for which a client remembers what it has sent. @type {number}
 */
const CLIENT_MEMORY_MS = 5 * 60_000;
/** Milliseconds that a gateway may take for a response: its deadline, and what its timers add. */
const LATEST_MS = 9500;
/** Milliseconds after the end of all faults from which each read must succeed. */
const RECOVERY_MS = 12_000;

/** The default of `maxBehindBlocks`, and the blocks that the chain makes while a gateway compares two upstreams. */
const MAX_BEHIND_BLOCKS = 16;
const UNCERTAIN_BLOCK_COUNT = 12;

/**
 * @typedef {import("./sessions.mjs").Entry} Entry
 * @typedef {{ rule: string, text: string, entry: any }} Violation
 * @typedef {{ entries: Entry[], puts: Put[], chain: import("./fake-chain.mjs").Chain, calmMs: number, storeMs: number, hasReplicas: boolean, hasCache: boolean }} History
 *   `storeMs`: the time that a shared store takes; `hasReplicas`: the replicas of an upstream respond in turn
 * @typedef {{ time: number, gateway: number, key: string, seqno: number | undefined, usableUntil: number, isOwn: boolean,
 *   replaced?: { seqno?: number, usableUntil: number, time: number } }} Put an entry that a gateway has stored, or got from the store that it shares (`isOwn` is false)
 */

/** Whether a response shows an account at this block or later. @param {History} history @param {Entry} entry @param {number} block */
const isShowingBlock = ({ chain }, { shown, account }, block) =>
  shown.block === undefined ? shown.count >= chain.countUpTo(account, block) : shown.block >= block;

/**
 * Whether the height of a response is certain. Replicas of an upstream respond in turn, so the block of an earlier response says nothing about
 * the next one: only a response that names its block is checked, by a gateway that reads responses for its cache.
 */
const hasCertainHeight = ({ hasReplicas, hasCache }, { name }) =>
  !hasReplicas || (hasCache && READS[name].namesBlock === true);

/** @type {Record<string, (history: History) => Iterable<Violation>>} */
export const RULES = {
  *"monotonic reads"(history) {
    const rule = "monotonic reads";
    for (const entry of history.entries) {
      const { kind, name, status, min, minCount, minHead, plan, shown } = entry;
      if (kind !== "read" || status !== 200 || plan.kind === "plain") continue;
      if (plan.kind === "headers") {
        if (hasCertainHeight(history, entry) && !isShowingBlock(history, entry, min))
          yield { rule, text: `the session had seen block ${min}`, entry };
      } else if (READS[name].isChecked) {
        if (shown.count < minCount)
          yield { rule, text: `the client had seen transaction ${minCount} of the account`, entry };
      } else if (shown.count === undefined && shown.block < minHead)
        yield { rule, text: `the client had seen block ${minHead}`, entry };
    }
  },

  *"own writes are read"(history) {
    for (const entry of history.entries) {
      const { kind, name, status, plan, shown, ownCount } = entry;
      if (kind !== "read" || status !== 200 || plan.kind === "plain") continue;
      // A client compares logical times, whatever upstream responds. Otherwise a session relies on blocks.
      const isCertain = hasCertainHeight(history, entry) || (plan.kind === "client" && READS[name].isChecked);
      if (isCertain && (shown.count ?? Infinity) < ownCount)
        yield {
          rule: "own writes are read",
          text: `the session had written transaction ${ownCount} of the account`,
          entry,
        };
    }
  },

  *"a client's reads show the block of its writes"(history) {
    const rule = "a client's reads show the block of its writes";
    for (const entry of history.entries) {
      const { kind, status, plan, ownSeqno } = entry;
      if (kind !== "read" || status !== 200 || plan.kind !== "client" || !hasCertainHeight(history, entry)) continue;
      if (!isShowingBlock(history, entry, ownSeqno))
        yield { rule, text: `the client had written in block ${ownSeqno}`, entry };
    }
  },

  *"a response names no newer block than it shows"(history) {
    for (const entry of history.entries) {
      const { kind, status, named: namedSeqno } = entry;
      if (kind !== "read" || status !== 200 || namedSeqno === undefined || !hasCertainHeight(history, entry)) continue;
      if (!isShowingBlock(history, entry, namedSeqno))
        yield {
          rule: "a response names no newer block than it shows",
          text: `the response names block ${namedSeqno}`,
          entry,
        };
    }
  },

  *"walks lose and repeat no row"({ entries, chain, hasReplicas, hasCache }) {
    const rule = "walks lose and repeat no row";
    for (const entry of entries) {
      const { kind, account, lts, isWhole, ownCount, plan } = entry;
      if (kind !== "walk" || lts.length === 0) continue;
      // Lists do not name their block, so a replica that is behind is not noticed, nor does a client learn a block from a gateway without a cache.
      const isCertain = !hasReplicas && (plan.kind === "headers" || (plan.kind === "client" && hasCache));
      const history = chain.getHistory(account);
      const indexes = lts.map((lt) => history.findIndex((transaction) => transaction.lt === lt));
      const gap = indexes.findIndex((index, position) => index !== indexes[0] - position);
      if (isCertain && gap >= 0)
        yield { rule, text: `row ${gap} of the walk does not follow the row before: ${indexes.join()}`, entry };
      else if (isCertain && isWhole && indexes.at(-1) !== 0)
        yield { rule, text: `the walk ended at row ${indexes.at(-1)} of the history`, entry };
      if ((plan.kind === "client" || isCertain) && indexes[0] + 1 < ownCount)
        yield { rule, text: `the walk begins at row ${indexes[0]}, before the own transaction ${ownCount - 1}`, entry };
    }
  },

  *"no entry of a lower height replaces a higher one"({ puts, entries, storeMs }) {
    const rule = "no entry of a lower height replaces a higher one";
    // A gateway reads the store before it writes. What another one writes between these two requests is not seen.
    for (const put of puts)
      if (!(put.replaced?.time >= put.time - storeMs))
        if (put.replaced?.seqno > put.seqno && put.replaced.usableUntil > put.time)
          yield { rule, text: `the store had block ${put.replaced.seqno}`, entry: put };
    for (const entry of entries) {
      if (entry.named === undefined || !/; hit/.test(entry.cache ?? "")) continue;
      for (const { time, gateway, seqno, usableUntil } of findPuts(puts, entry))
        if (gateway === entry.gateway && time < entry.start && usableUntil > entry.end && seqno > entry.named)
          yield { rule, text: `gateway ${gateway} had an entry of block ${seqno}`, entry };
    }
  },

  *"a response that is behind says so"({ entries, hasReplicas, hasCache }) {
    const rule = "a response that is behind says so";
    // A gateway without a cache does not read the blocks of responses.
    if (hasReplicas || !hasCache) return;
    const endedEntries = entries.filter(({ named }) => named !== undefined);
    for (const entry of entries) {
      const { kind, status, plan, gateway, shown, cache, behind, start, named } = entry;
      if (kind !== "read" || status !== 200 || plan.kind === "client" || shown.block === undefined) continue;
      // The gateway does not know the height, so the response has none: its upstream has shown no block yet.
      if (named === undefined) continue;
      // A cached response has a header with its age.
      if (behind !== null || cache !== "ton-edge; fwd=miss; stored") continue;
      const isEarlier = (earlierRead) =>
        earlierRead.gateway === gateway &&
        getGeneration(earlierRead) === getGeneration(entry) &&
        earlierRead.end < start;
      const newestSeqno = Math.max(0, ...endedEntries.filter(isEarlier).map(({ named }) => named));
      if (shown.block < newestSeqno - MAX_BEHIND_BLOCKS - UNCERTAIN_BLOCK_COUNT)
        yield { rule, text: `the gateway had shown block ${newestSeqno}`, entry };
    }
  },

  *"errors have a reason and come in time"({ entries }) {
    const rule = "errors have a reason and come in time";
    for (const entry of entries) {
      const { kind, plan, status, error, start, end } = entry;
      if (kind !== "read") continue;
      if (status !== 200 && status !== 503 && error === null) yield { rule, text: "the error has no reason", entry };
      if (plan.kind !== "client" && end - start > LATEST_MS) yield { rule, text: `it took ${end - start} ms`, entry };
    }
  },

  *"reads succeed after the faults are over"({ entries, calmMs }) {
    const rule = "reads succeed after the faults are over";
    for (const entry of entries)
      if (entry.kind === "read" && entry.status !== 200 && entry.start >= calmMs + RECOVERY_MS)
        yield { rule, text: `the faults ended at ${calmMs} ms`, entry };
  },
};

/** Returns the generation of a request; a program of v3 also sends over v2. @param {Entry} entry */
const getGeneration = ({ path, name }) => /^\/api\/(v\d)/.exec(path ?? "")?.[1] ?? name.slice(0, 2);

/** Entries of the cache by key, since a history has thousands. @type {WeakMap<Put[], Map<string, Put[]>>} */
const putsByKey = new WeakMap();

/** Returns the entries of the cache for the URL of a response. @param {Put[]} puts @param {Entry} entry */
function findPuts(puts, { path }) {
  let putsOfKey = putsByKey.get(puts);
  if (!putsOfKey) {
    putsByKey.set(puts, (putsOfKey = new Map()));
    for (const put of puts) putsOfKey.set(put.key, [...(putsOfKey.get(put.key) ?? []), put]);
  }
  return putsOfKey.get(getKey(path)) ?? [];
}

/** The cache key of a read by GET: its parameters by name, without those that are the default. @param {string} path */
export function getKey(path) {
  const { pathname, searchParams } = new URL(path, "https://gw.example");
  searchParams.sort();
  const parameters = [...searchParams].filter(([name, value]) => name !== "sort" || value !== "desc");
  const text = parameters.map(([name, value]) => `${name}=${value}`).join("&");
  return `mainnet${pathname.replace("/api", "")}${text && `?${text}`}`;
}

/** Returns the first violation of these rules, in the order of time. @param {History} history @param {string[]} [names] */
export function findViolation(history, names = Object.keys(RULES)) {
  const violations = names.flatMap((name) => [...RULES[name](history)]);
  const getTime = ({ entry }) => entry.end ?? entry.time;
  return violations.sort((violation, otherViolation) => getTime(violation) - getTime(otherViolation))[0];
}

/** Writes a recorded entry in one line. */
export const describeEntry = (entry) =>
  JSON.stringify(entry, (_, value) => (typeof value === "bigint" ? String(value) : value));
