// Load on a fleet, and the requests that reach the upstream: the most in any window, and the used part of the budget.

import http from "node:http";

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends this many requests per second to a gateway, whatever their responses, until it is stopped. */
export function load(url, rate) {
  const agent = new http.Agent({ keepAlive: true });
  const statuses = new Map();
  const count = (label) => statuses.set(label, (statuses.get(label) ?? 0) + 1);
  const outstandingRequests = new Set();
  const send = () => {
    const request = http.get(`${url}/api/v3/masterchainInfo`, { agent }, (response) => {
      count(response.statusCode);
      response.resume().on("error", () => {});
    });
    outstandingRequests.add(request);
    request.on("error", () => count("failed")).on("close", () => outstandingRequests.delete(request));
  };
  const start = performance.now();
  let requestCount = 0;
  let isRunning = true;
  const loop = (async () => {
    while (isRunning) {
      // The load catches up after a stall: a busy machine does not reduce it.
      const dueCount = Math.floor(((performance.now() - start) / 1000) * rate);
      for (; requestCount < dueCount; requestCount += 1) send();
      await sleep(Math.min(100, 500 / rate));
    }
  })();
  return {
    statuses,
    async stop() {
      isRunning = false;
      await loop;
      // Requests without a response yet have not failed, unless their gateway has ended.
      for (let index = 0; index < 100 && outstandingRequests.size > 0; index += 1) await sleep(20);
      for (const request of outstandingRequests) request.removeAllListeners("error").on("error", () => {});
      agent.destroy();
    },
  };
}

/** Milliseconds for which a lease counts (src/gateway/limits/lease.rs). */
const LIFE = 500;

/** The burst that may arrive besides the budget, as docs/operate/limits.md says. */
export const computeBurst = (budget) => (budget * LIFE) / 1000 + Math.max(1, Math.floor(budget * 0.05));

/** The worst window: the most requests above `budget` per second, and its length. Times ascend. */
export function findWorstWindow(times, budget) {
  let worstWindow = { over: 0, count: 0, ms: 0 };
  // count - budget * time is largest for the window that begins where this sum is smallest.
  let minWindow = { value: Infinity, at: 0 };
  for (const [index, time] of times.entries()) {
    const value = index - (budget * time) / 1000;
    if (value < minWindow.value) minWindow = { value, at: index };
    const excessCount = value - minWindow.value + 1;
    if (excessCount > worstWindow.over)
      worstWindow = { over: excessCount, count: index - minWindow.at + 1, ms: time - times[minWindow.at] };
  }
  return worstWindow;
}

/** The number of these times within a span. */
export const countWithin = (times, from, to) => times.filter((time) => time >= from && time < to).length;
