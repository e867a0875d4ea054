// The codes of the fixture contracts, and library cells: an account with a library cell refers to its code by a hash.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { Address, Cell, Dictionary, beginCell, contractAddress } from "@ton/core";

/** @type {Record<string, { code: string, hash: string }>} */
const CONTRACTS = JSON.parse(
  readFileSync(new URL("../../../fixtures/contracts/contracts.json", import.meta.url), "utf8"),
);

/** @param {string} name */
export function readCode(name) {
  const contract = CONTRACTS[name];
  if (!contract) throw new Error(`contracts.json has no ${name}`);
  return Cell.fromBase64(contract.code);
}

/** The exotic cell that stands for `code`; an account with it runs the code that the masterchain has under this hash. */
export const buildLibraryCell = (/** @type {Cell} */ code) =>
  beginCell().storeUint(2, 8).storeBuffer(code.hash()).endCell({ exotic: true });

/** The libraries of the masterchain as one cell, in the form of `Blockchain.libs` of @ton/sandbox. @param {Cell[]} codes */
export function listLibraries(...codes) {
  const libraries = Dictionary.empty(Dictionary.Keys.BigUint(256), Dictionary.Values.Cell());
  for (const code of codes) libraries.set(BigInt(`0x${code.hash().toString("hex")}`), code);
  return beginCell().storeDictDirect(libraries).endCell();
}

/** @param {Cell} code @param {Cell} data @param {number} [workchain] */
export function makeState(code, data, workchain = 0) {
  const init = { code, data };
  return { init, address: contractAddress(workchain, init) };
}

const SHARD_DEPTH = 8;

/** An account whose address begins with the bits of `near`, so that both are in one shard. @param {Cell} code @param {Cell} data @param {import("@ton/core").Address} near */
export function buildStateInShard(code, data, near) {
  const init = { splitDepth: SHARD_DEPTH, code, data };
  const { hash } = contractAddress(near.workChain, init);
  const address = new Address(near.workChain, Buffer.concat([near.hash.subarray(0, 1), hash.subarray(1)]));
  return { init, address };
}

/** A text comment: op 0 and the text. @param {string} text */
export const buildComment = (text) => beginCell().storeUint(0, 32).storeStringTail(text).endCell();

/** Metadata of TEP-64 that is stored elsewhere. @param {string} uri */
export const buildOffchainContent = (uri) => beginCell().storeUint(1, 8).storeStringTail(uri).endCell();

/** Metadata of TEP-64 on the chain. @param {Record<string, string>} fields */
export function buildOnchainContent(fields) {
  const dictionary = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  for (const [name, text] of Object.entries(fields))
    dictionary.set(
      createHash("sha256").update(name).digest(),
      beginCell().storeUint(0, 8).storeStringTail(text).endCell(),
    );
  return beginCell().storeUint(0, 8).storeDict(dictionary).endCell();
}
