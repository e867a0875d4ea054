// The upstream behind a fleet, in its own process, so that no other work delays its clock. It responds at once, and records the time of each
// request.

import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const TICK = 10;

/**
 * Starts the upstream. `times()` returns the times of its requests, in milliseconds since 1970, and the longest stall of its process.
 */
export async function startService() {
  const child = fork(fileURLToPath(import.meta.url), ["serve"]);
  const [{ url }] = await once(child, "message");
  return {
    url,
    async times() {
      child.send("times");
      return (await once(child, "message"))[0];
    },
    async close() {
      const exitEvent = once(child, "exit");
      child.kill("SIGKILL");
      await exitEvent;
    },
  };
}

function serve() {
  const times = [];
  const now = () => performance.timeOrigin + performance.now();
  let stall = 0;
  let lastTime = now();
  setInterval(() => {
    const time = now();
    stall = Math.max(stall, time - lastTime - TICK);
    lastTime = time;
  }, TICK);
  const server = createServer((request, response) => {
    times.push(now());
    response.writeHead(200, { "content-type": "application/json" }).end('{"answer":200}');
  });
  server.listen(0, "127.0.0.1", () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
  process.on("message", () => process.send({ times, stall }));
  process.on("disconnect", () => process.exit());
}

if (process.argv[2] === "serve") serve();
