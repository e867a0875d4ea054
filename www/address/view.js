// The address inspector. It works entirely in the browser, even without a network connection.

import { MAX_TEXT_CHARS } from "../app/route.js";
import { byId, fill } from "../shared/dom.js";
import { describeError, toSentence } from "../shared/errors.js";
import { takeHandedText } from "../shared/handed-text.js";
import { isPhrase, isShareable, PHRASE_WARNING } from "../shared/secrets.js";
import { splitList, trimLineBreaks } from "./items.js";
import { inspectList } from "./list-result.js";
import { loadQrCodes } from "./qr.js";
import { inspectText } from "./text-result.js";
import { t } from "../shared/messages.js";

/** An address with a `-`, so that its two base64 alphabets differ. */
const SAMPLE_ADDRESS = "EQCfJ619tsWMv-JMA741dmIJ3KApK7fkVIL4tZEvoRvzAGpu";
/** An account in two forms, a masterchain address, a hash, and an address with a typing error. */
const SAMPLE_LIST = [
  SAMPLE_ADDRESS,
  "0:9F27AD7DB6C58CBFE24C03BE35766209DCA0292BB7E45482F8B5912FA11BF300",
  "Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF",
  "Aaz9yC9LMX6IuIGzSbcvsJP6QFzjrYwrXUX2tDBDEa4=",
  SAMPLE_ADDRESS.replace("MA741", "MA7A1"),
].join("\n");
/** Milliseconds to wait after the last key press. Browsers allow about 200 changes of the URL in 30 s, and screen readers need a pause. */
const DELAY_MS = 400;
/** From this many characters on, this module inserts a pasted text itself. */
const LONG_PASTE = 20_000;

/** @param {{ replace(text: string): void, push(text: string): void }} url */
export function createView(url) {
  const input = /** @type {HTMLTextAreaElement} */ (byId("address-input"));
  let timer;
  let announcedText = "";
  /** Aborted when the input changes. */
  let currentRun;
  /**
   * The text that is not in the URL, because it is too long or has no address or hash. Back to a URL without a text restores it.
   */
  let ownText = "";
  // Errors are ignored here: they are shown when an address needs its QR code.
  loadQrCodes().catch(() => {});

  const announce = (text) => {
    announcedText = text;
    if (timer === undefined) byId("address-live").textContent = announcedText;
  };
  const inspectInput = () => {
    currentRun?.abort();
    currentRun = new AbortController();
    showInspection(trimLineBreaks(input.value), {
      input,
      push: url.push,
      type: typeText,
      announce,
      signal: currentRun.signal,
    });
  };
  /** Acts as if the visitor typed the text: a list may be too long for the URL. */
  const typeText = (text) => {
    input.value = text;
    input.dispatchEvent(new Event("input"));
    input.focus();
  };
  const cancelTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  // Updates only the URL. Pressing a suggested button moves the focus from the input, and painting would remove that button under the
  // pointer.
  const settleInput = () => {
    cancelTimer();
    const text = trimLineBreaks(input.value);
    ownText = text.length > MAX_TEXT_CHARS || !isShareable(text) ? text : "";
    url.replace(ownText === "" ? text : "");
    announce(announcedText);
  };
  input.addEventListener("input", () => {
    cancelTimer();
    timer = setTimeout(settleInput, DELAY_MS);
    inspectInput();
  });
  // The browser inserts a paste line by line, which takes over a second for 10,000 lines. Setting the value is fast, but the visitor
  // cannot undo it.
  input.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length < LONG_PASTE) return;
    event.preventDefault();
    input.setRangeText(text, input.selectionStart, input.selectionEnd, "end");
    input.dispatchEvent(new Event("input"));
  });
  // This runs before the browser follows a link, so that Back restores the text.
  input.addEventListener("change", () => timer && settleInput());
  byId("address-sample").addEventListener("click", () => url.push(SAMPLE_ADDRESS));
  byId("address-sample-list").addEventListener("click", () => url.push(SAMPLE_LIST));
  byId("address-clear").addEventListener("click", () => {
    ownText = "";
    url.push("");
    input.focus();
  });

  return {
    show(text) {
      cancelTimer();
      ownText = trimLineBreaks(takeHandedText()) || ownText;
      const shownText = text === "" ? ownText : text;
      if (trimLineBreaks(input.value) !== shownText) input.value = shownText;
      inspectInput();
    },
    leave() {
      currentRun?.abort();
      if (timer === undefined) return;
      // The visitor left the view by the keyboard or by Back before the URL was updated.
      cancelTimer();
      ownText = trimLineBreaks(input.value);
    },
  };
}

/** Shows the result: at once, or for a long list when the check is complete. */
async function showInspection(text, { input, push, type: typeText, announce, signal }) {
  const showResult = ({ tone, message, result, words: announcedText }) => {
    if (tone === "bad") input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    byId("address-message").className = `message ${tone}`;
    fill(byId("address-message"), message);
    fill(byId("address-result"), result);
    announce(announcedText);
  };
  if (text === "") return showResult({ tone: "", message: [], result: [], words: "" });
  if (isPhrase(text))
    return showResult({ tone: "bad", message: t(PHRASE_WARNING), result: [], words: t(PHRASE_WARNING) });
  try {
    const items = splitList(text);
    if (items) await inspectList(items, { show: showResult, use: typeText, signal });
    else showResult(inspectText(text, push));
  } catch (error) {
    if (signal.aborted) return;
    // The browser blocks WebAssembly; the text is not at fault.
    showResult({ tone: "bad", message: describeError(error), result: [], words: toSentence(error.message) });
    input.removeAttribute("aria-invalid");
  }
}
