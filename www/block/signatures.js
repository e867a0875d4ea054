// Shows the signatures of a masterchain block, from v2, when the visitor requests them.

import { loadClient } from "../shared/client.js";
import { el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { t, tNoun } from "../shared/messages.js";

/** @param {number} seqno @param {AbortSignal} signal */
export function renderSignatures(seqno, signal) {
  const list = el("div", { role: "status" }, "");
  const details = el("details", { class: "signatures" }, el("summary", {}, t("Signatures of validators")), list);
  let isLoading = false;
  details.addEventListener("toggle", async () => {
    if (!details.open || isLoading) return;
    isLoading = true;
    fill(list, t("Loading…"));
    try {
      const { v2 } = await loadClient();
      const { signatures } = await v2.getMasterchainBlockSignatures({ seqno }, { signal });
      fill(
        list,
        el("p", {}, tNoun(signatures.length, "signature")),
        el(
          "ol",
          {},
          signatures.map(({ node_id_short: node }) => el("li", { class: "mono" }, String(node))),
        ),
      );
    } catch (error) {
      if (signal.aborted) return;
      // Opening the details again retries.
      isLoading = false;
      fill(list, el("div", { class: "message bad" }, describeError(error)));
    }
  });
  return details;
}
