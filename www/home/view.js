// The first view. For visitors: the search, with examples, and the newest blocks. For developers: how to begin.

import { icon } from "../design/icons.js";
import { resolveApiBaseUrl } from "../shared/client.js";
import { byId, copyButton } from "../shared/dom.js";
import { t } from "../shared/messages.js";
import { createPolling } from "../shared/polling.js";
import { createBlockList } from "./block-list.js";
import { createExamples } from "./examples.js";

/** A program that runs as it is. @param {string} baseUrl */
const writeProgram = (baseUrl) => `import { createClient } from "ton-edge";

const client = createClient({ baseUrl: "${baseUrl}" });
const { last } = await client.v3.masterchainInfo();
console.log("newest block", last.seqno);
`;

export function createView() {
  const blocks = createBlockList(byId("blocks-list"));
  const examples = createExamples();
  const polling = createPolling("blocks", async (signal, isCurrent) => {
    const newestBlock = await blocks.refresh(signal, isCurrent);
    if (newestBlock && isCurrent()) examples.showBlock(newestBlock);
  });
  const program = byId("home-program");
  byId("home-install-copy").append(copyButton("npm install ton-edge", t("the install command")));
  byId("home-program-copy").append(copyButton(() => program.textContent, t("the program")));
  byId("home-search").prepend(icon("search"));
  byId("home-search").addEventListener("click", () => byId("search-input").focus());

  return {
    show(_text, _query, isRefresh) {
      if (isRefresh) blocks.clear();
      program.textContent = writeProgram(resolveApiBaseUrl().replace(/\/$/, ""));
      examples.show();
      polling.open();
    },
    leave() {
      polling.close();
      examples.leave();
    },
  };
}
