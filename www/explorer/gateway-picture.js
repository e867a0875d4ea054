// Draws the headers of a response: the remaining rate limit, and whether the response came from the cache.

import { svg } from "../design/svg.js";
import { el } from "../shared/dom.js";
import { formatNumber } from "../shared/format.js";
import { readRateLimit } from "../shared/rate-limit.js";
import { readCache } from "./cache-status.js";

/** With this radius the circumference is 100, so a length on it is a percentage. */
const RADIUS = 15.915;

/** Draws a ring that is full if the whole limit remains. */
const renderRing = (percent) =>
  svg(
    "svg",
    {
      viewBox: "0 0 40 40",
      class: `ring ${percent < 10 ? "bad" : percent < 30 ? "note" : "good"}`,
      "aria-hidden": "true",
    },
    svg("circle", { cx: 20, cy: 20, r: RADIUS, class: "whole" }),
    svg("circle", {
      cx: 20,
      cy: 20,
      r: RADIUS,
      class: "part",
      pathLength: 100,
      "stroke-dasharray": `${percent} 100`,
      transform: "rotate(-90 20 20)",
    }),
  );

/** Draws how much of its TTL a cache entry has used. */
const renderLifetime = (percent) =>
  svg(
    "svg",
    { viewBox: "0 0 100 4", preserveAspectRatio: "none", class: "lifetime", "aria-hidden": "true" },
    svg("rect", { width: 100, height: 4, class: "whole" }),
    svg("rect", { width: percent, height: 4, class: "part" }),
  );

const formatSeconds = (n) => (n === 1 ? "second" : `${n} s`);

function renderLimit(limit) {
  if (!limit) return renderPart("limit", renderRing(100), "Not counted", "by the rate limit");
  const { left: leftCount, quota, seconds: windowSeconds, reset: resetSeconds } = limit;
  const percent = quota > 0 ? Math.min(100, Math.round((100 * leftCount) / quota)) : 100;
  return renderPart(
    "limit",
    renderRing(percent),
    quota === undefined
      ? `${formatNumber(leftCount)} left`
      : `${formatNumber(leftCount)} of ${formatNumber(quota)} left`,
    [
      windowSeconds !== undefined && `per ${formatSeconds(windowSeconds)}`,
      resetSeconds !== undefined && `resets in ${resetSeconds} s`,
    ]
      .filter(Boolean)
      .join(", ") || "requests",
  );
}

const CACHE_TEXTS = {
  hit: ["good", "Hit", ""],
  stale: ["note", "Stale", "past its TTL"],
  miss: ["plain", "Miss", "from upstream"],
  bypass: ["plain", "Bypass", "never cached"],
};

function renderCache(cache) {
  if (!cache) return renderPart("cache", renderBadge("plain", "No cache"), "", "not named in the response");
  const { kind, stored: isStored, age, ttl } = cache;
  const [style, name, detailText] = CACHE_TEXTS[kind];
  const details = [
    detailText,
    isStored && "now stored",
    age !== undefined && `${age} s old`,
    ttl !== undefined && ttl >= 0 && `${ttl} s left`,
  ].filter(Boolean);
  const totalSeconds = (age ?? 0) + Math.max(0, ttl ?? 0);
  const isAging = age !== undefined && ttl !== undefined;
  return renderPart(
    "cache",
    renderBadge(style, name),
    "",
    details.join(", "),
    isAging && renderLifetime(totalSeconds > 0 ? (100 * age) / totalSeconds : 100),
  );
}

const renderBadge = (style, name) => el("span", { class: `badge ${style}` }, name);

const renderPart = (name, picture, title, detailText, captionText) =>
  el(
    "div",
    { class: `part ${name}` },
    picture,
    el("div", {}, title && el("strong", {}, title), el("span", { class: "words" }, detailText), captionText),
  );

/** @param {Headers} headers */
export const drawGateway = (headers) =>
  el(
    "div",
    { class: "gateway-picture", role: "group", "aria-label": "Rate limit and cache" },
    renderLimit(readRateLimit(headers)),
    renderCache(readCache(headers.get("cache-status"), headers.get("age"))),
  );
