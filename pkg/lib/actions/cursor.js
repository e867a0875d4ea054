// Positions in the history of an account, as texts that a program can store.

import { BEGINNING } from "../live/account-chain.js";
import { fail } from "../util/error.js";

const CURSOR_PATTERN = /^(-?\d{1,10}:[0-9A-F]{64}):(\d{1,20}):([A-Za-z0-9+/]{43}=)?$/;

/** @param {string} account in raw form @param {import("../live/account-chain.js").Position} position */
export const formatCursor = (account, { lt, hash }) => `${account}:${lt}:${hash}`;

/** @param {string} cursor @returns {{ account: string, position: import("../live/account-chain.js").Position }} */
export function parseCursor(cursor) {
  const [, account, lt, hash = ""] = CURSOR_PATTERN.exec(cursor) ?? [];
  if (account === undefined || BigInt(lt) > 0n !== (hash !== ""))
    throw fail("cursor_invalid", "`since` is not a cursor of an account", { parameter: "since" });
  return { account, position: lt === "0" ? BEGINNING : { lt: BigInt(lt), hash } };
}
