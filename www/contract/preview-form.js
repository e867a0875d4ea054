// Previews a message as if a named account sent it. Nothing is sent.

import { internalMessage } from "../ton-edge/message.js";
import { makePreview } from "../explorer/local-calls.js";
import { el, fill } from "../shared/dom.js";
import { describeError, toSentence } from "../shared/errors.js";
import { formatTon } from "../shared/format.js";
import { createField, readFields } from "./fields.js";
import { toBodyCell } from "./message-body.js";
import { t } from "../shared/messages.js";

const describeSender = () => ({
  name: "sender",
  label: t("Sender"),
  kind: "address",
  doc: t("The account that would send the message, such as your wallet."),
});

/** @param {import("./message-writer.js").Made} made @param {AbortSignal} closeSignal */
export function createPreviewForm({ to, value, bounce, body, network }, closeSignal) {
  /** @type {AbortController | undefined} */
  let currentRun;
  closeSignal.addEventListener("abort", () => currentRun?.abort());
  const sender = createField("contract-preview", describeSender());
  const status = el("p", { id: "contract-preview-status", role: "status" });
  const result = el("div", { id: "contract-preview-result" });
  const form = el(
    "form",
    { class: "contract-form", noValidate: true, autocomplete: "off", "aria-label": t("Preview") },
    el("h5", {}, t("Preview of its effect")),
    el("div", { class: "params" }, sender.element),
    el("p", { class: "actions" }, el("button", { type: "submit", class: "primary" }, t("Preview"))),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    currentRun?.abort();
    fill(result);
    status.textContent = "";
    const values = readFields([sender]);
    if (!values) return;
    const thisRun = (currentRun = new AbortController());
    const { signal } = thisRun;
    const showProgress = (/** @type {string} */ text) => {
      if (!signal.aborted) status.textContent = text;
    };
    try {
      const message = internalMessage(/** @type {any} */ ({ to, value, bounce, body: toBodyCell(body) }), {
        network: /** @type {any} */ (network),
      });
      const run = makePreview({ boc: message.toBase64(), parameter: "boc", from: values.sender });
      const preview = /** @type {any} */ (await run({ signal, say: showProgress }));
      if (signal.aborted) return;
      showProgress(preview.said);
      fill(
        result,
        el(
          "p",
          { class: "soft" },
          t(
            "First {amount} and the fee of its wallet leave the sender; the changes below are what follows. Whether the sender has this amount is not checked.",
            { amount: formatTon(value) ?? "" },
          ),
        ),
        ...preview.shown,
      );
    } catch (error) {
      if (signal.aborted) return;
      showProgress("");
      if (error?.parameter === "from") {
        sender.showFault(toSentence(error.message.replace(/^`\w+`:? /, "")));
        return sender.focus();
      }
      fill(result, el("div", { class: "message bad", role: "alert" }, describeError(error)));
    }
  });
  return el("div", {}, form, status, result);
}
