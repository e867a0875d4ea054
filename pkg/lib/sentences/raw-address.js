// Raw addresses, which responses of v3 contain.

const RAW_ADDRESS = /^(0|-?[1-9]\d{0,2}):[\da-f]{64}$/i;

/** Returns an address in raw form, in upper case; undefined for anything else. @param {unknown} address */
export function readRawAddress(address) {
  const [, workchain] = (typeof address === "string" && RAW_ADDRESS.exec(address)) || [];
  const isInRange = workchain !== undefined && Number(workchain) >= -128 && Number(workchain) <= 127;
  return isInRange ? String(address).toUpperCase() : undefined;
}
