// The trace view: what a trace did, its flow as a picture and as a tree, and one transaction of it in detail. It polls while the trace is
// pending.

import { byId, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { readHashInput } from "../shared/hash-input.js";
import { bodyReader, prepareBodies, untilActive, untilReleased } from "../shared/message-bodies.js";
import { createDetailPanel } from "./detail-panel.js";
import { paintTraceFacts } from "./facts.js";
import { createFlow } from "./flow.js";
import { findSampleTrace, findTrace, isPending } from "./trace-search.js";
import { createTree } from "./tree.js";

/** Milliseconds from a response to the next request while the trace is pending. */
const DELAY_MS = 2000;
/** The panel is beside the picture from this width on, and then always shows a transaction. */
const WIDE = matchMedia("(min-width: 68.75rem)");

/** @param {{ push(text: string): void, replace(text: string, query: object): void }} url */
export function createView(url) {
  const input = /** @type {HTMLInputElement} */ (byId("trace-input"));
  const message = byId("trace-message");
  /** The branch whose transaction the panel shows. */
  let selected;
  /** The part that had the focus before the panel. @type {"tree" | "flow"} */
  let origin = "tree";
  /** Whether the view selects, not the visitor. */
  let quiet = false;
  /** Whether it draws the same trace again, with bodies decoded. */
  let redrawing = false;
  let page = { book: {}, metadata: {} };
  const flow = createFlow({
    select(branch, keyboard) {
      origin = "flow";
      tree.select(branch, keyboard);
    },
    expand: (branch) => tree.expand(branch),
  });
  const tree = createTree({
    changed: () => flow.show(tree.visible(), page, tree.isOpen),
    selected(branch, keyboard) {
      selected = branch;
      flow.select(branch);
      if (!branch) return panel.hide();
      if (!quiet) remember(branch);
      if (redrawing && panel.isUsed(branch.hash)) return;
      const all = rows();
      panel.show(branch, page, {
        at: all.indexOf(branch),
        count: all.length,
        received: (hash) => all.some(({ message: one }) => one?.hash === hash),
      });
      if (keyboard) panel.focus();
    },
  });
  const panel = createDetailPanel({
    closed() {
      if (!selected) return;
      const back = selected;
      if (!WIDE.matches) {
        tree.unselect();
        flow.select(undefined);
        selected = undefined;
        panel.hide();
      }
      if (origin === "flow") flow.focus(back);
      else tree.focus(back);
    },
    moved(step) {
      const all = rows();
      const next = all[all.indexOf(selected) + step];
      if (next) choose(next);
    },
    followed(hash) {
      const next = rows().find(({ message: one }) => one?.hash === hash);
      if (!next) return;
      choose(next);
      panel.focus();
    },
  });
  /** The search shown. Replaced, so that a late response sees that it is outdated. */
  let run;
  let timer;

  /** The branches with a transaction, in the order of the tree. */
  const rows = () => tree.branches.filter(({ transaction }) => transaction);
  const choose = (branch) => tree.select(branch);
  /** The URL names the transaction that the visitor selected, for those who get the link. */
  function remember({ hash, transaction }) {
    if (!run || transaction.emulated === true) return;
    run.text = hash;
    url.replace(hash, {});
  }
  for (const id of ["trace-tree", "trace-flow"])
    byId(id).addEventListener("click", () => {
      if (id === "trace-tree") origin = "tree";
    });
  byId("trace-tree").addEventListener("keydown", () => {
    origin = "tree";
  });

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
  WIDE.addEventListener("change", () => {
    if (WIDE.matches && run?.trace && !selected) choosePreferred(run.hash);
  });

  function say(kind, ...words) {
    message.className = `message ${kind}`;
    fill(message, ...words);
    byId("trace-again").hidden = kind !== "bad" && kind !== "note";
    // The search for a trace, if none is shown.
    byId("trace-form").hidden = kind === "" && run !== undefined;
  }

  /** @param {"nothing" | "waiting" | "shown"} what */
  function stage(what) {
    byId("trace-shown").hidden = what !== "shown";
    byId("trace-waiting").hidden = what !== "waiting";
  }

  function forget() {
    clearTimeout(timer);
    run?.stop.abort();
    run = undefined;
  }

  async function trySample() {
    forget();
    stage("waiting");
    const mine = (run = { stop: new AbortController() });
    say("", "Looking for a recent trace…");
    try {
      const hash = await findSampleTrace(mine.stop.signal);
      if (mine !== run) return;
      run = undefined;
      if (hash) return url.push(hash);
      stage("nothing");
      say("note", "The chain has no trace yet. Retry in a moment.");
    } catch (error) {
      if (mine !== run) return;
      run = undefined;
      stage("nothing");
      say("bad", ...describeError(error));
    }
  }

  async function search(mine) {
    clearTimeout(timer);
    mine.waiting = false;
    if (!mine.trace) {
      stage("waiting");
      say("", "Searching…");
    }
    try {
      const found = await findTrace(mine.hash, mine.stop.signal);
      if (mine !== run) return;
      if (!found) {
        if (mine.trace) return again(mine);
        stage("nothing");
        // It may be a public key, which looks like a hash.
        url.replace("", {});
        return say(
          "note",
          "The API shows no transaction or message with this hash. A message just sent takes a few seconds: retry in a moment.",
        );
      }
      say("");
      if (!mine.trace) dispatchEvent(new CustomEvent("found", { detail: mine.text }));
      paint(mine, found);
      mine.trace = found.trace;
      decode(mine, found);
      if (isPending(found.trace)) again(mine);
    } catch (error) {
      if (mine !== run) return;
      if (!mine.trace) stage("nothing");
      say("bad", ...describeError(error));
    }
  }

  /** Draws again what the API did not decode, without moving anything. */
  async function decode(mine, found) {
    if (byId("trace-shown").dataset.decoded === undefined && !bodyReader()) {
      await untilActive();
      await prepareBodies();
      await untilReleased();
      if (mine !== run || mine.trace !== found.trace) return;
      mine.drawn = undefined;
      redrawing = true;
      paint(mine, found);
      redrawing = false;
    }
    if (bodyReader()) byId("trace-shown").dataset.decoded = "";
  }

  function again(mine) {
    mine.waiting = true;
    if (document.visibilityState === "visible") timer = setTimeout(() => search(mine), DELAY_MS);
  }

  function paint(mine, { trace, page: itsPage }) {
    const drawn = JSON.stringify([trace.trace ?? null, trace.trace_info?.trace_state, (trace.actions ?? []).length]);
    const first = mine.drawn === undefined && !redrawing;
    stage("shown");
    if (drawn !== mine.drawn) {
      page = itsPage;
      quiet = true;
      tree.show(trace, page, !first);
      quiet = false;
      paintTraceFacts(trace, tree.branches, page);
    }
    mine.drawn = drawn;
    if (first) {
      // Before the next paint, but in a separate task, since it measures the new elements.
      requestAnimationFrame(() => mine === run && flow.want(hashOf(mine.hash)));
      if (WIDE.matches) choosePreferred(mine.hash);
    }
  }

  /** The transaction of this hash, or the one that received the message of this hash. */
  const hashOf = (hash) => rows().find((branch) => branch.hash === hash || branch.message?.hash === hash)?.hash;

  function choosePreferred(hash) {
    const [first] = rows();
    const found = rows().find((branch) => branch.hash === hashOf(hash)) ?? first;
    if (!found) return;
    quiet = true;
    tree.select(found);
    quiet = false;
  }

  function open(text) {
    forget();
    input.value = text;
    input.removeAttribute("aria-invalid");
    stage("nothing");
    tree.unselect();
    selected = undefined;
    panel.hide();
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
