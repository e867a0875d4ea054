// The visitor's part: whether the gateway is up, and how it handled a request.

import { byId, el, fact, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { networkPath } from "../shared/network.js";
import { requestGateway, requireOk } from "./gateway-request.js";

/** The cheapest request: the latest block. */
const READ = "api/v2/getMasterchainInfo";
const SHOWN_HEADERS = [
  "cache-status",
  "age",
  "cache-control",
  "ratelimit-policy",
  "ratelimit",
  "retry-after",
  "server-timing",
  "x-request-id",
  "x-ton-edge-error",
];

export function createVisitorPart() {
  const button = byId("gateway-read");
  let running;
  button.addEventListener("click", refresh);

  async function refresh() {
    running?.abort();
    const mine = (running = new AbortController());
    button.setAttribute("aria-disabled", "true");
    try {
      const health = await requireOk(await requestGateway("healthz", mine.signal)).json();
      const read = await requestGateway(networkPath() + READ, mine.signal);
      await read.arrayBuffer();
      if (mine !== running) return;
      fill(byId("gateway-visitor-message"));
      byId("gateway-visitor-message").classList.remove("bad");
      paint(health, read);
    } catch (error) {
      if (mine !== running) return;
      byId("gateway-visitor-message").classList.add("bad");
      fill(byId("gateway-visitor-message"), ...describeError(error));
    } finally {
      if (mine === running) {
        running = undefined;
        button.removeAttribute("aria-disabled");
      }
    }
  }

  return {
    refresh,
    leave() {
      running?.abort();
      running = undefined;
      button.removeAttribute("aria-disabled");
    },
  };
}

function paint({ version }, { status, headers }) {
  byId("gateway-health").textContent = `Up, version ${version}`;
  byId("gateway-read-status").textContent = `Status ${status}`;
  byId("gateway-read-cache").textContent = describeCacheStatus(headers.get("cache-status"));
  byId("gateway-read-limit").textContent = describeRateLimit(headers.get("ratelimit"), headers.get("ratelimit-policy"));
  const present = SHOWN_HEADERS.filter((name) => headers.has(name));
  fill(
    byId("gateway-read-headers"),
    present.map((name) => fact(name, el("span", { class: "mono" }, headers.get(name)))),
  );
}

/** Describes a Cache-Status header (RFC 9211) of the gateway. */
export function describeCacheStatus(text) {
  if (!text) return "No Cache-Status header: the gateway has no cache";
  if (/;\s*hit/.test(text)) return "Hit: served from the cache";
  const why = /fwd=(\w+)/.exec(text)?.[1];
  if (why === "stale") return "Stale: served from the cache while it is refreshed";
  const stored = /;\s*stored/.test(text) ? ", and stored" : "";
  return why === "bypass" ? "Bypass: fetched from upstream, not cacheable" : `Miss: fetched from upstream${stored}`;
}

/** Describes RateLimit headers (IETF draft): what is left, of how many in which time. */
export function describeRateLimit(limit, policy) {
  const left = /r=(\d+)/.exec(limit ?? "")?.[1];
  if (left === undefined) return "This request was not counted";
  const [, most, seconds] = /q=(\d+);w=(\d+)/.exec(policy ?? "") ?? [];
  return most === undefined
    ? `${left} left`
    : `${left} left of ${most} per ${seconds === "1" ? "second" : `${seconds} seconds`}`;
}
