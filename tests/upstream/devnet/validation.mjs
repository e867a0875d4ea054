// The index's data of elections and validators, read as the service's worker reads it: elections and complaints by get-methods of the
// elector after the rounds that changed it, cycles from the configuration at key blocks, events from messages.
import { Address, Cell, Dictionary } from "@ton/core";

import { writeRawAddress } from "./account-name.mjs";
import { VALIDATORS, loadParameter, loadConfiguration } from "./configuration.mjs";
import { CONFIG_ADDRESS, OP } from "./contracts/governance.mjs";
import { loadCodeAndData } from "./record.mjs";
import { readValidatorSet } from "./validators.mjs";

/** @typedef {import("@ton/core").TupleItem} Item */
/** @typedef {{ table: string, row: Record<string, any>, verb?: string }[]} Validation rows to write */

const ELECTOR_PARAMETER = 1;
const CONFIG = writeRawAddress(CONFIG_ADDRESS);
const ANSWERS = { accepted: 0xf374484c, refused: 0xee6f454c, recovered: 0xf96f7324 };
/** The part of a stake that the elector deducts for its reply. */
const FEE = 1_000_000_000n;
const REPLACE = "INSERT OR REPLACE";

const writeDigits = (/** @type {bigint} */ value) => value.toString(16).toUpperCase().padStart(64, "0");
const toBase64 = (/** @type {string} */ hex) => Buffer.from(hex, "hex").toString("base64");
const writeHolderAddress = (/** @type {bigint} */ hash) => `-1:${writeDigits(hash)}`;
const writeOpcode = (/** @type {number} */ op) => `0x${op.toString(16).padStart(8, "0")}`;

const readInteger = (/** @type {Item | undefined} */ item) => {
  if (item?.type !== "int") throw new Error(`the elector returned ${item?.type} in place of an integer`);
  return item.value;
};
const readTuple = (/** @type {Item | undefined} */ item) => {
  if (item?.type !== "tuple") throw new Error(`the elector returned ${item?.type} in place of a tuple`);
  return item.items;
};
/** A lisp list. @param {Item | undefined} item @returns {Item[]} */
function list(item) {
  const items = [];
  for (let remainingList = item; remainingList?.type === "tuple"; remainingList = remainingList.items[1])
    items.push(remainingList.items[0]);
  return items;
}

/** The elector's account, by the configuration. @param {Cell} configuration */
const findElector = (configuration) => {
  const parameter = loadParameter(configuration, ELECTOR_PARAMETER);
  return parameter && writeRawAddress(new Address(-1, parameter.beginParse().loadBuffer(32)));
};

/** Parameters 15, 16 and 17 in the shape of v3. @param {Cell} configuration */
function loadLimits(configuration) {
  const loadSlice = (id) => loadParameter(configuration, id)?.beginParse();
  const [times, counts, stakes] = [loadSlice(15), loadSlice(16), loadSlice(17)];
  const loadNumber = (slice, bits) => slice?.loadUint(bits) ?? 0;
  const loadCoins = () => String(stakes?.loadCoins() ?? 0);
  return {
    validators_elected_for: loadNumber(times, 32),
    elections_start_before: loadNumber(times, 32),
    elections_end_before: loadNumber(times, 32),
    stake_held_for: loadNumber(times, 32),
    max_validators: loadNumber(counts, 16),
    max_main_validators: loadNumber(counts, 16),
    min_validators: loadNumber(counts, 16),
    min_stake_limit: loadCoins(),
    max_stake_limit: loadCoins(),
    min_total_stake: loadCoins(),
    max_stake_factor: loadNumber(stakes, 32),
  };
}

/** Stakes in nanotons by key, from a dictionary of frozen stakes. @param {Item | undefined} item */
function loadFrozenStakes(item) {
  const stakes = new Map();
  if (item?.type !== "cell") return stakes;
  const frozenDictionary = Dictionary.loadDirect(
    Dictionary.Keys.Buffer(32),
    {
      serialize() {},
      parse: (slice) => {
        const stake = slice.skip(256 + 64).loadCoins();
        slice.skip(slice.remainingBits);
        return stake;
      },
    },
    item.cell,
  );
  for (const [key, stake] of frozenDictionary) stakes.set(key.toString("hex").toUpperCase(), stake);
  return stakes;
}

/** Past elections by the hash of the set that they elected. @param {Item[]} elections */
function indexByHash(elections) {
  return new Map(
    elections.map(readTuple).map((past) => [
      writeDigits(readInteger(past[3])),
      {
        electionId: Number(readInteger(past[0])),
        stakes: loadFrozenStakes(past[4]),
        totalStake: readInteger(past[5]),
      },
    ]),
  );
}

/** The sets of the configuration, the current one first. @param {Cell} configuration @param {ReturnType<typeof indexByHash>} elections */
function listCycles(configuration, elections) {
  const limits = loadLimits(configuration);
  const seenHashes = new Set();
  return [VALIDATORS.current, VALIDATORS.next, VALIDATORS.previous].flatMap((id) => {
    const cell = loadParameter(configuration, id);
    const set = cell && readValidatorSet(cell);
    if (!set || seenHashes.has(set.since)) return [];
    seenHashes.add(set.since);
    const hash = cell.hash().toString("hex").toUpperCase();
    return [{ id, hash, set, limits, election: elections.get(hash) }];
  });
}

/** @typedef {ReturnType<typeof listCycles>[number]} Cycle */

/** @param {Cycle} cycle @returns {Validation} */
function makeCycleRows({ set, limits, election }) {
  const cycle_start = set.since;
  return [
    {
      table: "validator_cycles",
      // By a later reading the stakes may be paid back; the election is still stored.
      verb: "CYCLE",
      row: {
        cycle_start,
        cycle_end: set.until,
        election_id: election?.electionId ?? null,
        total: set.total,
        main: set.main,
        total_weight: String(set.totalWeight),
        total_stake: election?.totalStake ?? null,
        limits: JSON.stringify(limits),
      },
    },
    ...set.list.map(({ publicKey, adnl, weight }, validator_index) => {
      const pubkey = publicKey.toString("hex").toUpperCase();
      return {
        table: "validator_members",
        verb: "CYCLE",
        row: {
          cycle_start,
          validator_index,
          pubkey,
          adnl: adnl.toString("hex").toUpperCase(),
          weight: String(weight),
          stake: election?.stakes.get(pubkey) ?? null,
        },
      };
    }),
  ];
}

/** @param {Item[]} stack of `participant_list_extended` @returns {Validation} */
function makeElectionRows([id, closes, least, total, participants, failed, finished]) {
  const election_id = Number(readInteger(id));
  if (!election_id) return [];
  return [
    {
      table: "validator_elections",
      verb: REPLACE,
      row: {
        election_id,
        elect_close: Number(readInteger(closes)),
        min_stake: readInteger(least),
        total_stake: readInteger(total),
        failed: Number(readInteger(failed) !== 0n),
        finished: Number(readInteger(finished) !== 0n),
      },
    },
    ...list(participants).map((item) => {
      const [key, of] = readTuple(item);
      const [stake, factor, wallet, adnl] = readTuple(of).map(readInteger);
      return {
        table: "validator_participants",
        verb: REPLACE,
        row: {
          election_id,
          pubkey: writeDigits(readInteger(key)),
          stake,
          max_factor: Number(factor),
          stake_holder: writeHolderAddress(wallet),
          adnl: writeDigits(adnl),
        },
      };
    }),
  ];
}

const ZERO = "0".repeat(64);

/** Complaints of a cycle, in the shape of v3. @param {Cycle} cycle @param {Cycle[]} cycles all of them @param {Item[]} complaints @returns {Validation} */
function makeComplaintRows(cycle, cycles, complaints) {
  return complaints.map((item) => {
    const [hash, status] = readTuple(item);
    const [complaint, voters, set, remainingWeight] = readTuple(status);
    const [key, description, created, severity, rewardTo, paidPrice, suggestedFine, part] = readTuple(complaint);
    const pubkey = writeDigits(readInteger(key));
    const voterIndices = list(voters).map((voter) => Number(readInteger(voter)));
    const setHash = writeDigits(readInteger(set));
    const cycleOfVote = cycles.find((otherCycle) => setHash !== ZERO && otherCycle.hash === setHash);
    const voting =
      cycleOfVote ?? (voterIndices.length ? undefined : (cycles.find(({ id }) => id === VALIDATORS.current) ?? cycle));
    const { totalWeight } = (voting ?? cycle).set;
    const requiredWeight = (totalWeight * 2n) / 3n;
    const missingWeight = voterIndices.length ? readInteger(remainingWeight) : requiredWeight;
    const member = cycle.set.list.find(({ publicKey }) => publicKey.toString("hex").toUpperCase() === pubkey);
    if (description?.type !== "cell") throw new Error("a complaint of the elector lacks its description");
    const details = {
      description_boc: description.cell.toBoc().toString("base64"),
      severity: Number(readInteger(severity)),
      reward_address: writeHolderAddress(readInteger(rewardTo)),
      paid: String(readInteger(paidPrice)),
      suggested_fine: String(readInteger(suggestedFine)),
      suggested_fine_part: Number(readInteger(part)),
      voted_validators: voterIndices.map((validator_index) => {
        const voter = voting?.set.list[validator_index];
        return {
          validator_index,
          ...(voter && {
            validator_pubkey: voter.publicKey.toString("hex").toUpperCase(),
            adnl_addr: voter.adnl.toString("hex").toUpperCase(),
            weight: String(voter.weight),
          }),
        };
      }),
      vset_id: toBase64(setHash),
      weight_remaining: String(missingWeight),
      approved_percent: totalWeight
        ? Math.round((Number(requiredWeight - missingWeight) / Number(totalWeight)) * 100_000) / 1000
        : 0,
      is_passed: readInteger(remainingWeight) < 0n,
    };
    return {
      table: "validator_complaints",
      verb: REPLACE,
      row: {
        election_id: /** @type {any} */ (cycle.election).electionId,
        hash: toBase64(writeDigits(readInteger(hash))),
        pubkey,
        adnl: member?.adnl.toString("hex").toUpperCase() ?? null,
        created_at: Number(readInteger(created)),
        details: JSON.stringify(details),
      },
    };
  });
}

const readQuery = (/** @type {Cell} */ body) => {
  const slice = body.beginParse();
  return slice.remainingBits < 96 ? undefined : { op: slice.loadUint(32), query: slice.loadUintBig(64), slice };
};

/** The elector's reply to a stake. @param {import("./round.mjs").Entry} entry @param {bigint} query */
function findStakeAnswer(entry, query) {
  for (const { body, value } of entry.rows.out) {
    const reply = readQuery(Cell.fromBoc(body)[0]);
    if (!reply || reply.query !== query) continue;
    if (reply.op === ANSWERS.accepted) return { type: "stake_accepted" };
    if (reply.op !== ANSWERS.refused) continue;
    const reason = reply.slice.remainingBits < 32 ? undefined : reply.slice.loadUint(32);
    return { type: "stake_rejected", amount: value, reason };
  }
  return query ? undefined : { type: "stake_accepted" };
}

/** @param {import("./round.mjs").Entry} entry @param {string} elector @returns {Validation} */
function makeEventRows(entry, elector) {
  const { transaction: tx, incoming } = entry.rows;
  if (incoming?.type !== "internal" || incoming.bounced || tx.aborted || tx.exit_code === null) return [];
  const value = BigInt(incoming.value ?? 0);
  const makeEvent = (/** @type {Record<string, any>} */ row, /** @type {Record<string, any>} */ details) => [
    {
      table: "validator_events",
      row: { tx_hash: tx.hash, lt: tx.lt, now: tx.now, ...row, details: JSON.stringify(details) },
    },
  ];
  const request = readQuery(Cell.fromBoc(incoming.body)[0]);
  if (!request) return [];
  if (incoming.source === elector && request.op === ANSWERS.recovered)
    return makeEvent(
      { type: "stake_recovered", stake_holder: tx.account },
      { query_id: String(request.query), amount: String(value) },
    );
  const { slice } = request;
  if (tx.account !== elector || request.op !== OP.newStake || slice.remainingBits < 256 + 32 + 32 + 256) return [];
  const [pubkey, electionId] = [slice.loadBuffer(32).toString("hex").toUpperCase(), slice.loadUint(32)];
  const adnl = slice.skip(32).loadBuffer(32).toString("hex").toUpperCase();
  const answer = findStakeAnswer(entry, request.query);
  if (!answer) return [];
  const staked = value > FEE ? value - FEE : 0n;
  return makeEvent(
    { type: answer.type, stake_holder: incoming.source, pubkey, adnl },
    {
      election_id: electionId,
      query_id: String(request.query),
      amount: String(answer.amount ?? staked),
      ...(answer.reason !== undefined && { reason: answer.reason }),
    },
  );
}

/**
 * Reads the changes of a round.
 * @param {import("./round.mjs").Round} round
 * @param {{ db: import("./database.mjs").Store, configuration: Cell, get: import("./chain.mjs").Chain["get"],
 *   findShardAccount: (account: string) => Buffer | undefined }} chain `configuration`: before the round; its accounts are those after it
 * @returns {Promise<Validation>}
 */
export async function readValidation(round, { db, configuration, get, findShardAccount }) {
  const block = round.blocks.at(-1);
  const elector = findElector(configuration);
  if (!elector) return [];
  const events = round.entries.flatMap((entry) => makeEventRows(entry, elector));
  const ownEntries = round.entries.filter(({ item }) => item.destination === elector);
  const state = ownEntries.at(-1)?.rows.state;
  const dataHashBefore = db.get("SELECT data_hash FROM accounts WHERE account = ?", [elector]);
  const isChanged = state !== undefined && state.data_hash !== dataHashBefore?.data_hash;
  if (!isChanged && !block.key_block) return events;

  const makeAccountBoc = (account) => {
    const shardAccount = findShardAccount(account);
    return shardAccount ? Cell.fromBoc(shardAccount)[0].refs[0].toBoc() : null;
  };
  const { code, data } = loadCodeAndData(makeAccountBoc(elector));
  if (!code || !data) return events;
  const call = async (method, stack = []) => {
    const answer = await get({
      code,
      data,
      address: Address.parseRaw(elector.toLowerCase()),
      method,
      stack,
      now: block.gen_utime,
      balance: 0n,
      seed: Buffer.from(block.rand_seed, "base64"),
    });
    // An elector that a user deployed may lack the method: then the index has no elections of it.
    return answer.exit_code === 0 || answer.exit_code === 1 ? answer.stack : [];
  };
  const elections = isChanged ? await call("participant_list_extended") : [];
  const rows = elections.length === 7 ? makeElectionRows(/** @type {any} */ (elections)) : [];
  const hasComplaint = ownEntries.some(({ rows: { incoming } }) =>
    [OP.complain, OP.vote].map(writeOpcode).includes(incoming?.opcode ?? ""),
  );
  if (!block.key_block && !hasComplaint) return [...events, ...rows];

  const key = await readCycles(loadConfiguration(makeAccountBoc(CONFIG)), block, call).catch(() => []);
  return [...events, ...rows, ...key];
}

/**
 * Reads the cycles, at key blocks only, and the complaints. It throws if the holder of the config contract's key has set malformed
 * parameters: then the index does not list them, and the chain continues.
 * @param {Cell} root of the configuration @param {any} block row of `blocks`
 * @param {(method: string, stack?: Item[]) => Promise<Item[]>} call of the elector @returns {Promise<Validation>}
 */
async function readCycles(root, block, call) {
  const cycles = listCycles(root, indexByHash(list((await call("past_elections"))[0])));
  const rows = block.key_block ? cycles.flatMap(makeCycleRows) : [];
  for (const cycle of cycles) {
    if (!cycle.election || cycle.id === VALIDATORS.next) continue;
    const id = { type: /** @type {const} */ ("int"), value: BigInt(cycle.election.electionId) };
    rows.push(...makeComplaintRows(cycle, cycles, list((await call("list_complaints", [id]))[0])));
  }
  return rows;
}

/** The cycle of the zero state, which is a key block. @param {Cell} configuration @returns {Validation} */
export const makeFirstValidation = (configuration) => listCycles(configuration, new Map()).flatMap(makeCycleRows);

const MERGE_STATEMENTS = {
  validator_cycles: `INSERT INTO validator_cycles VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (cycle_start) DO UPDATE SET
    cycle_end = excluded.cycle_end, election_id = coalesce(election_id, excluded.election_id), total = excluded.total, main = excluded.main,
    total_weight = excluded.total_weight, limits = excluded.limits,
    total_stake = max(coalesce(total_stake, excluded.total_stake), coalesce(excluded.total_stake, total_stake))`,
  validator_members: `INSERT INTO validator_members VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (cycle_start, validator_index) DO UPDATE SET
    pubkey = excluded.pubkey, adnl = excluded.adnl, weight = excluded.weight,
    stake = max(coalesce(stake, excluded.stake), coalesce(excluded.stake, stake))`,
};

/** @param {import("./database.mjs").Store} db @param {Validation} rows */
export function putValidation(db, rows) {
  for (const { table, row, verb } of rows) {
    if (verb === "CYCLE") db.run(MERGE_STATEMENTS[table], Object.values(row));
    else db.put(table, row, verb);
  }
}
