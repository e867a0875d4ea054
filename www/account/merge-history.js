// Merges the actions of an account with those of its transactions that belong to no action, newest first.
//
// The API sorts actions by the end of their trace, and no transaction of a trace is later than its end. So when the next transaction is
// newer than the next action, all actions that could cover it have already been read.

/**
 * @typedef {{ pages(): AsyncIterableIterator<any>, readonly cursor: string }} Pager of the client
 * @typedef {{ name: "action" | "transaction", row: any, page: { book: Record<string, any>, metadata: Record<string, any> } }} Row
 * @typedef {{ name: Row["name"], buffer: Row[], ended: boolean, cursor?: string, pager?: Pager, pages?: AsyncIterableIterator<any> }} Source
 * @typedef {{ sources: Source[], covered: Set<string> }} State everything that a later call of `mergeHistory` needs to continue
 */

/**
 * Whether the first row is newer than the second. Compares times instead of logical times if the request has a time range, as the API does.
 */
function isNewer(/** @type {Row} */ a, /** @type {Row} */ b, /** @type {boolean} */ byTime) {
  const [firstValue, secondValue] = [a, b].map(({ name, row }) =>
    name === "action" ? (byTime ? row.trace_end_utime : row.trace_end_lt) : byTime ? row.now : row.lt,
  );
  if (byTime && firstValue !== secondValue) return Number(firstValue) > Number(secondValue);
  const [firstLt, secondLt] = byTime ? [0n, 0n] : [BigInt(firstValue ?? 0), BigInt(secondValue ?? 0)];
  // An action precedes a transaction that it may cover.
  return firstLt === secondLt ? a.name === "action" : firstLt > secondLt;
}

/** @returns {State} */
export const createState = (/** @type {Row["name"][]} */ names) => ({
  sources: names.map((name) => ({ name, buffer: [], ended: false })),
  covered: new Set(),
});

/**
 * Returns an object with the interface of a client's pager, which yields the merged pages of all sources.
 * @param {State} state is updated as pages are read
 * @param {(name: Row["name"], cursor: string | undefined) => Pager} openPager
 * @param {{ byTime: boolean, onTransactions?(rows: any[]): void }} options `onTransactions` gets all transactions of a page
 */
export function mergeHistory(state, openPager, { byTime, onTransactions }) {
  for (const source of state.sources) {
    source.pager = undefined;
    source.pages = undefined;
  }

  /** Fills the empty buffers. If one source fails, the rows of the other source are kept. */
  async function fillBuffers() {
    const emptySources = state.sources.filter(({ buffer, ended }) => buffer.length === 0 && !ended);
    const outcomes = await Promise.allSettled(emptySources.map(readPage));
    const failedOutcome = /** @type {PromiseRejectedResult | undefined} */ (
      outcomes.find(({ status }) => status === "rejected")
    );
    if (failedOutcome) throw failedOutcome.reason;
  }

  async function readPage(/** @type {Source} */ source) {
    try {
      source.pager ??= openPager(source.name, source.cursor);
      source.pages ??= source.pager.pages();
      const { value, done } = await source.pages.next();
      if (value) {
        if (source.name === "transaction") onTransactions?.(value.rows);
        const page = { book: value.address_book ?? {}, metadata: value.metadata ?? {} };
        source.buffer.push(...value.rows.map((/** @type {any} */ row) => ({ name: source.name, row, page })));
      }
      source.ended = Boolean(done || value?.last);
      source.cursor = source.pager.cursor;
    } catch (error) {
      // An iterator that threw cannot continue; a new one of the same pager can.
      source.pages = undefined;
      throw error;
    }
  }

  const needsRows = () => state.sources.some(({ buffer, ended }) => buffer.length === 0 && !ended);
  const isEnded = () => state.sources.every(({ buffer, ended }) => buffer.length === 0 && ended);

  /** Returns the newest row that has been read. */
  function takeNewestRow() {
    const filledSources = state.sources.filter(({ buffer }) => buffer.length > 0);
    const [firstSource, secondSource] = filledSources;
    const newestSource =
      secondSource && isNewer(secondSource.buffer[0], firstSource.buffer[0], byTime) ? secondSource : firstSource;
    return newestSource?.buffer.shift();
  }

  async function* iteratePages() {
    while (!isEnded()) {
      await fillBuffers();
      const rows = [];
      while (!needsRows()) {
        const row = takeNewestRow();
        if (!row) break;
        if (row.name === "action") for (const hash of row.row.transactions ?? []) state.covered.add(hash);
        else if (state.covered.has(row.row.hash)) continue;
        rows.push(row);
      }
      yield { rows, last: isEnded() };
    }
  }

  return {
    pages: iteratePages,
    /** The state serves as the cursor. */
    get cursor() {
      return state;
    },
  };
}
