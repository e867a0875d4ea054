// The visitor's part: whether the gateway is up, the visitor's rate limit, and how their last request was handled.

import { byId, el, fact, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { formatNumber } from "../shared/format.js";
import { readNetwork, formatNetworkPath } from "../shared/network.js";
import { readRateLimit } from "../shared/rate-limit.js";
import { explainCacheStatus } from "./cache-status.js";
import { requestGateway, requireOk } from "./gateway-request.js";
import { createLimitGauge } from "./limit-gauge.js";
import { findLimit } from "./own-limit.js";
import { createOwnRequests } from "./own-requests.js";
import { paintTiming } from "./timing-bar.js";

/** The cheapest request: the latest block. */
const CHEAP_PATH = "api/v2/getMasterchainInfo";
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
  const gauge = createLimitGauge();
  const ownRequests = createOwnRequests();
  /** @type {AbortController | undefined} */
  let currentRequest;
  button.addEventListener("click", () => refresh());

  /**
   * Requests the latest block, and shows the result.
   *
   * @param {boolean} [looksForLimit] whether an extra request may read the limit, which is done only when the view opens
   */
  async function refresh(looksForLimit = false) {
    currentRequest?.abort();
    const ownRequest = (currentRequest = new AbortController());
    button.setAttribute("aria-disabled", "true");
    try {
      const health = await requireOk(await requestGateway("healthz", ownRequest.signal)).json();
      const startedAt = performance.now();
      const response = await requestGateway(formatNetworkPath() + CHEAP_PATH, ownRequest.signal);
      const body = await response.text();
      const ms = performance.now() - startedAt;
      if (ownRequest !== currentRequest) return;
      showError();
      paintResponse(health, response, ms, body);
      const limit = looksForLimit ? await findLimit(response, ownRequest.signal) : readRateLimit(response.headers);
      if (ownRequest !== currentRequest) return;
      paintLimit(limit, response);
    } catch (error) {
      if (ownRequest !== currentRequest) return;
      showOutage(error);
    } finally {
      if (ownRequest === currentRequest) {
        currentRequest = undefined;
        button.removeAttribute("aria-disabled");
      }
    }
  }

  function showError(error) {
    byId("gateway-visitor-message").classList.toggle("bad", error !== undefined);
    fill(byId("gateway-visitor-message"), ...(error ? describeError(error) : []));
  }

  function showOutage(error) {
    byId("gateway-hero").dataset.state = "down";
    byId("gateway-health").textContent = "No response";
    showError(error);
  }

  /** @param {import("../shared/rate-limit.js").RateLimit | null | undefined} limit null: there is none @param {Response} response */
  function paintLimit(limit, { status }) {
    if (limit) gauge.show(limit);
    else if (status === 401)
      gauge.showRefused(
        "An API key is needed",
        "This gateway refuses requests without an API key. Its operator issues keys.",
      );
    else if (limit === null)
      gauge.showNone("No limit for you", "This gateway does not limit your requests: call it as often as you need.");
    else if (!gauge.isKnown) gauge.showRefused("Not known", "The gateway did not say whether it limits your requests.");
  }

  return {
    refresh,
    show() {
      ownRequests.paint();
      gauge.resume();
      refresh(true);
    },
    leave() {
      currentRequest?.abort();
      currentRequest = undefined;
      gauge.stop();
      button.removeAttribute("aria-disabled");
    },
  };
}

/** @param {{ version: string }} health @param {Response} response @param {number} ms @param {string} body */
function paintResponse({ version }, { status, headers, ok }, ms, body) {
  byId("gateway-hero").dataset.state = ok || status === 401 || status === 429 ? "up" : "ill";
  byId("gateway-health").textContent = ok || status === 401 || status === 429 ? "Up" : "Up, but its upstream fails";
  byId("gateway-version").textContent = version;
  const network = readNetwork();
  byId("gateway-network").textContent = network[0].toUpperCase() + network.slice(1);
  byId("gateway-block").textContent = readBlockNumber(body);
  byId("gateway-verdict").hidden = false;
  const badge = byId("gateway-read-status");
  badge.className = `badge ${ok ? "good" : "bad"}`;
  badge.textContent = `Status ${status}`;
  const age = Number(headers.get("age") ?? 0);
  const { word, kind, words: explanation } = explainCacheStatus(headers.get("cache-status"), age);
  byId("gateway-read-cache").className = `badge ${kind}`;
  byId("gateway-read-cache").textContent = word;
  byId("gateway-read-why").textContent = status === 429 ? explainRateLimit(headers) : explanation;
  paintTiming(headers.get("server-timing"), ms);
  const presentHeaders = SHOWN_HEADERS.filter((name) => headers.has(name));
  fill(
    byId("gateway-read-headers"),
    presentHeaders.map((name) => fact(name, el("span", { class: "mono" }, headers.get(name)))),
  );
}

const explainRateLimit = (headers) =>
  `Your limit is used up: the gateway did not forward this request. Retry in ${headers.get("retry-after") ?? "a few"} s.`;

/** Returns the number of the latest block; a dash if the response has no block. */
function readBlockNumber(body) {
  try {
    const { seqno } = JSON.parse(body).result.last;
    return Number.isSafeInteger(seqno) ? formatNumber(seqno) : "–";
  } catch {
    return "–";
  }
}
