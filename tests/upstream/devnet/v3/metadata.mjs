// `metadata`: what is to be shown of tokens, by account.

const CONTRACTS = `SELECT account, kind, details FROM contracts
  WHERE account IN (SELECT value FROM json_each(?)) AND kind IN ('jetton_master', 'jetton_wallet') ORDER BY account, kind`;

/** @param {Record<string, string> | null} content */
function shown(content) {
  const { name, symbol, description, image, ...extra } = content ?? {};
  const fields = { name, symbol, description, image, extra };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const INFO = {
  jetton_master: ({ jetton_content }) => ({ valid: true, type: "jetton_masters", ...shown(jetton_content) }),
  jetton_wallet: ({ balance, owner, jetton }) => ({
    valid: true,
    type: "jetton_wallets",
    extra: { balance, jetton, owner },
  }),
};

/**
 * The metadata of those accounts that are tokens, and of the jettons of wallets among them.
 * @param {Iterable<string>} accounts raw @param {any} db @returns {Record<string, any>}
 */
export function metadataOf(accounts, db) {
  const read = (list) =>
    db
      .all(CONTRACTS, [JSON.stringify([...new Set(list)])])
      .map((row) => ({ ...row, details: JSON.parse(row.details) }));
  const rows = read(accounts);
  const masters = rows.filter(({ kind }) => kind === "jetton_wallet").map(({ details }) => details.jetton);
  const all = new Map([...rows, ...read(masters)].map((row) => [row.account, row]));
  return Object.fromEntries(
    [...all.keys()].sort().map((account) => {
      const { kind, details } = all.get(account);
      return [account, { is_indexed: true, token_info: [INFO[kind](details)] }];
    }),
  );
}
