// The visitor's own limit as a gauge, which fills again while they look.

import { svg } from "../design/svg.js";
import { byId, fill } from "../shared/dom.js";
import { formatCount, formatNumber } from "../shared/format.js";
import { limitAfter } from "./limit-after.js";

const TICK_MS = 250;
const SIZE = 120;
const RADIUS = 50;
/** Three quarters of a circle, open at the bottom. */
const ARC = 0.75;
const LENGTH = 2 * Math.PI * RADIUS;

const WORDS = {
  keyless:
    "Requests without an API key, counted by your IP address. Only those that go upstream count: cached responses are free.",
  plan: "The plan of your API key. Only requests that go upstream count: cached responses are free.",
};

const circle = (className) =>
  svg("circle", {
    class: className,
    cx: SIZE / 2,
    cy: SIZE / 2,
    r: RADIUS,
    "stroke-dasharray": `${LENGTH * ARC} ${LENGTH}`,
    transform: `rotate(135 ${SIZE / 2} ${SIZE / 2})`,
  });

export function createLimitGauge() {
  const box = byId("gateway-gauge");
  const value = circle("gauge-value");
  const text = svg("text", { x: SIZE / 2, y: SIZE / 2 + 4, class: "gauge-number" });
  const under = svg("text", { x: SIZE / 2, y: SIZE / 2 + 24, class: "gauge-under" });
  fill(
    box,
    svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, "aria-hidden": "true" }, circle("gauge-track"), value, text, under),
  );
  /** @type {{ limit: import("../shared/rate-limit.js").RateLimit, at: number } | undefined} */
  let read;
  let timer;

  /** @param {number} left @param {number} whole */
  function draw(left, whole) {
    const share = whole > 0 ? Math.min(1, left / whole) : 0;
    value.setAttribute("stroke-dasharray", `${LENGTH * ARC * share} ${LENGTH}`);
    box.classList.toggle("spent", left === 0);
  }

  function tick() {
    clearTimeout(timer);
    if (!read) return;
    const { limit, at } = read;
    const { left, next } = limitAfter(limit, (performance.now() - at) / 1000);
    const { quota, seconds } = limit;
    draw(left, quota ?? left);
    text.textContent = formatNumber(left);
    under.textContent = quota === undefined ? "left" : `of ${formatNumber(quota)}`;
    byId("gateway-read-limit").textContent =
      quota === undefined ? `${left} left` : `${left} left of ${quota} per ${perWindow(seconds)}`;
    byId("gateway-limit-reset").textContent =
      next === undefined ? (quota === undefined ? "" : "All of it is available") : `One more in ${inSeconds(next)}`;
    if (next !== undefined) timer = setTimeout(tick, Math.min(TICK_MS, next * 1000 + 10));
  }

  return {
    /** @param {import("../shared/rate-limit.js").RateLimit} limit */
    show(limit) {
      read = { limit, at: performance.now() };
      const tag = byId("gateway-limit-name");
      tag.hidden = false;
      tag.textContent = limit.name;
      byId("gateway-limit-why").textContent = WORDS[limit.name] ?? WORDS.plan;
      tick();
    },
    /** @param {string} words @param {string} why */
    showNone(words, why) {
      read = undefined;
      clearTimeout(timer);
      draw(1, 1);
      text.textContent = "∞";
      under.textContent = "";
      byId("gateway-limit-name").hidden = true;
      byId("gateway-read-limit").textContent = words;
      byId("gateway-limit-reset").textContent = "";
      byId("gateway-limit-why").textContent = why;
    },
    showRefused(words, why) {
      this.showNone(words, why);
      text.textContent = "–";
      draw(0, 1);
    },
    stop: () => clearTimeout(timer),
    resume: tick,
    get isKnown() {
      return read !== undefined;
    },
  };
}

const perWindow = (seconds) => (seconds === 1 ? "second" : formatCount(seconds, "second"));
const inSeconds = (seconds) => (seconds < 1 ? "under 1 second" : formatCount(Math.ceil(seconds), "second"));
