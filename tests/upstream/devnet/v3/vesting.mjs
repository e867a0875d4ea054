// Vesting wallets, by their get-method.
import { withBook } from "./book.mjs";
import { Select } from "./select.mjs";

const WALLET = "(C.owner IN (SELECT value FROM json_each(?)) OR C.parent IN (SELECT value FROM json_each(?)))";
const WALLET_OR_WHITELIST = `(${WALLET} OR EXISTS (SELECT 1 FROM json_each(C.details, '$.whitelist') J
  WHERE J.value IN (SELECT value FROM json_each(?))))`;

export const HANDLERS = {
  "/vesting"(params, context) {
    const { contract_address: contracts, wallet_address: wallets, check_whitelist: isListed } = params;
    const select = new Select("C.account, C.details FROM contracts C")
      .and("C.kind = 'wallet_vesting'")
      .among("C.account", contracts);
    const list = JSON.stringify(wallets);
    if (wallets)
      select.and(isListed ? WALLET_OR_WHITELIST : WALLET, ...Array.from({ length: isListed ? 3 : 2 }, () => list));
    const order = contracts ? "C.account" : "C.id";
    const rows = context.db
      .all(...select.page(order, params))
      .map(({ account, details }) => ({ address: account, ...JSON.parse(details) }));
    return withBook(
      { vesting_contracts: rows },
      rows.flatMap((row) => [row.address, row.sender_address, row.owner_address, ...row.whitelist]),
      context,
    );
  },
};
