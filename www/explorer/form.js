// The form of an operation: one field per parameter.

import { el } from "../shared/dom.js";
import { describeRule } from "./descriptions.js";
import { createField } from "./field.js";

/** @param {import("ton-edge/endpoints").EndpointRow} row */
export function createForm({ params = [], rules = [] }) {
  // Required parameters first, otherwise in the order of the table.
  const sorted = [...params.filter(({ required }) => required), ...params.filter(({ required }) => !required)];
  const fields = new Map(sorted.map((param) => [param.name, createField(param)]));
  const element = el(
    "div",
    { class: "params" },
    rules.length > 0 &&
      el(
        "ul",
        { class: "rules", "aria-label": "Rules between parameters" },
        rules.map((rule) => el("li", {}, describeRule(rule))),
      ),
    [...fields.values()].map((one) => one.element),
    fields.size === 0 && el("p", { class: "none" }, "This operation has no parameters."),
  );

  return {
    element,
    /** The filled fields, by name. @returns {Record<string, string>} */
    texts: () =>
      Object.fromEntries(
        [...fields].map(([name, { control }]) => [name, control.value]).filter(([, text]) => text.trim() !== ""),
      ),
    /** @param {Record<string, unknown>} values texts, or values of a call */
    fill(values) {
      for (const [name, { control, fault }] of fields) {
        choose(control, textOf(values[name]));
        fault(undefined);
      }
    },
    /** @param {Map<string, any>} faults by name @param {boolean} focus moves the focus to the first of them */
    showFaults(faults, focus) {
      for (const [name, { fault }] of fields) fault(faults.get(name));
      if (focus) [...fields].find(([name]) => faults.has(name))?.[1].control.focus();
    },
    /** Removes the fault of a field that is being edited. */
    clearFault(control) {
      for (const one of fields.values()) if (one.control === control) one.fault(undefined);
    },
  };
}

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
