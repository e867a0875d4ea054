/** Bytes of pairs of hexadecimal digits, without Buffer. */
export function decode(hex) {
  if (typeof Uint8Array.fromHex === "function") return Uint8Array.fromHex(hex);
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}
