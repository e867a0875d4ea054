// The form of an operation: a field a parameter, as the table has them.

import { el } from "../page/dom.js";
import { field } from "./field.js";
import { ruleText } from "./words.js";

/** @param {import("ton-edge/endpoints").EndpointRow} row */
export function formOf({ params = [], rules = [] }) {
  // What must be there comes first; else as in the table.
  const sorted = [...params.filter(({ required }) => required), ...params.filter(({ required }) => !required)];
  const fields = new Map(sorted.map((param) => [param.name, field(param)]));
  const element = el("div", { class: "params" },
    rules.length > 0 && el("ul", { class: "rules", "aria-label": "Rules between parameters" }, rules.map((rule) => el("li", {}, ruleText(rule)))),
    [...fields.values()].map((one) => one.element),
    fields.size === 0 && el("p", { class: "none" }, "This operation has no parameters."));

  return {
    element,
    /** What is filled in, by name. @returns {Record<string, string>} */
    texts: () => Object.fromEntries([...fields].map(([name, { control }]) => [name, control.value]).filter(([, text]) => text.trim() !== "")),
    /** @param {Record<string, unknown>} values texts, or values as a call has them */
    fill(values) {
      for (const [name, { control, fault }] of fields) {
        choose(control, textOf(values[name]));
        fault(undefined);
      }
    },
    /** @param {Map<string, any>} faults by name @param {boolean} focus on the first of them */
    tell(faults, focus) {
      for (const [name, { fault }] of fields) fault(faults.get(name));
      if (focus) [...fields].find(([name]) => faults.has(name))?.[1].control.focus();
    },
    /** Takes back what was said of a field that is being changed. */
    forgive(control) {
      for (const one of fields.values()) if (one.control === control) one.fault(undefined);
    },
  };
}

/** A shared URL may ask for what is no choice; it is shown, so that it can be told. */
function choose(control, text) {
  if (control.tagName === "SELECT" && ![...control.options].some(({ value }) => value === text)) control.append(el("option", { value: text }, text));
  control.value = text;
}

function textOf(value) {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.length > 0 ? value.join("\n") : "[]";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
