// A contract as the index reads it: its get-methods, run on the state after a round.
import { Address, beginCell } from "@ton/core";

import { writeRawAddress } from "../account-name.mjs";

/** @typedef {import("@ton/core").TupleItem} Item */

/** The items of a stack, each read as its expected type. A contract with other results is not of the kind. */
export class Answer {
  #items;

  /** @param {Item[]} items the stack, first item first */
  constructor(items) {
    this.#items = [...items];
  }

  get length() {
    return this.#items.length;
  }

  #next(...types) {
    const item = this.#items.shift();
    if (!item || !types.includes(item.type)) throw new Error(`${types.join(" or ")} expected, not ${item?.type}`);
    return /** @type {any} */ (item);
  }

  integer() {
    return /** @type {bigint} */ (this.#next("int").value);
  }

  flag() {
    return this.integer() !== 0n;
  }

  /** The cell of a cell or slice. @returns {import("@ton/core").Cell} */
  cell() {
    return this.#next("cell", "slice").cell;
  }

  /** The cell of a cell or slice; null for null. @returns {import("@ton/core").Cell | null} */
  maybeCell() {
    if (this.#items[0]?.type !== "null") return this.cell();
    this.#items.shift();
    return null;
  }

  /** A list in the form of FunC and Tolk, as pairs of an element and the rest. @returns {Answer[]} its elements, which are tuples */
  tuples() {
    const elements = [];
    for (let list = this.#next("tuple", "null"); list.type === "tuple"; list = list.items[1]) {
      if (list.items[0]?.type !== "tuple" || !list.items[1]) throw new Error("a list of tuples expected");
      elements.push(new Answer(list.items[0].items));
    }
    return elements;
  }

  /** An address in the form of the index; null for `addr_none`. @returns {string | null} */
  address() {
    const cell = this.maybeCell();
    const address = cell === null ? null : cell.beginParse().loadMaybeAddress();
    return address && writeRawAddress(address);
  }
}

/** @param {string} account in the form of the index @returns {Item} as an argument of a get-method */
export const makeAddressArgument = (account) => ({
  type: "slice",
  cell: beginCell().storeAddress(Address.parseRaw(account.toLowerCase())).endCell(),
});
