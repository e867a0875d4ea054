// The public libraries of the masterchain: code under its hash, which accounts refer to by a library cell. An account publishes one by the
// action SetLibrary, or by the StateInit of its deployment. Later rounds can use the libraries that a round publishes.
import { Cell, loadAccount } from "@ton/core";

import { listLibraries } from "./contracts/code.mjs";

/** @typedef {Map<string, Cell>} Published libraries by their hashes in base64 */

const MASTERCHAIN = -1;

/** @param {Buffer | null} account its Account cell @returns {Published} what it publishes */
function loadPublished(account) {
  if (!account) return new Map();
  const { state } = loadAccount(Cell.fromBoc(account)[0].beginParse().skip(1)).storage;
  const ownLibraries = state.type === "active" ? [...(state.state.libraries?.values() ?? [])] : [];
  return new Map(
    ownLibraries.filter((library) => library.public).map(({ root }) => [root.hash().toString("base64"), root]),
  );
}

/** @param {Published} a @param {Published} b */
const areEqual = (a, b) => a.size === b.size && [...a.keys()].every((hash) => b.has(hash));

export class Libraries {
  /** @type {Map<string, Published>} by account; an account without public libraries has no entry */
  #published = new Map();
  /** The dictionary for the executor; null if there are no libraries. @type {Cell | null} */
  root = null;

  /** @param {import("./database.mjs").Store} db */
  constructor(db) {
    for (const { account, hash, boc } of db.all("SELECT account, hash, boc FROM libraries")) {
      const librariesByHash = this.#published.get(account) ?? new Map();
      this.#published.set(account, librariesByHash.set(hash, Cell.fromBoc(boc)[0]));
    }
    this.#collect();
  }

  #collect() {
    const libraries = new Map([...this.#published.values()].flatMap((published) => [...published]));
    this.root = libraries.size ? listLibraries(...libraries.values()) : null;
  }

  /**
   * Takes over the libraries that the accounts of a round have published.
   * @param {import("./round.mjs").Entry[]} entries @returns {Map<string, Published>} the accounts whose public libraries changed
   */
  update(entries) {
    const states = new Map(
      entries
        .filter(({ item }) => item.workchain === MASTERCHAIN)
        .map(({ item, rows }) => [item.destination, rows.state]),
    );
    const changedEntries = new Map();
    for (const [account, { boc }] of states) {
      const published = loadPublished(boc);
      if (areEqual(published, this.#published.get(account) ?? new Map())) continue;
      changedEntries.set(account, published);
      if (published.size) this.#published.set(account, published);
      else this.#published.delete(account);
    }
    if (changedEntries.size) this.#collect();
    return changedEntries;
  }
}

/** @param {import("./database.mjs").Store} db @param {Map<string, Published>} changedAccounts as `update` returns them */
export function putLibraries(db, changedAccounts) {
  for (const [account, published] of changedAccounts) {
    db.run("DELETE FROM libraries WHERE account = ?", [account]);
    for (const [hash, code] of published) db.put("libraries", { account, hash, boc: code.toBoc() });
  }
}
