// Loads style sheets on demand.

import { withLoadError } from "../shared/errors.js";

/** Sheets loaded or loading, by URL. */
const sheets = new Map();

/** Resolves when the sheet applies: anything shown or measured earlier would move. @param {URL} url */
export function loadStylesheet({ href }) {
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return undefined;
  if (!sheets.has(href)) sheets.set(href, withLoadError(fetched(href)));
  return sheets.get(href);
}

/** @returns {Promise<void>} */
const fetched = (href) =>
  new Promise((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => {
      // So that a retry requests it again.
      link.remove();
      sheets.delete(href);
      fail(new Error(`could not load ${href}`));
    });
    document.head.append(link);
  });
