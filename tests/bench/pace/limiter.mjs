// A local server behind one of the usual rate limiters, 1 request per second. It counts accepted and refused requests.

import { createServer } from "node:http";

const RATE = 1;
const SECOND = 1000;

/** The limiters: each function says whether it accepts a request at a time in milliseconds. */
const KINDS = {
  "fixed window": () => {
    let window;
    let acceptedCount = 0;
    return (now) => {
      const currentSecond = Math.floor(now / SECOND);
      if (currentSecond !== window) [window, acceptedCount] = [currentSecond, 0];
      return acceptedCount < RATE && (acceptedCount += 1) > 0;
    };
  },
  "sliding window": () => makeSlidingWindow(false),
  "token bucket of 5": () => makeBucket(5),
  "leaky bucket": () => makeBucket(1),
  "refusals count, too": () => makeSlidingWindow(true),
};
export const LIMITERS = [...Object.keys(KINDS).map((kind) => ({ kind })), { kind: "sliding window", retryAfter: true }];

function makeSlidingWindow(refusalsCount) {
  let acceptedTimes = [];
  return (now) => {
    acceptedTimes = acceptedTimes.filter((at) => now - at < SECOND);
    const isAccepted = acceptedTimes.length < RATE;
    if (isAccepted || refusalsCount) acceptedTimes.push(now);
    return isAccepted;
  };
}

function makeBucket(size) {
  let level = 0;
  let lastTime = 0;
  return (now) => {
    level = Math.max(0, level - ((now - lastTime) / SECOND) * RATE);
    lastTime = now;
    return level + 1 <= size + 1e-9 && (level += 1) > 0;
  };
}

/** Starts a server with a limiter. `accepted` is the body of every accepted request. */
export async function startLimited({ kind, retryAfter = false }, accepted) {
  const takeSlot = KINDS[kind]();
  const count = { taken: 0, refused: 0 };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const id = body.startsWith("{") ? JSON.parse(body).id : undefined;
    const isAccepted = takeSlot(performance.now());
    count[isAccepted ? "taken" : "refused"] += 1;
    const reply = isAccepted ? accepted : { ok: false, result: "Ratelimit exceed", code: 429 };
    response.writeHead(isAccepted ? 200 : 429, {
      "content-type": "application/json",
      ...(!isAccepted && retryAfter && { "retry-after": "1" }),
    });
    response.end(JSON.stringify(id === undefined ? reply : { ...reply, id, jsonrpc: "2.0" }));
  });
  await new Promise((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    count,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}
