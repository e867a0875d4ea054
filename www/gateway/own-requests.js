// Collects how long the visitor's own requests took during this visit, in all views, by the browser's clock.

import { svg } from "../design/svg.js";
import { resolveGatewayUrl } from "../shared/client.js";
import { byId, fill } from "../shared/dom.js";
import { formatCount } from "../shared/format.js";
import { formatSeconds } from "./units.js";

/** Maximum number of requests that are remembered. */
const MAX_REQUESTS = 200;
/** Maximum number of requests that are drawn. */
const MAX_BARS = 40;
const HEIGHT = 40;

/**
 * Returns the value below which the given share of the values lies. @param {number[]} values sorted @param {number}
 * share
 */
const findQuantile = (values, share) => values[Math.min(values.length - 1, Math.floor(values.length * share))];

/** Begins to collect durations at once; the returned `paint` shows them. */
export function createOwnRequests() {
  /** Durations in milliseconds, the newest last. @type {number[]} */
  let durations = [];
  const base = resolveGatewayUrl();
  const isOfApi = (name) => name.startsWith(base.href) && /\/api\/v[23]\//.test(name);
  new PerformanceObserver((list) => {
    // Responses from the browser's cache did not cross the network.
    for (const { name, duration, deliveryType } of /** @type {any[]} */ (list.getEntries()))
      if (isOfApi(name) && deliveryType !== "cache" && duration > 0) durations.push(duration);
    durations = durations.slice(-MAX_REQUESTS);
    paintDurations();
  }).observe({ type: "resource", buffered: true });

  function paintDurations() {
    const sortedDurations = [...durations].sort((a, b) => a - b);
    const setText = (id, ms) => {
      byId(`gateway-${id}`).textContent = ms === undefined ? "–" : formatSeconds(Math.round(ms) / 1000);
    };
    setText("latency", findQuantile(sortedDurations, 0.5));
    setText("own-median", findQuantile(sortedDurations, 0.5));
    setText("own-late", findQuantile(sortedDurations, 0.95));
    byId("gateway-own-count").textContent = durations.length > 0 ? formatCount(durations.length, "request") : "";
    fill(byId("gateway-own-bars"), renderBars(durations.slice(-MAX_BARS)));
  }

  return { paint: paintDurations };
}

/** @param {number[]} values */
function renderBars(values) {
  const longestMs = Math.max(...values, 1);
  return svg(
    "svg",
    { viewBox: `0 0 ${MAX_BARS * 6} ${HEIGHT}`, preserveAspectRatio: "none" },
    ...values.map((value, index) => {
      const height = Math.max(2, (HEIGHT * value) / longestMs);
      return svg("rect", { x: index * 6, y: HEIGHT - height, width: 4, height, rx: 1 });
    }),
  );
}
