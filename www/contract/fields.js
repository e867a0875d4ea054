// The fields of the forms: a control, its meaning, and the fault of its value.

import { parseAddress } from "../ton-edge/address.js";
import { DNS_CATEGORIES } from "../ton-edge/dist/schemas.js";
import { beginCell, comment, encodeDomain, parseBoc, toUnits } from "../ton-edge/message.js";
import { el, fill } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { isPhrase, PHRASE_WARNING } from "../shared/secrets.js";
import { t } from "../shared/messages.js";

/** Bits of an integer on the stack, with its sign. */
const STACK_BITS = 257n;
/** Largest text of a bag of cells that a field reads. */
const MAX_BOC_CHARS = 262_144;
/** Tags of the records of a domain that hold an address (TEP-81). */
const RECORD_TAGS = { wallet: 0x9fd3, resolver: 0xba93 };

/** A value that a visitor has to change. */
class FieldFault extends Error {}

const throwFault = (text) => {
  throw new FieldFault(text);
};

/** Turns an error of the package into a fault of the field. */
function runIfValid(run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof FieldFault) throw error;
    throw new FieldFault(toSentence(error.message.replace(/^`[\w]+`:? /, "")));
  }
}

function readInteger(text) {
  if (/^-?\d{1,78}$|^0x[0-9a-f]{1,64}$/i.test(text)) return BigInt(text);
  return throwFault(t("Enter a whole number, such as 12 or 0x0c."));
}

function readBounded(text, bits, isSigned = false) {
  const value = readInteger(text);
  const [minValue, limit] = isSigned ? [-(1n << (bits - 1n)), 1n << (bits - 1n)] : [0n, 1n << bits];
  if (value < minValue) throwFault(t(isSigned ? "The number is too small." : "The number cannot be negative."));
  if (value >= limit) throwFault(t("The number has more than {bits} bits.", { bits: String(bits) }));
  return value;
}

function readBoc(text) {
  if (text.length > MAX_BOC_CHARS)
    throwFault(t("The bag of cells has more than {max} characters.", { max: MAX_BOC_CHARS }));
  return runIfValid(() => parseBoc(text));
}

function readText(text) {
  if (isPhrase(text)) throwFault(t(PHRASE_WARNING));
  return text;
}

const readCategory = (text) => {
  const [hash] = Object.entries(DNS_CATEGORIES).find(([, name]) => name === text) ?? [];
  return hash === undefined ? readBounded(text, 256n) : BigInt(`0x${hash}`);
};

/** Builds the record of a domain that names an account. */
function buildRecord(tag, address) {
  const builder = beginCell().storeUint(tag, 16).storeAddress(address);
  return (tag === RECORD_TAGS.wallet ? builder.storeUint(0, 8) : builder).endCell();
}

/** Reads an address. Its network is checked when the message is made. */
const readAddress = (text) => {
  runIfValid(() => parseAddress(text));
  return text;
};

/** Reads a decimal amount in units. */
const readAmount = (text, decimals) => runIfValid(() => toUnits(text.replaceAll(",", ""), decimals));

/** The choices of fields that can be filled in several ways: the name of each, and the control that it shows. */
const CHOICES_BY_KIND = {
  payload: [
    ["none", "None"],
    ["comment", "Comment", "text"],
    ["boc", "Bag of cells", "boc"],
  ],
  record: [
    ["none", "Remove the record"],
    ["wallet", "Wallet: an account", "address"],
    ["resolver", "Next resolver: an account", "address"],
    ["boc", "Bag of cells", "boc"],
  ],
};

/**
 * Describes the value that a field takes.
 * @typedef {{ name: string, label: string, kind: string, doc: string, bits?: number, unit?: { name: string, decimals: number }, optional?: string }} FieldSpec
 *   `kind`: of the control; `optional`: what an empty field means
 */

/** @param {FieldSpec} spec */
function describeKind({ kind, bits, unit, optional }) {
  const text = {
    integer: t("whole number"),
    uint: t("whole number of up to {bits} bits", { bits: bits ?? "" }),
    amount: unit ? t("amount in {unit}", { unit: unit.name }) : t("amount"),
    address: t("address"),
    boc: t("bag of cells, base64 or hexadecimal"),
    bytes: t("bytes, hexadecimal"),
    text: t("text"),
    domain: t("domain"),
    category: t("name of a record, or the number of its kind"),
    payload: t("comment or bag of cells"),
    record: t("record"),
    bool: t("yes or no"),
  }[kind];
  return optional === undefined ? text : `${text} · ${optional}`;
}

/**
 * @param {string} prefix of the id @param {FieldSpec} spec
 * @returns {{ name: string, element: HTMLElement, read(): any, showFault(text?: string): void, focus(): void, set(text: string): void }}
 *   `read` throws a `FieldFault`
 */
export function createField(prefix, spec) {
  const { name, label, kind, doc, optional: emptyMeaning } = spec;
  const id = `${prefix}-${name}`;
  const props = { "aria-describedby": `${id}-about ${id}-fault` };
  const choices = CHOICES_BY_KIND[kind];
  const choiceControl =
    choices &&
    createSelect(
      { id, ...props },
      choices.map(([value, text]) => [value, t(text)]),
    );
  const control = choiceControl
    ? undefined
    : kind === "bool"
      ? createSelect({ id, ...props }, [
          ["", t("Choose")],
          ["true", t("Yes")],
          ["false", t("No")],
        ])
      : createControl({ id, ...props }, kind);
  if (control && emptyMeaning === undefined) control.setAttribute("aria-required", "true");
  /** The control of the current choice. @type {HTMLInputElement | HTMLTextAreaElement | undefined} */
  let follower;
  const followerPlace = el("div", { class: "follower" });
  const drawFollower = () => {
    const [, choiceLabel, followerKind] = choices.find(([value]) => value === choiceControl.value);
    follower =
      followerKind && createControl({ id: `${id}-value`, ...props, "aria-label": t(choiceLabel) }, followerKind);
    fill(followerPlace, follower);
  };
  choiceControl?.addEventListener("change", drawFollower);
  if (choiceControl) drawFollower();
  const faultElement = el("p", { id: `${id}-fault`, class: "fault" });
  const element = el(
    "div",
    { class: `param${["address", "boc", "text", "payload", "record", "bytes"].includes(kind) ? " wide" : ""}` },
    el(
      "label",
      { htmlFor: id },
      label,
      emptyMeaning === undefined && !choiceControl && el("span", { class: "required" }, t("required")),
    ),
    choiceControl ?? control,
    choiceControl && followerPlace,
    faultElement,
    el("p", { id: `${id}-about`, class: "about" }, el("span", { class: "kind" }, describeKind(spec)), ` ${doc}`),
  );
  const findControl = () => follower ?? control ?? choiceControl;
  return {
    name,
    element,
    read() {
      if (choiceControl) return readChoice(kind, choiceControl.value, follower?.value ?? "");
      const text = kind === "text" ? control.value : control.value.trim();
      if (text !== "") return readValue(spec, text);
      return emptyMeaning === undefined
        ? throwFault(
            t("Enter {label}.", { label: label.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase()) }),
          )
        : undefined;
    },
    showFault(text) {
      for (const part of [choiceControl, control, follower])
        if (text && part === findControl()) part.setAttribute("aria-invalid", "true");
        else part?.removeAttribute("aria-invalid");
      fill(faultElement, text);
    },
    focus: () => findControl().focus(),
    set(text) {
      control.value = text;
      control.dispatchEvent(new Event("input", { bubbles: true }));
    },
  };
}

function createSelect(props, options) {
  return el(
    "select",
    props,
    options.map(([value, label]) => el("option", { value }, label)),
  );
}

function createControl(props, kind) {
  const sharedProps = { ...props, autocomplete: "off", spellcheck: false };
  const control = ["boc", "text", "bytes"].includes(kind)
    ? el("textarea", { ...sharedProps, rows: 2, class: kind === "text" ? "" : "mono" })
    : el("input", { ...sharedProps, type: "text", class: "mono", inputMode: kind === "amount" ? "decimal" : "text" });
  control.setAttribute("autocapitalize", "off");
  return control;
}

function readChoice(kind, chosenName, text) {
  if (chosenName === "none") return null;
  if (chosenName === "comment") {
    if (text === "") throwFault(t("Enter a comment, or choose None."));
    return runIfValid(() => comment(readText(text)));
  }
  if (text.trim() === "") throwFault(t("Enter a value."));
  if (chosenName === "boc") return readBoc(text.trim());
  return buildRecord(RECORD_TAGS[chosenName], readAddress(text.trim()));
}

/** @param {FieldSpec} spec @param {string} text */
function readValue({ kind, bits, unit }, text) {
  switch (kind) {
    case "integer":
      return readBounded(text, STACK_BITS, true);
    case "uint":
      return readBounded(text, BigInt(bits ?? 256));
    case "amount":
      return readAmount(text, unit?.decimals ?? 0);
    case "address":
      return readAddress(text);
    case "boc":
      return readBoc(text);
    case "domain":
      // A single dot names the resolver's own domain, which is encoded as one zero byte (TEP-81).
      return text === "." ? new Uint8Array(1) : runIfValid(() => encodeDomain(text));
    case "category":
      return readCategory(text);
    case "bytes":
      if (!/^([0-9a-f]{2})+$/i.test(text)) throwFault(t("Enter pairs of hexadecimal digits, such as ff00."));
      return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    case "bool":
      return text === "true";
    default:
      return readText(text);
  }
}

/**
 * Reads all fields without showing faults. Undefined if there is a fault.
 * @param {ReturnType<typeof createField>[]} fields @returns {Record<string, any> | undefined}
 */
export function peekFields(fields) {
  try {
    return Object.fromEntries(fields.map((field) => [field.name, field.read()]));
  } catch (error) {
    if (error instanceof FieldFault) return undefined;
    throw error;
  }
}

/**
 * Reads all fields; shows each fault at its field and moves the focus to the first one. Undefined if there is a fault.
 * @param {ReturnType<typeof createField>[]} fields @returns {Record<string, any> | undefined}
 */
export function readFields(fields) {
  /** @type {Record<string, any>} */
  const values = {};
  const faultyFields = fields.filter((field) => {
    try {
      values[field.name] = field.read();
      field.showFault();
      return false;
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      field.showFault(error.message);
      return true;
    }
  });
  faultyFields[0]?.focus();
  return faultyFields.length > 0 ? undefined : values;
}
