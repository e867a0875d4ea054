// Shows the result of a get-method of the package's table by its names, with the unit and the meaning of each value.

import { Cell, readGetMethod, Slice } from "../ton-edge/message.js";
import { renderAccountLink } from "../shared/account-link.js";
import { copyButton, el } from "../shared/dom.js";
import { formatUnits } from "../shared/format.js";
import { describeCell } from "../shared/body-view.js";
import { formatTitle } from "../shared/format-title.js";
import { readChainText } from "../ton-edge/lib/sentences/token.js";
import { readSymbol } from "../ton-edge/lib/sentences/token-symbol.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { renderValues } from "../explorer/local-get-method.js";
import { WITHOUT_DECIMALS } from "./field-specs.js";
import { listArguments, listResults } from "./standards.js";
import { METHOD_DOCS } from "./table-docs.js";
import { t } from "../shared/messages.js";

/** Results that count units of a jetton. */
const UNIT_RESULTS = ["get_jetton_data.totalSupply", "get_wallet_data.balance"];
/** Maximum characters of a metadata text. */
const MAX_TEXT_CHARS = 200;

const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} method @param {import("ton-edge/message").Stack} stack @param {import("./jetton-unit.js").Unit | undefined} unit
 * @param {string} account */
export function renderResults(method, stack, unit, account) {
  if (listArguments(method) === undefined)
    return stack.length === 0
      ? el("p", { class: "none" }, t("The get-method returned no values."))
      : renderValues("v2", method, stack);
  let result;
  try {
    result = /** @type {any} */ (readGetMethod)(method, stack);
  } catch (error) {
    return el(
      "div",
      { class: "message note" },
      t("The result does not follow the standard: {reason}.", { reason: error.message }),
    );
  }
  const items = listResults(method);
  const docs = METHOD_DOCS[method][3];
  const isSingle = items.length === 1 && items[0][0] === "";
  // The metadata that the contract itself returned names the unit of its own numbers.
  const ownUnit = unit ?? readOwnUnit(result, account);
  return el(
    "dl",
    { class: "contract-values" },
    items.map(([name], index) =>
      el(
        "div",
        { "data-result": isSingle ? method : name },
        el("dt", {}, isSingle ? formatTitle(method.replace(/^get_/, "")) : formatTitle(name)),
        el(
          "dd",
          {},
          renderValue(isSingle ? result : result[name], `${method}.${name}`, ownUnit),
          el("span", { class: "about" }, describeResult(docs[index], ownUnit)),
        ),
      ),
    ),
  );
}

/** The meaning of a result, whose amounts are shown with their decimals if these are known. */
const describeResult = (doc, unit) => t((unit ? doc.replace(WITHOUT_DECIMALS, "") : doc).replaceAll("`", ""));

/** The unit that a jetton master names in its metadata; undefined if it names no decimals. */
function readOwnUnit(result, account) {
  const decimals = result?.content?.decimals;
  return typeof decimals === "number"
    ? { name: readSymbol(result.content, account) ?? t("units"), decimals }
    : undefined;
}

/** @returns {import("../shared/dom.js").Child[]} */
function renderValue(value, path, unit) {
  if (value === null || value === undefined) return [el("span", {}, t("none"))];
  if (UNIT_RESULTS.includes(path)) return [renderUnits(value, unit)];
  if (typeof value === "boolean") return [el("span", {}, t(value ? "yes" : "no"))];
  if (typeof value === "bigint" || typeof value === "number")
    return [el("span", { class: "mono" }, String(value)), renderTime(path, Number(value))];
  if (typeof value === "string") return [renderAccountLink(value, {}), copyButton(value, t("address"))];
  if (value instanceof Uint8Array) return renderBytes(toHex(value));
  if (value instanceof Cell || value instanceof Slice) return renderCell(value);
  if (Array.isArray(value))
    return [
      value.length === 0
        ? t("none")
        : el(
            "ul",
            {},
            value.map((item) => el("li", {}, renderAccountLink(item, {}))),
          ),
    ];
  return [renderContent(value)];
}

const renderBytes = (hex) => [el("span", { class: "mono" }, hex), copyButton(hex, t("bytes"))];

function renderUnits(value, unit) {
  if (unit === undefined)
    return el(
      "span",
      { class: "mono" },
      t("{amount} of the smallest units: decimals not known", { amount: formatUnits(value, 0) ?? "" }),
    );
  return el("span", {}, `${formatUnits(value, unit.decimals)} `, el("bdi", {}, visibleText(unit.name)));
}

/** Adds the date to a Unix time. */
function renderTime(path, seconds) {
  if (!/(Date|_time)(\.|$)/.test(path) || path.startsWith("get_timeout") || seconds <= 0) return undefined;
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? undefined : el("span", {}, date.toISOString().replace("T", " ").slice(0, 19));
}

function renderCell(value) {
  const cell = value instanceof Cell ? value : value.clone().asCell();
  return [el("span", {}, describeCell(cell)), copyButton(() => cell.toBase64(), t("cell"))];
}

/** Metadata is written by the contract's author, so it is only text. */
function renderContent(content) {
  const entries = Object.entries(content).filter(([, value]) => ["string", "number"].includes(typeof value));
  if (entries.length === 0) return el("span", {}, t("no readable metadata"));
  return el(
    "dl",
    { class: "contract-content" },
    entries.map(([name, value]) =>
      el(
        "div",
        {},
        el("dt", {}, formatTitle(name)),
        el("dd", {}, el("bdi", {}, visibleText(readChainText(String(value), MAX_TEXT_CHARS) ?? ""))),
      ),
    ),
  );
}
