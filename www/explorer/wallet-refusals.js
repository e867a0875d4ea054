// What the exit codes of wallets mean before they accept a message.

/**
 * By the body that the wallet takes, from the sources of the wallets:
 * https://github.com/ton-blockchain/ton/tree/master/crypto/smartcont, https://github.com/ton-blockchain/wallet-contract,
 * https://github.com/ton-blockchain/wallet-contract-v5, https://github.com/ton-blockchain/highload-wallet-contract-v3
 */
const SEQNO = "its seqno is not the wallet’s next one";
const WALLET_ID = "it is for another wallet id";
const SIGNATURE = "its signature is wrong";
const EXPIRED = "it has expired";
const MEANINGS = {
  wallet_v3_signed: { 33: SEQNO, 34: WALLET_ID, 35: SIGNATURE },
  wallet_v4_signed: { 33: SEQNO, 34: WALLET_ID, 35: SIGNATURE, 36: EXPIRED },
  wallet_v5_external: {
    132: "the wallet takes no signed messages",
    133: SEQNO,
    134: WALLET_ID,
    135: SIGNATURE,
    136: EXPIRED,
  },
  highload_v3_signed: {
    33: SIGNATURE,
    34: WALLET_ID,
    35: "it was created too long ago, or in the future",
    36: "the wallet has executed it before",
    37: "its message cannot be sent",
    38: "its timeout is not that of the wallet",
  },
};

/**
 * The meaning of an exit code; undefined if it is not known.
 * @param {number} exitCode @param {import("../shared/body-reader.js").Body | undefined} body @param {number} now Unix seconds
 */
export function explainRefusal(exitCode, body, now) {
  const known = MEANINGS[body?.type ?? ""]?.[exitCode];
  // Version 3 has one code for both, and looks at the time first.
  const isPast = Number(fieldOf(body, "validUntil") ?? Number.POSITIVE_INFINITY) <= now;
  return body?.type === "wallet_v3_signed" && exitCode === 35 && isPast ? EXPIRED : known;
}

/** Whether the exit code is about the seqno. */
export const isSeqnoRefusal = (exitCode, body) => MEANINGS[body?.type ?? ""]?.[exitCode] === SEQNO;

/** A field of a decoded body. @param {import("../shared/body-reader.js").Body | undefined} body @param {string} name */
export const fieldOf = (body, name) => body?.fields.find((one) => one.name === name)?.value;
