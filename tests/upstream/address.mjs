// A minimal address and hash normaliser for the upstream. It must not import the package under test: the upstream is the
// independent party, and a shared bug would be invisible to both.

const RAW = /^(-?\d{1,10}):([0-9a-f]{64})$/i;

/** CRC-16/XMODEM, the checksum of a friendly address. @param {Uint8Array} bytes */
function computeCrc16(bytes) {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let i = 0; i < 8; i++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

/**
 * Any address form -> `wc:HEX` (upper case), or null. As tolerant as the indexed service: the checksum
 * of a friendly address counts, its bounce and test flags do not.
 * @param {string} text @returns {string | null}
 */
export function normalizeAddress(text) {
  const trimmedText = String(text).trim();
  const rawMatch = RAW.exec(trimmedText);
  if (rawMatch) return `${Number(rawMatch[1])}:${rawMatch[2].toUpperCase()}`;
  if (!/^[A-Za-z0-9+/_-]{48}$/.test(trimmedText)) return null;
  const bytes = Buffer.from(trimmedText, "base64"); // Node reads both alphabets
  if (computeCrc16(bytes.subarray(0, 34)) !== bytes.readUInt16BE(34)) return null;
  return `${bytes.readInt8(1)}:${bytes.subarray(2, 34).toString("hex").toUpperCase()}`;
}

/**
 * 64 hex digits (0x optional) or 43/44 characters of base64 or base64url -> padded base64, or null. A space is read as `+`, since an
 * unescaped `+` of a query string turns into one.
 * @param {string} text @returns {string | null}
 */
export function normalizeHash(text) {
  const trimmed = String(text).trim().replace(/ /g, "+");
  const hex = /^(?:0x)?([0-9a-f]{64})$/i.exec(trimmed);
  if (hex) return Buffer.from(hex[1], "hex").toString("base64");
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return null;
  return Buffer.from(trimmed, "base64").toString("base64");
}
