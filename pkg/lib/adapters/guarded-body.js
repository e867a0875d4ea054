// Request bodies with a timeout and a bound, for servers that have neither: Deno and Bun.

/**
 * A request's body that must come to its end within `timeoutMs`. Its bytes count as held until then. `isBroken` becomes true when
 * it did not.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @param {ReturnType<typeof import("./held-bytes.js").heldBytes>} held
 */
export function guardRequestBody(body, timeoutMs, held) {
  const reader = body.getReader();
  const guarded = { stream: undefined, isBroken: false };
  let controller;
  const holder = { held: 0, reset: () => fail("too many bodies are unfinished") };
  const end = () => {
    clearTimeout(timer);
    held.forget(holder);
  };
  const fail = (why) => {
    end();
    guarded.isBroken = true;
    controller.error(Object.assign(new Error(why), { name: "AbortError" }));
    reader.cancel().catch(() => {});
  };
  const timer = setTimeout(() => fail("the request body did not arrive in time"), timeoutMs);
  guarded.stream = new ReadableStream(
    {
      start: (own) => void (controller = own),
      async pull() {
        const { done, value } = await reader.read().catch((cause) => {
          end();
          throw Object.assign(new Error("the caller broke off the request body", { cause }), { name: "AbortError" });
        });
        if (done) {
          end();
          controller.close();
        } else {
          held.hold(holder, value.byteLength);
          controller.enqueue(value);
        }
      },
      cancel(reason) {
        end();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return guarded;
}
