// Validators of the local chain: signatures that are valid by the configuration, and key blocks; elections, cycles, complaints and events,
// on which v3, get-methods and the configuration agree.
import assert from "node:assert/strict";
import { createHash, createPublicKey, verify } from "node:crypto";
import { after, before, test } from "node:test";

import { Address, Cell, Dictionary, beginCell, external, internal, storeMessage, toNano } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";
import { TonClient, parseFullConfig, parseFullerConfig } from "@ton/ton";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { UNLIMITED } from "../helpers/unlimited.mjs";
import { TICK_TOCK_EVERY } from "../upstream/devnet/chain.mjs";
import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import { isSuspended, makeSuspendedList } from "../upstream/devnet/configuration.mjs";
import * as governance from "../upstream/devnet/contracts/governance.mjs";
import { openElection } from "../upstream/devnet/election.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { makeValidatorTraffic } from "../upstream/devnet/traffic/validators.mjs";
import { query } from "../upstream/upstream-call.mjs";
import { get } from "./devnet-request.mjs";

/** @type {any} */
let devnet;
const ELECTOR = writeRawAddress(governance.ELECTOR_ADDRESS);
const CONFIG = writeRawAddress(governance.CONFIG_ADDRESS);
const SHARD = "-9223372036854775808";
const ZERO = "A".repeat(43);

const list = async (path, params = {}) => {
  const body = await get(devnet, path, { limit: 100, ...params });
  return Object.values(body).find(Array.isArray);
};
const listDefinedParams = (params) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
async function v2(path, params = {}) {
  const response = await fetch(`${devnet.url}/api/v2${path}?${query(listDefinedParams(params))}`);
  const { ok, result, error } = await response.json();
  assert.ok(ok, `${path} ${response.status} ${error}`);
  return result;
}
async function expectRefusal(path, params) {
  const response = await fetch(`${devnet.url}/api/v2${path}?${query(params)}`);
  return { status: response.status, error: (await response.json()).error };
}
const sumField = (rows, field) => rows.reduce((total, row) => total + BigInt(row[field]), 0n);
const toBase64 = (hex) => Buffer.from(hex, "hex").toString("base64");

/** A parameter of the configuration, or undefined. */
async function fetchParameter(id, seqno) {
  const configCell = Cell.fromBase64((await v2("/getConfigAll", { seqno })).config.bytes);
  return Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), configCell).get(id);
}

/** A validator set in the form of block.tlb, read without the devnet's code. */
function parseValidatorSet(cell) {
  const slice = cell.beginParse().skip(8);
  const [fromTime, toTime, total, main] = [32, 32, 16, 16].map((bits) => slice.loadUint(bits));
  const weight = slice.loadUintBig(64);
  const validators = slice
    .loadDict(Dictionary.Keys.Uint(16), {
      serialize() {},
      parse: (s) => ({
        tags: [s.loadUint(8), s.loadUint(32)],
        key: s.loadBuffer(32),
        weight: s.loadUintBig(64),
        adnl: s.loadBuffer(32),
      }),
    })
    .values();
  assert.equal(validators.length, total);
  return {
    since: fromTime,
    until: toTime,
    total,
    main,
    weight,
    validators,
    hash: cell.hash().toString("hex").toUpperCase(),
  };
}

/** The result of a get-method of the elector, through v2. */
const getElector = (method, ...args) => fetchElectorAt(undefined, method, ...args);

/** The result of a get-method of the elector at a past block. */
async function fetchElectorAt(seqno, method, ...args) {
  const response = await fetch(`${devnet.url}/api/v2/runGetMethod`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address: ELECTOR, method, seqno, stack: args.map((arg) => ["num", String(arg)]) }),
  });
  const { result } = await response.json();
  assert.equal(result.exit_code, 0, method);
  return result.stack.map(read);
}
/** A stack with numbers as bigints, and tuples and lists as arrays. */
function read(entry) {
  if (Array.isArray(entry)) {
    const [type, value] = entry;
    if (type !== "num") return value.elements?.map(read) ?? value;
    return value.startsWith("-") ? -BigInt(value.slice(1)) : BigInt(value);
  }
  const { number, tuple, list: items } = entry;
  return number ? BigInt(number.number) : ((tuple ?? items)?.elements.map(read) ?? entry);
}
const toHex = (number) => number.toString(16).toUpperCase().padStart(64, "0");

before(async () => {
  devnet = await startDevnet({ world: "small", clock: "manual" });
  await devnet.ready;
});
after(() => devnet?.close());

const PREFIX = Buffer.from("302a300506032b6570032100", "hex");
const makePublicKey = (key) => createPublicKey({ key: Buffer.concat([PREFIX, key]), format: "der", type: "spki" });
const makeSignedText = ({ root_hash, file_hash }) =>
  Buffer.concat([Buffer.from("706e0bc5", "hex"), Buffer.from(root_hash, "base64"), Buffer.from(file_hash, "base64")]);

/** The weight of the valid signatures of a block, and the total weight of the validator set before it. */
async function fetchSignedWeight(seqno) {
  const { id, signatures, ...rest } = await v2("/getMasterchainBlockSignatures", { seqno });
  assert.deepEqual(rest, { "@type": "blocks.blockSignatures" });
  assert.deepEqual(id, await v2("/lookupBlock", { workchain: -1, shard: SHARD, seqno }));
  const validatorSet = parseValidatorSet(await fetchParameter(34, seqno - 1));
  const nodes = new Map(
    validatorSet.validators.map((validator) => [
      createHash("sha256").update(Buffer.from("c6b41348", "hex")).update(validator.key).digest("base64"),
      validator,
    ]),
  );
  let weight = 0n;
  for (const { "@type": tag, node_id_short, signature, ...more } of signatures) {
    assert.deepEqual([tag, more], ["blocks.signature", {}]);
    const node = nodes.get(node_id_short);
    assert.ok(node, "a signature of a key outside the validator set");
    assert.ok(nodes.delete(node_id_short), "two signatures of one validator");
    const bytes = Buffer.from(signature, "base64");
    assert.ok(verify(null, makeSignedText(id), makePublicKey(node.key), bytes));
    assert.ok(!verify(null, makeSignedText({ ...id, root_hash: id.file_hash }), makePublicKey(node.key), bytes));
    weight += node.weight;
  }
  return { weight, whole: validatorSet.weight, count: signatures.length, set: validatorSet };
}

/** Whether a row belongs to a validator that stakes by itself, not through a pool. */
const isOwn = (row) => devnet.cast.validators.some((wallet) => wallet.account === row.stake_holder_address);

test("the signatures of each block are valid for the validators in office before it", async () => {
  const keyBlocks = (await list("/blocks", { workchain: -1, limit: 1000 })).filter((b) => b.key_block);
  const head = (await v2("/getMasterchainInfo")).last.seqno;
  const numbers = [2, 3, head, ...keyBlocks.flatMap(({ seqno }) => [seqno, seqno + 1])];
  const sets = new Set();
  for (const seqno of numbers) {
    const { weight, whole: totalWeight, count, set: validatorSet } = await fetchSignedWeight(seqno);
    assert.equal(weight, totalWeight, `block ${seqno}`);
    assert.equal(count, validatorSet.total);
    sets.add(validatorSet.hash);
  }
  const { gen_utime: now } = await v2("/getBlockHeader", { workchain: -1, shard: SHARD, seqno: head });
  const startedCycles = (await list("/validators/cycles")).filter((cycle) => cycle.cycle_start < now);
  assert.equal(sets.size, startedCycles.length);
  assert.ok(sets.size > 3, "fewer than four validator sets: the first and elected ones");
  for (let seqno = 1; seqno <= head; seqno += 1)
    assert.ok((await v2("/getMasterchainBlockSignatures", { seqno })).signatures.length, `block ${seqno}`);
  const secondReading = await v2("/getMasterchainBlockSignatures", { seqno: head });
  assert.deepEqual(secondReading, await v2("/getMasterchainBlockSignatures", { seqno: head }));
  const futureReply = await expectRefusal("/getMasterchainBlockSignatures", { seqno: head + 100 });
  assert.equal(futureReply.status, 500);
  assert.match(futureReply.error, /ltdb: block not found/);
  assert.notEqual((await expectRefusal("/getMasterchainBlockSignatures", { seqno: 0 })).status, 200);
  const proof = await expectRefusal("/getShardBlockProof", { workchain: 0, shard: SHARD, seqno: 1 });
  assert.deepEqual(proof, {
    status: 500,
    error: "LITE_SERVER_NOTREADY: cannot construct block proof: the blocks of this chain have no cells",
  });
});

test("a masterchain block is a key block exactly when it changed the configuration", async () => {
  const blocks = await list("/blocks", { workchain: -1, limit: 1000, sort: "asc" });
  const states = await list("/transactions", { account: CONFIG, limit: 1000 });
  const changedHashes = new Set(
    states
      .filter((tx) => tx.account_state_before.data_hash !== tx.account_state_after.data_hash)
      .map((tx) => tx.mc_block_seqno),
  );
  assert.ok(states.length > changedHashes.size);
  const readConfiguration = async (seqno) => (await v2("/getConfigAll", { seqno })).config.bytes;
  let lastTime = 0;
  const previousKeys = new Map([[0, 0]]);
  for (const block of blocks) {
    assert.equal(block.key_block, changedHashes.has(block.seqno), `block ${block.seqno}`);
    assert.equal(block.prev_key_block_seqno, lastTime, `block ${block.seqno}`);
    if (block.key_block) lastTime = block.seqno;
    previousKeys.set(block.seqno, lastTime);
  }
  for (const seqno of changedHashes) {
    assert.notEqual(await readConfiguration(seqno), await readConfiguration(seqno - 1));
    assert.equal(await readConfiguration(seqno), await readConfiguration(seqno + 1));
  }
  assert.ok(lastTime > 0);
  for (const { seqno } of blocks.filter((b) => b.key_block)) {
    const header = await v2("/getBlockHeader", { workchain: -1, shard: SHARD, seqno });
    assert.deepEqual([header.is_key_block, header.prev_key_block_seqno], [true, previousKeys.get(seqno - 1)]);
  }
  for (const block of await list("/blocks", { workchain: 0, limit: 1000 })) {
    assert.equal(block.key_block, false);
    assert.equal(block.prev_key_block_seqno, previousKeys.get(block.master_ref_seqno));
  }
});

test("cycles agree with the configuration's validator sets and the elector's elections", async () => {
  const cycles = await list("/validators/cycles", { return_validators: true });
  const pastElections = new Map((await getElector("past_elections"))[0].map((item) => [toHex(item[3]), item]));
  const seenCycles = new Map();
  for (const { seqno } of (await list("/blocks", { workchain: -1, limit: 1000 })).filter((b) => b.key_block))
    for (const id of [32, 34, 36]) {
      const cell = await fetchParameter(id, seqno);
      if (cell) seenCycles.set(cell.hash().toString("hex"), parseValidatorSet(cell));
    }
  assert.equal(seenCycles.size, cycles.length);
  for (const validatorSet of seenCycles.values()) {
    const cycle = cycles.find((cycle) => cycle.cycle_start === validatorSet.since);
    assert.deepEqual(
      [cycle.cycle_end, cycle.total, cycle.main, cycle.total_weight],
      [validatorSet.until, validatorSet.total, validatorSet.main, String(validatorSet.weight)],
    );
    assert.deepEqual(
      cycle.validators.map((validator) => [
        validator.validator_index,
        validator.validator_pubkey,
        validator.adnl_addr,
        validator.weight,
      ]),
      validatorSet.validators.map((validator, i) => [
        i,
        validator.key.toString("hex").toUpperCase(),
        validator.adnl.toString("hex").toUpperCase(),
        String(validator.weight),
      ]),
    );
    assert.equal(validatorSet.weight, sumField(cycle.validators, "weight"));
    const election = pastElections.get(validatorSet.hash);
    if (election) assert.deepEqual([cycle.election_id, cycle.total_stake], [Number(election[0]), String(election[5])]);
    if (cycle.election_id === undefined) {
      assert.deepEqual(
        [cycle.total_stake, cycle.min_stake],
        [undefined, undefined],
        "the first set, which nobody elected, has stakes",
      );
      continue;
    }
    const [row] = await list("/validators/elections", { election_id: cycle.election_id, return_participants: true });
    for (const validator of cycle.validators) {
      const { stake, stake_holder_address: holder, max_factor } = validator;
      const participant = row.participants.find(
        (participant) => participant.validator_pubkey === validator.validator_pubkey,
      );
      assert.deepEqual(participant, {
        validator_pubkey: validator.validator_pubkey,
        validator_index: validator.validator_index,
        stake,
        max_factor,
        stake_holder_address: holder,
        adnl_addr: validator.adnl_addr,
      });
    }
    const stakes = cycle.validators.map((validator) => BigInt(validator.stake)).sort((a, b) => (a < b ? -1 : 1));
    assert.deepEqual([cycle.min_stake, cycle.max_stake], [String(stakes[0]), String(stakes.at(-1))]);
  }
  const currentValidators = parseValidatorSet(await fetchParameter(34));
  const config = parseFullConfig(await readFullConfig());
  const cycle = cycles.find((cycle) => cycle.cycle_start === currentValidators.since);
  assert.equal(cycle.validators_elected_for, config.validators.validatorsElectedFor);
  assert.equal(cycle.elections_start_before, config.validators.electorsStartBefore);
  assert.equal(cycle.elections_end_before, config.validators.electorsEndBefore);
  assert.equal(cycle.stake_held_for, config.validators.stakeHeldFor);
  assert.equal(cycle.min_stake_limit, String(config.validators.minStake));
  assert.equal(cycle.max_stake_limit, String(config.validators.maxStake));
  assert.equal(cycle.min_total_stake, String(config.validators.minTotalStake));
  assert.equal(cycle.max_stake_factor, config.validators.maxStakeFactor);
  assert.equal(cycle.max_validators, config.validators.maxValidators);
  assert.equal(cycle.min_validators, config.validators.minValidators);
  assert.equal(cycle.max_main_validators, config.validators.maxMainValidators);
});

/** The parameters in the state of the config contract, read like `provider.getConfig()` of @ton/blueprint. */
async function readFullConfig(endpoint = `${devnet.url}/api/v2/jsonRPC`) {
  const { state } = await new TonClient({ endpoint }).provider(Address.parse(CONFIG)).getState();
  assert.ok(state.type === "active" && state.data);
  const dictionary = Cell.fromBoc(state.data)[0]
    .beginParse()
    .loadRef()
    .beginParse()
    .loadDictDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell());
  return new Map([...dictionary].map(([id, cell]) => [id, cell.beginParse()]));
}

test("a client reads the configuration from the config contract through the gateway", async () => {
  const settings = {
    limits: UNLIMITED,
    mainnet: devnet.url,
    cache: /** @type {const} */ ({ adapter: "none" }),
    log() {},
  };
  const gateway = await serve(createGateway(settings), { port: 0 });
  try {
    const config = parseFullConfig(await readFullConfig(`${gateway.url}/api/v2/jsonRPC`));
    assert.equal(config.electorAddress.toRawString(), ELECTOR);
    assert.equal(config.configAddress.toRawString(), CONFIG);
    const validatorSet = parseValidatorSet(await fetchParameter(34));
    assert.equal(config.validatorSets.currentValidators?.timeSince, validatorSet.since);
    assert.equal(config.validatorSets.currentValidators?.list?.size, validatorSet.total);
    // After a round without an election comes a gap, in which the last set stays in office.
    const [previousCycle] = await list("/validators/cycles", { end_utime: validatorSet.since - 1, limit: 1 });
    assert.equal(config.validatorSets.prevValidators?.timeSince, previousCycle.cycle_start);
    assert.equal(config.validatorSets.prevValidators?.timeUntil, previousCycle.cycle_end);
    assert.ok(previousCycle.cycle_end <= validatorSet.since);
    // The types of @ton/ton omit fields that only `parseFullerConfig` has.
    const { suspended: suspendedList } = /** @type {any} */ (parseFullerConfig(await readFullConfig()));
    assert.deepEqual(suspendedList.addresses.map(writeRawAddress), [devnet.cast.suspended.account]);
  } finally {
    await gateway.close();
  }
});

test("elections agree with the elector and with the stakes", async () => {
  const elections = await list("/validators/elections", { return_participants: true });
  const [id, close, minStake, total, participants, hasFailed, hasFinished] =
    await getElector("participant_list_extended");
  const [newestElection] = elections;
  assert.deepEqual(
    [
      newestElection.election_id,
      newestElection.elect_close,
      newestElection.min_stake,
      newestElection.total_stake,
      newestElection.total_participants,
    ],
    [Number(id), Number(close), String(minStake), String(total), participants.length],
  );
  assert.deepEqual([newestElection.failed, newestElection.finished], [hasFailed !== 0n, hasFinished !== 0n]);
  assert.equal((await getElector("active_election_id"))[0], id);
  const cycles = await list("/validators/cycles");
  const electionIds = new Set(cycles.map((cycle) => cycle.election_id).filter(Boolean));
  assert.ok(electionIds.size > 2);
  assert.deepEqual(
    new Set(elections.filter((election) => election.finished).map((election) => election.election_id)),
    electionIds,
  );
  for (const { election_id, total_stake, total_participants, participants = [] } of elections) {
    const acceptedStakes = (await list("/validators/events", { type: "stake_accepted" })).filter(
      (event) => event.election_id === election_id,
    );
    assert.equal(sumField(acceptedStakes, "amount"), BigInt(total_stake));
    assert.equal(sumField(participants, "stake"), BigInt(total_stake));
    assert.equal(total_participants, participants.length);
    assert.deepEqual(
      participants.map((item) => BigInt(item.stake)),
      participants.map((item) => BigInt(item.stake)).sort((a, b) => (a > b ? -1 : 1)),
    );
  }
});

test("validator events are the accepted, refused and paid back stakes in transactions", async () => {
  const events = await list("/validators/events");
  assert.deepEqual(
    events.filter((event) => event.type === "stake_rejected").map((event) => event.reason),
    [5, 1],
  );
  for (const event of events) {
    const [tx] = await list("/transactions", { hash: event.tx_hash });
    assert.deepEqual([tx.lt, tx.now], [event.tx_lt, event.utime]);
    const { decoded } = tx.in_msg.message_content;
    assert.equal(decoded.query_id, event.query_id);
    if (event.type === "stake_recovered") {
      assert.equal(tx.in_msg.source, ELECTOR);
      assert.equal(decoded["@type"], "elector_recover_stake_response");
      assert.deepEqual([tx.account, tx.in_msg.value], [event.stake_holder_address, event.amount]);
      continue;
    }
    assert.equal(tx.in_msg.source, event.stake_holder_address);
    assert.deepEqual(
      [decoded["@type"], decoded.validator_pubkey, decoded.adnl_addr, decoded.stake_at],
      ["elector_new_stake", event.validator_pubkey, event.adnl_addr, String(event.election_id)],
    );
    const [reply] = tx.out_msgs;
    if (event.type === "stake_accepted") {
      assert.equal(BigInt(event.amount), BigInt(tx.in_msg.value) - toNano(1));
      assert.equal(reply.value, String(toNano(1)));
    } else assert.deepEqual([reply.opcode, reply.value], ["0xee6f454c", event.amount]);
  }
  const recoveredStakes = events.filter((event) => event.type === "stake_recovered" && isOwn(event));
  assert.equal(recoveredStakes.length, 2);
  for (const { stake_holder_address: holder, amount } of recoveredStakes) {
    const stakedEvents = events.filter((e) => e.type === "stake_accepted" && e.stake_holder_address === holder);
    const smallestStake = stakedEvents.map((e) => BigInt(e.amount)).sort((a, b) => (a < b ? -1 : 1))[0];
    assert.ok(
      BigInt(amount) > smallestStake && BigInt(amount) < smallestStake + toNano(10_000),
      "the payment is not the stake and a reward",
    );
  }
});

test("a complaint is approved by two thirds of the weight, and its fine is taken from the stake", async () => {
  const complaints = await list("/validators/complaints", { sort: "asc" });
  assert.deepEqual(
    complaints.map((complaint) => [complaint.is_passed, complaint.voted_validators.length]),
    [
      [true, 3],
      [false, 1],
    ],
  );
  const [cycle] = await list("/validators/cycles", {
    cycle_start: complaints[0].cycle_start,
    return_validators: true,
  });
  for (const complaint of complaints) {
    const weight = sumField(complaint.voted_validators, "weight");
    const requiredWeight = (BigInt(cycle.total_weight) * 2n) / 3n;
    assert.equal(BigInt(complaint.weight_remaining), requiredWeight - weight);
    assert.equal(complaint.is_passed, weight > requiredWeight);
    assert.equal(complaint.approved_percent, Math.round((Number(weight) / Number(cycle.total_weight)) * 1e5) / 1e3);
    for (const voter of complaint.voted_validators) {
      const {
        validator_index,
        validator_pubkey,
        adnl_addr,
        weight: weightOfVoter,
      } = cycle.validators[voter.validator_index];
      assert.deepEqual(voter, { validator_index, validator_pubkey, adnl_addr, weight: weightOfVoter });
    }
  }
  const complaintTargets = cycle.validators.filter((validator) => validator.complaints.length);
  assert.equal(complaintTargets.length, 1);
  assert.deepEqual(complaintTargets[0].complaints, [...complaints].reverse());
  assert.equal(complaintTargets[0].stake_holder_address, complaints[0].stake_holder_address);

  // The elector forgets a round together with its stakes, so the test reads its state after the last vote.
  const [vote] = await list("/transactions", { account: ELECTOR, opcode: "0x56744370", direction: "in", limit: 1 });
  const complaintEntry = (await fetchElectorAt(vote.mc_block_seqno, "list_complaints", cycle.election_id))[0];
  assert.equal(complaintEntry.length, complaints.length);
  for (const [hash, [accusedKey, voters, setHash, remainingVotes]] of complaintEntry) {
    const complaint = complaints.find((complaint) => complaint.complaint_hash === toBase64(toHex(hash)));
    const [key, description, createdTime, severity, rewardTo, paidFor, suggestedFine, part] = accusedKey;
    const expected = {
      validator_pubkey: toHex(key),
      created_at: Number(createdTime),
      severity: Number(severity),
      reward_address: `-1:${toHex(rewardTo)}`,
      paid: String(paidFor),
      suggested_fine: String(suggestedFine),
      suggested_fine_part: Number(part),
      vset_id: toBase64(toHex(setHash)),
      weight_remaining: String(remainingVotes),
    };
    assert.deepEqual({ ...complaint, ...expected }, complaint);
    assert.deepEqual(
      complaint.voted_validators.map((votedValidator) => BigInt(votedValidator.validator_index)),
      voters,
    );
    const cell = Cell.fromBase64(description.cell.bytes);
    assert.ok(cell.equals(Cell.fromBase64(complaint.description_boc)));
    const shownComplaint = (await fetchElectorAt(vote.mc_block_seqno, "show_complaint", cycle.election_id, hash))[0];
    assert.deepEqual(shownComplaint, [accusedKey, voters, setHash, remainingVotes]);
  }
  assert.deepEqual((await getElector("list_complaints", cycle.election_id))[0], []);

  // The round's rewards are shared by stakes after the fine; the elector distributes an eighth of the fees that it had.
  const [accusedValidator] = complaintTargets;
  const fineAmount = BigInt(complaints[0].suggested_fine);
  const remainingStake = BigInt(accusedValidator.stake) - fineAmount;
  const totalStake = sumField(cycle.validators, "stake") - fineAmount;
  const recoveredStakes = await list("/validators/events", { type: "stake_recovered" });
  const secondValidator = cycle.validators.find(
    (validator) =>
      validator.stake === String(toNano(600_000)) &&
      recoveredStakes.some((e) => e.stake_holder_address === validator.stake_holder_address),
  );
  const recoveredEvent = recoveredStakes.find(
    (event) => event.stake_holder_address === secondValidator.stake_holder_address,
  );
  // At later blocks, the stake of the next round is credited as well.
  const [{ mc_block_seqno: seqno }] = await list("/transactions", { hash: recoveredEvent.tx_hash });
  const [credit] = await fetchElectorAt(
    seqno,
    "compute_returned_stake",
    `0x${accusedValidator.stake_holder_address.slice(3)}`,
  );
  const reward = credit - remainingStake;
  const bonuses = (BigInt(recoveredEvent.amount) - BigInt(secondValidator.stake)) * totalStake;
  assert.ok(reward > 0n && reward * totalStake <= bonuses, "the reward is larger than the stake's share");
  assert.ok(
    (reward * BigInt(secondValidator.stake)) / remainingStake -
      (BigInt(recoveredEvent.amount) - BigInt(secondValidator.stake)) <
      toNano(10),
  );
});

test("the elector's actions have their details and transactions", async () => {
  const deposits = await list("/actions", { action_type: ["election_deposit"] });
  const events = await list("/validators/events");
  assert.equal(deposits.length, events.filter((event) => event.type !== "stake_recovered").length);
  for (const { details, success, transactions } of deposits) {
    const event = events.find((event) => transactions.includes(event.tx_hash) && event.type !== "stake_recovered");
    assert.equal(success, event.type === "stake_accepted");
    assert.deepEqual(Object.keys(details), ["stake_holder", "amount"]);
    assert.equal(details.stake_holder, event.stake_holder_address);
    assert.equal(transactions.length, success ? 3 : 2);
  }
  const recoverActions = await list("/actions", { action_type: ["election_recover"] });
  assert.equal(
    recoverActions.filter((action) => !action.success).length,
    1,
    "the recovery of a validator without a credit did not fail",
  );
  const paidEvents = events.filter((event) => event.type === "stake_recovered");
  assert.equal(recoverActions.filter((action) => action.success).length, paidEvents.length);
  for (const { details, success, transactions } of recoverActions) {
    const event = paidEvents.find((e) => transactions.includes(e.tx_hash));
    assert.equal(details.amount, success ? event.amount : undefined);
    if (success) assert.equal(details.stake_holder, event.stake_holder_address);
  }
});

test("every filter, sort and page of validator lists is right", async () => {
  const paths = {
    "/validators/events": {
      rows: await list("/validators/events"),
      time: "utime",
      filters: { stake_holder_address: "stake_holder_address", type: "type" },
      keys: { validator_pubkey: "validator_pubkey", adnl_address: "adnl_addr" },
      members: (row) => [row],
    },
    "/validators/elections": {
      rows: await list("/validators/elections", { return_participants: true }),
      time: "election_id",
      filters: { election_id: "election_id", finished: "finished" },
      keys: {},
      members: (row) => row.participants ?? [],
      more: { return_participants: true },
      inside: "participants",
    },
    "/validators/cycles": {
      rows: await list("/validators/cycles", { return_validators: true }),
      time: "cycle_start",
      filters: { cycle_start: "cycle_start", election_id: "election_id" },
      keys: {},
      members: (row) => row.validators,
      more: { return_validators: true },
      inside: "validators",
    },
    "/validators/complaints": {
      rows: await list("/validators/complaints"),
      time: "created_at",
      filters: { stake_holder_address: "stake_holder_address", election_id: "election_id", cycle_start: "cycle_start" },
      keys: { validator_pubkey: "validator_pubkey", adnl_address: "adnl_addr" },
      members: (row) => [row],
    },
  };
  for (const [path, { rows, time, filters, keys, members, more = {}, inside: insideField }] of Object.entries(paths)) {
    assert.ok(rows.length >= 2, path);
    const assertSameRows = async (params, expected) =>
      assert.deepEqual(await list(path, { ...more, ...params }), expected, `${path} ${JSON.stringify(params)}`);
    for (const [name, field] of Object.entries(filters))
      for (const value of new Set(rows.map((row) => row[field]).filter((v) => v !== undefined)))
        await assertSameRows(
          { [name]: value },
          rows.filter((row) => row[field] === value),
        );
    for (const [name, field] of Object.entries(keys))
      for (const value of new Set(rows.map((row) => row[field]).filter(Boolean)))
        for (const form of [value, value.toLowerCase(), toBase64(value)])
          await assertSameRows(
            { [name]: form },
            rows.filter((row) => row[field] === value),
          );
    // The lists within a row contain only the matching members.
    if (insideField)
      for (const [name, field] of [
        ["validator_pubkey", "validator_pubkey"],
        ["adnl_address", "adnl_addr"],
        ["stake_holder_address", "stake_holder_address"],
      ])
        for (const value of new Set(
          rows
            .flatMap(members)
            .map((item) => item[field])
            .filter(Boolean),
        )) {
          const expected = rows
            .map((row) => ({ ...row, [insideField]: members(row).filter((item) => item[field] === value) }))
            .filter((row) => row[insideField].length);
          await assertSameRows({ [name]: value }, expected);
        }
    const [newestTime, oldestTime] = [rows[0][time], rows.at(-1)[time]];
    await assertSameRows({ sort: "desc" }, rows);
    assert.deepEqual(
      (await list(path, { ...more, sort: "asc" })).map((row) => row[time]),
      rows.map((row) => row[time]).reverse(),
    );
    await assertSameRows(
      { start_utime: newestTime },
      rows.filter((row) => row[time] >= newestTime),
    );
    await assertSameRows(
      { end_utime: oldestTime },
      rows.filter((row) => row[time] <= oldestTime),
    );
    await assertSameRows({ start_utime: newestTime + 1 }, []);
    await assertSameRows({ limit: 1, offset: 1 }, rows.slice(1, 2));
    await assertSameRows({ offset: rows.length }, []);
    if ("type" in filters) for (const type of ["nothing", "STAKE_ACCEPTED"]) await assertSameRows({ type }, []);
    await assertSameRows({ validator_pubkey: ZERO }, []);
  }
  assert.equal((await get(devnet, "/validators/events")).events.length, 10, "the default limit is not ten");
  const plainCycles = await list("/validators/cycles");
  assert.ok(plainCycles.every((row) => !("validators" in row)));
  assert.ok((await list("/validators/elections")).every((row) => !("participants" in row)));
  const rangeResponse = await get(devnet, "/validators/events", { start_utime: 1, end_utime: 2 });
  assert.deepEqual(rangeResponse, { start_utime: 1, end_utime: 2, events: [], address_book: {} });
  const { address_book: addressBook, events } = await get(devnet, "/validators/events");
  assert.deepEqual(
    Object.keys(addressBook).sort(),
    [...new Set(events.map((event) => event.stake_holder_address))].sort(),
  );
});

/** A signed transfer of a wallet of the cast. */
async function transfer(name, messages) {
  const wallet = devnet.cast.wallet(name);
  const { seqno } = await get(devnet, "/walletInformation", { address: wallet.account });
  return wallet.transfer({ seqno, messages, validUntil: devnet.chain.time() + 3600 });
}

test("a message that only looks like the elector's is not an event", async () => {
  const eventsBefore = await list("/validators/events");
  const makeBody = (op) => beginCell().storeUint(op, 32).storeUint(5, 64).endCell();
  const alice = devnet.cast.wallet("alice");
  const to = (address, op) => internal({ to: address, value: toNano("0.05"), bounce: false, body: makeBody(op) });
  const stake = governance.buildNewStake({
    ...devnet.cast.wallet("bob").keys,
    stakeAt: eventsBefore[0].utime,
    wallet: devnet.cast.wallet("bob").address,
  });
  await devnet.chain.submit(
    await transfer("bob", [
      to(alice.address, 0xf96f7324),
      internal({ to: alice.address, value: toNano("0.05"), bounce: false, body: stake }),
    ]),
  );
  await devnet.clock.settle();
  assert.deepEqual(await list("/validators/events"), eventsBefore);
  // A stake from the basechain is paid back.
  await devnet.chain.submit(
    await transfer("bob", [internal({ to: governance.ELECTOR_ADDRESS, value: toNano(1), bounce: true, body: stake })]),
  );
  await devnet.clock.step();
  const [pendingActions] = (await get(devnet, "/pendingActions", { account: devnet.cast.wallet("bob").account }))
    .actions;
  assert.equal(pendingActions.type, "election_deposit");
  await devnet.clock.settle();
  const [event] = await list("/validators/events", { limit: 1 });
  assert.deepEqual([event.type, event.reason], ["stake_rejected", 0]);
});

/** Sets a parameter by a message signed with the config contract's key. */
async function setParameter(seqno, index, value) {
  const { secretKey } = keyPairFromSeed(
    createHash("sha256").update(`ton-edge devnet config\n${devnet.chain.seed}`).digest(),
  );
  const change = { secretKey, seqno, index, value, validUntil: devnet.chain.time() + 60 };
  const message = external({ to: governance.CONFIG_ADDRESS, body: governance.buildSetParam(change) });
  await devnet.chain.submit(beginCell().store(storeMessage(message)).endCell());
}

test("an account suspended by parameter 44 receives money, but no code, until the list changes or ends", async () => {
  const { suspended: suspendedWallet, genesis } = devnet.cast;
  assert.ok(genesis);
  const readFlag = async (address, seqno) => (await v2("/getAddressInformation", { address, seqno })).suspended;
  assert.equal(await readFlag(suspendedWallet.account), true);
  assert.equal(await readFlag(devnet.cast.wallet("alice").account), false);
  const deploy = internal({
    to: suspendedWallet.address,
    value: toNano("0.1"),
    bounce: false,
    init: suspendedWallet.init,
  });
  await devnet.chain.submit(await transfer("alice", [deploy]));
  await devnet.clock.settle();
  const [tx] = await list("/transactions", { account: suspendedWallet.account, limit: 1 });
  assert.deepEqual(tx.description.compute_ph, { skipped: true, reason: "suspended" });
  assert.equal(tx.end_status, "uninit");

  const value = makeSuspendedList([devnet.cast.wallet("bob").address], devnet.chain.time() + 1000);
  await setParameter(0, 44, value);
  const seqnoBefore = devnet.chain.head.mc.seqno;
  await devnet.clock.step();
  assert.equal(
    (await list("/blocks", { workchain: -1, seqno: seqnoBefore + 1, shard: "8000000000000000" }))[0].key_block,
    true,
  );
  assert.deepEqual(
    [await readFlag(suspendedWallet.account), await readFlag(suspendedWallet.account, seqnoBefore)],
    [false, true],
  );
  const bob = devnet.cast.wallet("bob").account;
  assert.deepEqual([await readFlag(bob), await readFlag(bob, seqnoBefore)], [true, false]);
  await devnet.chain.submit(await transfer("alice", [deploy]));
  await devnet.clock.settle();
  assert.equal(await v2("/getAddressState", { address: suspendedWallet.account }), "active");
  const { config } = devnet.chain;
  const end = devnet.chain.config && value.beginParse().skip(9).loadUint(32);
  assert.deepEqual([isSuspended(config, bob, end - 1), isSuspended(config, bob, end)], [true, false]);
});

test("while the clock runs, validators continue to stake, and a validator without a known key signs nothing", async () => {
  const { chain, cast } = devnet;
  const cyclesBefore = await list("/validators/cycles");
  const stranger = keyPairFromSeed(Buffer.alloc(32, 9));
  let stakedAmount = 0;
  for (let i = 0; i < 700 && (await list("/validators/cycles")).length < cyclesBefore.length + 2; i += 1) {
    const externals = await makeValidatorTraffic(chain, cast);
    const { id, closesAt, finished: hasFinished } = await openElection(chain);
    if (id && id !== stakedAmount && !hasFinished && closesAt - chain.time() > 60 && !externals.length) {
      stakedAmount = id;
      const holder = cast.validators[4];
      const body = governance.buildNewStake({ ...stranger, stakeAt: id, wallet: holder.address, queryId: 77 });
      const to = internal({ to: governance.ELECTOR_ADDRESS, value: toNano(300_001), bounce: true, body });
      externals.push(await transfer(holder.name, [to]));
    }
    const { dropped: droppedMessages } = await chain.step({ now: chain.head.mc.gen_utime + 4, externals });
    assert.deepEqual(droppedMessages, []);
  }
  const [next, currentCycle] = await list("/validators/cycles", { return_validators: true });
  // The elector acts at ticks: a round that it announces late begins late, and the last set stays in office until then.
  const gap = next.cycle_start - currentCycle.cycle_end;
  assert.ok(gap >= 0 && gap <= TICK_TOCK_EVERY * 4, `the gap between two rounds is ${gap} s`);
  assert.ok(currentCycle.total >= cast.validators.length);
  const wallets = new Set(cast.validators.map((w) => w.account));
  assert.ok(currentCycle.validators.every((validator) => wallets.has(validator.stake_holder_address)));
  assert.ok((await list("/validators/events", { type: "stake_recovered" })).length > 5);

  const key = stranger.publicKey.toString("hex").toUpperCase();
  const [ownCycle] = (await list("/validators/cycles", { validator_pubkey: key, return_validators: true })).slice(-1);
  assert.equal(ownCycle.validators.length, 1);
  while (chain.head.mc.gen_utime < ownCycle.cycle_start + 80) await chain.step({ now: chain.head.mc.gen_utime + 4 });
  const { weight, whole: totalWeight, count, set: validatorSet } = await fetchSignedWeight(chain.head.mc.seqno);
  assert.equal(validatorSet.since, ownCycle.cycle_start);
  assert.equal(count, validatorSet.total - 1);
  assert.equal(totalWeight - weight, BigInt(ownCycle.validators[0].weight));
});

test("configuration parameters of another form stop neither the chain nor the lists", async () => {
  const cycles = await list("/validators/cycles");
  for (const [i, id] of [15, 34].entries()) {
    await setParameter(1 + i, id, beginCell().storeUint(0x12, 8).endCell());
    await devnet.clock.step();
  }
  const { seqno } = (await v2("/getMasterchainInfo")).last;
  for (let i = 0; i < 20; i += 1) await devnet.clock.step();
  assert.equal((await fetchParameter(34, seqno)).bits.length, 8);
  assert.deepEqual(await list("/validators/cycles"), cycles);
  const reply = await expectRefusal("/getMasterchainBlockSignatures", { seqno: seqno + 1 });
  assert.match(reply.error, /^LITE_SERVER_NOTREADY: cannot load block signatures/);
});
