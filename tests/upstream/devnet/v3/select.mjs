// SQL of filtered lists: few statement texts, bound values, and an index that this code chooses. A unary plus before a column keeps SQLite
// from using its index, so only conditions on the leading column are written without the plus.

/** Accounts with more transactions than this are never sorted as a whole: their rows are searched in the requested order. */
const BUSY_TRANSACTION_COUNT = 1000;

/** The prefix of a column: "" for the leading one, "+" for one that only filters. @param {boolean} isLeading */
export const writeUnaryPlus = (isLeading) => (isLeading ? "" : "+");

/**
 * `column = ?` or `column IN (…)`, with one text for lists of any length. @param {string} column @param {any[]} values
 * @returns {[string, any]}
 */
export const matchAny = (column, values) =>
  values.length === 1
    ? [`${column} = ?`, values[0]]
    : [`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values)];

/** Whether these accounts have too many transactions to sort them. @param {any} db @param {string[]} accounts */
export function hasBusyAccount(db, accounts) {
  const [test, value] = matchAny("account", accounts);
  return (db.get(`SELECT sum(tx_count) AS n FROM accounts WHERE ${test}`, [value]).n ?? 0) > BUSY_TRANSACTION_COUNT;
}

export class Select {
  #from;
  #conditions = [];
  #values = [];

  /** @param {string} from the text after SELECT, for example "T.* FROM transactions T" */
  constructor(from) {
    this.#from = from;
  }

  /** @param {string} condition @param {...any} values one for each "?" of the condition */
  and(condition, ...values) {
    this.#conditions.push(condition);
    this.#values.push(...values);
    return this;
  }

  /** @param {string} column @param {any[] | undefined} values undefined: no filter */
  among(column, values) {
    return values ? this.and(...matchAny(column, values)) : this;
  }

  /** @param {string} column @param {any} value undefined: no filter */
  equal(column, value) {
    return value === undefined ? this : this.and(`${column} = ?`, value);
  }

  /** A range with both ends included. @param {string} column @param {any} from @param {any} to */
  between(column, from, to) {
    if (from !== undefined) this.and(`${column} >= ?`, from);
    return to === undefined ? this : this.and(`${column} <= ?`, to);
  }

  /**
   * The SQL statement of one page. @param {string} order its terms @param {{ limit: number, offset?: number }} page
   * @returns {[string, any[]]}
   */
  page(order, { limit, offset = 0 }) {
    const whereClause = this.#conditions.length ? ` WHERE ${this.#conditions.join(" AND ")}` : "";
    return [`SELECT ${this.#from}${whereClause} ORDER BY ${order} LIMIT ? OFFSET ?`, [...this.#values, limit, offset]];
  }
}

/** lt bounds as the database compares them. @param {any} db @param {any} params */
export const readLtBounds = (db, params) => ({
  from: params.start_lt === undefined ? undefined : db.int64(params.start_lt),
  to: params.end_lt === undefined ? undefined : db.int64(params.end_lt),
});

/** Whether time is bounded. Lists are then ordered by time. @param {any} params */
export const hasTimeBounds = (params) => params.start_utime !== undefined || params.end_utime !== undefined;
