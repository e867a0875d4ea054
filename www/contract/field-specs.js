// Describes the fields of a form, from the package's tables of get-methods and bodies.

import { BODY_DOCS, METHOD_DOCS } from "./table-docs.js";
import { formatTitle } from "../shared/format-title.js";
import { listArguments, listFields } from "./standards.js";
import { t } from "../shared/messages.js";

/** @typedef {import("./fields.js").FieldSpec} FieldSpec */

/** Fields whose input differs from the table's type: a domain, and the kind of a record. @type {Record<string, string>} */
const CONTROL_BY_FIELD = {
  "dnsresolve.subdomain": "domain",
  "dnsresolve.category": "category",
  "change_dns_record.key": "category",
  "change_dns_record.value": "record",
};
/** Controls of arguments, by the kind of a stack item. @type {Record<string, string>} */
const CONTROL_BY_ITEM = { i: "integer", a: "address", s: "boc", c: "boc" };
/** Controls of fields of a body, by their form. @type {Record<string, string>} */
const CONTROL_BY_FORM = {
  u: "uint",
  U: "uint",
  v: "amount",
  b: "bool",
  a: "address",
  d: "address",
  e: "boc",
  o: "boc",
  r: "boc",
  p: "payload",
  t: "text",
  y: "bytes",
};
/** Matches the remark of the tables that a number is in the smallest units. */
export const WITHOUT_DECIMALS = /, without (its|the) decimals/;
const TON = { name: "TON", decimals: 9 };

const removeMarks = (doc) => doc.replaceAll("`", "");

/** Removes the remark about smallest units from the meaning of an amount, since visitors enter amounts with decimals. */
const removeSmallUnits = (doc) =>
  removeMarks(doc)
    .replace(/^Nanocoins for/, "For")
    .replace(WITHOUT_DECIMALS, "");

/** @param {string} method @returns {FieldSpec[]} */
export const describeArguments = (method) =>
  (listArguments(method) ?? []).map(([name, kind], index) => ({
    name,
    label: formatTitle(name),
    kind: CONTROL_BY_FIELD[`${method}.${name}`] ?? CONTROL_BY_ITEM[kind],
    doc: t(removeMarks(METHOD_DOCS[method][2][index])),
  }));

/**
 * @param {string} type of the body @param {{ name: string, decimals: number } | undefined} jetton the unit of its amounts, if it is known
 * @returns {FieldSpec[]}
 */
export const describeFields = (type, jetton) =>
  listFields(type).map(([name, [form, bits]], index) => ({
    name,
    label: formatTitle(name),
    kind: CONTROL_BY_FIELD[`${type}.${name}`] ?? CONTROL_BY_FORM[form],
    doc: t((form === "v" && (name !== "amount" || jetton) ? removeSmallUnits : removeMarks)(BODY_DOCS[type][2][index])),
    bits: form === "U" ? 256 : bits,
    unit:
      form !== "v" ? undefined : name === "amount" ? (jetton ?? { name: t("the smallest units"), decimals: 0 }) : TON,
    optional: describeEmpty(name, form),
  }));

/** Returns the meaning of an empty field; undefined if the field needs a value. Amounts and receivers always do. */
function describeEmpty(name, form) {
  if (name === "queryId") return t("0 if empty");
  return "aeo".includes(form) ? t("none if empty") : undefined;
}

/** The amount that is attached to a message. @returns {FieldSpec} */
export const describeAttachedAmount = () => ({
  name: "attached",
  label: t("TON to attach"),
  kind: "amount",
  doc: t("It leaves the sender’s account with the message."),
  unit: TON,
});
