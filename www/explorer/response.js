// Renders a response: status, duration and headers, the body as a tree and as text, and advice on an error.

import { copyButton, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { formatNumber } from "../shared/format.js";
import { saveFile } from "../shared/save-file.js";
import { indentJson, parseExact } from "./exact-json.js";
import { drawGateway } from "./gateway-picture.js";
import { renderJsonTree } from "./json-tree.js";
import { drawLazily, loadLazily, TOOLS } from "./lazy-part.js";
import { findRows } from "./response-rows.js";
import { createTabs } from "./tabs.js";

/** Characters of a body shown at first as text. */
const SHOWN = 100_000;
/** Headers about cache, limits and tracing. */
const SHOWN_HEADERS = ["Cache-Status", "Age", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id"];

/** The tab chosen last. */
let chosen = "Tree";

export const formatMilliseconds = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);

const formatBytes = (size) =>
  size < 1000 ? `${size} B` : size < 1e6 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1e6).toFixed(2)} MB`;

/** Renders status, duration and size, the limit and the cache as a picture, and all headers. @param {import("./call.js").Received} received */
export function renderResponseFacts({ status, statusText, headers, text, ms }) {
  const found = new Headers(headers);
  const good = status < 400;
  const fact = (name, ...value) =>
    el("div", { "data-fact": name.toLowerCase() }, el("dt", {}, name), el("dd", {}, value));
  return [
    el(
      "dl",
      { class: "facts brief-facts" },
      fact(
        "Status",
        el("span", { class: `badge ${good ? "good" : "bad"}` }, `${status}${statusText ? ` ${statusText}` : ""}`),
      ),
      fact("Time", formatMilliseconds(ms)),
      fact("Size", formatBytes(new Blob([text]).size)),
    ),
    drawGateway(found),
    el(
      "details",
      { class: "headers" },
      el("summary", {}, `All ${headers.length} headers`),
      el(
        "dl",
        { class: "facts" },
        SHOWN_HEADERS.filter((name) => found.has(name) || !["Retry-After", "Age"].includes(name)).map((name) =>
          fact(name, el("code", {}, found.get(name) ?? "not sent")),
        ),
      ),
      el(
        "pre",
        { tabIndex: 0, role: "group", "aria-label": "Response headers" },
        headers.map(([name, value]) => `${name}: ${value}`).join("\n"),
      ),
    ),
  ];
}

/**
 * Renders the body as a tree and as text, its rows as a table, and what changed since the last response; only as text if it is not JSON.
 * @param {import("./call.js").Received} received @param {string} name of the file to download @param {string} [before] the last response
 */
export function renderResponseBody({ text }, name, before) {
  if (text === "") return el("p", { class: "none" }, "The response has no body.");
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
  const parts = json
    ? [
        part("Tree", () => renderJsonTree(value)),
        findRows(value).length > 0 && part("Table", () => drawLazily(() => tableOf(text))),
        before !== undefined && isJson(before) && part("Diff", () => drawLazily(() => diffOf(before, text))),
        asText,
      ].filter(Boolean)
    : [asText];
  return createTabs("The response as", "explorer-response", parts, chosen).element;
}

// They parse the text themselves, since their modules have their own copies of the modules of the first visit.
async function tableOf(text) {
  const { renderTable } = await loadLazily(
    "explorer/response-table.js",
    () => import("../explorer/response-table.js"),
    TOOLS,
  );
  return renderTable(text);
}

async function diffOf(before, after) {
  const { renderDiff } = await loadLazily(
    "explorer/response-diff.js",
    () => import("../explorer/response-diff.js"),
    TOOLS,
  );
  return renderDiff(before, after);
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function raw(text, json, name) {
  const code = el("code", {});
  const rest = el("button", { type: "button" });
  const copy = el("span", {});
  let pretty = json;
  const paint = (all) => {
    const whole = pretty ? indentJson(text) : text;
    const cut = !all && whole.length > SHOWN;
    code.textContent = cut ? whole.slice(0, SHOWN) : whole;
    rest.hidden = !cut;
    rest.textContent = `Show all ${formatNumber(whole.length)} characters`;
    fill(copy, copyButton(whole, "the response"));
  };
  rest.addEventListener("click", () => paint(true));
  const received = el("input", { type: "checkbox" });
  received.addEventListener("change", () => {
    pretty = !received.checked;
    paint(false);
  });
  const save = el("button", { type: "button" }, "Download");
  save.addEventListener("click", () =>
    saveFile(json ? `${name}.json` : `${name}.txt`, new Blob([text], { type: "application/json" })),
  );
  paint(false);
  return [
    el("p", { class: "actions" }, copy, save, json && el("label", { class: "check" }, received, "As received")),
    el("pre", { class: "raw", tabIndex: 0, role: "group", "aria-label": "The response as text" }, code),
    rest,
  ];
}

/** Advice on errors of the API. The visitor chose the values here, so the advice is about the form. */
const REFUSALS = {
  bad_request: "The API refused the request. Check the values in the form.",
  invalid_parameter: "The API refused a value. Check the values in the form.",
  conflict: "The API cannot do this with these values. Change them in the form.",
  not_found: "The API found nothing for these values. Change them in the form.",
  lite_server_error:
    "The nodes behind the API failed to respond. If the reason below names your values, change them; otherwise wait a minute, then retry.",
};

/** Renders an error: what was wrong, and what to do. @param {import("./call.js").Received} [received] */
export function renderFailure(error, received) {
  const parts = describeError(error);
  const refused = received?.text.startsWith("{") && REFUSALS[error.code];
  if (refused) parts[0] = el("p", { class: "what" }, el("strong", {}, refused));
  return el("div", { class: "message bad" }, parts);
}
