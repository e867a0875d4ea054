// The configuration of the chain: the parameters of mainnet, with the devnet's own validators. The config contract stores it as its data, so
// the following blocks use a change that the contract makes.
import { Address, Cell, Dictionary, beginCell, toNano } from "@ton/core";
import { defaultConfig } from "@ton/sandbox/dist/config/defaultConfig.js";

import { loadCodeAndData } from "./record.mjs";
import { makeValidatorSet } from "./validators.mjs";

/**
 * The times of a round in seconds: how long its validators are in office, how long before that the election opens and closes, and how long
 * stakes are held afterwards.
 */
export const ROUND = { validates: 600, opensBefore: 300, closesBefore: 60, held: 300 };
const TIMING = 15,
  COUNTS = 16,
  STAKES = 17,
  SUSPENDED = 44;
/** A round needs only one validator, with the smallest stake: mainnet requires 75 validators and 75 million TON. */
const MIN_VALIDATORS = 1;
const MIN_TOTAL_STAKE = toNano(300_000);
export const VALIDATORS = { previous: 32, current: 34, next: 36 };
const read = (/** @type {Cell} */ root) =>
  Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), root);

/** @param {Map<number, Cell>} parameters */
function loadLimits(parameters) {
  const [counts, stakes] = [parameters.get(COUNTS), parameters.get(STAKES)];
  if (!counts || !stakes) throw new Error("the configuration of @ton/sandbox has no limits of validators");
  return { counts: counts.beginParse(), stakes: stakes.beginParse() };
}

/**
 * The parameters of the zero state.
 * @param {string} seed @param {number} utime of the zero state
 * @param {Address[]} [suspended] accounts that cannot be deployed, instead of those of mainnet @returns {Map<number, Cell>}
 */
export function makeFirstParameters(seed, utime, suspended = []) {
  const mainnetParameters = new Map(read(Cell.fromBase64(defaultConfig)));
  for (const id of Object.values(VALIDATORS)) mainnetParameters.delete(id);
  const { validates, opensBefore, closesBefore, held } = ROUND;
  const times = [validates, opensBefore, closesBefore, held];
  mainnetParameters.set(
    TIMING,
    times.reduce((builder, seconds) => builder.storeUint(seconds, 32), beginCell()).endCell(),
  );
  const { counts, stakes } = loadLimits(mainnetParameters);
  mainnetParameters.set(
    COUNTS,
    beginCell()
      .storeUint(counts.loadUint(16), 16)
      .storeUint(counts.loadUint(16), 16)
      .storeUint(MIN_VALIDATORS, 16)
      .endCell(),
  );
  const [minStake, maxStake] = [stakes.loadCoins(), stakes.loadCoins()];
  stakes.loadCoins();
  mainnetParameters.set(
    STAKES,
    beginCell().storeCoins(minStake).storeCoins(maxStake).storeCoins(MIN_TOTAL_STAKE).storeSlice(stakes).endCell(),
  );
  mainnetParameters.set(SUSPENDED, makeSuspendedList(suspended, loadSuspendedUntil(mainnetParameters.get(SUSPENDED))));
  mainnetParameters.set(VALIDATORS.current, makeValidatorSet({ seed, since: utime, until: utime + ROUND.validates }));
  return mainnetParameters;
}

/** Encodes workchain and hash in 288 bits. @param {Address} address */
function encodeAddress({ workChain, hash }) {
  const key = Buffer.alloc(36);
  key.writeInt32BE(workChain);
  hash.copy(key, 4);
  return key;
}

/** `suspended_address_list#00 addresses:(HashmapE 288 Unit) suspended_until:uint32` of block.tlb. @param {Address[]} addresses @param {number} suspendedUntil utime */
export function makeSuspendedList(addresses, suspendedUntil) {
  const list = Dictionary.empty(Dictionary.Keys.Buffer(36), Dictionary.Values.Uint(0));
  for (const address of addresses) list.set(encodeAddress(address), 0);
  return beginCell().storeUint(0, 8).storeDict(list).storeUint(suspendedUntil, 32).endCell();
}

/** @param {Cell | undefined} parameter */
function loadSuspendedUntil(parameter) {
  const slice = parameter?.beginParse().skip(8);
  slice?.loadMaybeRef();
  return slice ? slice.loadUint(32) : 0;
}

/** Whether the configuration suspends an account at a time. @param {Cell} root of the configuration @param {string} account raw @param {number} utime */
export function isSuspended(root, account, utime) {
  const parameter = loadParameter(root, SUSPENDED);
  if (!parameter || utime >= loadSuspendedUntil(parameter)) return false;
  const list = parameter.beginParse().skip(8).loadDict(Dictionary.Keys.Buffer(36), Dictionary.Values.Uint(0));
  return list.has(encodeAddress(Address.parseRaw(account.toLowerCase())));
}

/** The configuration of a chain without a config contract. */
const DEFAULT = Cell.fromBase64(defaultConfig);

/** The root of the configuration in the state of the config contract. @param {Buffer | null} account its Account cell @returns {Cell} */
export function loadConfiguration(account) {
  const { data } = loadCodeAndData(account);
  return data?.refs[0] ?? DEFAULT;
}

/**
 * Whether the state of the config contract has another configuration than `root`.
 * @param {Cell} root @param {Buffer | undefined} shardAccount undefined if the round did not change it
 */
export function isConfigurationChanged(root, shardAccount) {
  if (!shardAccount) return false;
  return !loadConfiguration(Cell.fromBoc(shardAccount)[0].refs[0].toBoc()).equals(root);
}

/** @type {WeakMap<Cell, Dictionary<number, Cell>>} */
const parsedDictionaries = new WeakMap();

/** @param {Cell} root of the configuration @param {number} id @returns {Cell | undefined} */
export function loadParameter(root, id) {
  let parsedParameters = parsedDictionaries.get(root);
  if (!parsedParameters) parsedDictionaries.set(root, (parsedParameters = read(root)));
  return parsedParameters.get(id);
}
