// Style sheets that come when what they are for is first wanted.

import { loaded } from "./errors.js";

/** By URL: those that are there or on their way. */
const sheets = new Map();

/** A style sheet, when it has come: what is shown or measured before it would move. @param {URL} url */
export function stylesheet({ href }) {
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return undefined;
  if (!sheets.has(href)) sheets.set(href, loaded(fetched(href)));
  return sheets.get(href);
}

const fetched = (href) => new Promise((done, fail) => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  link.addEventListener("load", () => done());
  link.addEventListener("error", () => {
    // So that another try asks again.
    link.remove();
    sheets.delete(href);
    fail(new Error(`could not load ${href}`));
  });
  document.head.append(link);
});
