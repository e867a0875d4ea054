// A parameter of a form: its control, its description, and the fault of its value.

import { el, fill } from "../shared/dom.js";
import { adviseOn, toSentence } from "../shared/errors.js";
import { describeKind, formatDefault, isAboutServers } from "./descriptions.js";
import { isJsonParam, isListParam } from "./form-values.js";

const LONG_KINDS = ["boc", "boc_or_hex"];

/**
 * @param {import("ton-edge/endpoints").EndpointParam} param
 * @returns {{ element: HTMLElement, control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, showFault(problem: any): void }}
 *   `problem` is an error, a sentence or undefined
 */
export function createField(param) {
  const id = `explorer-field-${param.name}`;
  const control = createControl(param, { id, "aria-describedby": `${id}-about ${id}-fault` });
  if (param.required) control.setAttribute("aria-required", "true");
  const faultElement = el("p", { id: `${id}-fault`, class: "fault" });
  const element = el(
    "div",
    { class: `param${isWide(param) ? " wide" : ""}`, "data-param": param.name },
    el(
      "label",
      { htmlFor: id },
      el("code", {}, param.name),
      param.required && el("span", { class: "required" }, "required"),
    ),
    control,
    faultElement,
    el("p", { id: `${id}-about`, class: "about" }, renderAbout(param)),
  );
  return {
    element,
    control,
    showFault(fault) {
      if (fault) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
      fill(faultElement, ...(fault ? [formatFault(fault)] : []));
    },
  };
}

const isWide = (param) =>
  LONG_KINDS.includes(param.kind) ||
  isJsonParam(param) ||
  isListParam(param) ||
  param.kind.startsWith("address") ||
  param.kind === "hash";

function createControl(param, props) {
  const { kind, choices } = param;
  const defaultText = formatDefault(param);
  if (kind === "bool" || choices) {
    const values = choices ?? ["true", "false"];
    const emptyLabel = param.required
      ? "Choose"
      : defaultText === undefined
        ? "Not sent"
        : `Not sent (default: ${defaultText})`;
    return el(
      "select",
      props,
      el("option", { value: "" }, emptyLabel),
      values.map((choice) => el("option", { value: choice }, choice)),
    );
  }
  const text = {
    ...props,
    class: "mono",
    placeholder: defaultText ?? "",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
  };
  if (isJsonParam(param) || isListParam(param) || LONG_KINDS.includes(kind))
    return el("textarea", { ...text, rows: LONG_KINDS.includes(kind) ? 3 : 1 });
  return el("input", {
    ...text,
    type: "text",
    inputMode: ["int", "utime", "lt", "dec"].includes(kind) ? "numeric" : "text",
  });
}

function renderAbout(param) {
  const defaultText = formatDefault(param);
  return [
    el("span", { class: "kind" }, describeKind(param), defaultText === undefined ? "" : ` · default ${defaultText}`),
    param.doc && ` ${param.doc}`,
    param.note && !isAboutServers(param.note) && ` ${toSentence(param.note)}`,
    !param.implemented && el("strong", { class: "unused" }, " The API ignores this parameter."),
  ];
}

/**
 * Returns the text that is shown at the faulty field: the given sentence, or the message of the client's error without the
 * parameter's name.
 */
function formatFault(fault) {
  if (typeof fault === "string") return fault;
  const advice = /^(address|hash)_/.test(fault.code) ? `${adviseOn(fault)} ` : "";
  const [, indexDigits, messageRest] = /^`[\w-]+(?:\[(\d+)\])?`:? (?=must|is|a|an|has)(.*)$/s.exec(fault.message) ?? [
    undefined,
    undefined,
    fault.message,
  ];
  return `${advice}${toSentence((indexDigits === undefined ? "" : `value ${Number(indexDigits) + 1}: `) + messageRest.replaceAll("`", ""))}`;
}
