// Reads the names of a preview's accounts and jettons from the API. If the API does not have them, the preview shows
// addresses.

const MAX_NAMES = 100;

/**
 * @param {import("ton-edge").Client} client @param {string[]} accounts in raw form
 * @param {import("ton-edge/tvm").JettonChange[]} jettons @param {AbortSignal} signal
 * @returns {Promise<import("../shared/body-view.js").Page>}
 */
export async function loadNames(client, accounts, jettons, signal) {
  const masters = [...new Set(jettons.map(({ master }) => master))].slice(0, MAX_NAMES);
  const returnEmptyObject = () => /** @type {any} */ ({});
  const [book, metadata] = await Promise.all([
    client.v3
      .addressBook({ address: [...new Set([...accounts, ...masters])].slice(0, MAX_NAMES) }, { signal })
      .catch(returnEmptyObject),
    masters.length > 0 ? client.v3.metadata({ address: masters }, { signal }).catch(returnEmptyObject) : {},
  ]);
  // Adds the masters of jetton wallets that the preview confirmed.
  const wallets = jettons.map(({ wallet, master }) => [
    wallet,
    { token_info: [{ type: "jetton_wallets", extra: { jetton: master } }] },
  ]);
  return { book: book ?? {}, metadata: { ...metadata, ...Object.fromEntries(wallets) } };
}
