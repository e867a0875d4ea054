// The trace view: what a trace did, its flow as a picture and as a tree, and one transaction of it in detail. It polls while the trace is
// pending.

import { byId, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { readHashInput } from "../shared/hash-input.js";
import { createLiveState } from "../shared/live-state.js";
import { createShareButton } from "../shared/share-button.js";
import { cutText } from "../ton-edge/lib/sentences/visible-text.js";
import { getBodyReader, prepareBodies, waitUntilRead, waitUntilReleased } from "../shared/message-bodies.js";
import { isFailed } from "../shared/outcome.js";
import { rememberTokens } from "../shared/seen-tokens.js";
import { createDetailPanel } from "./detail-panel.js";
import { paintTraceFacts } from "./facts.js";
import { createFlow } from "./flow.js";
import { findSampleTrace, findTrace, isPending } from "./trace-search.js";
import { createTree } from "./tree.js";
import { t } from "../shared/messages.js";

/** Milliseconds from a response to the next request while the trace is pending. */
const DELAY_MS = 2000;
const MAX_TITLE_CHARS = 100;
const DELAY_AFTER_ERROR_MS = 5000;
/** On screens of at least this width, the panel is next to the picture and always shows a transaction. */
const WIDE_SCREEN = matchMedia("(min-width: 68.75rem)");

/** @param {import("../app/route.js").ViewUrl} url */
export function createView(url) {
  const input = /** @type {HTMLInputElement} */ (byId("trace-input"));
  const message = byId("trace-message");
  byId("trace-share").append(createShareButton(t("this trace")));
  /** The branch whose transaction the panel shows. */
  let selectedBranch;
  /** The part that had the focus before the panel. @type {"tree" | "flow"} */
  let focusOrigin = "tree";
  /** Whether the view, not the visitor, is selecting a branch. */
  let isSelectedByView = false;
  /** Whether the view is drawing the same trace again, now with decoded bodies. */
  let isRedrawing = false;
  let page = { book: {}, metadata: {} };
  const flow = createFlow({
    select(branch, keyboard) {
      focusOrigin = "flow";
      tree.select(branch, keyboard);
    },
    expand: (branch) => tree.expand(branch),
  });
  const tree = createTree({
    onChange: () => flow.show(tree.visible(), page, tree.isOpen),
    onSelect(branch, keyboard) {
      selectedBranch = branch;
      flow.select(branch);
      if (!branch) return panel.hide();
      if (!isSelectedByView) rememberInUrl(branch);
      if (isRedrawing && panel.isUsed(branch.hash)) return;
      const branches = listTransactionBranches();
      panel.show(branch, page, {
        at: branches.indexOf(branch),
        count: branches.length,
        received: (hash) => branches.some(({ message }) => message?.hash === hash),
      });
      if (keyboard) panel.focus();
    },
  });
  const panel = createDetailPanel({
    onClose() {
      if (!selectedBranch) return;
      const branchBefore = selectedBranch;
      if (!WIDE_SCREEN.matches) {
        tree.unselect();
        flow.select(undefined);
        selectedBranch = undefined;
        panel.hide();
      }
      if (focusOrigin === "flow") flow.focus(branchBefore);
      else tree.focus(branchBefore);
    },
    onMove(step) {
      const branches = listTransactionBranches();
      const nextBranch = branches[branches.indexOf(selectedBranch) + step];
      if (nextBranch) chooseBranch(nextBranch);
    },
    onFollow(hash) {
      const nextBranch = listTransactionBranches().find(({ message }) => message?.hash === hash);
      if (!nextBranch) return;
      chooseBranch(nextBranch);
      panel.focus();
    },
  });
  /** The current search. Each search gets a new object: a late response compares it, and so detects that it is outdated. */
  let currentRun;
  let timer;
  const showLive = createLiveState(byId("trace-live"));

  /** Returns the branches with a transaction, in the order of the tree. */
  const listTransactionBranches = () => tree.branches.filter(({ transaction }) => transaction);
  const chooseBranch = (branch) => tree.select(branch);
  /** Puts the transaction that the visitor selected into the URL, so that a copied link shows it. */
  function rememberInUrl({ hash, transaction }) {
    if (!currentRun || transaction.emulated === true) return;
    currentRun.text = hash;
    url.replace(hash, {});
  }
  for (const id of ["trace-tree", "trace-flow"])
    byId(id).addEventListener("click", () => {
      if (id === "trace-tree") focusOrigin = "tree";
    });
  byId("trace-tree").addEventListener("keydown", () => {
    focusOrigin = "tree";
  });

  byId("trace-form").addEventListener("submit", (event) => {
    event.preventDefault();
    url.push(input.value.trim(), {});
  });
  byId("trace-sample").addEventListener("click", trySample);
  byId("trace-retry").addEventListener("click", () => {
    byId("trace-heading").focus({ preventScroll: true });
    if (currentRun) searchTrace(currentRun);
    else trySample();
  });
  document.addEventListener("visibilitychange", restartSearch);
  addEventListener("online", restartSearch);
  WIDE_SCREEN.addEventListener("change", () => {
    if (WIDE_SCREEN.matches && currentRun?.trace && !selectedBranch) choosePreferredBranch(currentRun.hash);
  });

  function showMessage(kind, ...words) {
    message.className = `message ${kind}`;
    fill(message, ...words);
    byId("trace-again").hidden = kind !== "bad" && kind !== "note";
    // The search field is shown without a trace, and next to a message.
    byId("trace-form").hidden = kind === "" && currentRun !== undefined;
  }

  /** @param {"nothing" | "waiting" | "shown"} stageName */
  function showStage(stageName) {
    byId("trace-shown").hidden = stageName !== "shown";
    byId("trace-waiting").hidden = stageName !== "waiting";
  }

  function restartSearch() {
    if (currentRun?.waiting && document.visibilityState === "visible") searchTrace(currentRun);
  }

  function closeCurrent() {
    clearTimeout(timer);
    showLive("idle");
    currentRun?.stop.abort();
    currentRun = undefined;
  }

  async function trySample() {
    closeCurrent();
    showStage("waiting");
    const thisRun = (currentRun = { stop: new AbortController() });
    showMessage("", t("Looking for a recent trace…"));
    try {
      const hash = await findSampleTrace(thisRun.stop.signal);
      if (thisRun !== currentRun) return;
      currentRun = undefined;
      if (hash) return url.push(hash, {});
      showStage("nothing");
      showMessage("note", t("The chain has no trace yet. Retry in a moment."));
    } catch (error) {
      if (thisRun !== currentRun) return;
      currentRun = undefined;
      showStage("nothing");
      showMessage("bad", ...describeError(error));
    }
  }

  async function searchTrace(thisRun) {
    clearTimeout(timer);
    thisRun.waiting = false;
    if (!thisRun.trace) {
      showStage("waiting");
      showMessage("", t("Searching…"));
    }
    try {
      const trace = await findTrace(thisRun.hash, thisRun.stop.signal);
      if (thisRun !== currentRun) return;
      if (!trace) {
        if (thisRun.trace) return scheduleSearch(thisRun);
        showStage("nothing");
        // Remove the text from the URL: it may be a public key, which looks like a hash.
        url.replace("", {});
        return showMessage(
          "note",
          t(
            "The API shows no transaction or message with this hash. A message just sent takes a few seconds: retry in a moment.",
          ),
        );
      }
      showMessage("");
      if (!thisRun.trace) dispatchEvent(new CustomEvent("found", { detail: thisRun.text }));
      showTrace(thisRun, trace);
      thisRun.trace = trace.trace;
      decodeBodies(thisRun, trace);
      showLive(isPending(trace.trace) ? "live" : "idle");
      if (isPending(trace.trace)) scheduleSearch(thisRun);
    } catch (error) {
      if (thisRun !== currentRun) return;
      if (thisRun.trace && isPending(thisRun.trace)) {
        // The shown data is still valid, so nothing on the page moves.
        showLive("offline");
        return scheduleSearch(thisRun, DELAY_AFTER_ERROR_MS);
      }
      if (!thisRun.trace) showStage("nothing");
      showMessage("bad", ...describeError(error));
    }
  }

  /** Draws again the parts that the API did not decode, without moving anything on the page. */
  async function decodeBodies(thisRun, trace) {
    if (byId("trace-shown").dataset.decoded === undefined && !getBodyReader()) {
      await waitUntilRead();
      await prepareBodies();
      await waitUntilReleased();
      if (thisRun !== currentRun || thisRun.trace !== trace.trace) return;
      thisRun.drawn = undefined;
      isRedrawing = true;
      showTrace(thisRun, trace);
      isRedrawing = false;
    }
    if (getBodyReader()) byId("trace-shown").dataset.decoded = "";
  }

  function scheduleSearch(thisRun, delayMs = DELAY_MS) {
    thisRun.waiting = true;
    if (document.visibilityState === "visible") timer = setTimeout(() => searchTrace(thisRun), delayMs);
  }

  function showTrace(thisRun, { trace, page: tracePage }) {
    const drawnState = JSON.stringify([
      trace.trace ?? null,
      trace.trace_info?.trace_state,
      (trace.actions ?? []).length,
    ]);
    const isFirst = thisRun.drawn === undefined && !isRedrawing;
    showStage("shown");
    if (drawnState !== thisRun.drawn) {
      page = tracePage;
      rememberTokens(page.metadata);
      isSelectedByView = true;
      tree.show(trace, page, !isFirst);
      isSelectedByView = false;
      const title = paintTraceFacts(trace, tree.branches, page);
      if (title !== undefined) url.title(`${cutText(title, MAX_TITLE_CHARS)} · ${t("Trace")}`);
    }
    thisRun.drawn = drawnState;
    if (isFirst) {
      // Wait for the next frame, since this measures the new elements.
      requestAnimationFrame(() => thisRun === currentRun && flow.showLinked(findHash(thisRun.hash)));
      if (WIDE_SCREEN.matches) choosePreferredBranch(thisRun.hash);
    }
  }

  /** Returns the transaction of this hash, or the one that received the message of this hash. */
  const findHash = (hash) =>
    listTransactionBranches().find((branch) => branch.hash === hash || branch.message?.hash === hash)?.hash;

  /** Selects the transaction that the URL names. The hash of the whole trace selects the first transaction that failed, or else the first one. */
  function choosePreferredBranch(hash) {
    const transactionBranches = listTransactionBranches();
    const [firstBranch] = transactionBranches;
    const namedBranch = transactionBranches.find((branch) => branch.hash === findHash(hash)) ?? firstBranch;
    if (!namedBranch) return;
    const failedBranch = transactionBranches.find(({ transaction }) => isFailed(transaction));
    isSelectedByView = true;
    tree.select(namedBranch === firstBranch && failedBranch ? failedBranch : namedBranch);
    isSelectedByView = false;
  }

  function openTrace(text) {
    closeCurrent();
    input.value = text;
    input.removeAttribute("aria-invalid");
    showStage("nothing");
    tree.unselect();
    selectedBranch = undefined;
    panel.hide();
    showMessage("");
    if (text === "") return;
    const hash = readHashInput(input, showMessage);
    if (!hash) {
      byId("trace-again").hidden = true;
      return;
    }
    currentRun = { text, hash, stop: new AbortController() };
    searchTrace(currentRun);
  }

  return {
    show(text, _query, isPushed) {
      if (isPushed || currentRun?.text !== text || !currentRun.trace) openTrace(text);
      else if (currentRun.waiting || currentRun.resumable) {
        currentRun.resumable = false;
        searchTrace(currentRun);
      }
    },
    leave() {
      if (!currentRun?.trace) return closeCurrent();
      clearTimeout(timer);
      showLive("idle");
      currentRun.stop.abort();
      currentRun = {
        ...currentRun,
        stop: new AbortController(),
        waiting: false,
        resumable: isPending(currentRun.trace),
      };
    },
  };
}
