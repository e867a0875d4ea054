// The first view: a description of ton-edge, the newest blocks, the search, an address, and the visitor's limits.

import { byId, copyButton } from "../shared/dom.js";
import { createPolling } from "../shared/polling.js";
import { createBlockList } from "./block-list.js";
import { createDrawnAddress } from "./drawn-address.js";
import { paintExamples } from "./examples.js";
import { createLimits } from "./limits.js";

export function createView() {
  const blocks = createBlockList(byId("blocks-list"));
  const address = createDrawnAddress();
  const limits = createLimits();
  let hasFailed = false;
  const polling = createPolling("blocks", async (signal, isCurrent) => {
    try {
      const newest = await blocks.refresh(signal, isCurrent);
      if (newest && isCurrent()) paintExamples(newest);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
    // The limits, which are read once, failed for the same reason.
    if (hasFailed && isCurrent()) limits.refresh();
    hasFailed = false;
  });
  byId("home-install-copy").append(copyButton("npm install ton-edge", "the install command"));

  return {
    show(_text, _query, isRefresh) {
      if (isRefresh) blocks.clear();
      address.show();
      limits.refresh();
      paintExamples();
      polling.open();
    },
    leave() {
      polling.close();
      limits.leave();
    },
  };
}
