// Streams that end if they are not read: Deno, Bun and workerd never close the connection of a caller who does not read.

import { isPromise } from "../../util/maybe-promise.js";

/** Default time in which the next piece must be read, in milliseconds. */
const UNREAD_MS = 30_000;
/** Longest time between two checks of a stream, in milliseconds. */
const LOOK_MS = 1000;

/**
 * Creates a stream of pieces. `next` returns a piece or a promise of it, and undefined after the last one. `end` is called once: after the
 * last piece, when the reader cancels, when `next` fails, or when no piece was read for `unreadMs`, which is an error of the stream. `fail`
 * ends the stream with an error.
 *
 * @param {{ next: () => Uint8Array | undefined | Promise<Uint8Array | undefined>, end: (reason?: unknown) => void, unreadMs?: number }} source
 * @returns {{ stream: ReadableStream<Uint8Array>, fail: () => void }}
 */
export function createPacedStream({ next, end, unreadMs = UNREAD_MS }) {
  /** @type {ReadableStreamDefaultController<Uint8Array>} */
  let controller;
  let lastReadAt = performance.now();
  let isOver = false;
  const finishStream = (reason) => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    end(reason);
  };
  const failStream = () => {
    if (isOver) return;
    finishStream();
    controller.error(new Error("the response was not read in time"));
  };
  const checkReader = () => {
    if (performance.now() - lastReadAt >= unreadMs) failStream();
  };
  const timer = setInterval(checkReader, Math.min(LOOK_MS, unreadMs / 4));
  // The timer must not keep a finished process alive.
  /** @type {any} */ (timer).unref?.();
  const deliverPiece = (piece) => {
    if (isOver) return;
    if (piece !== undefined) return controller.enqueue(piece);
    finishStream();
    controller.close();
  };
  const stream = new ReadableStream(
    {
      start: (streamController) => void (controller = streamController),
      pull() {
        lastReadAt = performance.now();
        try {
          const piece = next();
          return isPromise(piece) ? piece.then(deliverPiece, forwardError) : deliverPiece(piece);
        } catch (error) {
          return forwardError(error);
        }
      },
      cancel: finishStream,
    },
    { highWaterMark: 0 },
  );
  const forwardError = (error) => {
    finishStream();
    throw error;
  };
  return { stream, fail: failStream };
}
