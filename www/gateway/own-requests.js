// How long the visitor's own requests took in this visit, in all views, by the browser's clock.

import { svg } from "../design/svg.js";
import { resolveGatewayUrl } from "../shared/client.js";
import { byId, fill } from "../shared/dom.js";
import { formatCount } from "../shared/format.js";
import { formatSeconds } from "./units.js";

/** Most that are remembered. */
const MOST = 200;
/** Most that are drawn. */
const BARS = 40;
const HEIGHT = 40;

/** The value below which that share of them lies. @param {number[]} values sorted @param {number} share */
const quantile = (values, share) => values[Math.min(values.length - 1, Math.floor(values.length * share))];

/** Begins to collect at once; `paint` shows what there is. */
export function createOwnRequests() {
  /** Milliseconds, the newest last. @type {number[]} */
  let taken = [];
  const base = resolveGatewayUrl();
  const isOfApi = (name) => name.startsWith(base.href) && /\/api\/v[23]\//.test(name);
  new PerformanceObserver((list) => {
    // Responses from the browser's cache did not cross the network.
    for (const { name, duration, deliveryType } of /** @type {any[]} */ (list.getEntries()))
      if (isOfApi(name) && deliveryType !== "cache" && duration > 0) taken.push(duration);
    taken = taken.slice(-MOST);
    paint();
  }).observe({ type: "resource", buffered: true });

  function paint() {
    const sorted = [...taken].sort((a, b) => a - b);
    const put = (id, ms) => {
      byId(`gateway-${id}`).textContent = ms === undefined ? "–" : formatSeconds(Math.round(ms) / 1000);
    };
    put("latency", quantile(sorted, 0.5));
    put("own-median", quantile(sorted, 0.5));
    put("own-late", quantile(sorted, 0.95));
    byId("gateway-own-count").textContent = taken.length > 0 ? formatCount(taken.length, "request") : "";
    fill(byId("gateway-own-bars"), bars(taken.slice(-BARS)));
  }

  return { paint };
}

/** @param {number[]} values */
function bars(values) {
  const most = Math.max(...values, 1);
  return svg(
    "svg",
    { viewBox: `0 0 ${BARS * 6} ${HEIGHT}`, preserveAspectRatio: "none" },
    ...values.map((value, at) => {
      const height = Math.max(2, (HEIGHT * value) / most);
      return svg("rect", { x: at * 6, y: HEIGHT - height, width: 4, height, rx: 1 });
    }),
  );
}
