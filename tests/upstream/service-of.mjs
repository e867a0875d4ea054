// An upstream whose responses a test chooses, request by request, and which records the requests.

import { createServer } from "node:http";

export const OK = { "content-type": "application/json" };

/** @param {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse, count: number) => void} act */
export async function makeService(act) {
  const requestRecords = [];
  // The service itself reads heads of up to 1 MiB.
  const server = createServer({ maxHeaderSize: 2 ** 20 }, (request, response) => {
    const requestRecord = { method: request.method, url: request.url, headers: request.headers, closed: false };
    requestRecords.push(requestRecord);
    response.on("close", () => (requestRecord.closed = true));
    act(request, response, requestRecords.length);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    seen: requestRecords,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/**
 * Responds with a status and JSON.
 *
 * @param {number} status
 * @param {any} [value]
 * @param {import("node:http").OutgoingHttpHeaders} [headers]
 */
export const respondWith =
  (status, value = { answer: status }, headers = {}) =>
  (request, response) =>
    response.writeHead(status, { ...OK, ...headers }).end(JSON.stringify(value));

/** Waits until the condition holds, for at most 30 s, because the machine may be busy. */
export async function waitUntil(isTrue, condition) {
  for (let turn = 0; turn < 1500; turn += 1) {
    if (await isTrue()) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`not within 30 s: ${condition}`);
}
