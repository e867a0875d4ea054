// The text forms of accounts in the index.

/** Raw, upper-case: the form of v3. @param {import("@ton/core").Address} address */
export const writeRawAddress = (address) => `${address.workChain}:${address.hash.toString("hex").toUpperCase()}`;

/** @param {import("@ton/core").ExternalAddress | null | undefined} address */
export function makeExternalAddress(address) {
  if (!address) return null;
  const digitCount = Math.ceil(address.bits / 4);
  return `ext$${address.bits}:${address.value.toString(16).toUpperCase().padStart(digitCount, "0")}`;
}
