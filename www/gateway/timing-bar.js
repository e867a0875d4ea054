// Shows how the time of one request was spent: in the upstream, in the gateway, and between browser and gateway.

import { byId, el, fill } from "../shared/dom.js";
import { formatSeconds } from "./units.js";

/** Returns the parts of a Server-Timing header, in milliseconds. @param {string | null} header @returns {Record<string, number>} */
export const readServerTiming = (header) =>
  Object.fromEntries([...(header ?? "").matchAll(/([\w-]+);dur=([\d.]+)/g)].map(([, name, ms]) => [name, Number(ms)]));

/** @param {string | null} header of the response @param {number} ms the total duration */
export function paintTiming(header, ms) {
  const { upstream = 0, gateway = 0 } = readServerTiming(header);
  const parts = [
    ["upstream", "Upstream", upstream],
    ["gateway", "Gateway", gateway],
    ["network", "Network", Math.max(0, ms - upstream - gateway)],
  ];
  const totalMs = parts.reduce((sum, [, , partMs]) => sum + Number(partMs), 0) || 1;
  const bar = el("div", { class: "timing-bar", "aria-hidden": "true" });
  const partElements = parts.map(([kind, name, partMs]) => {
    const partElement = el("span", { class: `timing-part ${kind}` });
    partElement.style.width = `${(100 * Number(partMs)) / totalMs}%`;
    bar.append(partElement);
    return el(
      "li",
      { class: `${kind}` },
      `${name} `,
      el("strong", {}, formatSeconds(Math.round(Number(partMs) * 10) / 10_000)),
    );
  });
  fill(byId("gateway-timing"), bar, el("ul", { class: "timing-words" }, partElements));
}
