// What came back: status, time and headers, the body as a tree and as text, and advice when it is an error.

import { copyButton, el, fill } from "../page/dom.js";
import { describe as described } from "../page/errors.js";
import { number } from "../page/format.js";
import { indented, parseExact } from "./exact.js";
import { tabs } from "./tabs.js";
import { tree } from "./tree.js";

/** Characters of a body that are shown at once as text. */
const SHOWN = 100_000;
/** Headers that tell how the answer came to be, with the names that people know. */
const TOLD = ["Cache-Status", "Age", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id"];

/** The form that was looked at last. */
let chosen = "Tree";

export const milliseconds = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);

export const bytes = (size) => (size < 1000 ? `${size} B` : size < 1e6 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1e6).toFixed(2)} MB`);

/** Status, time, size and the headers of interest, those that were not sent by a dash. @param {import("./call.js").Received} received */
export function facts({ status, statusText, headers, text, ms }) {
  const found = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const good = status < 400;
  const fact = (name, ...value) => el("div", { "data-fact": name.toLowerCase() }, el("dt", {}, name), el("dd", {}, value));
  return [
    el("dl", { class: "facts" },
      fact("Status", el("span", { class: `badge ${good ? "good" : "bad"}` }, `${status}${statusText ? ` ${statusText}` : ""}`)),
      fact("Time", milliseconds(ms)),
      fact("Size", bytes(new Blob([text]).size)),
      TOLD.filter((name) => found.has(name.toLowerCase()) || !["Retry-After", "Age"].includes(name))
        .map((name) => fact(name, el("code", {}, found.get(name.toLowerCase()) ?? "not sent")))),
    el("details", { class: "headers" }, el("summary", {}, `All ${headers.length} headers`),
      el("pre", { tabIndex: 0, role: "group", "aria-label": "Headers of the answer" }, headers.map(([name, value]) => `${name}: ${value}`).join("\n"))),
  ];
}

/** The body in its two forms; as text alone if it is no JSON. @param {import("./call.js").Received} received @param {string} name of a file */
export function body({ text }, name) {
  if (text === "") return el("p", { class: "none" }, "The answer has no body.");
  let value;
  let json = true;
  try {
    value = parseExact(text);
  } catch {
    json = false;
  }
  const part = (called, draw) => ({
    name: called,
    panel() {
      if (json) chosen = called;
      return draw();
    },
  });
  const asText = part("Text", () => raw(text, json, name));
  return tabs("The answer as", "explorer-answer", json ? [part("Tree", () => tree(value)), asText] : [asText], chosen).element;
}

function raw(text, json, name) {
  const code = el("code", {});
  const rest = el("button", { type: "button" });
  const copy = el("span", {});
  let pretty = json;
  const paint = (all) => {
    const whole = pretty ? indented(text) : text;
    const cut = !all && whole.length > SHOWN;
    code.textContent = cut ? whole.slice(0, SHOWN) : whole;
    rest.hidden = !cut;
    rest.textContent = `Show all ${number(whole.length)} characters`;
    fill(copy, copyButton(whole, "the answer"));
  };
  rest.addEventListener("click", () => paint(true));
  const received = el("input", { type: "checkbox" });
  received.addEventListener("change", () => {
    pretty = !received.checked;
    paint(false);
  });
  const save = el("button", { type: "button" }, "Download");
  save.addEventListener("click", () => download(text, json ? `${name}.json` : `${name}.txt`));
  paint(false);
  return [
    el("p", { class: "actions" }, copy, save, json && el("label", { class: "check" }, received, "As received")),
    el("pre", { class: "raw", tabIndex: 0, role: "group", "aria-label": "The answer as text" }, code),
    rest,
  ];
}

function download(text, name) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  el("a", { href, download: name }).click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** What a refusal in the service's own words comes to. Here it is the visitor's request, which the page knows nothing of. */
const REFUSALS = {
  bad_request: "The service did not accept the request. Check the values in the form.",
  invalid_parameter: "The service did not accept a value. Check the values in the form.",
  conflict: "The service cannot do this with what the form names. Try other values.",
  not_found: "The service found nothing for these values. Try others.",
  lite_server_error: "The nodes behind the service could not answer this. If their reason below is about your values, try others; else wait a minute.",
};

/** What went wrong, and what to do. @param {import("./call.js").Received} [received] */
export function failure(error, received) {
  const said = described(error);
  const refused = received?.text.startsWith("{") && REFUSALS[error.code];
  if (refused) said[0] = el("p", { class: "what" }, el("strong", {}, refused));
  return el("div", { class: "message bad" }, said);
}
