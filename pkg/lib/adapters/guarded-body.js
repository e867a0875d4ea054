// Request bodies with a timeout and a memory limit, for servers that have neither: Deno and Bun.

/**
 * Wraps a request's body, which must end within `timeoutMs`. Its bytes count as held until it ends. `isBroken` becomes true if it does
 * not end in time.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @param {ReturnType<typeof import("../gateway/http/byte-counter.js").createByteCounter>} byteCounter
 */
export function guardRequestBody(body, timeoutMs, byteCounter) {
  const reader = body.getReader();
  const guardedBody = { stream: undefined, isBroken: false };
  let controller;
  const holder = { heldBytes: 0, reset: () => failBody("too many request bodies are unfinished") };
  const finishBody = () => {
    clearTimeout(timer);
    byteCounter.forget(holder);
  };
  const failBody = (message) => {
    finishBody();
    guardedBody.isBroken = true;
    controller.error(Object.assign(new Error(message), { name: "AbortError" }));
    reader.cancel().catch(() => {});
  };
  const timer = setTimeout(() => failBody("the request body did not arrive in time"), timeoutMs);
  guardedBody.stream = new ReadableStream(
    {
      start: (streamController) => void (controller = streamController),
      async pull() {
        const { done, value } = await reader.read().catch((cause) => {
          finishBody();
          throw Object.assign(new Error("the caller disconnected before the end of the request body", { cause }), {
            name: "AbortError",
          });
        });
        if (done) {
          finishBody();
          controller.close();
        } else {
          byteCounter.hold(holder, value.byteLength);
          byteCounter.move(holder);
          controller.enqueue(value);
        }
      },
      cancel(reason) {
        finishBody();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return guardedBody;
}
