// Previews a message before it is sent, without sending it. Loaded on demand: see local-calls.js.

import { decodeMessage } from "../ton-edge/message.js";
import { openContract, previewTransfer } from "../ton-edge/tvm.js";
import { renderAccountLink } from "../shared/account-link.js";
import { hasDetails, renderBodyFields } from "../shared/body-view.js";
import { el } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { formatTon } from "../shared/format.js";
import { getBodyReader, prepareBodies } from "../shared/message-bodies.js";
import { startLocalRun } from "./local-client.js";
import { renderChanges } from "./preview-changes.js";
import { loadNames } from "./preview-names.js";
import { toMessageRow, renderPreviewTree } from "./preview-tree.js";
import { describeVerdict, explainRefused, explainUnknown } from "./preview-words.js";
import { formatMilliseconds } from "./response.js";
import { renderRequests, renderFact } from "./run-facts.js";
import { explainRefusal, findField, isSeqnoRefusal } from "./wallet-refusals.js";
import { t, tCount } from "../shared/messages.js";

/** Milliseconds for the whole preview: a gateway may allow 1 request per second, and a preview sends one for each account. */
const TIMEOUT_MS = 120_000;
/** Codes of errors that are faults of the message in the form, not of a request. */
const FORM_FAULTS = ["message_invalid", "boc_invalid", "cell_read", "invalid_parameter"];

/**
 * @param {{ boc: any, parameter: string, from?: string }} message `from` is the sender of an internal message
 * @param {import("./local-calls.js").Watch} watch @returns {Promise<import("./local-calls.js").Computed>}
 */
export async function previewMessage({ boc, parameter, from }, { signal, say: showProgress }) {
  const [{ client, meter }] = await Promise.all([startLocalRun(onRequest), prepareBodies()]);
  function onRequest() {
    const accounts = meter.requests.filter((name) => name === "getShardAccountCell").length;
    showProgress(
      tCount(accounts, "Following the message: {count} account read…", "Following the message: {count} accounts read…"),
    );
  }
  const startedAt = performance.now();
  const message = from === undefined ? readExternal(boc) : decodeMessage(boc);
  if (typeof message === "string") return { parameter, fault: message };
  showProgress(t("Reading the configuration…"));
  const preview = await previewTransfer(/** @type {any} */ (client), boc, { signal, timeoutMs: TIMEOUT_MS, from });
  const durationMs = performance.now() - startedAt;
  const statusText = t("Done in {time}. Nothing was sent.", { time: formatMilliseconds(durationMs) });
  if (preview.status !== "done")
    return { said: statusText, ...(await renderIncomplete(preview, message, { client, signal, meter })) };
  const accounts = [...preview.accounts.map(({ account }) => account), ...preview.jettons.map(({ owner }) => owner)];
  const page = await loadNames(client, accounts, preview.jettons, signal);
  return { said: statusText, heard: describeVerdict(preview)[1], shown: renderComplete(preview, page, meter) };
}

/** Parses the message; returns a sentence if it cannot be sent. */
function readExternal(boc) {
  try {
    const message = decodeMessage(boc);
    return message.info.type === "external-in"
      ? message
      : t("This is not an external message, and only external messages can be sent.");
  } catch (error) {
    if (FORM_FAULTS.includes(error?.code)) return t("This is not a message: {reason}.", { reason: error.message });
    throw error;
  }
}

const renderVerdict = (kind, title, ...details) =>
  el(
    "div",
    { class: `message ${kind}`, id: "explorer-verdict" },
    el("p", { class: "what" }, el("strong", {}, title)),
    ...details,
  );

/** @param {import("ton-edge/tvm").CompletePreview} preview @param {import("../shared/body-view.js").Page} page */
function renderComplete(preview, page, { requests }) {
  const { transactions, accounts, totalFees, complete: isComplete, isRandom, unread: uncheckedAccounts } = preview;
  const [kind, title, moreText] = describeVerdict(preview);
  return [
    renderVerdict(
      kind,
      title,
      moreText && el("p", {}, moreText),
      isRandom && el("p", {}, t("A contract draws random numbers. On the network they will be different.")),
    ),
    el(
      "dl",
      { class: "facts" },
      renderFact("Transactions", String(transactions.length)),
      renderFact("Accounts", String(accounts.length)),
      renderFact("Total fees", formatTon(totalFees)),
      renderFact("Complete", t(isComplete ? "yes" : "no: see the transactions")),
      renderRequests(requests),
    ),
    el("h5", {}, t("Balance changes")),
    renderChanges(preview, page),
    uncheckedAccounts.length > 0 &&
      el(
        "p",
        { class: "pending" },
        `${t("It is not known whether these accounts hold tokens:")} `,
        uncheckedAccounts.flatMap((account, index) => [index > 0 && ", ", renderAccountLink(account, page.book)]),
      ),
    el("h5", {}, t("Transactions")),
    renderPreviewTree(preview.root, page),
    el(
      "p",
      { class: "pending" },
      t("Computed for the current state of the accounts, which may change before the message arrives."),
    ),
  ];
}

/** Shows a message that is not accepted, or whose outcome is uncertain. */
async function renderIncomplete(preview, message, runContext) {
  const { client, signal, meter } = runContext;
  const row = toMessageRow(message);
  const body = getBodyReader()?.readMessageBody(row);
  const page = await loadNames(client, [preview.account], [], signal);
  const accountLink = renderAccountLink(preview.account, page.book);
  const isUnknown = preview.status === "unknown";
  const title = t(
    isUnknown ? "The effect of this message cannot be computed here." : "The account would refuse this message.",
  );
  const reasons = isUnknown
    ? [t("Its contract cannot be run here: {reason}.", { reason: explainUnknown(preview) })]
    : await explainWalletRefusal(preview, body, runContext);
  const children = [
    renderVerdict(isUnknown ? "note" : "bad", title, ...reasons.map((sentence) => el("p", {}, sentence))),
    el("dl", { class: "facts" }, renderFact("Account", accountLink), renderRequests(meter.requests)),
    body && hasDetails(body) && el("h5", {}, t("The message")),
    body && hasDetails(body) && renderBodyFields(body, row, page),
  ].filter(Boolean);
  return { heard: [title, ...reasons].join(" "), shown: children };
}

/** Explains in sentences why the wallet refuses the message. */
async function explainWalletRefusal(preview, body, { client, signal }) {
  const now = Math.floor(Date.now() / 1000);
  const meaning = preview.exitCode === null ? undefined : explainRefusal(preview.exitCode, body, now);
  const reasons = toSentence(explainRefused(preview, preview.meaning ?? meaning));
  if (!isSeqnoRefusal(preview.exitCode, body)) return [reasons];
  const nextSeqnoValue = await readNextSeqno(preview.account, client, signal);
  if (nextSeqnoValue === undefined) return [reasons];
  return [
    reasons,
    t("The message has seqno {found}, and the wallet’s next one is {wanted}.", {
      found: String(findField(body, "seqno")),
      wanted: nextSeqnoValue,
    }),
  ];
}

/** Returns the seqno that a wallet takes next; undefined if it is unknown. */
async function readNextSeqno(address, client, signal) {
  try {
    const { code, data } = await client.v2.getAddressInformation({ address }, { signal });
    const result = openContract({ address, code, data }).get("seqno");
    return result.status === "done" ? result.stack.number(0) : undefined;
  } catch {
    return undefined;
  }
}
