// What the metadata of a response says about tokens. Anyone can write the names on the chain: they are untrusted text.

const LONGEST = 80;
/** The default of TEP-64. */
const DECIMALS = 9;
/** Of these bodies a jetton wallet is the sender; of the other bodies of jettons it is the receiver. */
const FROM_WALLET = ["jetton_notification", "jetton_burn_notification"];

/** The token's metadata; undefined if the API has not read it yet or found it invalid. */
export const tokenOf = (metadata, address) =>
  (metadata[address]?.token_info ?? []).find((each) => each?.valid !== false);

/** A text of the chain, cut; undefined if empty. */
export function written(text) {
  if (typeof text !== "string" || text.trim() === "") return undefined;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Undefined without metadata, or if its value is out of range. */
export function decimalsOf(token) {
  if (!token) return undefined;
  const decimals = token.extra?.decimals ?? DECIMALS;
  return /^\d{1,3}$/.test(String(decimals)) && Number(decimals) <= 255 ? Number(decimals) : undefined;
}

/**
 * The metadata of the jetton that a message is about, found by the jetton wallet that sent or received it.
 * @param {string} type of its body @param {{ source?: any, destination?: any }} message @param {Record<string, any>} metadata
 */
export function findJetton(type, { source, destination }, metadata) {
  const wallet = (metadata[FROM_WALLET.includes(type) ? source : destination]?.token_info ?? []).find(
    (each) => each?.type === "jetton_wallets" && each.valid !== false,
  );
  const token = tokenOf(metadata, wallet?.extra?.jetton);
  return token?.type === "jetton_masters" ? token : undefined;
}
