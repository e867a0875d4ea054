// The address inspector: everything is worked out here, so it works without a network.

import { byId, fill } from "../page/dom.js";
import { describe, sentence } from "../page/errors.js";
import { LONGEST } from "../page/route.js";
import { listOf, trimmed } from "./items.js";
import { list } from "./list.js";
import { single } from "./single.js";

/** It has a `-`, so that the two alphabets differ. */
const SAMPLE = "EQCfJ619tsWMv-JMA741dmIJ3KApK7fkVIL4tZEvoRvzAGpu";
/** An account twice, a masterchain address, a hash, and a slip of the finger. */
const SAMPLE_LIST = [
  SAMPLE,
  "0:9F27AD7DB6C58CBFE24C03BE35766209DCA0292BB7E45482F8B5912FA11BF300",
  "Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF",
  "Aaz9yC9LMX6IuIGzSbcvsJP6QFzjrYwrXUX2tDBDEa4=",
  SAMPLE.replace("MA741", "MA7A1"),
].join("\n");
/** Browsers allow some 200 changes of the URL in half a minute; screen readers need a pause, too. */
const PAUSE = 400;
/** Characters of a paste from which on the page puts it in itself. */
const LONG_PASTE = 20_000;

/** @param {{ replace(text: string): void, push(text: string): void }} url */
export function view(url) {
  const input = byId("address-input");
  let timer;
  let words = "";
  /** What is shown; stopped when something else is. */
  let run;
  /** What the URL does not hold, such as a long list: the URL without a text stands for it, so that Back finds it. */
  let kept = "";

  const tell = (text) => {
    words = text;
    if (timer === undefined) byId("address-live").textContent = words;
  };
  const look = () => {
    run?.abort();
    run = new AbortController();
    inspect(trimmed(input.value), { input, push: url.push, type, tell, signal: run.signal });
  };
  /** As if it had been typed: a list may be too long for the URL. */
  const type = (text) => {
    input.value = text;
    input.dispatchEvent(new Event("input"));
    input.focus();
  };
  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  // Draws nothing: leaving the input by a press on one of the offers would take that offer away under the pointer.
  const settle = () => {
    rest();
    const text = trimmed(input.value);
    kept = text.length > LONGEST ? text : "";
    url.replace(kept === "" ? text : "");
    tell(words);
  };
  input.addEventListener("input", () => {
    rest();
    timer = setTimeout(settle, PAUSE);
    look();
  });
  // The browser's own way takes a step for each line, and a second or more for 10,000; this one cannot be undone.
  input.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length < LONG_PASTE) return;
    event.preventDefault();
    input.setRangeText(text, input.selectionStart, input.selectionEnd, "end");
    input.dispatchEvent(new Event("input"));
  });
  // Before a link takes the visitor away, so that Back finds what was typed.
  input.addEventListener("change", () => timer && settle());
  byId("address-sample").addEventListener("click", () => url.push(SAMPLE));
  byId("address-sample-list").addEventListener("click", () => url.push(SAMPLE_LIST));
  byId("address-clear").addEventListener("click", () => {
    kept = "";
    url.push("");
    input.focus();
  });

  return {
    show(text) {
      rest();
      const wanted = text === "" ? kept : text;
      if (trimmed(input.value) !== wanted) input.value = wanted;
      look();
    },
    leave() {
      run?.abort();
      if (timer === undefined) return;
      // Left by the keyboard or by Back, before the URL was told.
      rest();
      kept = trimmed(input.value);
    },
  };
}

/** Shows what the text is, at once or, of a long list, when it is known. */
async function inspect(text, { input, push, type, tell, signal }) {
  const put = ({ tone, message, result, words }) => {
    if (tone === "bad") input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    byId("address-message").className = `message ${tone}`;
    fill(byId("address-message"), message);
    fill(byId("address-result"), result);
    tell(words);
  };
  if (text === "") return put({ tone: "", message: [], result: [], words: "" });
  try {
    const items = listOf(text);
    if (items) await list(items, { show: put, use: type, signal });
    else put(single(text, push));
  } catch (error) {
    if (signal.aborted) return;
    // No fault of the text: the browser refuses WebAssembly.
    put({ tone: "bad", message: describe(error), result: [], words: sentence(error.message) });
    input.removeAttribute("aria-invalid");
  }
}
