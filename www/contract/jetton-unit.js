// Finds the unit of a contract's amounts: the unit of its jetton, from the API.

import { loadClient } from "../shared/client.js";
import { readSymbol } from "../ton-edge/lib/sentences/token-symbol.js";
import { findToken, readDecimals } from "../ton-edge/lib/sentences/token.js";
import { t } from "../shared/messages.js";

/** @typedef {{ name: string, decimals: number, metadata: Record<string, any> }} Unit `metadata`: of the response that names the jetton */

/**
 * Returns the unit of a jetton wallet or a jetton master; undefined for other contracts, and if the API does not know the decimals.
 * @param {{ account: string, state: any, signal: AbortSignal }} contract @returns {Promise<Unit | undefined>}
 */
export async function loadJetton({ account, state, signal }) {
  const hasInterface = (/** @type {string} */ name) => (state.interfaces ?? []).some((item) => String(item) === name);
  try {
    const { v3 } = await loadClient();
    if (hasInterface("jetton_wallet")) {
      const { jetton_wallets: wallets, metadata } = await v3.jetton.wallets(
        { address: [account], limit: 1 },
        { signal },
      );
      return wallets[0] && describeUnit(wallets[0].jetton, metadata);
    }
    if (!hasInterface("jetton_master")) return undefined;
    const { metadata } = await v3.jetton.masters({ address: [account], limit: 1 }, { signal });
    return describeUnit(account, metadata);
  } catch {
    // Without a unit, the forms take amounts in the smallest units, and say so.
    return undefined;
  }
}

/** @returns {Unit | undefined} */
function describeUnit(master, metadata) {
  const token = findToken(metadata ?? {}, master);
  const decimals = readDecimals(token);
  return decimals === undefined
    ? undefined
    : { name: readSymbol(token, master) ?? t("the jetton"), decimals, metadata };
}
