// A parameter of a form: its control, its description, and the fault of its value.

import { el, fill } from "../shared/dom.js";
import { adviseOn, toSentence } from "../shared/errors.js";
import { describeKind, formatDefault } from "./descriptions.js";
import { isJsonParam, isListParam } from "./form-values.js";

const LONG = ["boc", "boc_or_hex"];

/**
 * @param {import("ton-edge/endpoints").EndpointParam} param
 * @returns {{ element: HTMLElement, control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, fault(problem: any): void }}
 *   `problem` is an error, a sentence or undefined
 */
export function createField(param) {
  const id = `explorer-field-${param.name}`;
  const control = controlOf(param, { id, "aria-describedby": `${id}-about ${id}-fault` });
  if (param.required) control.setAttribute("aria-required", "true");
  const wrong = el("p", { id: `${id}-fault`, class: "fault" });
  const element = el(
    "div",
    { class: `param${wide(param) ? " wide" : ""}`, "data-param": param.name },
    el(
      "label",
      { htmlFor: id },
      el("code", {}, param.name),
      param.required && el("span", { class: "required" }, "required"),
    ),
    control,
    wrong,
    el("p", { id: `${id}-about`, class: "about" }, about(param)),
  );
  return {
    element,
    control,
    fault(problem) {
      if (problem) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
      fill(wrong, ...(problem ? [faultText(problem)] : []));
    },
  };
}

const wide = (param) =>
  LONG.includes(param.kind) ||
  isJsonParam(param) ||
  isListParam(param) ||
  param.kind.startsWith("address") ||
  param.kind === "hash";

function controlOf(param, props) {
  const { kind, choices } = param;
  const byDefault = formatDefault(param);
  if (kind === "bool" || choices) {
    const values = choices ?? ["true", "false"];
    const none = param.required ? "Choose" : byDefault === undefined ? "Not sent" : `Not sent (default: ${byDefault})`;
    return el(
      "select",
      props,
      el("option", { value: "" }, none),
      values.map((one) => el("option", { value: one }, one)),
    );
  }
  const text = {
    ...props,
    class: "mono",
    placeholder: byDefault ?? "",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
  };
  if (isJsonParam(param) || isListParam(param) || LONG.includes(kind))
    return el("textarea", { ...text, rows: LONG.includes(kind) ? 3 : 1 });
  return el("input", {
    ...text,
    type: "text",
    inputMode: ["int", "utime", "lt", "dec"].includes(kind) ? "numeric" : "text",
  });
}

function about(param) {
  const byDefault = formatDefault(param);
  return [
    el("span", { class: "kind" }, describeKind(param), byDefault === undefined ? "" : ` · default ${byDefault}`),
    param.doc && ` ${param.doc}`,
    param.note && ` ${toSentence(param.note)}`,
    !param.implemented && el("strong", { class: "unused" }, " The API ignores this parameter."),
  ];
}

/** The text of a fault beside its field: a sentence, or an error of the client without the parameter's name. */
function faultText(problem) {
  if (typeof problem === "string") return problem;
  const short = /^(address|hash)_/.test(problem.code) ? `${adviseOn(problem)} ` : "";
  const [, at, rest] = /^`[\w-]+(?:\[(\d+)\])?`:? (?=must|is|a|an|has)(.*)$/s.exec(problem.message) ?? [
    undefined,
    undefined,
    problem.message,
  ];
  return `${short}${toSentence((at === undefined ? "" : `value ${Number(at) + 1}: `) + rest.replaceAll("`", ""))}`;
}
