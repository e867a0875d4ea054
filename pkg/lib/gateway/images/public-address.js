// Decides whether an IP address is public, by the registries of special addresses of IANA.

/** IPv4 blocks that are not public: first address, and bits of the prefix. @type {[string, number][]} */
const PRIVATE_BLOCKS = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
/** Matches the first two groups of an IPv6 address in 2000::/3, the only block with public addresses; the second one may be left out. */
const GLOBAL_IPV6 = /^([23][0-9a-f]{3}):([0-9a-f]{0,4}):[0-9a-f:]*$/i;

/** Returns an IPv4 address as a number; undefined for another text. @param {string} text */
function readIpv4(text) {
  const bytes = IPV4.exec(text)?.slice(1).map(Number);
  if (bytes === undefined || bytes.some((byte) => byte > 255)) return undefined;
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}

const isInBlock = (address, [first, prefixBits]) => {
  const size = 2 ** (32 - prefixBits);
  return Math.floor(address / size) === Math.floor(/** @type {number} */ (readIpv4(first)) / size);
};

/** Whether anyone on the internet can reach this address. A text that is not an address is not public. @param {string} text */
export function isPublicAddress(text) {
  const address = readIpv4(text);
  if (address !== undefined) return !PRIVATE_BLOCKS.some((block) => isInBlock(address, block));
  const groups = GLOBAL_IPV6.exec(text);
  if (groups === null) return false;
  const [firstGroup, secondGroup] = [Number.parseInt(groups[1], 16), Number.parseInt(groups[2] || "0", 16)];
  // Protocol assignments with Teredo, documentation, and addresses of 6to4, which contain an IPv4 address.
  if (firstGroup === 0x2001 && (secondGroup < 0x200 || secondGroup === 0xdb8)) return false;
  if (firstGroup === 0x2002) return false;
  return !(firstGroup === 0x3fff && secondGroup < 0x1000);
}
