// Loads style sheets on demand.

import { withLoadError } from "../shared/errors.js";

/** Promises of sheets that are loaded or loading, by URL. */
const sheetByUrl = new Map();

/** Resolves when the style sheet applies. Content that is shown before that would move afterwards. @param {URL} url */
export function loadStylesheet({ href }) {
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return undefined;
  if (!sheetByUrl.has(href)) sheetByUrl.set(href, withLoadError(fetchStylesheet(href)));
  return sheetByUrl.get(href);
}

/** @returns {Promise<void>} */
const fetchStylesheet = (href) =>
  new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      // Removed, so that a retry requests it again.
      link.remove();
      sheetByUrl.delete(href);
      reject(new Error(`could not load ${href}`));
    });
    document.head.append(link);
  });
