// Sockets as attackers use them: requests as text, unread responses, unfinished bodies.

import { connect } from "node:net";

const sockets = new Set();

/** Opens a socket, writes a text to it and does not read. `localPort` stays readable after it is closed. */
export function openSocket(port, text = "") {
  const socket = connect(port, "127.0.0.1");
  socket.once("connect", () => Object.defineProperty(socket, "localPort", { value: socket.localPort }));
  sockets.add(socket);
  socket
    .pause()
    .on("error", () => {})
    .on("close", () => sockets.delete(socket));
  if (text) socket.write(text, "latin1");
  return socket;
}

/** Opens several sockets in the same way. */
export const openMany = (count, port, text) => Array.from({ length: count }, () => openSocket(port, text));

/** Closes the sockets that a test has left open. */
export function closeAll() {
  for (const socket of sockets) socket.destroy();
}

/** Returns everything that the server sends until it closes the connection, or for `ms`. */
export async function exchangeText(port, text, ms = 5000) {
  const socket = openSocket(port, text);
  let output = "";
  socket
    .setEncoding("latin1")
    .on("data", (part) => (output += part))
    .resume();
  const timer = setTimeout(() => socket.destroy(), ms);
  await new Promise((resolve) => socket.once("close", resolve));
  clearTimeout(timer);
  return output;
}

/** Statuses of the responses in a text. */
export const listStatuses = (text) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** A GET request as text. */
export const get = (path, headers = "") => `GET ${path} HTTP/1.1\r\nhost: gw\r\n${headers}\r\n`;

/** Waits until the condition holds, for at most `ms`; returns the milliseconds that it took. */
export async function waitUntil(condition, label, ms = 20_000) {
  const start = performance.now();
  // The kernel needs longer than the first pauses to read the table of thousands of sockets.
  for (let pause = 20; !condition(); pause = Math.min(200, 1.5 * pause)) {
    if (performance.now() - start > ms) throw new Error(`not within ${ms} ms: ${label}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return performance.now() - start;
}

/** Sends one request after another while `work` runs; returns the sorted milliseconds of each, and the number of failures. */
export async function requestDuring(url, work) {
  const times = [];
  let failureCount = 0;
  let hasEnded = false;
  const requestLoop = (async () => {
    while (!hasEnded) {
      const start = performance.now();
      const response = await fetch(url, { signal: AbortSignal.timeout(15_000) }).catch(() => undefined);
      await response?.text();
      if (response?.status === 200) times.push(performance.now() - start);
      else failureCount += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const result = await work();
  hasEnded = true;
  await requestLoop;
  times.sort((a, b) => a - b);
  return { result, times, failed: failureCount };
}

/** The 99th percentile. */
export const findP99 = (times) => times[Math.min(times.length - 1, Math.floor(times.length * 0.99))];
