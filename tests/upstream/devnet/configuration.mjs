// The configuration of the chain: the parameters of mainnet, with validators of our own. It is the data of the config contract, so
// what the contract changes is the configuration of the blocks that follow.
import { Cell, Dictionary, beginCell } from "@ton/core";
import { defaultConfig } from "@ton/sandbox";

import { codeAndData } from "./record.mjs";
import { validatorSet } from "./validators.mjs";

/** Seconds of a round: how long it validates, when its election opens and closes before that, how long stakes are held after it. */
const ROUND = { validates: 600, opensBefore: 300, closesBefore: 60, held: 300 };
const TIMING = 15;
const VALIDATORS = { previous: 32, current: 34, next: 36 };
const read = (/** @type {Cell} */ root) =>
  Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), root);

/**
 * The parameters of the zero state.
 * @param {string} seed @param {number} utime of the zero state @returns {Map<number, Cell>}
 */
export function firstParameters(seed, utime) {
  const all = new Map(read(Cell.fromBase64(defaultConfig)));
  for (const id of Object.values(VALIDATORS)) all.delete(id);
  const { validates, opensBefore, closesBefore, held } = ROUND;
  const times = [validates, opensBefore, closesBefore, held];
  all.set(TIMING, times.reduce((builder, seconds) => builder.storeUint(seconds, 32), beginCell()).endCell());
  all.set(VALIDATORS.current, validatorSet({ seed, since: utime, until: utime + ROUND.validates }));
  return all;
}

/** What a chain without a config contract runs on. */
const DEFAULT = Cell.fromBase64(defaultConfig);

/** The root of the configuration in the state of the config contract. @param {Buffer | null} account its Account cell @returns {Cell} */
export function configurationIn(account) {
  const { data } = codeAndData(account);
  return data?.refs[0] ?? DEFAULT;
}

/** @type {WeakMap<Cell, Dictionary<number, Cell>>} */
const parsed = new WeakMap();

/** @param {Cell} root of the configuration @param {number} id @returns {Cell | undefined} */
export function configParameter(root, id) {
  let all = parsed.get(root);
  if (!all) parsed.set(root, (all = read(root)));
  return all.get(id);
}
