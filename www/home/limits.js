// Shows the rate limit of the visitor, from the headers of one cheap request.

import { requestGateway } from "../gateway/gateway-request.js";
import { findLimit } from "../gateway/own-limit.js";
import { byId, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { formatNetworkPath } from "../shared/network.js";

const CHEAP_PATH = "api/v2/getMasterchainInfo";

export function createLimits() {
  const box = byId("home-limits");
  /** @type {AbortController | undefined} */
  let currentRequest;

  async function refresh() {
    currentRequest?.abort();
    const { signal } = (currentRequest = new AbortController());
    if (box.childElementCount === 0) fill(box, el("p", {}, el("span", { class: "skeleton wide" })));
    try {
      const response = await requestGateway(formatNetworkPath() + CHEAP_PATH, signal);
      const limit = await findLimit(response, signal);
      if (!signal.aborted) paintLimit(limit, response);
    } catch (error) {
      if (!signal.aborted) fill(box, el("div", { class: "message bad" }, describeError(error)));
    }
  }

  function paintLimit(limit, { status, ok: isOk }) {
    const refusedNote = status === 401 && el("p", { class: "soft" }, "This gateway requires an API key.");
    if (limit === null)
      return fill(box, el("p", {}, "This gateway does not limit requests: call it as often as you need."));
    if (limit === undefined)
      return fill(
        box,
        refusedNote ||
          el(
            "p",
            { class: "soft" },
            isOk ? "Not known: the request for it failed." : `Not known: the gateway responded with status ${status}.`,
          ),
      );
    const { left, quota, seconds } = limit;
    const windowText = seconds === 1 ? "second" : `${seconds} seconds`;
    fill(
      box,
      el(
        "p",
        { class: "meter-line" },
        el("strong", {}, quota === undefined ? `${left} left` : `${quota} per ${windowText}`),
        el("span", { class: "soft" }, `${left} left now`),
      ),
      quota !== undefined && el("progress", { max: quota, value: left, "aria-label": "Requests left" }),
      el("p", { class: "soft" }, "For each visitor without an API key. Responses from the cache are free."),
    );
  }

  return { refresh, leave: () => currentRequest?.abort() };
}
