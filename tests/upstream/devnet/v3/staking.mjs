// Nominator pools: their state by their get-methods, and the events of nominators and validators. Pages have a limit but no offset.
import { Refusal } from "../../refusal.mjs";
import { withBook } from "./book.mjs";
import { Select } from "./select.mjs";

const POOL = "SELECT details FROM contracts WHERE kind = 'tv_pool' AND account = ?";
const POSITIONS = `SELECT C.account, N.value AS nominator
  FROM contracts C, json_each(C.details, '$.active_nominators') N
  WHERE C.kind = 'tv_pool' AND json_extract(N.value, '$.address') = ? ORDER BY C.account`;

function findPool({ pool: account }, context) {
  const row = context.db.get(POOL, [account]);
  if (!row) throw new Refusal(404, "Pool not found");
  const { withdraw_requests, stake_at, ...info } = JSON.parse(row.details);
  const nominators = info.active_nominators.map(({ address }) => address);
  return withBook(info, [account, info.validator_address, ...nominators], context);
}

function findNominator({ nominator: account }, context) {
  const nominator_pools = context.db.all(POSITIONS, [account]).map((row) => {
    const { balance, pending_balance } = JSON.parse(row.nominator);
    return { pool_address: row.account, balance, pending_balance };
  });
  return withBook({ nominator_pools }, [account, ...nominator_pools.map((row) => row.pool_address)], context);
}

/** @param {"nominator" | "validator"} memberColumn @param {any} params @param {any} db @param {string} [type] */
function listRows(memberColumn, params, db, type) {
  const select = new Select("E.* FROM pool_events E")
    .and("E.side = ?", memberColumn)
    .equal("E.pool", params.pool)
    .equal("E.account", params[memberColumn])
    .equal("E.type", type)
    .between("E.now", params.start_utime, params.end_utime);
  return db
    .all(...select.page("E.now DESC, E.lt DESC, E.pool DESC, E.event_index DESC", params))
    .map(({ details, ...row }) => ({ ...row, ...JSON.parse(details) }));
}

/** The range in the request, which the body repeats. */
const makeRange = ({ start_utime, end_utime }) => ({
  ...(start_utime === undefined ? {} : { start_utime }),
  ...(end_utime === undefined ? {} : { end_utime }),
});

/** @param {any} row */
function makeEvent({ tx_hash, lt, now, pool: pool_address, side, account, event_index, ...rest }) {
  return { tx_hash, tx_lt: String(lt), utime: now, pool_address, [`${side}_address`]: account, ...rest };
}

const listEvents = (side) => (params, context) => {
  const rows = listRows(side, params, context.db, params.type);
  const accounts = [params.pool ?? null, params[side] ?? null, ...rows.flatMap((row) => [row.pool, row.account])];
  return withBook({ ...makeRange(params), events: rows.map(makeEvent) }, accounts, context);
};

const makeNominatorReward = ({ now, amount, balance_before, tx_hash, lt }) => ({
  utime: now,
  reward: amount,
  stake_before: balance_before,
  tx_hash,
  tx_lt: String(lt),
});

const makeValidatorReward = ({ now, amount, balance_before, tx_hash, lt, cycle_start, query_id }) => ({
  utime: now,
  reward: amount,
  balance_before,
  tx_hash,
  tx_lt: String(lt),
  ...(cycle_start === undefined ? {} : { cycle_start }),
  ...(query_id === undefined ? {} : { query_id }),
});

const listRewards = (side, showRow) => (params, context) => {
  const foundRows = listRows(side, params, context.db, "reward").map(showRow);
  const total = foundRows.reduce((sum, { reward }) => sum + BigInt(reward), 0n);
  const body = { ...makeRange(params), total_on_page: String(total), rewards: foundRows };
  return withBook(body, [params[side], params.pool], context);
};

export const HANDLERS = {
  "/staking/nominatorPools/pool": findPool,
  "/staking/nominatorPools/nominator": findNominator,
  "/staking/nominatorPools/nominatorEvents": listEvents("nominator"),
  "/staking/nominatorPools/validatorEvents": listEvents("validator"),
  "/staking/nominatorPools/nominatorRewards": listRewards("nominator", makeNominatorReward),
  "/staking/nominatorPools/validatorRewards": listRewards("validator", makeValidatorReward),
};
