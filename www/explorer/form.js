// The form of an operation: one field per parameter.

import { el } from "../shared/dom.js";
import { describeRule } from "./descriptions.js";
import { createField } from "./field.js";
import { prefilled, sortParameters } from "./parameters.js";

/** @param {import("ton-edge/endpoints").EndpointRow} row */
export function createForm(row) {
  const { rules = [] } = row;
  const { common, more } = sortParameters(row);
  const fields = new Map([...common, ...more].map((param) => [param.name, { param, ...createField(param) }]));
  const elementsOf = (params) => params.map(({ name }) => fields.get(name).element);
  const isFolded = new Set(more.map(({ name }) => name));
  const folded = el(
    "details",
    { class: "more-params", id: "explorer-more-params" },
    el("summary", {}, `More parameters (${more.length})`),
    rulesOf(rules.filter((rule) => rule.params.some((name) => isFolded.has(name)))),
    el("div", { class: "params" }, elementsOf(more)),
  );
  const element = el(
    "div",
    {},
    rulesOf(rules.filter((rule) => !rule.params.some((name) => isFolded.has(name)))),
    el("div", { class: "params" }, elementsOf(common)),
    more.length > 0 && folded,
    fields.size === 0 && el("p", { class: "none" }, "This operation has no parameters."),
  );

  return {
    element,
    /** The filled fields, by name. @returns {Record<string, string>} */
    texts: () =>
      Object.fromEntries(
        [...fields].map(([name, { control }]) => [name, control.value]).filter(([, text]) => text.trim() !== ""),
      ),
    /**
     * Fields without a value get what a call has to have anyway. Opens the folded ones if one of them gets a value.
     * @param {Record<string, unknown>} values texts, or values of a call
     */
    fill(values) {
      for (const [name, { param, control, fault }] of fields) {
        choose(control, textOf(values[name] ?? prefilled(param)));
        fault(undefined);
      }
      if (more.some(({ name }) => values[name] !== undefined)) folded.open = true;
    },
    /** @param {Map<string, any>} faults by name @param {boolean} focus moves the focus to the first of them */
    showFaults(faults, focus) {
      for (const [name, { fault }] of fields) fault(faults.get(name));
      if ([...faults.keys()].some((name) => isFolded.has(name))) folded.open = true;
      if (focus) [...fields].find(([name]) => faults.has(name))?.[1].control.focus();
    },
    /** Removes the fault of a field that is being edited. */
    clearFault(control) {
      for (const one of fields.values()) if (one.control === control) one.fault(undefined);
    },
  };
}

/** Rules are shown above the parameters that they concern. */
const rulesOf = (rules) =>
  rules.length > 0 &&
  el(
    "ul",
    { class: "rules", "aria-label": "Rules between parameters" },
    rules.map((rule) => el("li", {}, describeRule(rule))),
  );

/** A shared URL may hold a value that is not an option; it is added, so that its fault can be shown. */
function choose(control, text) {
  if (control.tagName === "SELECT" && ![...control.options].some(({ value }) => value === text))
    control.append(el("option", { value: text }, text));
  control.value = text;
}

function textOf(value) {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value) && value.every((one) => typeof one === "string"))
    return value.length > 0 ? value.join("\n") : "[]";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
