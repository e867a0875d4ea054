// Reads type and dimensions of a picture from its first bytes, before anything decodes it.

/** @typedef {{ type: "image/png" | "image/jpeg" | "image/gif" | "image/webp", width: number, height: number }} PictureHeader */

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Whether a JPEG marker begins a frame, whose header has the dimensions. */
const isFrameMarker = (marker) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Whether a JPEG marker has no length after it. */
const isBareMarker = (marker) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** Returns type and dimensions; undefined if the bytes are not a picture of these types. @param {Uint8Array} bytes */
export function readPictureHeader(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const header = readPng(bytes, view) ?? readGif(bytes, view) ?? readJpeg(view) ?? readWebp(bytes, view);
    return header && header.width > 0 && header.height > 0 ? header : undefined;
  } catch {
    // The bytes end within the header.
    return undefined;
  }
}

/** @param {Uint8Array} bytes */
const readAscii = (bytes, start, length) => String.fromCharCode(...bytes.subarray(start, start + length));

/** @param {Uint8Array} bytes @param {DataView} view @returns {PictureHeader | undefined} */
function readPng(bytes, view) {
  if (!PNG_SIGNATURE.every((byte, index) => bytes[index] === byte) || readAscii(bytes, 12, 4) !== "IHDR")
    return undefined;
  return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

/** @param {Uint8Array} bytes @param {DataView} view @returns {PictureHeader | undefined} */
function readGif(bytes, view) {
  if (!["GIF87a", "GIF89a"].includes(readAscii(bytes, 0, 6))) return undefined;
  return { type: "image/gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** @param {DataView} view @returns {PictureHeader | undefined} */
function readJpeg(view) {
  if (view.getUint16(0) !== 0xffd8 || view.getUint8(2) !== 0xff) return undefined;
  let offset = 2;
  for (;;) {
    if (view.getUint8(offset) !== 0xff) return undefined;
    const marker = view.getUint8(offset + 1);
    if (isFrameMarker(marker))
      return { type: "image/jpeg", width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    // The picture's data begins here, or the picture ends, without a frame header.
    if (marker === 0xda || marker === 0xd9) return undefined;
    // 0xff may be repeated before a marker.
    if (marker === 0xff) offset += 1;
    else offset += isBareMarker(marker) ? 2 : 2 + Math.max(2, view.getUint16(offset + 2));
  }
}

/** @param {Uint8Array} bytes @param {DataView} view @returns {PictureHeader | undefined} */
function readWebp(bytes, view) {
  if (readAscii(bytes, 0, 4) !== "RIFF" || readAscii(bytes, 8, 4) !== "WEBP") return undefined;
  const readUint24 = (offset) => view.getUint16(offset, true) + view.getUint8(offset + 2) * 0x10000;
  const type = "image/webp";
  switch (readAscii(bytes, 12, 4)) {
    case "VP8X":
      return { type, width: readUint24(24) + 1, height: readUint24(27) + 1 };
    case "VP8L": {
      if (view.getUint8(20) !== 0x2f) return undefined;
      const bits = view.getUint32(21, true);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      if (readUint24(23) !== 0x2a019d) return undefined;
      return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return undefined;
  }
}
