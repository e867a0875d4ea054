// Callers that send one request after another for some time; the latency and statuses that they measured.

import http from "node:http";

/**
 * @param {string} url @param {{ callers: number, ms: number, rate: number, getPath: (turn: number) => string }} load `rate`: requests
 *   per second of all callers together
 * @returns {Promise<{ statuses: Map<number | string, number>, times: Float64Array, sent: number }>} `times` in milliseconds, sorted
 */
export async function load(url, { callers, ms, rate, getPath }) {
  // Connections are used in turn: a server may close an idle one while a request is on its way to it (RFC 9112, 9.5).
  const agent = new http.Agent({ keepAlive: true, maxSockets: callers, scheduling: "fifo" });
  const statuses = new Map();
  const times = [];
  const startedAt = performance.now();
  let round = 0;
  const startCaller = async () => {
    while (performance.now() - startedAt < ms) {
      const dueAt = startedAt + (round / rate) * 1000;
      const path = getPath(round++);
      const wait = dueAt - performance.now();
      if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
      const start = performance.now();
      const status = await get(agent, url + path);
      times.push(performance.now() - start);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: callers }, startCaller));
  agent.destroy();
  return { statuses, times: Float64Array.from(times).sort(), sent: times.length };
}

export const computePercentile = (times, part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];

/** Sends a GET; returns the status, or the error of a request without a response. */
const get = (agent, url) =>
  new Promise((resolve) => {
    const makeFailureAt =
      (phase) =>
      (/** @type {NodeJS.ErrnoException} */ { code, message }) =>
        resolve(`${phase} ${code ?? message}`);
    const request = http
      .get(url, { agent }, (response) => {
        response
          .on("error", makeFailureAt("body"))
          .on("end", () => resolve(response.statusCode))
          .resume();
      })
      .on("error", (error) => makeFailureAt(request.reusedSocket ? "reused connection" : "new connection")(error));
  });
