// The metadata of a token as rows: each field, and whether the contract stores it or the index adds it. All of it is untrusted text.

import { el } from "../shared/dom.js";
import { renderComment } from "../shared/comment.js";
import { formatNumber } from "../shared/format.js";
import { cutText, visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { t } from "../shared/messages.js";

/** The fields of the index beside those in `extra`. */
const INDEX_FIELDS = ["name", "symbol", "description", "image"];
const MAX_FIELDS = 60;
const MAX_NAME_CHARS = 40;
const SOURCES = { contract: "Contract", index: "Index" };

/**
 * Returns the fields with their sources: those of the contract first.
 * @param {Record<string, any> | null | undefined} content that the contract stores @param {any} token of the index
 * @returns {[name: string, value: unknown, source: keyof typeof SOURCES][]}
 */
function listMetadata(content, token) {
  const storedFields = Object.entries(content ?? {});
  const indexFields = [...INDEX_FIELDS.map((name) => [name, token?.[name]]), ...Object.entries(token?.extra ?? {})];
  const isStored = (name, value) => content && Object.hasOwn(content, name) && content[name] === value;
  return [
    ...storedFields.map(([name, value]) => /** @type {[string, unknown, "contract"]} */ ([name, value, "contract"])),
    ...indexFields
      // The index adds URLs of smaller copies of the picture, which begin with an underscore.
      .filter(([name, value]) => value !== undefined && !name.startsWith("_") && !isStored(name, value))
      .map(([name, value]) => /** @type {[string, unknown, "index"]} */ ([name, value, "index"])),
  ];
}

/** @param {Record<string, any> | null | undefined} content @param {any} token */
export function renderMetadata(content, token) {
  const fields = listMetadata(content, token);
  if (fields.length === 0) return [el("p", { class: "soft" }, t("Neither the contract nor the index has metadata."))];
  return [
    el(
      "dl",
      { class: "token-fields boxed" },
      ...fields
        .slice(0, MAX_FIELDS)
        .map(([name, value, source]) =>
          el(
            "div",
            {},
            el("dt", {}, el("bdi", {}, visibleText(cutText(name, MAX_NAME_CHARS)))),
            el("dd", {}, ...renderValue(value)),
            el(
              "dd",
              { class: "token-source" },
              el("span", { class: "hidden" }, `${t("from the")} `),
              t(SOURCES[source]),
            ),
          ),
        ),
    ),
    fields.length > MAX_FIELDS &&
      el(
        "p",
        { class: "soft" },
        t("{count} more fields are not shown.", { count: formatNumber(fields.length - MAX_FIELDS) }),
      ),
    el(
      "p",
      { class: "soft" },
      t(
        "Contract: the contract stores this field. Index: the index of the API adds it, usually from the document that the field uri names, which its owner can change.",
      ),
    ),
  ];
}

/** Returns a text unchanged, and any other value as JSON. */
function renderValue(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === "" ? [el("span", { class: "soft" }, t("empty"))] : renderComment(text, true);
}
