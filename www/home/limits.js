// What this gateway allows the visitor: read from the headers of one request, the cheapest one.

import { requestGateway } from "../gateway/gateway-request.js";
import { byId, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { networkPath } from "../shared/network.js";
import { readRateLimit } from "../shared/rate-limit.js";

const READ = "api/v2/getMasterchainInfo";
/** A response from the cache counts against no limit: another one is requested when it has expired. */
const TRIES = 3;
const EXPIRED_MS = 2500;

export function createLimits() {
  const box = byId("home-limits");
  /** @type {AbortController | undefined} */
  let running;

  async function refresh() {
    running?.abort();
    const { signal } = (running = new AbortController());
    if (box.childElementCount === 0) fill(box, el("p", {}, el("span", { class: "skeleton wide" })));
    try {
      for (let tries = 1; ; tries += 1) {
        const { headers, status } = await requestGateway(networkPath() + READ, signal);
        if (signal.aborted) return;
        const isHit = /;\s*hit/.test(headers.get("cache-status") ?? "");
        if (!isHit || tries === TRIES) return paint(readRateLimit(headers), { status, isHit });
        await new Promise((done) => setTimeout(done, EXPIRED_MS));
        if (signal.aborted) return;
      }
    } catch (error) {
      if (!signal.aborted) fill(box, el("div", { class: "message bad" }, describeError(error)));
    }
  }

  function paint(limit, { status, isHit }) {
    const refused = status === 401 && el("p", { class: "soft" }, "This gateway wants an API key.");
    if (limit === undefined && isHit)
      return fill(box, el("p", {}, "The response came from the cache, which counts against no limit."));
    if (limit === undefined)
      return fill(box, refused || el("p", {}, "This gateway counts no requests: call it as often as you need to."));
    const { left, quota, seconds } = limit;
    const per = seconds === 1 ? "second" : `${seconds} seconds`;
    fill(
      box,
      el(
        "p",
        { class: "meter-line" },
        el("strong", {}, quota === undefined ? `${left} left` : `${quota} per ${per}`),
        el("span", { class: "soft" }, `${left} left now`),
      ),
      quota !== undefined && el("progress", { max: quota, value: left, "aria-label": "Requests left" }),
      el("p", { class: "soft" }, "For each visitor without an API key. Responses from the cache are free."),
    );
  }

  return { refresh, leave: () => running?.abort() };
}
