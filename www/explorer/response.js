// Renders a response: status, duration and headers, the body as a tree and as text, and advice on an error.

import { copyButton, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { formatDecimal, formatNumber } from "../shared/format.js";
import { saveFile } from "../shared/save-file.js";
import { indentJson, parseExact } from "./exact-json.js";
import { drawGateway } from "./gateway-picture.js";
import { renderJsonTree } from "./json-tree.js";
import { drawLazily, loadLazily, TOOLS_OPTIONS } from "./lazy-part.js";
import { findRows } from "./response-rows.js";
import { createTabs } from "./tabs.js";
import { t } from "../shared/messages.js";

/** Number of characters of a body that are shown at first as text. */
const MAX_SHOWN_CHARS = 100_000;
/** Headers about cache, limits and tracing. */
const SHOWN_HEADERS = ["Cache-Status", "Age", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id"];

/** The tab chosen last. */
let chosenTab = "Tree";

export const formatMilliseconds = (ms) =>
  ms < 1000 ? t("{ms} ms", { ms: Math.round(ms) }) : t("{seconds} s", { seconds: formatDecimal(ms / 1000, 2) });

const formatBytes = (size) =>
  size < 1000 ? `${size} B` : size < 1e6 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1e6).toFixed(2)} MB`;

/** Renders status, duration and size, the limit and the cache as a picture, and all headers. @param {import("./call.js").Received} received */
export function renderResponseFacts({ status, statusText, headers, text, ms }) {
  const headerMap = new Headers(headers);
  const isGood = status < 400;
  const renderFact = (name, ...value) =>
    el("div", { "data-fact": name.toLowerCase() }, el("dt", {}, name), el("dd", {}, value));
  return [
    el(
      "dl",
      { class: "facts brief-facts" },
      renderFact(
        "Status",
        el("span", { class: `badge ${isGood ? "good" : "bad"}` }, `${status}${statusText ? ` ${statusText}` : ""}`),
      ),
      renderFact("Time", formatMilliseconds(ms)),
      renderFact("Size", formatBytes(new Blob([text]).size)),
    ),
    drawGateway(headerMap),
    el(
      "details",
      { class: "headers" },
      el("summary", {}, `All ${headers.length} headers`),
      el(
        "dl",
        { class: "facts" },
        SHOWN_HEADERS.filter((name) => headerMap.has(name) || !["Retry-After", "Age"].includes(name)).map((name) =>
          renderFact(name, el("code", {}, headerMap.get(name) ?? "not sent")),
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
 * Renders the body as a tree and as text, its rows as a table, and the changes since the last response; only as text if it is not JSON.
 * @param {import("./call.js").Received} received @param {string} name of the file to download @param {string} [previousText] the last response
 */
export function renderResponseBody({ text }, name, previousText) {
  if (text === "") return el("p", { class: "none" }, "The response has no body.");
  let value;
  let isJsonBody = true;
  try {
    value = parseExact(text);
  } catch {
    isJsonBody = false;
  }
  const makeTab = (tabName, drawContent) => ({
    name: tabName,
    panel() {
      if (isJsonBody) chosenTab = tabName;
      return drawContent();
    },
  });
  const textTab = makeTab("Text", () => renderRaw(text, isJsonBody, name));
  const tabs = isJsonBody
    ? [
        makeTab("Tree", () => renderJsonTree(value)),
        findRows(value).length > 0 && makeTab("Table", () => drawLazily(() => drawTable(text))),
        previousText !== undefined &&
          isJson(previousText) &&
          makeTab("Diff", () => drawLazily(() => drawDiff(previousText, text))),
        textTab,
      ].filter(Boolean)
    : [textTab];
  return createTabs("The response as", "explorer-response", tabs, chosenTab).element;
}

// These parts parse the text themselves: their bundles have their own copies of modules, so a class such as `Digits` is not the same one.
async function drawTable(text) {
  const { renderTable } = await loadLazily(
    "explorer/response-table.js",
    () => import("../explorer/response-table.js"),
    TOOLS_OPTIONS,
  );
  return renderTable(text);
}

async function drawDiff(previousText, currentText) {
  const { renderDiff } = await loadLazily(
    "explorer/response-diff.js",
    () => import("../explorer/response-diff.js"),
    TOOLS_OPTIONS,
  );
  return renderDiff(previousText, currentText);
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function renderRaw(text, isJsonBody, name) {
  const code = el("code", {});
  const restButton = el("button", { type: "button" });
  const copyPlace = el("span", {});
  let isIndented = isJsonBody;
  const paintText = (showsAll) => {
    const fullText = isIndented ? indentJson(text) : text;
    const isCut = !showsAll && fullText.length > MAX_SHOWN_CHARS;
    code.textContent = isCut ? fullText.slice(0, MAX_SHOWN_CHARS) : fullText;
    restButton.hidden = !isCut;
    restButton.textContent = `Show all ${formatNumber(fullText.length)} characters`;
    fill(copyPlace, copyButton(fullText, "the response"));
  };
  restButton.addEventListener("click", () => paintText(true));
  const rawTextBox = el("input", { type: "checkbox" });
  rawTextBox.addEventListener("change", () => {
    isIndented = !rawTextBox.checked;
    paintText(false);
  });
  const save = el("button", { type: "button" }, "Download");
  save.addEventListener("click", () =>
    saveFile(isJsonBody ? `${name}.json` : `${name}.txt`, new Blob([text], { type: "application/json" })),
  );
  paintText(false);
  return [
    el(
      "p",
      { class: "actions" },
      copyPlace,
      save,
      isJsonBody && el("label", { class: "check" }, rawTextBox, "As received"),
    ),
    el("pre", { class: "raw", tabIndex: 0, role: "group", "aria-label": "The response as text" }, code),
    restButton,
  ];
}

/** Advice on errors of the API, by code. Here the visitor chose the values, so the advice is about the form. */
const REFUSAL_ADVICE = {
  bad_request: "The API refused the request. Check the values in the form.",
  invalid_parameter: "The API refused a value. Check the values in the form.",
  conflict: "The API cannot do this with these values. Change them in the form.",
  not_found: "The API found nothing for these values. Change them in the form.",
  lite_server_error:
    "The nodes behind the API failed to respond. If the reason below names your values, change them; otherwise wait a minute, then retry.",
};

/** Renders an error: what was wrong, and what to do. @param {import("./call.js").Received} [receivedResponse] */
export function renderFailure(error, receivedResponse) {
  const tabs = describeError(error);
  const refusalText = receivedResponse?.text.startsWith("{") && REFUSAL_ADVICE[error.code];
  if (refusalText) tabs[0] = el("p", { class: "what" }, el("strong", {}, refusalText));
  return el("div", { class: "message bad" }, tabs);
}
