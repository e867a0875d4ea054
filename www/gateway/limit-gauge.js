// The visitor's own limit as a gauge that refills while it is shown.

import { svg } from "../design/svg.js";
import { byId, fill } from "../shared/dom.js";
import { formatCount, formatNumber } from "../shared/format.js";
import { computeLimitAfter } from "./limit-after.js";

const TICK_MS = 250;
const GAUGE_SIZE = 120;
const RADIUS = 50;
/** Three quarters of a circle, open at the bottom. */
const ARC_SHARE = 0.75;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

const LIMIT_TEXTS = {
  keyless:
    "Requests without an API key, counted by your IP address. Only those that go upstream count: cached responses are free.",
  plan: "The plan of your API key. Only requests that go upstream count: cached responses are free.",
};

const renderCircle = (className) =>
  svg("circle", {
    class: className,
    cx: GAUGE_SIZE / 2,
    cy: GAUGE_SIZE / 2,
    r: RADIUS,
    "stroke-dasharray": `${CIRCUMFERENCE * ARC_SHARE} ${CIRCUMFERENCE}`,
    transform: `rotate(135 ${GAUGE_SIZE / 2} ${GAUGE_SIZE / 2})`,
  });

export function createLimitGauge() {
  const box = byId("gateway-gauge");
  const value = renderCircle("gauge-value");
  const numberElement = svg("text", { x: GAUGE_SIZE / 2, y: GAUGE_SIZE / 2 + 4, class: "gauge-number" });
  const captionElement = svg("text", { x: GAUGE_SIZE / 2, y: GAUGE_SIZE / 2 + 24, class: "gauge-under" });
  fill(
    box,
    svg(
      "svg",
      { viewBox: `0 0 ${GAUGE_SIZE} ${GAUGE_SIZE}`, "aria-hidden": "true" },
      renderCircle("gauge-track"),
      value,
      numberElement,
      captionElement,
    ),
  );
  /** @type {{ limit: import("../shared/rate-limit.js").RateLimit, at: number } | undefined} */
  let lastReading;
  let isUnlimited = false;
  let timer;

  /** @param {number} remainingCount @param {number} quota */
  function drawGauge(remainingCount, quota) {
    const remainingShare = quota > 0 ? Math.min(1, remainingCount / quota) : 0;
    value.setAttribute("stroke-dasharray", `${CIRCUMFERENCE * ARC_SHARE * remainingShare} ${CIRCUMFERENCE}`);
    box.classList.toggle("spent", remainingCount === 0);
  }

  function updateGauge() {
    clearTimeout(timer);
    if (!lastReading) return;
    const { limit, at: readTime } = lastReading;
    const { left: leftCount, next: secondsUntilNext } = computeLimitAfter(limit, (performance.now() - readTime) / 1000);
    const { quota, seconds } = limit;
    drawGauge(leftCount, quota ?? leftCount);
    numberElement.textContent = formatNumber(leftCount);
    captionElement.textContent = quota === undefined ? "left" : `of ${formatNumber(quota)}`;
    byId("gateway-read-limit").textContent =
      quota === undefined ? `${leftCount} left` : `${leftCount} left of ${quota} per ${formatWindow(seconds)}`;
    byId("gateway-limit-reset").textContent =
      secondsUntilNext === undefined
        ? quota === undefined
          ? ""
          : "All of it is available"
        : `One more in ${formatWait(secondsUntilNext)}`;
    if (secondsUntilNext !== undefined)
      timer = setTimeout(updateGauge, Math.min(TICK_MS, secondsUntilNext * 1000 + 10));
  }

  return {
    /** @param {import("../shared/rate-limit.js").RateLimit} limit */
    show(limit) {
      lastReading = { limit, at: performance.now() };
      isUnlimited = false;
      const tag = byId("gateway-limit-name");
      tag.hidden = false;
      tag.textContent = limit.name;
      byId("gateway-limit-why").textContent = LIMIT_TEXTS[limit.name] ?? LIMIT_TEXTS.plan;
      updateGauge();
    },
    /** @param {string} statusText @param {string} explanation */
    showNone(statusText, explanation) {
      lastReading = undefined;
      isUnlimited = true;
      clearTimeout(timer);
      drawGauge(1, 1);
      numberElement.textContent = "∞";
      captionElement.textContent = "";
      byId("gateway-limit-name").hidden = true;
      byId("gateway-read-limit").textContent = statusText;
      byId("gateway-limit-reset").textContent = "";
      byId("gateway-limit-why").textContent = explanation;
    },
    showRefused(statusText, explanation) {
      this.showNone(statusText, explanation);
      isUnlimited = false;
      numberElement.textContent = "–";
      drawGauge(0, 1);
    },
    stop: () => clearTimeout(timer),
    resume: updateGauge,
    /** Whether a response has shown the visitor's limit, or shown that there is no limit. */
    get isKnown() {
      return lastReading !== undefined || isUnlimited;
    },
  };
}

const formatWindow = (seconds) => (seconds === 1 ? "second" : formatCount(seconds, "second"));
const formatWait = (seconds) => (seconds < 1 ? "under 1 second" : formatCount(Math.ceil(seconds), "second"));
