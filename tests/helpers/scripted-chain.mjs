// A chain of accounts whose transactions tests add, and a server of v3 that shows it.

export const makeAccount = (index) => `0:${(0xa0 + index).toString(16).toUpperCase().repeat(32)}`;
export const computeHash = (account, lt) => Buffer.from(`${account.slice(-6)}${lt}`.padEnd(32, "_")).toString("base64");

export class ScriptedChain {
  /** @type {any[]} */
  rows = [];
  lt = 1000;

  /** Adds a transaction of an account. @param {string} account @returns {any} */
  add(account, overrides = {}) {
    this.lt += 7;
    const previousRow = this.rows.findLast((row) => row.account === account);
    const row = {
      account,
      lt: String(this.lt),
      hash: computeHash(account, this.lt),
      prev_trans_lt: previousRow?.lt ?? "0",
      prev_trans_hash: previousRow?.hash ?? Buffer.alloc(32).toString("base64"),
      orig_status: previousRow?.end_status ?? "nonexist",
      end_status: "active",
      mc_block_seqno: 1,
      ...overrides,
    };
    this.rows.push(row);
    return row;
  }

  /** Returns the response of a server whose index has the first `count` rows. @param {URL} url @returns {any} */
  respond(url, count = this.rows.length) {
    const visibleRows = this.rows.slice(0, count);
    const { searchParams } = url;
    if (url.pathname.endsWith("/accountStates"))
      return { accounts: searchParams.getAll("address").flatMap((address) => makeState(visibleRows, address)) };
    const accounts = searchParams.getAll("account").map(toRaw);
    const sort = searchParams.get("sort");
    const startLt = Number(searchParams.get("start_lt") ?? 0);
    const rows = visibleRows
      .filter((row) => accounts.includes(row.account) && Number(row.lt) >= startLt)
      .sort((a, b) => (sort === "asc" ? a.lt - b.lt : b.lt - a.lt));
    return { transactions: rows.slice(0, Number(searchParams.get("limit"))), address_book: {} };
  }
}

export const toRaw = (text) => text.toUpperCase();
function makeState(rows, address) {
  const lastRow = rows.findLast((row) => row.account === toRaw(address));
  return lastRow === undefined
    ? []
    : [
        {
          address: lastRow.account,
          last_transaction_lt: lastRow.lt,
          last_transaction_hash: lastRow.hash,
          balance: lastRow.lt,
        },
      ];
}
