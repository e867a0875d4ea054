// Faults of an upstream. `act(reply)` handles a request; `reply` is the body of a healthy response.

import { OK } from "../upstream/service-of.mjs";

const makeText =
  (status, body, headers = OK) =>
  () =>
  (request, response) =>
    response.writeHead(status, headers).end(body);

const cutInHalf = (reply) => reply.slice(0, reply.length / 2);

/**
 * `only`: the number of requests with the fault; later requests get a healthy response. `kind`: why an attempt fails; `answer` means that it does
 * not fail, so callers get the upstream's response.
 */
export const FAULTS = [
  { name: "accepts the connection and never responds", kind: "time", act: () => () => {} },
  { name: "never responds to the first request", kind: "time", only: 1, act: () => () => {} },
  {
    name: "stops in the middle of the body",
    kind: "time",
    act: (reply) => (request, response) => response.writeHead(200, OK).write(cutInHalf(reply)),
  },
  {
    name: "sends a byte of the body every 100 ms",
    kind: "time",
    act: (reply) => (request, response) => {
      response.writeHead(200, OK);
      let index = 0;
      const timer = setInterval(() => response.write(reply[index++ % 8]), 100);
      response.on("close", () => clearInterval(timer));
    },
  },
  {
    name: "closes the connection without a response",
    kind: "failure",
    act: () => (request, response) => response.socket.destroy(),
  },
  {
    name: "resets the connection",
    kind: "failure",
    act: () => (request, response) => response.socket.resetAndDestroy(),
  },
  {
    name: "breaks off in the middle of the body",
    kind: "failure",
    act: (reply) => (request, response) => {
      response
        .writeHead(200, { ...OK, "content-length": reply.length })
        .write(cutInHalf(reply), () => response.socket.destroy());
    },
  },
  {
    name: "breaks off in the middle of a chunked body",
    kind: "failure",
    act: (reply) => (request, response) => {
      response.writeHead(200, OK).write(cutInHalf(reply), () => setTimeout(() => response.socket.destroy(), 10));
    },
  },
  {
    name: "breaks off the first response",
    kind: "failure",
    only: 1,
    act: (reply) => (request, response) => {
      response.writeHead(200, OK).write(cutInHalf(reply), () => response.socket.destroy());
    },
  },
  {
    name: "responds 200 with HTML",
    kind: "failure",
    act: makeText(200, "<html><body>Maintenance</body></html>", { "content-type": "text/html" }),
  },
  {
    name: "responds 200 with cut JSON",
    kind: "failure",
    act: (reply) => (request, response) => response.writeHead(200, OK).end(cutInHalf(reply)),
  },
  { name: "responds 200 with nothing", kind: "failure", act: makeText(200, "") },
  { name: "responds 500", kind: "failure", act: makeText(500, '{"ok":false,"error":"internal","code":500}') },
  {
    name: "responds 502 with HTML",
    kind: "failure",
    act: makeText(502, "<html>Bad Gateway</html>", { "content-type": "text/html" }),
  },
  {
    name: "responds 503 with `Retry-After: 1`",
    kind: "failure",
    act: makeText(503, '{"ok":false,"error":"busy","code":503}', { ...OK, "retry-after": "1" }),
  },
  {
    name: "responds 429 with `Retry-After: 1`",
    kind: "failure",
    act: makeText(429, '{"ok":false,"error":"Ratelimit exceed","code":429}', { ...OK, "retry-after": "1" }),
  },
  {
    name: "responds 200 with `ok: false`",
    kind: "answer",
    act: makeText(200, '{"ok":false,"error":"LITE_SERVER_NOTREADY","code":500}'),
  },
  {
    name: "responds with 400 kB",
    kind: "answer",
    act: () => (request, response) =>
      response.writeHead(200, OK).end(JSON.stringify({ ok: true, result: "x".repeat(400_000) })),
  },
  {
    name: "responds after 0.4 s",
    kind: "answer",
    act: (reply) => (request, response) => setTimeout(() => response.writeHead(200, OK).end(reply), 400),
  },
];
