// Elections, cycles of validators, complaints about them, and the outcome of their stakes.
import { withBook } from "./book.mjs";
import { Select } from "./select.mjs";

/** A hash of the request in the form of keys and ADNL addresses in the tables. @param {string | undefined} hash base64 */
const toHex = (hash) => hash && Buffer.from(hash, "base64").toString("hex").toUpperCase();
const omitEmpty = (/** @type {Record<string, any>} */ fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
const toText = (/** @type {any} */ value) => (value === null || value === undefined ? null : String(value));
const readDirection = ({ sort }) => (sort === "asc" ? "ASC" : "DESC");

/** The validator of the request. @param {any} params */
const makeMember = (params) => ({
  holder: params.stake_holder_address,
  adnl: toHex(params.adnl_address),
  pubkey: toHex(params.validator_pubkey),
});

function listEvents(params, context) {
  const { holder, adnl, pubkey } = makeMember(params);
  const sortDirection = readDirection(params);
  const select = new Select("* FROM validator_events")
    .equal("stake_holder", holder)
    .equal("adnl", adnl)
    .equal("pubkey", pubkey)
    .equal("type", params.type)
    .between("now", params.start_utime, params.end_utime);
  const rows = context.db.all(...select.page(`now ${sortDirection}, lt ${sortDirection}`, params)).map((row) => ({
    tx_hash: row.tx_hash,
    tx_lt: String(row.lt),
    utime: row.now,
    type: row.type,
    stake_holder_address: row.stake_holder,
    ...omitEmpty({ validator_pubkey: row.pubkey, adnl_addr: row.adnl }),
    ...JSON.parse(row.details),
  }));
  return withBook(
    { ...omitEmpty({ start_utime: params.start_utime, end_utime: params.end_utime }), events: rows },
    rows.map((row) => row.stake_holder_address),
    context,
  );
}

/** @param {any} db @param {number} electionId @param {ReturnType<typeof makeMember>} member */
function listParticipants(db, electionId, { holder, adnl, pubkey }) {
  const select = new Select(
    `P.*, (SELECT M.validator_index FROM validator_cycles C JOIN validator_members M ON M.cycle_start = C.cycle_start AND M.pubkey = P.pubkey
      WHERE C.election_id = P.election_id ORDER BY C.cycle_start DESC LIMIT 1) AS validator_index FROM validator_participants P`,
  )
    .equal("P.election_id", electionId)
    .equal("P.stake_holder", holder)
    .equal("P.adnl", adnl)
    .equal("P.pubkey", pubkey);
  return db.all(...select.page("P.stake DESC, P.pubkey", { limit: -1 })).map((row) => ({
    validator_pubkey: row.pubkey,
    ...omitEmpty({ validator_index: row.validator_index }),
    stake: String(row.stake),
    max_factor: row.max_factor,
    stake_holder_address: row.stake_holder,
    adnl_addr: row.adnl,
  }));
}

/**
 * Rows in which a member took part: a condition on each column of the request.
 * @param {Select} select @param {string} from @param {[string, any][]} tests
 */
function addMemberCondition(select, from, tests) {
  const givenTests = tests.filter(([, value]) => value !== undefined);
  if (!givenTests.length) return;
  const conditions = givenTests.map(([column]) => ` AND ${column} = ?`).join("");
  select.and(`EXISTS (SELECT 1 FROM ${from}${conditions})`, ...givenTests.map(([, value]) => value));
}

function listElections(params, context) {
  const member = makeMember(params);
  const select = new Select(
    "E.*, (SELECT count(*) FROM validator_participants P WHERE P.election_id = E.election_id) AS participants FROM validator_elections E",
  )
    .equal("E.election_id", params.election_id)
    .equal("E.finished", params.finished === undefined ? undefined : Number(params.finished))
    .between("E.election_id", params.start_utime, params.end_utime);
  addMemberCondition(select, "validator_participants P WHERE P.election_id = E.election_id", [
    ["P.stake_holder", member.holder],
    ["P.adnl", member.adnl],
    ["P.pubkey", member.pubkey],
  ]);
  const listedElections = context.db.all(...select.page(`E.election_id ${readDirection(params)}`, params));
  const listMembers = (row) =>
    params.return_participants ? listParticipants(context.db, row.election_id, member) : [];
  const rows = listedElections
    .map((row) => ({ row, found: listMembers(row) }))
    .map(({ row, found }) => ({
      election_id: row.election_id,
      elect_close: row.elect_close,
      min_stake: String(row.min_stake),
      total_stake: String(row.total_stake),
      total_participants: row.participants,
      failed: Boolean(row.failed),
      finished: Boolean(row.finished),
      ...(found.length > 0 && { participants: found }),
    }));
  return withBook(
    { elections: rows },
    rows.flatMap((row) => (row.participants ?? []).map((participant) => participant.stake_holder_address)),
    context,
  );
}

const COMPLAINTS = `K.*, C.cycle_start, P.stake_holder FROM validator_complaints K
  JOIN validator_cycles C ON C.election_id = K.election_id
  LEFT JOIN validator_participants P ON P.election_id = K.election_id AND P.pubkey = K.pubkey`;

/** @param {any} row of `COMPLAINTS` */
function makeComplaint(row) {
  const { description_boc, ...details } = JSON.parse(row.details);
  return {
    cycle_start: row.cycle_start,
    election_id: row.election_id,
    complaint_hash: row.hash,
    validator_pubkey: row.pubkey,
    adnl_addr: row.adnl,
    ...omitEmpty({ stake_holder_address: row.stake_holder }),
    description_boc,
    created_at: row.created_at,
    ...details,
  };
}

/** @param {any} row */
const listAccounts = (row) => [row.stake_holder_address ?? null, row.reward_address];

function readComplaintsPage(params, context) {
  const { holder, adnl, pubkey } = makeMember(params);
  const select = new Select(COMPLAINTS)
    .equal("C.cycle_start", params.cycle_start)
    .equal("K.election_id", params.election_id)
    .equal("K.pubkey", pubkey)
    .equal("P.stake_holder", holder)
    .equal("K.adnl", adnl)
    .between("K.created_at", params.start_utime, params.end_utime);
  const rows = context.db
    .all(...select.page(`K.created_at ${readDirection(params)}, K.hash`, params))
    .map(makeComplaint);
  return withBook({ complaints: rows }, rows.flatMap(listAccounts), context);
}

/** The validators of a cycle, each with the complaints about it. @param {any} db @param {any} cycle row @param {ReturnType<typeof makeMember>} member */
function listValidators(db, cycle, { holder, adnl, pubkey }) {
  const complaintsAbout = db
    .all(
      ...new Select(COMPLAINTS)
        .equal("C.cycle_start", cycle.cycle_start)
        .page("K.created_at DESC, K.hash", { limit: -1 }),
    )
    .map(makeComplaint);
  const select = new Select(`M.*, P.stake_holder, P.max_factor FROM validator_members M
    LEFT JOIN validator_participants P ON P.election_id = ${Number(cycle.election_id ?? 0)} AND P.pubkey = M.pubkey`)
    .equal("M.cycle_start", cycle.cycle_start)
    .equal("P.stake_holder", holder)
    .equal("M.adnl", adnl)
    .equal("M.pubkey", pubkey);
  return db.all(...select.page("M.validator_index", { limit: -1 })).map((row) => ({
    validator_index: row.validator_index,
    validator_pubkey: row.pubkey,
    adnl_addr: row.adnl,
    weight: row.weight,
    ...omitEmpty({ stake_holder_address: row.stake_holder, stake: toText(row.stake), max_factor: row.max_factor }),
    complaints: complaintsAbout.filter((complaint) => complaint.validator_pubkey === row.pubkey),
  }));
}

const STAKES = `(SELECT %(stake) FROM validator_members M WHERE M.cycle_start = C.cycle_start HAVING count(*) = count(stake))`;

function listCycles(params, context) {
  const member = makeMember(params);
  const [minStakes, maxStakes] = ["min", "max"].map((name) => STAKES.replace("%", name));
  const select = new Select(`C.*, ${minStakes} AS least, ${maxStakes} AS most FROM validator_cycles C`)
    .equal("C.cycle_start", params.cycle_start)
    .equal("C.election_id", params.election_id)
    .between("C.cycle_start", params.start_utime, params.end_utime);
  const members = "validator_members M WHERE M.cycle_start = C.cycle_start";
  addMemberCondition(
    select,
    `validator_participants P JOIN validator_members M ON M.pubkey = P.pubkey
      WHERE M.cycle_start = C.cycle_start AND P.election_id = C.election_id`,
    [["P.stake_holder", member.holder]],
  );
  addMemberCondition(select, members, [["M.adnl", member.adnl]]);
  addMemberCondition(select, members, [["M.pubkey", member.pubkey]]);
  const rows = context.db.all(...select.page(`C.cycle_start ${readDirection(params)}`, params)).map((row) => {
    const { min_stake_limit, max_stake_limit, min_total_stake, max_stake_factor, ...limits } = JSON.parse(row.limits);
    return {
      ...omitEmpty({ election_id: row.election_id }),
      cycle_start: row.cycle_start,
      cycle_end: row.cycle_end,
      total: row.total,
      main: row.main,
      total_weight: row.total_weight,
      ...omitEmpty({ total_stake: toText(row.total_stake) }),
      ...limits,
      ...omitEmpty({ min_stake: toText(row.least), max_stake: toText(row.most) }),
      min_stake_limit,
      max_stake_limit,
      min_total_stake,
      max_stake_factor,
      ...(params.return_validators && { validators: listValidators(context.db, row, member) }),
    };
  });
  return withBook(
    { cycles: rows },
    rows.flatMap((row) =>
      (row.validators ?? []).flatMap((validator) => [
        validator.stake_holder_address ?? null,
        ...validator.complaints.flatMap(listAccounts),
      ]),
    ),
    context,
  );
}

export const HANDLERS = {
  "/validators/events": listEvents,
  "/validators/elections": listElections,
  "/validators/cycles": listCycles,
  "/validators/complaints": readComplaintsPage,
};
