// Metrics of a server's process: memory, CPU time, and event loop delay.

import { PROCESS } from "../gateway/ops/metric-families.js";
import { createHistogram, observeValue } from "../gateway/ops/metrics.js";
import { collectors } from "../gateway/ops/process-collectors.js";

/** Milliseconds between two measurements. */
const INTERVAL_MS = 100;
/** Bounds in seconds. A delay above the last bound means that the process was blocked. */
const DELAY_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

const delays = createHistogram(DELAY_BOUNDS);
let timer;
let dueAt;
let serverCount = 0;

function measureDelay() {
  const now = performance.now();
  observeValue(delays, Math.max(0, now - dueAt) / 1000);
  dueAt = now + INTERVAL_MS;
  timer = setTimeout(measureDelay, INTERVAL_MS);
  timer.unref?.();
}

/** Reads a metric; returns none if the runtime lacks or forbids it. */
function readOptional(readValue) {
  try {
    const value = readValue();
    return Number.isFinite(value) ? [[[], value]] : [];
  } catch {
    return [];
  }
}

function readCpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const collectMetrics = () => [
  [PROCESS.loop, [[[], delays]]],
  [PROCESS.memory, readOptional(() => process.memoryUsage().rss)],
  [PROCESS.heap, readOptional(() => process.memoryUsage().heapUsed)],
  [PROCESS.cpu, readOptional(readCpuSeconds)],
  [PROCESS.start, readOptional(() => Math.round(performance.timeOrigin) / 1000)],
];

/** Adds these metrics to `/metrics` while a server runs. Returns a function that removes them. */
export function startProcessMetrics() {
  serverCount += 1;
  if (serverCount === 1) {
    collectors.add(collectMetrics);
    dueAt = performance.now() + INTERVAL_MS;
    timer = setTimeout(measureDelay, INTERVAL_MS);
    timer.unref?.();
  }
  return () => {
    serverCount -= 1;
    if (serverCount > 0) return;
    clearTimeout(timer);
    collectors.delete(collectMetrics);
  };
}
