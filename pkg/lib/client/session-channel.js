// Shares what clients have seen: tabs and workers of a site by a BroadcastChannel, processes by the channel in `sessionChannel`. A message has
// addresses, logical times and block numbers, and nothing is stored.

import { isList } from "../util/error.js";
import { isBrowser } from "../util/runtime.js";

/** Maximum number of accounts in a message, and of its characters. */
const MAX_ENTRIES = 100;
const MAX_CHARS = 32_768;
const KEY = /^([a-z/]{1,32} )?-?\d{1,10}:[0-9A-F]{64}$/;
const LT = /^[1-9]\d{0,19}$/;

/**
 * Joins the channel of the server. Returns undefined without a channel.
 *
 * @param {any} settings of the client @param {import("./session.js").Session} session
 */
export function openChannel({ sessionChannel = tabChannel(), baseUrl }, session) {
  if (!sessionChannel) return undefined;
  const name = `ton-edge session ${baseUrl}`;
  const sendHeights = async (message) => {
    try {
      await sessionChannel.publish(name, JSON.stringify(message));
    } catch {
      // Without the channel, the client knows only its own calls.
    }
  };
  const publish = (isOwn, heights, entries) =>
    sendHeights({
      isOwn,
      heights,
      entries: entries.map(([key, { lt, seqno, generation }]) => [key, lt, seqno, generation]),
    });
  // The channel must not keep a client that its program has dropped.
  const reference = new WeakRef(session);
  const receive = (text) => {
    const message = parseMessage(text);
    const receiver = reference.deref();
    if (!message || !receiver) return;
    if (!message.isQuery) receiver.merge(message.isOwn, message.heights, message.entries);
    else if (receiver.listWritten().length > 0) publish(true, receiver.heights, receiver.listWritten());
  };
  (async () => sessionChannel.subscribe(name, receive))().catch(() => {});
  // Clients that joined the channel earlier respond with the accounts of their messages.
  sendHeights({ isQuery: true });
  return { publish };
}

function parseMessage(text) {
  try {
    if (text.length > MAX_CHARS) return undefined;
    const { isQuery, isOwn, heights, entries } = JSON.parse(text);
    if (isQuery === true) return { isQuery };
    const isSeqno = (value) => Number.isSafeInteger(value) && value >= 0;
    const isEntry = ([key, lt, seqno, generation]) =>
      KEY.test(key) && LT.test(lt) && isSeqno(seqno) && (generation === "v2" || generation === "v3");
    if (!isSeqno(heights.v2) || !isSeqno(heights.v3) || !isList(entries) || entries.length > MAX_ENTRIES)
      return undefined;
    if (!entries.every(isEntry)) return undefined;
    return {
      isOwn: isOwn === true,
      heights,
      entries: entries.map(([key, lt, seqno, generation]) => [key, { lt, seqno, until: 0, generation }]),
    };
  } catch {
    // Another version of the package, or another program, uses the channel.
    return undefined;
  }
}

/** The open channels of this tab by name. Clients share them, because no event reports that a client was dropped. */
const channelByName = /* @__PURE__ */ new Map();

/** Makes the channel of the tabs and workers of a site; undefined elsewhere. */
const tabChannel = () =>
  isBrowser() && globalThis.BroadcastChannel && globalThis.WeakRef
    ? {
        publish: (name, text) => openTabChannel(name).postMessage(text),
        subscribe: (name, listener) =>
          openTabChannel(name).addEventListener("message", ({ data }) => listener(String(data))),
      }
    : undefined;

function openTabChannel(name) {
  let channel = channelByName.get(name);
  if (!channel) channelByName.set(name, (channel = new BroadcastChannel(name)));
  return channel;
}
