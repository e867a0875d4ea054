// The form of an operation: one field per parameter.

import { el } from "../shared/dom.js";
import { describeRule } from "./descriptions.js";
import { createField } from "./field.js";
import { prefillValue, sortParameters } from "./parameters.js";

/** @param {import("ton-edge/endpoints").EndpointRow} row */
export function createForm(row) {
  const { rules = [] } = row;
  const { common: commonParams, more: moreParams } = sortParameters(row);
  const fields = new Map(
    [...commonParams, ...moreParams].map((param) => [param.name, { param, ...createField(param) }]),
  );
  const listElements = (params) => params.map(({ name }) => fields.get(name).element);
  const foldedNames = new Set(moreParams.map(({ name }) => name));
  const foldedPart = el(
    "details",
    { class: "more-params", id: "explorer-more-params" },
    el("summary", {}, `More parameters (${moreParams.length})`),
    renderRules(rules.filter((rule) => rule.params.some((name) => foldedNames.has(name)))),
    el("div", { class: "params" }, listElements(moreParams)),
  );
  const element = el(
    "div",
    {},
    renderRules(rules.filter((rule) => !rule.params.some((name) => foldedNames.has(name)))),
    el("div", { class: "params" }, listElements(commonParams)),
    moreParams.length > 0 && foldedPart,
    fields.size === 0 && el("p", { class: "none" }, "This operation has no parameters."),
  );

  return {
    element,
    /** Returns the filled fields, by name. @returns {Record<string, string>} */
    texts: () =>
      Object.fromEntries(
        [...fields].map(([name, { control }]) => [name, control.value]).filter(([, text]) => text.trim() !== ""),
      ),
    /**
     * Fills fields without a value with the values that a call requires. If a folded field gets a value, the folded fields
     * open.
     * @param {Record<string, unknown>} values texts, or values of a call
     */
    fill(values) {
      for (const [name, { param, control, showFault }] of fields) {
        chooseValue(control, formatValue(values[name] ?? prefillValue(param)));
        showFault(undefined);
      }
      if (moreParams.some(({ name }) => values[name] !== undefined)) foldedPart.open = true;
    },
    /** @param {Map<string, any>} faults by name @param {boolean} focus whether to focus the first faulty field */
    showFaults(faults, focus) {
      for (const [name, { showFault }] of fields) showFault(faults.get(name));
      if ([...faults.keys()].some((name) => foldedNames.has(name))) foldedPart.open = true;
      if (focus) [...fields].find(([name]) => faults.has(name))?.[1].control.focus();
    },
    /** Removes the fault of a field that is being edited. */
    clearFault(control) {
      for (const field of fields.values()) if (field.control === control) field.showFault(undefined);
    },
  };
}

/** Shows rules above the parameters that they concern. */
const renderRules = (rules) =>
  rules.length > 0 &&
  el(
    "ul",
    { class: "rules", "aria-label": "Rules between parameters" },
    rules.map((rule) => el("li", {}, describeRule(rule))),
  );

/** Selects a value. A shared URL may hold a value that is not an option: it is added, so that its fault can be shown. */
function chooseValue(control, text) {
  if (control.tagName === "SELECT" && ![...control.options].some(({ value }) => value === text))
    control.append(el("option", { value: text }, text));
  control.value = text;
}

function formatValue(value) {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return value.length > 0 ? value.join("\n") : "[]";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
