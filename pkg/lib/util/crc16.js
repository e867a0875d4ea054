// The checksum of friendly addresses.

/** CRC-16/XMODEM. */
export function computeCrc16(bytes) {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x8000 ? 0x11021 : 0);
  }
  return crc;
}
