// Paints the upstreams, as /readyz reports them.

import { byId, el, fact, fill } from "../shared/dom.js";
import { formatSeconds } from "./units.js";

/** @typedef {{ ready: boolean, globalId?: number, seqno?: number, headAge?: number, fault?: string }} Service */

/** @param {{ ready: boolean, networks: Record<string, { needed: boolean, services: Service[] }> }} report */
export function paintUpstreams({ ready, networks }) {
  const badge = byId("gateway-ready");
  badge.className = `badge ${ready ? "good" : "bad"}`;
  badge.textContent = ready ? "Ready" : "Not ready";
  fill(
    byId("gateway-services"),
    Object.entries(networks).flatMap(([network, { needed, services }]) =>
      services.map((service, at) => row(network, needed, service, at)),
    ),
  );
}

/** @param {string} network @param {boolean} needed @param {Service} service @param {number} at */
const row = (network, needed, { ready, globalId, seqno, headAge, fault }, at) =>
  el(
    "li",
    { class: "tx" },
    el(
      "div",
      { class: "tx-head" },
      el("strong", {}, `${network} ${at + 1}`, !needed && [" ", el("span", { class: "tag" }, "optional")]),
      el("span", { class: `badge ${ready ? "good" : needed ? "bad" : "idle"}` }, ready ? "Ready" : "Not ready"),
    ),
    el(
      "dl",
      { class: "tx-facts" },
      fact("Latest block", el("span", { class: "mono" }, String(seqno ?? "unknown"))),
      fact("Block age", headAge === undefined ? "unknown" : formatSeconds(Math.max(0, headAge))),
      fact("global_id", el("span", { class: "mono" }, String(globalId ?? "unknown"))),
    ),
    fault && el("p", { class: "fault" }, fault),
  );
