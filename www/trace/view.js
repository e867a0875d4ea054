// The trace view: draws the trace that a hash belongs to as a tree, and polls while the trace is pending.

import { byId, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { readHashInput } from "../shared/hash-input.js";
import { prepareBodies } from "../shared/message-bodies.js";
import { paintTraceFacts } from "./facts.js";
import { findSampleTrace, findTrace, isPending } from "./trace-search.js";
import { createTree } from "./tree.js";

/** Milliseconds from a response to the next request while the trace is pending. */
const DELAY_MS = 2000;

/** @param {{ push(text: string): void }} url */
export function createView(url) {
  const input = /** @type {HTMLInputElement} */ (byId("trace-input"));
  const message = byId("trace-message");
  const tree = createTree();
  /** The search shown. Replaced, so that a late response sees that it is outdated. */
  let run;
  let timer;

  byId("trace-form").addEventListener("submit", (event) => {
    event.preventDefault();
    url.push(input.value.trim());
  });
  byId("trace-sample").addEventListener("click", trySample);
  byId("trace-retry").addEventListener("click", () => {
    byId("trace-heading").focus({ preventScroll: true });
    if (run) search(run);
    else trySample();
  });
  document.addEventListener("visibilitychange", () => {
    if (run?.waiting && document.visibilityState === "visible") search(run);
  });

  function say(kind, ...words) {
    message.className = `message ${kind}`;
    fill(message, ...words);
    byId("trace-again").hidden = kind !== "bad" && kind !== "note";
  }

  function forget() {
    clearTimeout(timer);
    run?.stop.abort();
    run = undefined;
  }

  async function trySample() {
    forget();
    byId("trace-shown").hidden = true;
    say("", "Looking for a recent trace…");
    const mine = (run = { stop: new AbortController() });
    try {
      const hash = await findSampleTrace(mine.stop.signal);
      if (mine !== run) return;
      run = undefined;
      if (hash) url.push(hash);
      else say("note", "The chain has no trace yet. Retry in a moment.");
    } catch (error) {
      if (mine !== run) return;
      run = undefined;
      say("bad", ...describeError(error));
    }
  }

  async function search(mine) {
    clearTimeout(timer);
    mine.waiting = false;
    if (!mine.trace) say("", "Searching…");
    try {
      const [found] = await Promise.all([findTrace(mine.hash, mine.stop.signal), prepareBodies()]);
      if (mine !== run) return;
      if (!found)
        return mine.trace
          ? again(mine)
          : say(
              "note",
              "No transaction or message has this hash. A message just sent takes a few seconds: retry in a moment.",
            );
      say("");
      paint(mine, found);
      mine.trace = found.trace;
      if (isPending(found.trace)) again(mine);
    } catch (error) {
      if (mine === run) say("bad", ...describeError(error));
    }
  }

  function again(mine) {
    mine.waiting = true;
    if (document.visibilityState === "visible") timer = setTimeout(() => search(mine), DELAY_MS);
  }

  function paint(mine, { trace, page }) {
    const drawn = JSON.stringify(trace.trace ?? null) + trace.trace_info?.trace_state;
    if (drawn !== mine.drawn) tree.show(trace, page, mine.drawn !== undefined);
    mine.drawn = drawn;
    byId("trace-shown").hidden = false;
    paintTraceFacts(trace, tree.branches);
  }

  function open(text) {
    forget();
    input.value = text;
    input.removeAttribute("aria-invalid");
    byId("trace-shown").hidden = true;
    say("");
    if (text === "") return;
    const hash = readHashInput(input, say);
    if (!hash) {
      byId("trace-again").hidden = true;
      return;
    }
    run = { text, hash, stop: new AbortController() };
    search(run);
  }

  return {
    show(text, _query, pushed) {
      if (pushed || run?.text !== text || !run.trace) open(text);
      else if (run.waiting || run.resumable) {
        run.resumable = false;
        search(run);
      }
    },
    leave() {
      if (!run?.trace) return forget();
      clearTimeout(timer);
      run.stop.abort();
      run = { ...run, stop: new AbortController(), waiting: false, resumable: isPending(run.trace) };
    },
  };
}
