// Kinds of contracts, recognized by their get-methods, as the service does it: so the index also has the tokens that a developer deploys.
// After each round, the index reads the changed contracts again.
import { Address, Cell } from "@ton/core";

import { loadCodeAndData } from "../record.mjs";
import { Answer } from "./contract.mjs";
import { KINDS as dns } from "./dns.mjs";
import { KINDS as jettons } from "./jettons.mjs";
import { KINDS as multisig } from "./multisig.mjs";
import { KINDS as nfts } from "./nfts.mjs";
import { KINDS as staking } from "./staking.mjs";
import { KINDS as vesting } from "./vesting.mjs";

/**
 * @typedef {{ account: string, balance: bigint, code: Cell, data: Cell, codeHash: string,
 *   ask(method: string | number, stack?: import("@ton/core").TupleItem[]): Promise<Answer>,
 *   askOther(account: string, method: string, stack?: import("@ton/core").TupleItem[]): Promise<Answer> }} Contract
 *   `ask` runs a get-method of the contract, `askOther` one of another account; both throw if it fails
 * @typedef {{ owner?: string | null, parent?: string | null, amount?: bigint, details: object }} Read
 *   the index's data of a contract; `details` in the shape of v3
 * @typedef {(read: any, name: string, values: Record<string, any>, source: string | null) =>
 *   { kind: string, parent: string | null, source: string | null, destination: string | null, details: object } | undefined} FindEvent
 * @typedef {{ probe: string, stack?: import("@ton/core").TupleItem[], results: number, read(contract: Contract): Promise<Read | undefined>,
 *   findEvent?: FindEvent, followed?: boolean }} Kind
 *   `probe`: a get-method that only this kind has, with its arguments and the number of its results; `read`: undefined if the contract is not of this kind after all;
 *   `findEvent`: the event that a received body causes, by its name, its values and its sender; `followed`: the contract is read after each of
 *   its transactions, because its events are the differences
 * @typedef {{ before: Record<string, Read> | undefined, after: Record<string, Read> }} Followed by kind, before and after a transaction;
 *   undefined: as the index had it before the round
 */

/** @type {Record<string, Kind>} */
export const KINDS = { ...jettons, ...nfts, ...dns, ...staking, ...multisig, ...vesting };

/** Most codes that are remembered. Above this number the oldest are dropped, because a developer may deploy new code with every build. */
const MOST_CODES = 10_000;
/** Most probes of an account whose get-methods all fail. */
const MOST_ATTEMPTS = 3;

/** @param {Contract} contract */
async function probe(contract) {
  const kindNames = [];
  /** Several kinds may have the same get-method, with other results. @type {Map<string, number | undefined>} */
  const lengthByMethod = new Map();
  for (const [name, { probe: method, stack, results }] of Object.entries(KINDS)) {
    if (!lengthByMethod.has(method))
      lengthByMethod.set(method, (await contract.ask(method, stack).catch(() => undefined))?.length);
    if (lengthByMethod.get(method) === results) kindNames.push(name);
  }
  return kindNames;
}

/**
 * The results of probing. The get-methods that work are stored for all accounts with the code. A failure is not, because it may be due to
 * broken data: only an account that failed several times is not probed again.
 */
export class Probes {
  /** @type {Map<string, string[]>} by the hash of the code */
  #kinds = new Map();
  /** @type {Map<string, number>} failed attempts by account and code */
  #silent = new Map();

  /** @param {Contract} contract */
  async kindsOf(contract) {
    const { account, codeHash } = contract;
    const knownKinds = this.#kinds.get(codeHash);
    if (knownKinds) return knownKinds;
    const key = `${account} ${codeHash}`;
    const attemptCount = this.#silent.get(key) ?? 0;
    if (attemptCount >= MOST_ATTEMPTS) return [];
    const kindNames = await probe(contract);
    if (kindNames.length) putBounded(this.#kinds, codeHash, kindNames);
    else putBounded(this.#silent, key, attemptCount + 1);
    return kindNames;
  }
}

/** @template T @param {Map<string, T>} map @param {string} key @param {T} value */
function putBounded(map, key, value) {
  if (map.size >= MOST_CODES && !map.has(key)) map.delete(map.keys().next().value);
  map.set(key, value);
}

/**
 * @param {{ get: import("../chain.mjs").Chain["get"], findShardAccount: (account: string) => Buffer | undefined, now: number, seed: Buffer }} chain
 *   its state after the round
 */
function createCaller({ get, findShardAccount, now, seed }) {
  /** @param {{ account: string, code: Cell, data: Cell, balance: bigint }} state */
  const runMethod = async ({ account, code, data, balance }, method, stack) => {
    const address = Address.parseRaw(account.toLowerCase());
    const answer = await get({ code, data, address, method, stack, now, balance, seed });
    if (answer.exit_code !== 0 && answer.exit_code !== 1) throw new Error(`exit code ${answer.exit_code}`);
    return new Answer(answer.stack);
  };
  const makeState = (account) => {
    const shardAccount = findShardAccount(account);
    const { code, data } = loadCodeAndData(shardAccount ? Cell.fromBoc(shardAccount)[0].refs[0].toBoc() : null);
    if (!code || !data) throw new Error(`${account} has no code`);
    return { account, code, data, balance: 0n };
  };
  return { run: runMethod, makeState };
}

/** @param {Contract} contract @param {string[]} names of kinds */
async function readAs(contract, names) {
  /** @type {Record<string, Read>} */
  const kinds = {};
  for (const name of names) {
    const readResult = await KINDS[name].read(contract).catch(() => undefined);
    if (readResult) kinds[name] = readResult;
  }
  return kinds;
}

/**
 * Adds to each entry the kinds of a contract before and after it.
 * @param {import("../round.mjs").Entry[]} entries of one contract @param {string[]} names of kinds
 * @param {(state: any) => Contract | undefined} openContract @param {Record<string, Read>} now after the last entry
 */
async function follow(entries, names, openContract, now) {
  let stateBefore;
  for (const entry of entries) {
    const contract = entry === entries.at(-1) ? undefined : openContract(entry.rows.state);
    const stateAfter = entry === entries.at(-1) ? now : contract ? await readAs(contract, names) : {};
    entry.followed = { before: stateBefore, after: stateAfter };
    stateBefore = stateAfter;
  }
}

/**
 * Reads the present kinds of the contracts that a round changed.
 * @param {import("../round.mjs").Entry[]} entries @param {Parameters<typeof createCaller>[0] & {
 *   findWallet: (codeHash: string | null) => string | null, probes: Probes }} chain
 * @returns {Promise<Map<string, Record<string, Read>>>} by account and kind; an account that is of no kind has an empty object
 */
export async function describe(entries, chain) {
  const { run, makeState } = createCaller(chain);
  const states = new Map(entries.map(({ item, rows }) => [item.destination, rows.state]));
  const kindsByAccount = new Map();
  for (const [account, state] of states) {
    kindsByAccount.set(account, {});
    /** @returns {Contract | undefined} */
    const openContract = ({ code_hash: codeHash, boc, balance }) => {
      if (!codeHash || !boc || chain.findWallet(codeHash) !== null) return undefined;
      const { code, data } = loadCodeAndData(boc);
      if (!code || !data) return undefined;
      const ownState = { account, code, data, balance: BigInt(balance) };
      return {
        ...ownState,
        codeHash,
        ask: (method, stack = []) => run(ownState, method, stack),
        askOther: async (other, method, stack = []) => run(makeState(other), method, stack),
      };
    };
    const contract = openContract(state);
    if (!contract) continue;
    const names = await chain.probes.kindsOf(contract);
    const kinds = await readAs(contract, names);
    kindsByAccount.set(account, kinds);
    const followedNames = names.filter((name) => KINDS[name].followed);
    if (followedNames.length) {
      const ownEntries = entries.filter(({ item }) => item.destination === account);
      await follow(ownEntries, followedNames, openContract, kinds);
    }
  }
  return kindsByAccount;
}
