// Previews a message before it is sent. It sends nothing. Loaded on demand: see local-calls.js.

import { decodeMessage } from "../ton-edge/message.js";
import { openContract, previewTransfer } from "../ton-edge/tvm.js";
import { renderAccountLink } from "../shared/account-link.js";
import { hasDetails, renderBodyFields } from "../shared/body-view.js";
import { el } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { formatCount, formatTon } from "../shared/format.js";
import { bodyReader, prepareBodies } from "../shared/message-bodies.js";
import { startLocalRun } from "./local-client.js";
import { renderChanges } from "./preview-changes.js";
import { loadNames } from "./preview-names.js";
import { messageRow, renderPreviewTree } from "./preview-tree.js";
import { verdictOf, whyRefused, whyUnknown } from "./preview-words.js";
import { formatMilliseconds } from "./response.js";
import { renderRequests, runFact } from "./run-facts.js";
import { explainRefusal, fieldOf, isSeqnoRefusal } from "./wallet-refusals.js";

/** For all of it: a gateway may allow 1 request per second, and a preview has one for each account. */
const TIMEOUT_MS = 120_000;
/** An error in the value of a form, not in a request. */
const FAULTS = ["message_invalid", "boc_invalid", "cell_read", "invalid_parameter"];

/**
 * @param {{ boc: any, parameter: string }} message @param {import("./local-calls.js").Watch} watch
 * @returns {Promise<import("./local-calls.js").Computed>}
 */
export async function previewMessage({ boc, parameter }, { signal, say }) {
  const [{ client, meter }] = await Promise.all([startLocalRun(progress), prepareBodies()]);
  function progress() {
    const accounts = meter.requests.filter((name) => name === "getShardAccountCell").length;
    say(`Following the message: ${formatCount(accounts, "account")} read…`);
  }
  const started = performance.now();
  const message = readExternal(boc);
  if (typeof message === "string") return { parameter, fault: message };
  say("Reading the configuration…");
  const preview = await previewTransfer(/** @type {any} */ (client), boc, { signal, timeoutMs: TIMEOUT_MS });
  const ms = performance.now() - started;
  const said = `Done in ${formatMilliseconds(ms)}. Nothing was sent.`;
  if (preview.status !== "done") return { said, ...(await notDone(preview, message, { client, signal, meter })) };
  const accounts = [...preview.accounts.map(({ account }) => account), ...preview.jettons.map(({ owner }) => owner)];
  const page = await loadNames(client, accounts, preview.jettons, signal);
  return { said, heard: verdictOf(preview)[1], shown: done(preview, page, meter) };
}

/** The message, or the error in it. */
function readExternal(boc) {
  try {
    const message = decodeMessage(boc);
    return message.info.type === "external-in" ? message : "This is no external message: only those can be sent.";
  } catch (error) {
    if (FAULTS.includes(error?.code)) return `This is no message: ${error.message}.`;
    throw error;
  }
}

const verdict = (kind, title, ...more) =>
  el(
    "div",
    { class: `message ${kind}`, id: "explorer-verdict" },
    el("p", { class: "what" }, el("strong", {}, title)),
    ...more,
  );

/** @param {import("ton-edge/tvm").CompletePreview} preview @param {import("../shared/body-view.js").Page} page */
function done(preview, page, { requests }) {
  const { transactions, accounts, totalFees, complete, isRandom, unread } = preview;
  const [kind, title, more] = verdictOf(preview);
  return [
    verdict(
      kind,
      title,
      more && el("p", {}, more),
      isRandom && el("p", {}, "A contract draws random numbers, which will be others."),
    ),
    el(
      "dl",
      { class: "facts" },
      runFact("Transactions", String(transactions.length)),
      runFact("Accounts", String(accounts.length)),
      runFact("Total fees", formatTon(totalFees)),
      runFact("Complete", complete ? "yes" : "no: see the transactions"),
      renderRequests(requests),
    ),
    el("h5", {}, "Balance changes"),
    renderChanges(preview, page),
    unread.length > 0 &&
      el(
        "p",
        { class: "pending" },
        "Whether these accounts hold tokens cannot be said here: ",
        unread.flatMap((account, at) => [at > 0 && ", ", renderAccountLink(account, page.book)]),
      ),
    el("h5", {}, "Transactions"),
    renderPreviewTree(preview.root, page),
    el(
      "p",
      { class: "pending" },
      "Computed for the accounts as they are now: when the message arrives, they may be others.",
    ),
  ];
}

/** A message that is not accepted, or whose outcome is uncertain. */
async function notDone(preview, message, known) {
  const { client, signal, meter } = known;
  const row = messageRow(message);
  const body = bodyReader()?.readMessageBody(row);
  const page = await loadNames(client, [preview.account], [], signal);
  const to = renderAccountLink(preview.account, page.book);
  const unknown = preview.status === "unknown";
  const title = unknown ? "What it would do is not certain here." : "The account would refuse this message.";
  const why = unknown
    ? [`Its contract cannot be run here: ${whyUnknown(preview)}.`]
    : await refusal(preview, body, known);
  const shown = [
    verdict(unknown ? "note" : "bad", title, ...why.map((words) => el("p", {}, words))),
    el("dl", { class: "facts" }, runFact("Account", to), renderRequests(meter.requests)),
    body && hasDetails(body) && el("h5", {}, "The message"),
    body && hasDetails(body) && renderBodyFields(body, row, page),
  ].filter(Boolean);
  return { heard: [title, ...why].join(" "), shown };
}

/** Why it is refused, in sentences. */
async function refusal(preview, body, { client, signal }) {
  const now = Math.floor(Date.now() / 1000);
  const meaning = preview.exitCode === null ? undefined : explainRefusal(preview.exitCode, body, now);
  const why = toSentence(whyRefused(preview, preview.meaning ?? meaning));
  if (!isSeqnoRefusal(preview.exitCode, body)) return [why];
  const next = await nextSeqno(preview.account, client, signal);
  if (next === undefined) return [why];
  return [why, `The message has seqno ${fieldOf(body, "seqno")}, and the wallet’s next one is ${next}.`];
}

/** The seqno that a wallet takes next; undefined if it cannot be had. */
async function nextSeqno(address, client, signal) {
  try {
    const { code, data } = await client.v2.getAddressInformation({ address }, { signal });
    const result = openContract({ address, code, data }).get("seqno");
    return result.status === "done" ? result.stack.number(0) : undefined;
  } catch {
    return undefined;
  }
}
