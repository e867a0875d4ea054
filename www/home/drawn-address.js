// Shows a random address with its 36 bytes. It is created in this browser; a button creates another one.

import { Address } from "../ton-edge/address.js";
import { formatRoute } from "../app/route.js";
import { byId, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { renderIdenticon } from "../shared/identicon.js";

const PARTS = [
  { name: "tag", class: "tag-byte", from: 0, to: 1 },
  { name: "workchain", class: "workchain", from: 1, to: 2 },
  { name: "account hash", class: "hash", from: 2, to: 34 },
  { name: "checksum", class: "checksum", from: 34, to: 36 },
];

export function createDrawnAddress() {
  let isDrawn = false;
  byId("home-another").addEventListener("click", drawAddress);

  function drawAddress() {
    isDrawn = true;
    try {
      const address = new Address(0, crypto.getRandomValues(new Uint8Array(32)));
      const text = address.toString();
      const bytes = address.toStringBuffer();
      fill(
        byId("home-address"),
        el(
          "p",
          { class: "drawn-text mono" },
          el("a", { class: "address", href: formatRoute({ view: "address", text }) }, renderIdenticon(text), text),
        ),
        el(
          "div",
          { class: "drawn", "aria-hidden": "true" },
          PARTS.flatMap((part) =>
            Array.from(bytes.slice(part.from, part.to), (byte) =>
              el("span", { class: part.class }, byte.toString(16).padStart(2, "0")),
            ),
          ),
        ),
        el(
          "p",
          { class: "drawn-key" },
          PARTS.map(({ name, class: kind, from, to }) =>
            el("span", { class: `key ${kind}` }, `${name}, ${to - from === 1 ? "1 byte" : `${to - from} bytes`}`),
          ),
        ),
      );
    } catch (error) {
      fill(byId("home-address"), el("div", { class: "message bad" }, describeError(error)));
    }
  }

  return { show: () => isDrawn || drawAddress() };
}
