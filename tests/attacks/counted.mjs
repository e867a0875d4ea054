// A Node listener in this process that lets a test read the number of held bytes.

import assert from "node:assert/strict";

import { rememberText } from "../../pkg/lib/gateway/http/text-body.js";
import { createByteCounter } from "../../pkg/lib/gateway/http/byte-counter.js";
import { Listener } from "../../pkg/lib/adapters/node/listener.js";
import { LIMITS } from "../../pkg/lib/adapters/serve-settings.js";
import { get, waitUntil } from "./sockets.mjs";

/** With this timeout, all connections are checked every 10 ms. */
const SHORT_WRITE_TIMEOUT_MS = 80;

/**
 * Counts held bytes, and records every release of more bytes than the connection holds: such bytes were released twice.
 * @param {number} maxRise
 */
function makeCheckedBytes(maxRise) {
  const byteCounter = createByteCounter(maxRise);
  const forgottenObjects = new WeakSet();
  const excessBytes = [];
  return {
    ...byteCounter,
    excess: excessBytes,
    release(connection, bytes) {
      // A dropped or closed connection holds no bytes, but may still release those that it held before.
      if (bytes > connection.heldBytes && !forgottenObjects.has(connection) && connection.heldBytes > 0)
        excessBytes.push(bytes - connection.heldBytes);
      byteCounter.release(connection, bytes);
    },
    forget(connection) {
      forgottenObjects.add(connection);
      byteCounter.forget(connection);
    },
    /** The bytes that all connections hold. */
    get total() {
      return byteCounter.total;
    },
  };
}

/** Serves a function instead of a gateway. `countHeldBytes()` returns the number of bytes that all connections hold. */
export async function startCounted(fetch, settings) {
  const limits = { ...LIMITS, ...settings };
  const { writeTimeoutMs } = limits;
  const checkedCounter = makeCheckedBytes(limits.maxBufferedBytes);
  const listener = new Listener({ fetch }, limits, checkedCounter);
  limits.writeTimeoutMs = SHORT_WRITE_TIMEOUT_MS;
  const url = await listener.listen({ port: 0, host: "127.0.0.1" });
  limits.writeTimeoutMs = writeTimeoutMs;
  return {
    url,
    port: Number(new URL(url).port),
    countHeldBytes: () => checkedCounter.total,
    async close(drain = 0) {
      await listener.close(drain);
      await waitUntil(() => checkedCounter.total === 0, "the server holds no bytes");
      assert.deepEqual(checkedCounter.excess, [], "bytes that were released twice");
    },
  };
}

const LONG_BODY_BYTES = 16 * 1024 * 1024;
const LONG_TEXT = "x".repeat(LONG_BODY_BYTES);
const LONG_BYTES = new Uint8Array(LONG_BODY_BYTES);
/** A response body in one piece, which waits as a whole after earlier ones. */
const SHORT_TEXT = "x".repeat(20_000);
const listPieces = (bytes) =>
  /** @type {any} */ (ReadableStream).from(
    (function* () {
      for (let index = 0; index < LONG_BODY_BYTES; index += bytes) yield LONG_BYTES.subarray(index, index + bytes);
    })(),
  );

/** A response that the server writes from its text, like a gateway's response. */
function getTextResponse(text) {
  const response = new Response(text);
  rememberText(response, text);
  return response;
}

/** Responses to the requests of `WAYS`; `unread` and `cancelled` wait until `go()`. */
export function listWays() {
  let release;
  const gonePromise = new Promise((resolve) => (release = resolve));
  const responses = {
    read: async (body) => new Response(body && (await new Response(body).text())),
    unread: () => gonePromise.then(() => new Response("unread")),
    cancelled: async (body) => {
      const reader = body.getReader();
      await reader.read();
      await gonePromise;
      await reader.cancel();
      return new Response("cancelled", { status: 413 });
    },
    text: () => getTextResponse(LONG_TEXT),
    short: () => getTextResponse(SHORT_TEXT),
    stream: () => new Response(listPieces(50_000)),
    whole: () => new Response(listPieces(LONG_BODY_BYTES)),
  };
  return { release, respond: ({ url, body }) => responses[new URL(url).pathname.slice(1)](body) };
}

const buildPost = (path, bytes) => `POST /${path} HTTP/1.1\r\nhost: gw\r\ncontent-length: ${bytes}\r\n\r\n`;
const PART_TEXT = "x".repeat(40_000);

/**
 * The ways in which a connection makes the server hold bytes: the text that it writes first, and the text that it writes later. It does
 * not read.
 */
export const WAYS = {
  "a head": [`${get("/read").slice(0, -2)}x: ${PART_TEXT}`, "\r\n\r\n"],
  "a head behind a request": [`${get("/read")}${get("/read").slice(0, -2)}x: ${PART_TEXT}`, "\r\n\r\n"],
  "a head behind a body": [
    `${buildPost("read", 40_000)}${PART_TEXT}${get("/read").slice(0, -2)}x: ${PART_TEXT}`,
    "\r\n\r\n",
  ],
  "a head behind a body in chunks": [
    `POST /read HTTP/1.1\r\nhost: gw\r\ntransfer-encoding: chunked\r\n\r\n5\r\nwhole\r\n0\r\n\r\n${get("/read").slice(0, -2)}x: ${PART_TEXT}`,
    "\r\n\r\n",
  ],
  "a body": [buildPost("read", 80_000) + PART_TEXT, PART_TEXT],
  "a body in chunks": [
    "POST /read HTTP/1.1\r\nhost: gw\r\ntransfer-encoding: chunked\r\n\r\n" + `9c40\r\n${PART_TEXT}\r\n`.repeat(2),
    "0\r\n\r\n",
  ],
  "a body that is cancelled": [buildPost("cancelled", 80_000) + PART_TEXT, PART_TEXT],
  "requests that wait": [get("/unread").repeat(5), ""],
  "a text": [get("/text"), ""],
  "short texts": [get("/short").repeat(1500), ""],
  "a stream": [get("/stream"), ""],
  "a stream of one piece": [get("/whole"), ""],
};
