// Metrics of the process of a server: memory, CPU time, and how late its event loop is.

import { PROCESS } from "../gateway/ops/metric-families.js";
import { createHistogram, observe } from "../gateway/ops/metrics.js";
import { collectors } from "../gateway/ops/process-collectors.js";

/** Milliseconds between two looks at the clock. */
const EVERY_MS = 100;
/** Seconds: a look that is later than the last of these has found a process that stood still. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

const delays = createHistogram(BOUNDS);
let timer;
let due;
let servers = 0;

function look() {
  const now = performance.now();
  observe(delays, Math.max(0, now - due) / 1000);
  due = now + EVERY_MS;
  timer = setTimeout(look, EVERY_MS);
  timer.unref?.();
}

/** Metrics that a runtime lacks or forbids are left out. */
function tryRead(read) {
  try {
    const value = read();
    return Number.isFinite(value) ? [[[], value]] : [];
  } catch {
    return [];
  }
}

function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const collect = () => [
  [PROCESS.loop, [[[], delays]]],
  [PROCESS.memory, tryRead(() => process.memoryUsage().rss)],
  [PROCESS.heap, tryRead(() => process.memoryUsage().heapUsed)],
  [PROCESS.cpu, tryRead(cpuSeconds)],
  [PROCESS.start, tryRead(() => Math.round(performance.timeOrigin) / 1000)],
];

/** Adds these metrics to `/metrics` while a server runs. Returns a function that removes them. */
export function startProcessMetrics() {
  servers += 1;
  if (servers === 1) {
    collectors.add(collect);
    due = performance.now() + EVERY_MS;
    timer = setTimeout(look, EVERY_MS);
    timer.unref?.();
  }
  return () => {
    servers -= 1;
    if (servers > 0) return;
    clearTimeout(timer);
    collectors.delete(collect);
  };
}
