// Computes the bytes that a request takes on the connection, since Node's parser does not report them.

/** Bytes of a head besides method, URL and headers: two spaces, the version, and two line ends. */
const HEAD_OVERHEAD = "  HTTP/1.1\r\n\r\n".length;
/** Bytes of a header besides name and value: a colon, a space and a line end. */
const HEADER_OVERHEAD = ": \r\n".length;
/** Bytes of the line ends before and after the data of a chunk. */
const CHUNK_OVERHEAD = "\r\n\r\n".length;

export function computeHeadLength({ method, url, rawHeaders }) {
  let bytes = method.length + url.length + HEAD_OVERHEAD;
  for (let i = 0; i < rawHeaders.length; i += 2)
    bytes += rawHeaders[i].length + rawHeaders[i + 1].length + HEADER_OVERHEAD;
  return bytes;
}

/** Returns the length that a request declares for its body, or 0. */
export const readContentLength = (nodeRequest) => Number(findHeader(nodeRequest, "content-length") ?? 0);

export const isChunked = (nodeRequest) => findHeader(nodeRequest, "transfer-encoding") !== undefined;

/** Whether a request is the handshake of a WebSocket. */
export const isWebSocketHandshake = (nodeRequest) =>
  nodeRequest.method === "GET" && findHeader(nodeRequest, "upgrade")?.toLowerCase() === "websocket";

export const hasUpgrade = (nodeRequest) => findHeader(nodeRequest, "upgrade") !== undefined;

function findHeader({ rawHeaders }, name) {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length === name.length && rawHeaders[i].toLowerCase() === name) return rawHeaders[i + 1];
  }
  return undefined;
}

/** Returns the length of a chunk with this many bytes of data. */
export const computeChunkLength = (bytes) => bytes + bytes.toString(16).length + CHUNK_OVERHEAD;

/** Bytes of the chunk that ends a body. */
export const LAST_CHUNK_LENGTH = "0\r\n\r\n".length;
