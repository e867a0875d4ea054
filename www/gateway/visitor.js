// What anybody may see: whether the gateway is up, and what it did with a request of one's own.

import { byId, el, fact, fill } from "../page/dom.js";
import { describe } from "../page/errors.js";
import { ask, good } from "./ask.js";

/** The cheapest read there is: the newest block. */
const READ = "api/v2/getMasterchainInfo";
const TOLD = ["cache-status", "age", "cache-control", "ratelimit-policy", "ratelimit", "retry-after", "server-timing", "x-request-id", "x-ton-edge-error"];

export function visitorPart() {
  const button = byId("gateway-read");
  let running;
  button.addEventListener("click", look);

  async function look() {
    running?.abort();
    const mine = (running = new AbortController());
    button.setAttribute("aria-disabled", "true");
    try {
      const health = await good(await ask("healthz", mine.signal)).json();
      const read = await ask(READ, mine.signal);
      await read.arrayBuffer();
      if (mine !== running) return;
      fill(byId("gateway-visitor-message"));
      byId("gateway-visitor-message").classList.remove("bad");
      paint(health, read);
    } catch (error) {
      if (mine !== running) return;
      byId("gateway-visitor-message").classList.add("bad");
      fill(byId("gateway-visitor-message"), ...describe(error));
    } finally {
      if (mine === running) {
        running = undefined;
        button.removeAttribute("aria-disabled");
      }
    }
  }

  return {
    look,
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
  byId("gateway-read-cache").textContent = cacheInWords(headers.get("cache-status"));
  byId("gateway-read-limit").textContent = limitInWords(headers.get("ratelimit"), headers.get("ratelimit-policy"));
  const told = TOLD.filter((name) => headers.has(name));
  fill(byId("gateway-read-headers"), told.map((name) => fact(name, el("span", { class: "mono" }, headers.get(name)))));
}

/** RFC 9211, as the gateway writes it. */
export function cacheInWords(text) {
  if (!text) return "Not said: the gateway keeps nothing";
  if (/;\s*hit/.test(text)) return "From the gateway’s memory";
  const why = /fwd=(\w+)/.exec(text)?.[1];
  if (why === "stale") return "Kept before, and a little old: it is fetched anew";
  const kept = /;\s*stored/.test(text) ? ", and kept for others" : "";
  return why === "bypass" ? "Fetched from the service: such answers are not kept" : `Fetched from the service${kept}`;
}

/** The draft for RateLimit headers: what is left, of how many in which time. */
export function limitInWords(limit, policy) {
  const left = /r=(\d+)/.exec(limit ?? "")?.[1];
  if (left === undefined) return "This request did not count";
  const [, most, seconds] = /q=(\d+);w=(\d+)/.exec(policy ?? "") ?? [];
  return most === undefined ? `${left} left` : `${left} left of ${most} in ${seconds === "1" ? "a second" : `${seconds} seconds`}`;
}
