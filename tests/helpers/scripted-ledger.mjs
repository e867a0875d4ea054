// A scripted chain with traces of several accounts, their actions, and jetton wallets.

import { ScriptedChain, makeAccount, computeHash, toRaw } from "./scripted-chain.mjs";

/** The normalized hash of the message that began the trace whose first transaction has this logical time. */
export const getMessageHash = (lt) => Buffer.from(`message ${lt}`.padEnd(32, "_")).toString("base64");

export const makeWalletAddress = (owner, index) => `0:${(0x10 + owner).toString(16)}${String(index).padStart(62, "0")}`;

/** A chain with traces of several accounts, and jetton wallets. */
export class Ledger extends ScriptedChain {
  /** The traces: their transactions so far, and how many there will be. @type {Map<string, { rows: any[], count: number }>} */
  traces = new Map();
  /** The owners of the wallets. @type {Map<string, string>} */
  owners = new Map();

  /** Begins a trace of this many transactions with the first one. */
  begin(account, count = 1) {
    const row = this.add(account, { in_msg: { source: null, hash_norm: getMessageHash(this.lt + 7) } });
    row.trace_id = row.hash;
    this.traces.set(row.hash, { rows: [row], count });
    return row.hash;
  }

  /** Adds the next transaction of a trace. */
  continue(id, account) {
    const row = this.add(account, { trace_id: id });
    this.traces.get(id)?.rows.push(row);
  }

  /** Changes the balance of a jetton wallet. */
  move(owner, index, balance) {
    const wallet = makeWalletAddress(owner, index);
    this.owners.set(wallet, makeAccount(owner));
    const row = this.add(wallet, { balance: String(balance) });
    row.trace_id = row.hash;
  }

  listActions(id) {
    const { rows } = /** @type {{ rows: any[] }} */ (this.traces.get(id));
    return rows.map((row, index) => ({
      trace_id: id,
      action_id: computeHash(row.account, Number(row.lt) + 1_000_000),
      end_lt: row.lt,
      type: "ton_transfer",
      accounts: [...new Set([row.account, (rows[index + 1] ?? row).account])],
    }));
  }

  /** @param {URL} url @param {number} [count] @returns {any} */
  respond(url, count = this.rows.length) {
    const params = url.searchParams;
    const visibleRows = this.rows.slice(0, count);
    if (url.pathname.endsWith("/traces"))
      return {
        traces: [
          ...params.getAll("trace_id"),
          ...params.getAll("msg_hash").map((hash) => this.findTrace(hash)),
        ].flatMap((id) => this.makeTraceRow(id, visibleRows, params)),
      };
    if (url.pathname.endsWith("/actions")) {
      const ids = params.getAll("trace_id").filter((id) => this.isComplete(id, visibleRows));
      return { actions: ids.flatMap((id) => this.listActions(id)) };
    }
    if (url.pathname.endsWith("/jetton/wallets")) {
      const owners = params.getAll("owner_address").map(toRaw);
      const wallets = [...this.owners].filter(([, owner]) => owners.includes(owner));
      return { jetton_wallets: wallets.flatMap(([wallet, owner]) => findWallet(wallet, owner, visibleRows)) };
    }
    return super.respond(url, count);
  }

  /** The id of the trace that a message began. @param {string} hash */
  findTrace = (hash) => this.rows.find(({ in_msg: message }) => message?.hash_norm === hash)?.hash;

  isComplete(id, ledgerRows) {
    const { rows, count } = /** @type {{ rows: any[], count: number }} */ (this.traces.get(id));
    return rows.length === count && rows.every((row) => ledgerRows.includes(row));
  }

  makeTraceRow(id, ledgerRows, params) {
    const rows = this.traces.get(id)?.rows.filter((row) => ledgerRows.includes(row)) ?? [];
    if (rows.length === 0) return [];
    const isComplete = this.isComplete(id, ledgerRows);
    const info = isComplete ? ["complete", 0, "ok"] : ["pending", 1, "unclassified"];
    const [trace_state, pending_messages, classification_state] = info;
    return [
      {
        trace_id: id,
        is_incomplete: false,
        trace: { tx_hash: rows[0].hash, children: [] },
        trace_info: { trace_state, pending_messages, classification_state },
        transactions: Object.fromEntries(rows.map((row) => [row.hash, row])),
        ...(params.get("include_actions") === "true" && { actions: isComplete ? this.listActions(id) : [] }),
      },
    ];
  }
}

function findWallet(wallet, owner, ledgerRows) {
  const row = ledgerRows.findLast(({ account }) => account === wallet);
  return row
    ? [{ address: wallet, owner, jetton: makeAccount(60), balance: row.balance, last_transaction_lt: row.lt }]
    : [];
}
