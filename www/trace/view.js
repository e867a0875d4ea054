// The trace view: the trace that a hash belongs to, drawn as a tree, and asked for again while it is on its way.

import { byId, fill } from "../page/dom.js";
import { describe } from "../page/errors.js";
import { readHash } from "../page/hash.js";
import { facts } from "./facts.js";
import { findTrace, isPending, sampleTrace } from "./find.js";
import { treeView } from "./tree.js";

/** Milliseconds from an answer to the next question, while the trace is on its way. */
const PAUSE = 2000;

/** @param {{ push(text: string): void }} url */
export function view(url) {
  const input = byId("trace-input");
  const message = byId("trace-message");
  const tree = treeView();
  /** The search that is shown. Replaced, so that a late answer finds itself outdated. */
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
      const hash = await sampleTrace(mine.stop.signal);
      if (mine !== run) return;
      run = undefined;
      if (hash) url.push(hash);
      else say("note", "There is no trace yet. Try again in a moment.");
    } catch (error) {
      if (mine !== run) return;
      run = undefined;
      say("bad", ...describe(error));
    }
  }

  async function search(mine) {
    clearTimeout(timer);
    mine.waiting = false;
    if (!mine.trace) say("", "Searching…");
    try {
      const found = await findTrace(mine.hash, mine.stop.signal);
      if (mine !== run) return;
      if (!found) return mine.trace ? again(mine) : say("note", "No transaction or message has this hash. One that was just sent takes a few seconds: try again in a moment.");
      say("");
      paint(mine, found);
      mine.trace = found.trace;
      if (isPending(found.trace)) again(mine);
    } catch (error) {
      if (mine === run) say("bad", ...describe(error));
    }
  }

  function again(mine) {
    mine.waiting = true;
    if (document.visibilityState === "visible") timer = setTimeout(() => search(mine), PAUSE);
  }

  function paint(mine, { trace, book }) {
    const drawn = JSON.stringify(trace.trace ?? null) + trace.trace_info?.trace_state;
    if (drawn !== mine.drawn) tree.show(trace, book, mine.drawn !== undefined);
    mine.drawn = drawn;
    byId("trace-shown").hidden = false;
    facts(trace, tree.branches);
  }

  function open(text) {
    forget();
    input.value = text;
    input.removeAttribute("aria-invalid");
    byId("trace-shown").hidden = true;
    say("");
    if (text === "") return;
    const hash = readHash(input, say);
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
      else if (run.waiting || run.rested) {
        run.rested = false;
        search(run);
      }
    },
    leave() {
      if (!run?.trace) return forget();
      clearTimeout(timer);
      run.stop.abort();
      run = { ...run, stop: new AbortController(), waiting: false, rested: isPending(run.trace) };
    },
  };
}
