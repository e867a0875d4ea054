// Multisigs and their orders, by their get-methods.
import { readOrderActions, listOrderActionNames } from "./order-actions.mjs";
import { withBook } from "./book.mjs";
import { Select } from "./select.mjs";

const CONTRACT = `C.account AS address, C.details, A.last_tx_lt, A.code_hash, A.data_hash
  FROM contracts C JOIN accounts A ON A.account = C.account`;

const makeContract = (row) => ({
  address: row.address,
  ...JSON.parse(row.details),
  last_transaction_lt: String(row.last_tx_lt),
  code_hash: row.code_hash,
  data_hash: row.data_hash,
});

/** Sorts rows by the order in which they were first seen. @param {any} params */
const orderClause = ({ sort }) => `C.id ${sort === "asc" ? "ASC" : "DESC"}`;

const MEMBER = ["signers", "proposers"]
  .map(
    (role) =>
      `EXISTS (SELECT 1 FROM json_each(C.details, '$.${role}') J WHERE J.value IN (SELECT value FROM json_each(?)))`,
  )
  .join(" OR ");

/** All orders of these multisigs, oldest first. @param {string[]} multisigs @param {any} db */
function listOrders(multisigs, db) {
  const select = new Select(CONTRACT).and("C.kind = 'multisig_order_v2'").among("C.parent", multisigs);
  const ordersByMultisig = new Map();
  for (const row of db.all(...select.page("C.id", { limit: -1 }))) {
    const order = { ...makeContract(row), actions: null };
    const { multisig_address: multisig } = order;
    ordersByMultisig.set(multisig, [...(ordersByMultisig.get(multisig) ?? []), order]);
  }
  return ordersByMultisig;
}

const listOrderNames = (row) => [
  row.address,
  row.multisig_address,
  ...row.signers,
  ...(row.actions ?? []).flatMap(listOrderActionNames),
];

export const HANDLERS = {
  "/multisig/wallets"(params, context) {
    const { address, wallet_address: wallets, include_orders: withOrders = true } = params;
    const select = new Select(CONTRACT).and("C.kind = 'multisig_v2'").among("C.account", address);
    if (wallets) select.and(`(${MEMBER})`, JSON.stringify(wallets), JSON.stringify(wallets));
    const rows = context.db.all(...select.page(orderClause(params), params)).map(makeContract);
    const orders = withOrders
      ? listOrders(
          rows.map((row) => row.address),
          context.db,
        )
      : undefined;
    // The service sends null if it found no order, and an empty list if none was requested.
    const multisigs = rows.map((row) => ({ ...row, orders: orders ? (orders.get(row.address) ?? null) : [] }));
    return withBook(
      { multisigs },
      multisigs.flatMap((row) => [
        row.address,
        ...row.signers,
        ...row.proposers,
        ...(row.orders ?? []).flatMap(({ address: own, signers }) => [own, ...signers]),
      ]),
      context,
    );
  },
  "/multisig/orders"(params, context) {
    const select = new Select(CONTRACT)
      .and("C.kind = 'multisig_order_v2'")
      .among("C.account", params.address)
      .among("C.parent", params.multisig_address);
    const rows = context.db.all(...select.page(orderClause(params), params)).map(makeContract);
    const orders = rows.map((row) => ({
      ...row,
      actions: params.parse_actions ? readOrderActions(row.order_boc) : null,
    }));
    return withBook({ orders }, orders.flatMap(listOrderNames), context);
  },
};
