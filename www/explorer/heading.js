// The heading of an operation: its name, path, and details from the table.

import { formatRoute } from "../app/route.js";
import { icon } from "../design/icons.js";
import { el } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { isAboutServers } from "./descriptions.js";

// Why a response has its TTL, by the cache class of the operation.
// <generated from src/endpoint/cache_class.rs>
const REASONS = {
  never: "is never cached: a send, an estimate, or pending data",
  live: "follows the newest block",
  slow: "changes rarely",
  immutable: "never changes once it exists",
  pure: "depends on the request alone",
  as_called: "is cached like the response of the called method",
};
// </generated from src/endpoint/cache_class.rs>

/** @param {import("./catalogue.js").Operation} operation @param {Node[]} tools buttons next to the path */
export function renderHeading({ id, row }, tools) {
  const { verb, alsoPost, generation, path, title, doc, params = [], notes = [], result, aliases = [], cache } = row;
  const serverNotes = params.filter(({ note }) => note && isAboutServers(note));
  const cachingText = REASONS[cache.class] ?? cache.class;
  return el(
    "header",
    { class: "operation-head" },
    el(
      "p",
      { class: "back" },
      el("a", { href: formatRoute({ view: "explorer" }) }, icon("chevron-left"), "All operations"),
    ),
    el("div", { class: "operation-tools" }, tools),
    el("h3", { id: "explorer-title", tabIndex: -1, "data-id": id }, title),
    el(
      "p",
      { class: "path" },
      el("span", { class: `verb ${verb.toLowerCase()}` }, verb),
      " ",
      el("code", {}, `/api/${generation}${path}`),
      alsoPost && el("span", { class: "tag" }, "POST too"),
      row.beyondSpecification && el("span", { class: "tag" }, "beyond the specification"),
    ),
    doc && el("p", { class: "doc" }, doc),
    el(
      "details",
      {},
      el("summary", {}, "About this operation"),
      el(
        "dl",
        { class: "about-operation" },
        el("dt", {}, "Response"),
        el(
          "dd",
          {},
          el("code", {}, result),
          `; it ${cachingText}${cache.ttl > 0 ? `; a gateway caches it for ${cache.ttl} s` : ""}.`,
        ),
        aliases.length > 0 && [el("dt", {}, "Also called"), el("dd", {}, aliases.join(", "))],
        notes.length > 0 && [
          el("dt", {}, "Notes"),
          el(
            "dd",
            {},
            notes.map((note) => el("p", {}, toSentence(note))),
          ),
        ],
        serverNotes.length > 0 && [
          el("dt", {}, "Servers differ"),
          el(
            "dd",
            {},
            serverNotes.map(({ name, note }) => el("p", {}, el("code", {}, name), `: ${toSentence(note)}`)),
          ),
        ],
      ),
    ),
  );
}
