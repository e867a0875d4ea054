// Loads a view again that failed because there was no connection, once the browser is online again, or when the visitor returns to it.

/** Codes of errors without a connection. */
const LOST_CODES = ["connection_failed", "timeout", "app_incomplete"];

/** The part of the page that the visitor runs with a button. It is never run again automatically, so its input and result stay. */
const OWN_RUN = "#explorer-response";

/** Returns the visible errors in a part of the page that a missing connection caused. @param {HTMLElement} part */
const listLostCodes = (part) =>
  [...part.querySelectorAll(".message.bad .code code")].filter(
    (code) => LOST_CODES.includes(code.textContent) && !code.closest(`.message[hidden], ${OWN_RUN}`),
  );

/** Whether the view must be loaded again. Lists that grow continue by themselves, and keep their rows. @param {HTMLElement} section */
export const hasLostConnection = (section) => listLostCodes(section).some((code) => !code.closest(".paged"));

/** Continues the lists of a view whose next page failed. @param {HTMLElement} section */
export function resumeLists(section) {
  for (const list of section.querySelectorAll('.paged[data-state="failed"]'))
    if (listLostCodes(/** @type {HTMLElement} */ (list)).length > 0)
      /** @type {HTMLElement} */ (list.querySelector('[id$="-retry"]')).click();
}
