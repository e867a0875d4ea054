// Jettons: masters and wallets by their get-methods, transfers and burns by the messages that wallets received.
import { Cell } from "@ton/core";

import { decodeKnownBody } from "../bodies/index.mjs";
import { getOpcode } from "../message.mjs";
import { withMaps } from "./book.mjs";
import { Select, hasTimeBounds, readLtBounds } from "./select.mjs";

const CONTRACT = `C.account AS address, C.details, A.last_tx_lt, A.code_hash, A.data_hash
  FROM contracts C JOIN accounts A ON A.account = C.account`;

const makeState = (row) => ({
  last_transaction_lt: String(row.last_tx_lt),
  code_hash: row.code_hash,
  data_hash: row.data_hash,
});

const makeContract = (row) => ({ address: row.address, ...JSON.parse(row.details), ...makeState(row) });

function listMasters(params, context) {
  const { address, admin_address: admin } = params;
  const select = new Select(CONTRACT)
    .and("C.kind = 'jetton_master'")
    .among("C.account", address)
    .among("C.owner", admin);
  const rows = context.db.all(...select.page(address ? "C.account" : "C.id", params)).map(makeContract);
  return withMaps(
    { jetton_masters: rows },
    rows.flatMap((row) => [row.address, row.admin_address]),
    context,
  );
}

function listWallets(params, context) {
  const { address, owner_address: owner, jetton_address: jetton, exclude_zero_balance: excludesZero, sort } = params;
  const select = new Select(CONTRACT)
    .and("C.kind = 'jetton_wallet'")
    .among("C.account", address)
    .among("C.owner", owner)
    .among("C.parent", jetton);
  if (excludesZero) select.and("ltrim(C.amount, '0') <> ''");
  const order = sort === undefined ? "C.id" : `C.amount ${sort === "asc" ? "ASC" : "DESC"}, C.id`;
  const rows = context.db.all(...select.page(order, params)).map(makeContract);
  return withMaps(
    { jetton_wallets: rows },
    rows.flatMap((row) => [row.address, row.owner, row.jetton]),
    context,
  );
}

/** @param {"jetton_transfer" | "jetton_burn"} kind @param {any} params @param {any} db */
function findEvents(kind, params, db) {
  // `address` is the old name of one owner.
  const owners = params.owner_address ?? (params.address && [params.address].flat());
  const lt = readLtBounds(db, params);
  const sortDirection = params.sort === "asc" ? "ASC" : "DESC";
  const select = new Select("E.* FROM token_events E").and("E.kind = ?", kind).and("E.aborted = 0");
  if (owners) {
    const list = JSON.stringify(owners);
    const sideColumns = { in: ["destination"], out: ["source"] }[params.direction] ?? ["source", "destination"];
    const tests = sideColumns.map((side) => `E.${side} IN (SELECT value FROM json_each(?))`);
    select.and(`(${tests.join(" OR ")})`, ...sideColumns.map(() => list));
  }
  select
    .among("E.token", params.jetton_wallet)
    .equal("E.parent", params.jetton_master)
    .between("E.lt", lt.from, lt.to)
    .between("E.now", params.start_utime, params.end_utime);
  return db.all(
    ...select.page(`${hasTimeBounds(params) ? "E.now" : "E.lt"} ${sortDirection}, E.tx_hash ${sortDirection}`, params),
  );
}

const makeTransactionFields = (row) => ({
  transaction_hash: row.tx_hash,
  transaction_lt: String(row.lt),
  transaction_now: row.now,
  transaction_aborted: Boolean(row.aborted),
});

/** @param {string | null} payload */
function decodePayload(payload) {
  const cell = payload === null ? undefined : Cell.fromBase64(payload);
  return cell ? decodeKnownBody(getOpcode(cell), cell) : null;
}

function makeTransfer(row) {
  const { query_id, amount, response_destination, custom_payload, ...forward } = JSON.parse(row.details);
  return {
    query_id,
    source: row.source ?? "",
    destination: row.destination ?? "",
    amount,
    source_wallet: row.token,
    jetton_master: row.parent ?? "",
    ...makeTransactionFields(row),
    response_destination,
    custom_payload,
    decoded_custom_payload: null,
    forward_ton_amount: forward.forward_ton_amount,
    forward_payload: forward.forward_payload,
    decoded_forward_payload: decodePayload(forward.forward_payload),
    trace_id: row.trace_id,
  };
}

function makeBurn(row) {
  const { query_id, amount, response_destination, custom_payload } = JSON.parse(row.details);
  return {
    query_id,
    owner: row.source ?? "",
    jetton_wallet: row.token,
    jetton_master: row.parent ?? "",
    ...makeTransactionFields(row),
    amount,
    response_destination,
    custom_payload,
    decoded_custom_payload: null,
    trace_id: row.trace_id,
  };
}

export const HANDLERS = {
  "/jetton/masters": listMasters,
  "/jetton/wallets": listWallets,
  "/jetton/transfers"(params, context) {
    const rows = findEvents("jetton_transfer", params, context.db).map(makeTransfer);
    return withMaps(
      { jetton_transfers: rows },
      rows.flatMap((row) => [
        row.source,
        row.destination,
        row.source_wallet,
        row.jetton_master,
        row.response_destination,
      ]),
      context,
    );
  },
  "/jetton/burns"(params, context) {
    const rows = findEvents("jetton_burn", { ...params, direction: "out" }, context.db).map(makeBurn);
    return withMaps(
      { jetton_burns: rows },
      rows.flatMap((row) => [row.owner, row.jetton_wallet, row.jetton_master, row.response_destination]),
      context,
    );
  },
};
