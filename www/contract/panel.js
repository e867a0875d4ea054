// The tab Contract: reads an account by its get-methods, and makes messages to it. Loaded on demand: see account/contract-panel.js.

import { ready } from "../ton-edge/message.js";
import { el } from "../shared/dom.js";
import { prepareBodies } from "../shared/message-bodies.js";
import { createMessageReader } from "./message-reader.js";
import { createMessageWriter } from "./message-writer.js";
import { createMethodReader } from "./method-reader.js";
import { loadJetton } from "./jetton-unit.js";
import { loadContractMessages, t } from "../shared/messages.js";

/**
 * @param {{ account: string, state: any, signal: AbortSignal }} contract `state` is a row of v3; `signal` aborts all that runs
 * @returns {Promise<HTMLElement[]>}
 */
export async function drawContract(contract) {
  await Promise.all([ready(), prepareBodies(), loadContractMessages()]);
  const jetton = loadJetton(contract);
  return [
    el("h4", { id: "contract-read" }, t("Read")),
    createMethodReader(contract, jetton),
    el("h4", { id: "contract-write" }, t("Write")),
    createMessageWriter(contract, jetton),
    el("h4", { id: "contract-decode" }, t("Read a message")),
    createMessageReader(contract),
  ];
}
