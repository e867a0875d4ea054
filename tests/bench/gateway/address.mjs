// Addresses in plain JavaScript: checks them and writes all of their forms. Reasonably fast, with a table for the CRC.

const CRC = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc;
});

function computeCrc16(bytes, length) {
  let crc = 0;
  for (let at = 0; at < length; at += 1) crc = ((crc << 8) & 0xffff) ^ CRC[(crc >> 8) ^ bytes[at]];
  return crc;
}

const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** `{ workchain, hash, tag }` of an address in any form; undefined if the text is not an address. */
export function parse(text) {
  const rawMatch = /^(-?\d{1,3}):([0-9a-f]{64})$/i.exec(text);
  if (rawMatch) {
    const hash = Uint8Array.from({ length: 32 }, (_, at) => parseInt(rawMatch[2].slice(2 * at, 2 * at + 2), 16));
    return { workchain: Number(rawMatch[1]), hash, tag: undefined };
  }
  if (!/^(?:[A-Za-z0-9+/]{48}|[A-Za-z0-9_-]{48})$/.test(text)) return undefined;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  if (computeCrc16(bytes, 34) !== ((bytes[34] << 8) | bytes[35]) || ![0x11, 0x51].includes(bytes[0] & 0x7f))
    return undefined;
  return { workchain: (bytes[1] << 24) >> 24, hash: bytes.slice(2, 34), tag: bytes[0] };
}

function writeFriendly({ workchain, hash }, tag) {
  const bytes = new Uint8Array(36);
  bytes[0] = tag;
  bytes[1] = workchain;
  bytes.set(hash, 2);
  const crc = computeCrc16(bytes, 34);
  bytes[34] = crc >> 8;
  bytes[35] = crc & 255;
  const b64 = btoa(String.fromCharCode(...bytes));
  return {
    "@type": "ext.utils.detectedAddressVariant",
    b64,
    b64url: b64.replaceAll("+", "-").replaceAll("/", "_"),
  };
}

/** The result of detectAddress; undefined if the text is not an address. */
export function detect(text) {
  const address = parse(text);
  if (!address) return undefined;
  const { tag = 0 } = address;
  const test = tag & 0x80;
  return {
    "@type": "ext.utils.detectedAddress",
    raw_form: `${address.workchain}:${toHex(address.hash)}`,
    bounceable: writeFriendly(address, 0x11 | test),
    non_bounceable: writeFriendly(address, 0x51 | test),
    given_type: tag === 0 ? "raw_form" : tag & 0x40 ? "friendly_non_bounceable" : "friendly_bounceable",
    test_only: test !== 0,
  };
}
