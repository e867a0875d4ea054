// Counts the requests of each caller, so that operators see who uses the gateway most and whom it refuses. The memory is bounded: the least
// active callers are removed, and their counts are added to `others`.

/** Maximum callers that are counted one by one. */
const MAX_CALLERS = 500;
/** Of the callers that were not seen for the longest time, this many are compared; the one with the fewest requests is removed. */
const CANDIDATES = 8;
/** Milliseconds of a slot. Recent counts are those of the current slot and of the one before. */
const SLOT_MS = 300_000;
/** The outcomes of requests, as in `REQUEST_OUTCOMES` of metric-families.js. */
const OUTCOME_COUNT = 5;

/**
 * @typedef {object} CallerRow
 * @property {string | undefined} key the id of the API key
 * @property {string | undefined} client of a caller without a key: its name in the log; undefined if the log does not name clients
 * @property {string | undefined} plan of the key, as the metrics name it
 * @property {Float64Array} counts requests by outcome: all, those of the current slot, and those of the slot before
 * @property {number} slot the current slot of the counts @property {number} cost
 * @property {number} firstAt when it was first seen, in milliseconds since 1970 @property {number} lastAt
 */

/** @returns {CallerRow} */
const createRow = (key, client, plan, now) => ({
  ...{ key, client, plan },
  counts: new Float64Array(3 * OUTCOME_COUNT),
  slot: Math.floor(now / SLOT_MS),
  cost: 0,
  firstAt: now,
  lastAt: now,
});

/** Begins a new slot if it is time. @param {CallerRow} row @param {number} slot */
function moveToSlot(row, slot) {
  if (row.slot === slot) return;
  const { counts } = row;
  if (row.slot === slot - 1) counts.copyWithin(2 * OUTCOME_COUNT, OUTCOME_COUNT, 2 * OUTCOME_COUNT);
  else counts.fill(0, 2 * OUTCOME_COUNT);
  counts.fill(0, OUTCOME_COUNT, 2 * OUTCOME_COUNT);
  row.slot = slot;
}

/** Creates counters of callers that start at zero. @param {number} [maxCallers] */
export function createCallerCounts(maxCallers = MAX_CALLERS) {
  /** In the order of their last requests. @type {Map<string, CallerRow>} */
  const rows = new Map();
  const startedAt = Date.now();
  const others = createRow(undefined, undefined, undefined, startedAt);
  let droppedCount = 0;

  function dropRow(slot) {
    let name;
    let fewest = Infinity;
    let candidates = CANDIDATES;
    for (const [candidate, { counts }] of rows) {
      const requests = sumCounts(counts, 0);
      if (requests < fewest) [name, fewest] = [candidate, requests];
      if ((candidates -= 1) === 0) break;
    }
    const row = rows.get(name);
    rows.delete(name);
    moveToSlot(row, slot);
    moveToSlot(others, slot);
    for (const [index, count] of row.counts.entries()) others.counts[index] += count;
    others.cost += row.cost;
    others.lastAt = Math.max(others.lastAt, row.lastAt);
    droppedCount += 1;
  }

  return {
    /**
     * Counts a request. @param {string | undefined} key the id of the API key @param {string | undefined} client @param {string} plan
     * @param {number} outcome its index @param {number} cost
     */
    count(key, client, plan, outcome, cost) {
      const now = Date.now();
      const slot = Math.floor(now / SLOT_MS);
      const name = key === undefined ? `client ${client}` : `key ${key}`;
      const knownRow = rows.get(name);
      if (knownRow === undefined && rows.size >= maxCallers) dropRow(slot);
      const row = knownRow ?? createRow(key, key === undefined ? client : undefined, plan, now);
      if (knownRow) rows.delete(name);
      rows.set(name, row);
      moveToSlot(row, slot);
      row.counts[outcome] += 1;
      row.counts[OUTCOME_COUNT + outcome] += 1;
      row.cost += cost;
      row.plan = plan;
      row.lastAt = now;
    },
    /** Returns all counters; the recent ones began at `recentSince`. */
    read() {
      const slot = Math.floor(Date.now() / SLOT_MS);
      for (const row of [...rows.values(), others]) moveToSlot(row, slot);
      return {
        startedAt,
        recentSince: Math.max(startedAt, (slot - 1) * SLOT_MS),
        rows: [...rows.values()],
        ...{ others, droppedCount, maxCallers },
      };
    },
  };
}

const sumCounts = (counts, start) => {
  let sum = 0;
  for (let index = start; index < start + OUTCOME_COUNT; index += 1) sum += counts[index];
  return sum;
};
