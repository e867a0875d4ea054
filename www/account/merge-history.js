// Joins the actions of an account with those of its transactions that no action covers, newest first.
//
// The API sorts actions by the end of their trace, which is not before any of its transactions. So when the next transaction is newer than
// the next action, all actions that could cover it came before.

/**
 * @typedef {{ pages(): AsyncIterableIterator<any>, readonly cursor: string }} Pager of the client
 * @typedef {{ name: "action" | "transaction", row: any, page: { book: Record<string, any>, metadata: Record<string, any> } }} Row
 * @typedef {{ name: Row["name"], buffer: Row[], ended: boolean, cursor?: string, pager?: Pager, pages?: AsyncIterableIterator<any> }} Source
 * @typedef {{ sources: Source[], covered: Set<string> }} State all that a new stream needs to go on
 */

/** Whether the first row comes before the second: it ended later. Compares times if the request has a time, as the API sorts. */
function isNewer(/** @type {Row} */ a, /** @type {Row} */ b, /** @type {boolean} */ byTime) {
  const [one, other] = [a, b].map(({ name, row }) =>
    name === "action" ? (byTime ? row.trace_end_utime : row.trace_end_lt) : byTime ? row.now : row.lt,
  );
  if (byTime && one !== other) return Number(one) > Number(other);
  const [left, right] = byTime ? [0n, 0n] : [BigInt(one ?? 0), BigInt(other ?? 0)];
  // An action goes before a transaction that it may cover.
  return left === right ? a.name === "action" : left > right;
}

/** @returns {State} */
export const newState = (/** @type {Row["name"][]} */ names) => ({
  sources: names.map((name) => ({ name, buffer: [], ended: false })),
  covered: new Set(),
});

/**
 * The pages of both, in the form of a pager of the client.
 * @param {State} state that this changes
 * @param {(name: Row["name"], cursor: string | undefined) => Pager} open
 * @param {{ byTime: boolean, onTransactions?(rows: any[]): void }} options `onTransactions` gets all transactions of a page
 */
export function mergeHistory(state, open, { byTime, onTransactions }) {
  for (const source of state.sources) {
    source.pager = undefined;
    source.pages = undefined;
  }

  /** Fills the buffers that are empty. A source that fails does not lose what the other one read. */
  async function fillBuffers() {
    const empty = state.sources.filter(({ buffer, ended }) => buffer.length === 0 && !ended);
    const outcomes = await Promise.allSettled(empty.map(read));
    const failed = /** @type {PromiseRejectedResult | undefined} */ (
      outcomes.find(({ status }) => status === "rejected")
    );
    if (failed) throw failed.reason;
  }

  async function read(/** @type {Source} */ source) {
    try {
      source.pager ??= open(source.name, source.cursor);
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
      // An iterator that threw is finished; the pager continues where it stopped.
      source.pages = undefined;
      throw error;
    }
  }

  const isDry = () => state.sources.some(({ buffer, ended }) => buffer.length === 0 && !ended);
  const isEnded = () => state.sources.every(({ buffer, ended }) => buffer.length === 0 && ended);

  /** The newest row that has been read. */
  function take() {
    const full = state.sources.filter(({ buffer }) => buffer.length > 0);
    const [first, second] = full;
    const from = second && isNewer(second.buffer[0], first.buffer[0], byTime) ? second : first;
    return from?.buffer.shift();
  }

  async function* pages() {
    while (!isEnded()) {
      await fillBuffers();
      const rows = [];
      while (!isDry()) {
        const row = take();
        if (!row) break;
        if (row.name === "action") for (const hash of row.row.transactions ?? []) state.covered.add(hash);
        else if (state.covered.has(row.row.hash)) continue;
        rows.push(row);
      }
      yield { rows, last: isEnded() };
    }
  }

  return {
    pages,
    /** The state is the position. */
    get cursor() {
      return state;
    },
  };
}
