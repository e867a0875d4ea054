// `metadata`: the data of tokens to show, by account. If the content of a token names a document elsewhere, the fields of the document
// complete it, as in the service's fetcher: a field on the chain takes precedence over the same field of the document.
import { findFields } from "../documents/index.mjs";

/** Kinds of contracts, with their types in v3. */
const TYPES = {
  jetton_master: "jetton_masters",
  jetton_wallet: "jetton_wallets",
  nft_collection: "nft_collections",
  nft_item: "nft_items",
};

const CONTRACTS = `SELECT account, kind, details FROM contracts
  WHERE account IN (SELECT value FROM json_each(?1)) AND kind IN (SELECT value FROM json_each(?2)) ORDER BY account, kind`;

/** Whether fields are enough to show a token. @param {string} type @param {Record<string, any>} fields */
function isEnough(type, { name, symbol, description, image, domain }) {
  const wantedValues = { jetton_masters: [symbol], nft_items: [name, domain] }[type] ?? [name, description, image];
  return wantedValues.some((field) => field !== undefined);
}

/**
 * The fields of a content and of its document; undefined if they are not enough and there is no document.
 * @param {string} type @param {Record<string, any>} content
 */
function listFields(type, content) {
  const url = content.url ?? content.uri;
  const document = typeof url === "string" ? findFields(url) : undefined;
  if (document) return { ...document, ...content };
  return isEnough(type, content) ? content : undefined;
}

const TEXTS = ["name", "symbol", "description", "image"];

/**
 * The metadata of a token with such a content.
 * @param {string} type of `TYPES` @param {Record<string, any> | null} content
 */
function makeMetadata(type, content) {
  const fields = listFields(type, content ?? {});
  if (!fields) return { valid: false, type };
  const isText = ([name, value]) => TEXTS.includes(name) && typeof value === "string";
  const entries = Object.entries(fields);
  const extraFields = entries.filter((entry) => !isText(entry));
  return {
    valid: true,
    type,
    ...Object.fromEntries(entries.filter(isText)),
    ...(extraFields.length > 0 && { extra: Object.fromEntries(extraFields) }),
  };
}

/** @type {Record<string, (details: any) => Record<string, any>>} */
const INFO = {
  jetton_master: ({ jetton_content }) => makeMetadata(TYPES.jetton_master, jetton_content),
  jetton_wallet: ({ balance, owner, jetton }) => ({
    valid: true,
    type: TYPES.jetton_wallet,
    extra: { balance, jetton, owner },
  }),
  nft_collection: ({ collection_content }) => makeMetadata(TYPES.nft_collection, collection_content),
  nft_item: ({ content, index }) => ({ ...makeMetadata(TYPES.nft_item, content), nft_index: index }),
};

/**
 * The metadata of those accounts that are tokens, and of the jettons of wallets among them.
 * @param {Iterable<string>} accounts raw @param {any} db @returns {Record<string, any>}
 */
export function readMetadata(accounts, db) {
  const kinds = JSON.stringify(Object.keys(TYPES));
  const read = (list) =>
    db
      .all(CONTRACTS, [JSON.stringify([...new Set(list)]), kinds])
      .map((row) => ({ ...row, details: JSON.parse(row.details) }));
  const rows = read(accounts);
  const masters = rows.filter(({ kind }) => kind === "jetton_wallet").map(({ details }) => details.jetton);
  const allContracts = new Map([...rows, ...read(masters)].map((row) => [`${row.account} ${row.kind}`, row]));
  /** @type {Record<string, any>} */
  const foundFields = {};
  for (const key of [...allContracts.keys()].sort()) {
    const { account, kind, details } = allContracts.get(key);
    foundFields[account] ??= { is_indexed: true, token_info: [] };
    foundFields[account].token_info.push(INFO[kind](details));
  }
  return foundFields;
}
