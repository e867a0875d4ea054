// Nominator pools of the local chain: v3's pools, positions, events and rewards agree with the pools' get-methods before and after each
// transaction; contracts that only pretend to be a pool are not listed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Address, Cell, TupleReader, beginCell, contractAddress, internal, toNano } from "@ton/core";

import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import { ELECTOR_ADDRESS } from "../upstream/devnet/contracts/governance.mjs";
import * as nominatorPool from "../upstream/devnet/contracts/nominator-pool.mjs";
import { putPoolEvents } from "../upstream/devnet/pool-events.mjs";
import { readCredit, makeElection, listPools, makeStakeCall, makeState } from "../upstream/devnet/scenes/staking.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { makeStakingTraffic } from "../upstream/devnet/traffic/staking.mjs";
import { runGetMethod } from "../upstream/devnet/view.mjs";
import { get, request } from "./devnet-request.mjs";
import { sendFrom } from "./devnet-wallet.mjs";

const PATH = "/staking/nominatorPools";
const ELECTOR = writeRawAddress(ELECTOR_ADDRESS);

/** @type {any} */
let devnet;
/** @type {{ address: Address, account: string, validator: any }[]} */
let pools;

const list = async (path, params = {}) => {
  const body = await get(devnet, path, { limit: 1000, ...params });
  return Object.values(body).find(Array.isArray);
};
const getStaking = (name, params) => get(devnet, `${PATH}/${name}`, params);
const nominatorEvents = async (params) => (await getStaking("nominatorEvents", { limit: 1000, ...params })).events;
const readValidatorEvents = async (params) => (await getStaking("validatorEvents", { limit: 1000, ...params })).events;
const sumValues = (values) => values.reduce((total, value) => total + BigInt(value), 0n);
const getAccount = (workchain, /** @type {bigint} */ hash) =>
  `${workchain}:${hash.toString(16).toUpperCase().padStart(64, "0")}`;
const computeHash = (/** @type {string} */ raw) => ({ type: "int", value: BigInt(`0x${raw.split(":")[1]}`) });

/** The results of a get-method, at a block or now. */
async function runMethod(
  account,
  method,
  { stack = [], at: mcSeqno } = /** @type {{ stack?: any[], at?: number }} */ ({}),
) {
  const methodResult = await runGetMethod(devnet.chain, { account: account, method, stack, mcSeqno: mcSeqno });
  assert.equal(methodResult.exit_code, 0, `${method} of ${account}`);
  return new TupleReader(methodResult.stack);
}

/** The coins of a pool, by its get-methods. */
async function makeLedger(pool, mcSeqno) {
  const data = await runMethod(pool, "get_pool_data", { at: mcSeqno });
  const [state, count, sentStake, validator, owner, share, maxStake, minValidator, minNominator] = Array.from(
    { length: 9 },
    () => data.readBigNumber(),
  );
  const rows = (await runMethod(pool, "list_nominators", { at: mcSeqno })).readLispList();
  const nominators = new Map(
    rows.map((row) => {
      const [hash, amount, pendingStake, requestedWithdrawal] = /** @type {any} */ (row).items.map(
        (item) => item.value,
      );
      return [getAccount(0, hash), { amount, pending: pendingStake, requested: requestedWithdrawal !== 0n }];
    }),
  );
  return {
    state,
    count,
    sent: sentStake,
    validator,
    owner,
    share,
    most: maxStake,
    minValidator,
    minNominator,
    nominators,
  };
}

/** Sends messages of a wallet of the cast. @returns the hash of the external message */
const send = (name, messages, targetDevnet = devnet) => sendFrom(targetDevnet, name, messages);

const call = (to, value, body) => internal({ to, value: toNano(value), bounce: true, body });

before(async () => {
  devnet = await startDevnet({ world: "small", clock: "manual" });
  await devnet.ready;
  pools = listPools(devnet.cast);
});
after(() => devnet?.close());

test("v3 and the get-methods agree on each pool, and each pool has the coins that it owes", async () => {
  for (const { account: pool, validator } of pools) {
    const { address_book: addressBook, ...info } = await getStaking("pool", { pool });
    const ledger = await makeLedger(pool);
    assert.deepEqual(info, {
      stake_amount_sent: String(ledger.sent),
      validator_amount: String(ledger.validator),
      validator_address: validator.account,
      validator_reward_share: Number(ledger.share),
      state: Number(ledger.state),
      nominators_count: Number(ledger.count),
      max_nominators_count: Number(ledger.most),
      min_validator_stake: String(ledger.minValidator),
      min_nominator_stake: String(ledger.minNominator),
      active_nominators: [...ledger.nominators]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([address, { amount, pending: pendingStake }]) => ({
          address,
          balance: String(amount),
          pending_balance: String(pendingStake),
        })),
    });
    assert.equal(getAccount(-1, ledger.owner), validator.account);
    assert.ok(info.active_nominators.length > 0);
    const { balance } = await get(devnet, "/addressInformation", { address: pool });
    const owedAmount = sumValues([ledger.validator, ...info.active_nominators.map((n) => n.balance)]);
    assert.ok(
      BigInt(balance) >= owedAmount && BigInt(balance) < owedAmount + toNano(100),
      "the pool's balance is not its debts plus some coins for storage",
    );
    assert.deepEqual(addressBook[pool].interfaces, ["tv_pool"]);
    assert.deepEqual(
      Object.keys(addressBook).sort(),
      [pool, validator.account, ...info.active_nominators.map(({ address }) => address)].sort(),
    );
    const { stack } = await get(devnet, "/runGetMethod", { address: pool, method: "get_pool_data", stack: [] });
    assert.equal(BigInt(stack[3].value), BigInt(info.validator_amount));
  }
});

test("a nominator's positions are those of all pools that list them", async () => {
  const poolInfos = await Promise.all(pools.map(({ account: pool }) => getStaking("pool", { pool })));
  for (let i = 1; i <= 4; i += 1) {
    const nominator = devnet.cast.wallet(`nominator ${i}`).account;
    const { nominator_pools: positions, address_book: addressBook } = await getStaking("nominator", { nominator });
    const expectedRows = pools.flatMap(({ account: pool_address }, k) =>
      poolInfos[k].active_nominators
        .filter(({ address }) => address === nominator)
        .map(({ balance, pending_balance }) => ({ pool_address, balance, pending_balance })),
    );
    assert.deepEqual(
      positions,
      expectedRows.sort((a, b) => (a.pool_address < b.pool_address ? -1 : 1)),
    );
    assert.deepEqual(
      Object.keys(addressBook).sort(),
      [nominator, ...positions.map(({ pool_address }) => pool_address)].sort(),
    );
    for (const { pool_address: pool, balance } of positions) {
      const data = await runMethod(pool, "get_nominator_data", { stack: [computeHash(nominator)] });
      assert.equal(String(data.readBigNumber()), balance);
    }
  }
  const remainingPools = (await getStaking("nominator", { nominator: devnet.cast.wallet("nominator 4").account }))
    .nominator_pools;
  assert.deepEqual(remainingPools, [], "a nominator who withdrew everything has a position");
});

test("each pool event continues the one before, and the last one gives the pool's present state", async () => {
  const types = new Set();
  for (const { account: pool, validator } of pools) {
    const events = (await nominatorEvents({ pool })).reverse();
    const balances = new Map();
    for (const event of events) {
      types.add(event.type);
      const lastBalance = balances.get(event.nominator_address) ?? { balance: "0", pending: "0", requested: false };
      assert.deepEqual(
        [event.balance_before, event.pending_balance_before, event.withdraw_request_before],
        [lastBalance.balance, lastBalance.pending, lastBalance.requested],
      );
      assert.equal(BigInt(event.balance_after) - BigInt(event.balance_before), BigInt(event.balance_delta));
      assert.equal(
        BigInt(event.pending_balance_after) - BigInt(event.pending_balance_before),
        BigInt(event.pending_balance_delta),
      );
      balances.set(event.nominator_address, {
        balance: event.balance_after,
        pending: event.pending_balance_after,
        requested: event.withdraw_request_after,
      });
    }
    const ledger = await makeLedger(pool);
    const remainingStakes = [...balances].filter(([, { balance, pending }]) => balance !== "0" || pending !== "0");
    assert.deepEqual(
      new Map(remainingStakes.map(([nominator, { balance, pending }]) => [nominator, `${balance} ${pending}`])),
      new Map([...ledger.nominators].map(([nominator, { amount, pending }]) => [nominator, `${amount} ${pending}`])),
    );
    const owner = (await readValidatorEvents({ pool })).reverse();
    let balance = "0";
    for (const event of owner) {
      assert.deepEqual([event.balance_before, event.validator_address], [balance, validator.account]);
      assert.equal(BigInt(balance) + BigInt(event.balance_delta), BigInt(event.balance_after));
      assert.equal(event.validator_reward_share, Number(ledger.share));
      balance = event.balance_after;
    }
    assert.equal(balance, String(ledger.validator));
    assert.ok(owner.length >= 2);
  }
  assert.deepEqual([...types].sort(), [
    "deposit",
    "pending_deposit_activation",
    "reward",
    "withdrawal",
    "withdrawal_request",
  ]);
});

test("each pool event is a transaction of its pool, and agrees with the get-methods at its block", async () => {
  for (const { account: pool } of pools) {
    const transactions = new Map((await list("/transactions", { account: [pool] })).map((tx) => [tx.hash, tx]));
    for (const holderSide of ["nominator", "validator"]) {
      const events = holderSide === "nominator" ? await nominatorEvents({ pool }) : await readValidatorEvents({ pool });
      const seenKeys = new Set();
      for (const event of events) {
        const tx = transactions.get(event.tx_hash);
        assert.deepEqual([tx.account, tx.lt, tx.now], [event.pool_address, event.tx_lt, event.utime]);
        assert.equal(tx.description.aborted, false);
        const participant = event[`${holderSide}_address`];
        const key = `${tx.mc_block_seqno} ${participant}`;
        if (seenKeys.has(key)) continue; // newest first: this is an earlier one of the block
        seenKeys.add(key);
        const ledger = await makeLedger(pool, tx.mc_block_seqno);
        const position = ledger.nominators.get(participant) ?? { amount: 0n, pending: 0n, requested: false };
        assert.deepEqual(
          holderSide === "validator"
            ? [event.balance_after]
            : [event.balance_after, event.pending_balance_after, event.withdraw_request_after],
          holderSide === "validator"
            ? [String(ledger.validator)]
            : [String(position.amount), String(position.pending), position.requested],
        );
      }
    }
  }
});

test("rewards add up to what the elector paid above the stake, and each equals the gain in get_nominator_data", async () => {
  for (const { account: pool, validator } of pools) {
    const recoveredStakes = (await list("/transactions", { account: [pool], sort: "asc" })).filter(
      (tx) => tx.in_msg?.source === ELECTOR && tx.in_msg.opcode === "0xf96f7324",
    );
    assert.ok(recoveredStakes.length > 0);
    for (const tx of recoveredStakes) {
      const ledgerBefore = await makeLedger(pool, tx.mc_block_seqno - 1);
      const now = await makeLedger(pool, tx.mc_block_seqno);
      const surplusAmount = BigInt(tx.in_msg.value) - ledgerBefore.sent;
      const { rewards: ownRewards } = await getStaking("validatorRewards", { pool, validator: validator.account });
      const [ownReward] = ownRewards.filter(({ tx_hash }) => tx_hash === tx.hash);
      assert.equal(ownReward.reward, String(now.validator - ledgerBefore.validator));
      assert.equal(ownReward.balance_before, String(ledgerBefore.validator));
      assert.equal(BigInt(ownReward.reward), (surplusAmount * ledgerBefore.share) / 10_000n);
      const election = (await runMethod(pool, "get_pool_data", { at: tx.mc_block_seqno })).skip(11).readNumber();
      assert.equal(ownReward.cycle_start, election);
      const queryId = Cell.fromBase64(tx.in_msg.message_content.body).beginParse().skip(32).loadUintBig(64);
      assert.equal(ownReward.query_id, String(queryId));
      const depositRows = [];
      for (const [nominator, position] of ledgerBefore.nominators) {
        const { rewards } = await getStaking("nominatorRewards", { pool, nominator });
        const [reward] = rewards.filter(({ tx_hash }) => tx_hash === tx.hash);
        const data = await runMethod(pool, "get_nominator_data", {
          stack: [computeHash(nominator)],
          at: tx.mc_block_seqno,
        });
        const gainedAmount = data.readBigNumber() - position.amount - position.pending;
        assert.ok(gainedAmount > toNano(100), "the reward is less than the fees of the round");
        assert.deepEqual(
          [reward.reward, reward.stake_before, reward.utime, reward.tx_lt],
          [String(gainedAmount), String(position.amount), tx.now, tx.lt],
        );
        depositRows.push(gainedAmount);
      }
      const sharedReward = sumValues([ownReward.reward, ...depositRows]);
      // The pool rounds down each share.
      assert.ok(
        sharedReward <= surplusAmount && sharedReward > surplusAmount - BigInt(depositRows.length) - 1n,
        `${sharedReward} of ${surplusAmount}`,
      );
    }
  }
});

test("the total of a page of rewards is the sum of its rows", async () => {
  const [{ account: pool, validator }] = pools;
  const [{ address: nominator }] = (await getStaking("pool", { pool })).active_nominators;
  for (const [name, filter] of /** @type {[string, Record<string, string>][]} */ ([
    ["nominatorRewards", { nominator }],
    ["validatorRewards", { validator: validator.account }],
  ])) {
    const body = await getStaking(name, { pool, ...filter });
    assert.equal(body.total_on_page, String(sumValues(body.rewards.map(({ reward }) => reward))));
    assert.ok(BigInt(body.total_on_page) > 0n);
    const [{ utime }] = body.rewards;
    const from = await getStaking(name, { pool, ...filter, start_utime: utime, end_utime: utime, limit: 1 });
    assert.deepEqual(
      [from.start_utime, from.end_utime, from.rewards, from.total_on_page],
      [utime, utime, [body.rewards[0]], body.rewards[0].reward],
    );
    const laterRows = await getStaking(name, { pool, ...filter, start_utime: utime + 1 });
    assert.deepEqual([laterRows.rewards, laterRows.total_on_page, laterRows.start_utime], [[], "0", utime + 1]);
    assert.ok(!("end_utime" in laterRows) && !("start_utime" in body));
    assert.deepEqual(Object.keys(body.address_book).sort(), [pool, ...Object.values(filter)].sort());
    const otherAccount = devnet.cast.wallet("alice").account;
    const noRewards = await getStaking(name, { pool: otherAccount, ...filter });
    assert.deepEqual([noRewards.rewards, noRewards.total_on_page], [[], "0"]);
  }
});

test("filters, order, limits and ranges of pool events are right", async () => {
  const [{ account: pool, validator }, { account: otherPool }] = pools;
  const events = await nominatorEvents({ pool });
  const sortedEvents = events.toSorted((a, b) => b.utime - a.utime || Number(BigInt(b.tx_lt) - BigInt(a.tx_lt)));
  assert.deepEqual(events, sortedEvents);
  const [{ nominator_address: nominator, utime }] = events;
  assert.deepEqual(
    await nominatorEvents({ pool, nominator }),
    events.filter((event) => event.nominator_address === nominator),
  );
  assert.deepEqual(await nominatorEvents({ pool, limit: 2 }), events.slice(0, 2));
  assert.deepEqual(await nominatorEvents({ pool, limit: 0 }), events.slice(0, 1));
  assert.deepEqual(await nominatorEvents({ pool, limit: 2, offset: 1 }), events.slice(0, 2), "`offset` has an effect");
  const middle = events[events.length >> 1].utime;
  assert.deepEqual(
    await nominatorEvents({ pool, start_utime: middle }),
    events.filter((event) => event.utime >= middle),
  );
  assert.deepEqual(
    await nominatorEvents({ pool, end_utime: middle }),
    events.filter((event) => event.utime <= middle),
  );
  const echoedRequest = await getStaking("nominatorEvents", { pool, start_utime: 5, end_utime: utime });
  assert.deepEqual(
    [echoedRequest.start_utime, echoedRequest.end_utime, echoedRequest.events],
    [5, utime, events.slice(0, 100)],
  );
  assert.deepEqual(await nominatorEvents({ pool: validator.account }), []);

  const ownEvents = await readValidatorEvents({ pool });
  assert.deepEqual(await readValidatorEvents({ validator: validator.account }), ownEvents);
  assert.deepEqual(await readValidatorEvents({ validator: validator.account, pool }), ownEvents);
  assert.deepEqual(await readValidatorEvents({ validator: validator.account, pool: otherPool }), []);
  for (const type of ["deposit", "reward", "withdrawal", "penalty", "nothing"])
    assert.deepEqual(
      await readValidatorEvents({ pool, type }),
      ownEvents.filter((event) => event.type === type),
    );
  assert.deepEqual(new Set(ownEvents.map(({ type }) => type)), new Set(["deposit", "reward", "withdrawal"]));
  assert.ok(ownEvents.every((event) => "cycle_start" in event === (event.type === "reward")));
});

test("wrong staking requests get the service's errors", async () => {
  const [{ account: pool, validator }] = pools;
  const nominator = devnet.cast.wallet("nominator 1").account;
  const requiredMessage = "nominator and pool parameters are required";
  for (const [name, params, status, error] of /** @type {[string, any, number, string][]} */ ([
    ["pool", {}, 422, "pool parameter is required"],
    ["pool", { pool: nominator }, 404, "Pool not found"],
    ["pool", { pool: ELECTOR }, 404, "Pool not found"],
    ["pool", { pool: `-1:${"7".repeat(64)}` }, 404, "Pool not found"],
    ["nominator", {}, 422, "nominator parameter is required"],
    ["nominatorEvents", { nominator }, 422, "pool parameter is required"],
    ["nominatorRewards", { nominator }, 422, requiredMessage],
    ["nominatorRewards", { pool }, 422, requiredMessage],
    ["validatorEvents", {}, 422, "validator or pool parameter is required"],
    ["validatorRewards", { pool }, 422, "validator and pool parameters are required"],
    ["nominatorEvents", { pool, limit: 1001 }, 422, "limit is not allowed: 1001 > 1000"],
    ["validatorEvents", { pool, limit: 1001 }, 422, "limit is not allowed: 1001 > 1000"],
    [
      "validatorRewards",
      { pool, validator: validator.account, start_utime: 2, end_utime: 1 },
      422,
      "start_utime must be less than or equal to end_utime",
    ],
  ]))
    assert.deepEqual(
      await request(devnet, `${PATH}/${name}`, params),
      { status, body: { error } },
      `${name} ${JSON.stringify(params)}`,
    );
});

test("a pool can be requested by any form of its address", async () => {
  const [{ account: pool, address }] = pools;
  const expectedPool = await getStaking("pool", { pool });
  for (const text of [pool.toLowerCase(), address.toString(), address.toString({ urlSafe: false, bounceable: false })])
    assert.deepEqual(await getStaking("pool", { pool: text }), expectedPool);
});

test("deposits, a refused deposit, withdrawals and their payments are actions", async () => {
  const actions = await list("/actions", { supported_action_types: ["staking"], sort: "asc" });
  assert.deepEqual(
    new Set(actions.map(({ type }) => type)),
    new Set(["stake_deposit", "stake_withdrawal", "stake_withdrawal_request"]),
  );
  const transactions = new Map((await list("/transactions")).map((tx) => [tx.hash, tx]));
  const coveredEntries = new Map();
  const fields = {
    stake_deposit: ["provider", "stake_holder", "pool", "amount", "tokens_minted", "asset"],
    stake_withdrawal: ["provider", "stake_holder", "pool", "amount", "payout_nft", "tokens_burnt", "asset"],
    stake_withdrawal_request: ["provider", "stake_holder", "pool", "payout_nft", "asset", "tokens_burnt"],
  };
  for (const action of actions) {
    assert.deepEqual(Object.keys(action.details), fields[action.type]);
    assert.equal(action.details.provider, "nominator");
    assert.equal(
      action.success,
      action.transactions.every((hash) => !transactions.get(hash).description.aborted),
    );
    for (const hash of action.transactions.slice(1)) coveredEntries.set(hash, action.type);
  }
  for (const transferAction of await list("/actions", { action_type: ["ton_transfer"] }))
    assert.equal(
      coveredEntries.get(transferAction.transactions.at(-1)),
      undefined,
      "a stake is also listed as a plain transfer",
    );
  const listActionsOfType = (type, success = true) => actions.filter((a) => a.type === type && a.success === success);
  // The message pays a fee of 1 TON for the deposit.
  const events = (await Promise.all(pools.map(({ account: pool }) => nominatorEvents({ pool })))).flat();
  const findPaid = (type, fee = 0n) =>
    events
      .filter((event) => event.type === type)
      .map((event) => `${event.nominator_address} ${event.pool_address} ${BigInt(event.amount) + fee}`)
      .sort();
  const listEventTexts = (rows) => rows.map(({ details: d }) => `${d.stake_holder} ${d.pool} ${d.amount ?? 0}`).sort();
  assert.deepEqual(listEventTexts(listActionsOfType("stake_deposit")), findPaid("deposit", toNano(1)));
  assert.deepEqual(listEventTexts(listActionsOfType("stake_withdrawal")), findPaid("withdrawal"));
  assert.deepEqual(listEventTexts(listActionsOfType("stake_withdrawal_request")), findPaid("withdrawal_request"));
  assert.ok(
    listActionsOfType("stake_withdrawal").length >= 2 && listActionsOfType("stake_withdrawal_request").length >= 1,
  );
  const [deposit] = listActionsOfType("stake_deposit", false);
  const failedAction = transactions.get(deposit.transactions[1]);
  assert.deepEqual([failedAction.account, failedAction.description.compute_ph.exit_code], [deposit.details.pool, 61]);
  assert.equal(listActionsOfType("stake_withdrawal_request", false).length, 1);
  const depositMessage = transactions.get(listActionsOfType("stake_deposit")[0].transactions[1]).in_msg;
  assert.deepEqual(
    [depositMessage.decoded_opcode, depositMessage.message_content.decoded.comment, depositMessage.value],
    ["text_comment", "d", listActionsOfType("stake_deposit")[0].details.amount],
  );
});

test("a deposit in flight is a pending action, then an event and a position", async () => {
  const [, { address, account: pool }] = pools;
  const nominator = devnet.cast.wallet("nominator 4").account;
  const hash = await send("nominator 4", [call(address, "201", nominatorPool.buildDeposit())]);
  const isDeposit = ({ type, details }) => type === "stake_deposit" && details.stake_holder === nominator;
  const pendingActions = (await get(devnet, "/pendingActions", { ext_msg_hash: [hash] })).actions.filter(isDeposit);
  assert.deepEqual(
    pendingActions.map(({ finality, success, details }) => [finality, success, details.amount, details.pool]),
    [["pending", true, String(toNano(201)), pool]],
  );
  assert.deepEqual((await getStaking("nominator", { nominator })).nominator_pools, []);
  await devnet.clock.settle();
  const [action] = await list("/actions", { msg_hash: [hash] });
  assert.ok(isDeposit(action) && action.transactions.length === 2);
  const [event] = await nominatorEvents({ pool, nominator });
  assert.deepEqual([event.type, event.tx_hash], ["deposit", action.transactions[1]]);
  const position = { pool_address: pool, balance: String(toNano(200)), pending_balance: "0" };
  assert.deepEqual((await getStaking("nominator", { nominator })).nominator_pools, [position]);
});

test("while a stake validates, deposits wait and withdrawals are requests, until the elector pays the stake back", async () => {
  const pool = listPools(devnet.cast)[1];
  const nominator = devnet.cast.wallet("nominator 4").account;
  const isOpen = async () => {
    const { id, closesAt } = await makeElection(devnet.chain);
    return id !== 0 && closesAt > devnet.chain.time() + 60;
  };
  for (let i = 0; i < 100 && !(await isOpen()); i += 1) await devnet.clock.step();
  const { id } = await makeElection(devnet.chain);
  const { stake } = await makeState(devnet.chain, pool);
  await send("pool validator 2", [makeStakeCall(devnet.chain.seed, pool, { id, stake })]);
  await devnet.clock.settle();
  const stakedReply = await getStaking("pool", { pool: pool.account });
  assert.deepEqual([stakedReply.state, stakedReply.stake_amount_sent], [2, String(stake - toNano(1))]);
  await send("nominator 4", [call(pool.address, "31", nominatorPool.buildDeposit())]);
  await devnet.clock.settle();
  const [position] = (await getStaking("nominator", { nominator })).nominator_pools;
  assert.deepEqual([position.balance, position.pending_balance], [String(toNano(200)), String(toNano(30))]);
  const requestHash = await send("nominator 4", [call(pool.address, "1", nominatorPool.buildWithdraw())]);
  await devnet.clock.settle();
  const [request] = await list("/actions", { msg_hash: [requestHash] });
  assert.deepEqual([request.type, request.success, request.transactions.length], ["stake_withdrawal_request", true, 3]);
  const isCredited = async () => (await readCredit(devnet.chain, pool)) > 0n;
  for (let i = 0; i < 100 && !(await isCredited()); i += 1) await devnet.clock.step({ seconds: 60 });
  await send("nominator 3", [call(pool.address, "1.5", nominatorPool.recoverPool())]);
  await devnet.clock.settle();
  const [activation, reward] = await nominatorEvents({ pool: pool.account, nominator });
  assert.deepEqual(
    [activation.type, activation.amount, reward.type, activation.tx_hash === reward.tx_hash],
    ["pending_deposit_activation", String(toNano(30)), "reward", true],
  );
  assert.equal(activation.balance_before, reward.balance_after);
  assert.equal((await getStaking("pool", { pool: pool.account })).state, 0);
  const payHash = await send("pool validator 2", [call(pool.address, "1", nominatorPool.buildProcessWithdrawals())]);
  await devnet.clock.settle();
  const [{ trace_id }] = await list("/actions", { msg_hash: [payHash] });
  const paidActions = await list("/actions", { trace_id: [trace_id] });
  assert.deepEqual(paidActions.map(({ type }) => type).sort(), ["call_contract", "stake_withdrawal"]);
  const [{ details }] = paidActions.filter(({ type }) => type === "stake_withdrawal");
  assert.deepEqual([details.stake_holder, details.amount], [nominator, activation.balance_after]);
  assert.deepEqual((await getStaking("nominator", { nominator })).nominator_pools, []);
});

test("while the clock runs, pools stake and are rewarded, and nominators deposit and withdraw", async () => {
  const sinceTime = devnet.chain.time() + 1;
  const readLatestMoves = async () =>
    (await Promise.all(pools.map(({ account: pool }) => nominatorEvents({ pool, start_utime: sinceTime }))))
      .flat()
      .filter(({ type }) => type !== "reward");
  const listRewards = ({ account: pool }) => readValidatorEvents({ pool, type: "reward", start_utime: sinceTime });
  const isDone = async () =>
    (await readLatestMoves()).length > 0 &&
    (await Promise.all(pools.map(listRewards))).every((events) => events.length > 0);
  for (let i = 0; i < 400 && !(i % 8 === 0 && (await isDone())); i += 1) {
    const externals = await makeStakingTraffic(devnet.chain, devnet.cast);
    assert.deepEqual(
      (await makeStakingTraffic(devnet.chain, devnet.cast)).map(String),
      externals.map(String),
      "the same state gave other messages",
    );
    const { dropped: droppedMessages } = await devnet.chain.step({ now: devnet.chain.time() + 10, externals });
    assert.deepEqual(droppedMessages, []);
  }
  assert.ok(
    await isDone(),
    "no reward of each pool within a few rounds of validators, or no nominator who moved coins",
  );
});

test("a contract whose claims its list of nominators does not confirm is not listed as a pool", async () => {
  const [, { validator }] = pools;
  const limits = { minValidatorStake: 1n, minNominatorStake: 1n };
  const { init } = nominatorPool.buildPool({ validator: validator.address, ...limits });
  const rest = init.data.beginParse().skip(8 + 16);
  // The contract reports three nominators but lists none.
  const data = beginCell().storeUint(0, 8).storeUint(3, 16).storeSlice(rest).endCell();
  const forgedContract = { code: init.code, data };
  const address = contractAddress(-1, forgedContract);
  await send("faucet", [internal({ to: address, value: toNano(20), bounce: false, init: forgedContract })]);
  await devnet.clock.settle();
  const { balance, status } = await get(devnet, "/addressInformation", { address: writeRawAddress(address) });
  assert.deepEqual([status, BigInt(balance) > 0n], ["active", true]);
  const response = await request(devnet, `${PATH}/pool`, { pool: writeRawAddress(address) });
  assert.deepEqual(response, { status: 404, body: { error: "Pool not found" } });
  const addressBook = await get(devnet, "/addressBook", { address: [writeRawAddress(address)] });
  assert.deepEqual(addressBook[writeRawAddress(address)].interfaces, []);
});

test("deposits into a developer's own pool in the block of its deployment each have an event", async () => {
  const ownDevnet = await startDevnet({ world: "none", clock: "manual" });
  try {
    const { address, init } = nominatorPool.buildPool({
      validator: ownDevnet.cast.wallet("grace").address,
      maxNominators: 2,
      minValidatorStake: 1n,
      minNominatorStake: toNano(10),
    });
    const pool = writeRawAddress(address);
    const { address: otherAddress } = ownDevnet.cast.wallet("nominator 1");
    await send("faucet", [internal({ to: otherAddress, value: toNano(100), bounce: false })], ownDevnet);
    await ownDevnet.clock.settle();
    const getDeposit = (value) =>
      internal({ to: address, value: toNano(value), bounce: true, init, body: nominatorPool.buildDeposit() });
    await send(
      "faucet",
      [internal({ to: address, value: toNano(20), bounce: false, init }), getDeposit("31"), getDeposit("5")],
      ownDevnet,
    );
    await send("nominator 1", [getDeposit("21")], ownDevnet);
    await ownDevnet.clock.step();
    await ownDevnet.clock.settle();
    const { events } = await get(ownDevnet, `${PATH}/nominatorEvents`, { pool });
    assert.deepEqual(
      events
        .map(({ type, amount, balance_before, balance_after }) => [type, amount, balance_before, balance_after])
        .sort(),
      [
        ["deposit", String(toNano(20)), "0", String(toNano(20))],
        ["deposit", String(toNano(30)), "0", String(toNano(30))],
        ["deposit", String(toNano(4)), String(toNano(30)), String(toNano(34))],
      ].sort(),
    );
    assert.equal(new Set(events.map(({ tx_hash }) => tx_hash)).size, 3);
    assert.equal(new Set(events.map(({ utime }) => utime)).size, 1, "the deposits are in different blocks");
    const info = await get(ownDevnet, `${PATH}/pool`, { pool });
    assert.deepEqual([info.nominators_count, info.max_nominators_count], [2, 2]);
  } finally {
    await ownDevnet.close();
  }
});

test("a fine is a penalty for the validator, and a negative reward for nominators", () => {
  const rows = /** @type {any[]} */ ([]);
  const nominator = `0:${"A".repeat(64)}`;
  const makePoolWith = (poolFields, balance) => ({
    tv_pool: {
      details: {
        validator_amount: String(poolFields),
        validator_address: `-1:${"B".repeat(64)}`,
        validator_reward_share: 4000,
        active_nominators: [{ address: nominator, balance: String(balance), pending_balance: "0" }],
        withdraw_requests: [],
        stake_at: 99,
      },
    },
  });
  const body = beginCell().storeUint(0xf96f7324, 32).storeUint(7, 64).endCell().toBoc();
  const entry = {
    followed: { before: makePoolWith(100, 1000), after: makePoolWith(0, 950) },
    rows: { incoming: { opcode: "0xf96f7324", source: ELECTOR, body } },
  };
  const tx = { hash: "h", account: `-1:${"C".repeat(64)}`, lt: 5, now: 6, aborted: 0 };
  const db = { put: (_table, row) => rows.push({ ...row, details: JSON.parse(row.details) }) };
  putPoolEvents(/** @type {any} */ (db), /** @type {any} */ (entry), tx, () => undefined);
  const [lostStake, penalty] = rows;
  assert.deepEqual(
    [lostStake.type, lostStake.details.amount, lostStake.details.balance_delta, lostStake.details.balance_after],
    ["reward", "-50", "-50", "950"],
  );
  assert.deepEqual(
    [penalty.type, penalty.details.amount, penalty.details.balance_delta, penalty.details.query_id],
    ["penalty", "100", "-100", "7"],
  );
  assert.equal(penalty.details.cycle_start, 99);
});
