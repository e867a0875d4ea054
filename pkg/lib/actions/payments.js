// Deposits of an account, each once, oldest first. What counts is the message that was received: its value stays unless the transaction has a
// bounce phase, whether or not a contract read it. Jettons are in the wallet of the account that their master computes, and only that wallet's
// notifications say so: anyone can send a body that looks like one.

import { decodeBody, parseBoc } from "../../message.js";
import { bytesOfBase64, hex } from "../message/text.js";
import { fail, isTonEdgeError, kindOf } from "../util/error.js";
import { choice, flag, pickOptions, positive, readSignal } from "../util/options.js";
import { reasonOf, sleep } from "../util/timers.js";
import { BEGINNING, READERS } from "./account-history.js";
import { FINALITY, GENERATIONS } from "./follow-options.js";
import { ABSENT } from "./follow.js";
import { CALL_OPTIONS } from "./get-options.js";
import { get } from "./get.js";
import { rawAddress } from "./raw-address.js";
import { addressIn, amountIn, flagIn, phaseIn, readResponse, requireAccount, textIn } from "./read-response.js";

const OPTIONS = [...CALL_OPTIONS, "since", "jettons", "follow", "finality", "generation", "pollIntervalMs"];
/** Milliseconds between two requests when there is nothing new. */
const POLL_MS = 3000;
const MOST_JETTONS = 100;
const NOTIFICATION = 0x7362d09c;

// ---- cursors ----

const CURSOR = /^(-?\d{1,10}:[0-9A-F]{64}):(\d{1,20}):([A-Za-z0-9+/]{43}=)?$/;

const cursorOf = (account, { lt, hash }) => `${account}:${lt}:${hash}`;

/** Where to begin: a position, or a time. */
function startOf(since, account) {
  if (since === undefined || since === null) return { position: BEGINNING, since: undefined };
  if (typeof since === "number")
    return { position: undefined, since: Math.ceil(positive("since", since, undefined, true)) };
  if (typeof since !== "string")
    throw fail("invalid_option", `\`since\` must be a cursor or a Unix time in seconds, not ${kindOf(since)}`, {
      parameter: "since",
    });
  const [, owner, lt, hash = ""] = CURSOR.exec(since) ?? [];
  if (owner === undefined || BigInt(lt) > 0n !== (hash !== ""))
    throw fail("cursor_invalid", "`since` is not a cursor of a deposit", { parameter: "since" });
  if (owner !== account)
    throw fail("cursor_invalid", `the cursor in \`since\` is one of ${owner}`, { parameter: "since" });
  return { position: { lt: BigInt(lt), hash }, since: undefined };
}

// ---- what was received ----

/**
 * The message of a transaction, if it brought a value or a notice to the account that stays there.
 *
 * @param {{ from: any, to: any, bounced: any, bounce: any, value: any, body: any, ran: boolean, bouncePhase: any }} message
 */
function received({ from, to, bounced, bounce, value, body, ran, bouncePhase }, account) {
  requireAccount("destination", to, account);
  if (flagIn(bounced) || bouncePhase) return null;
  // The chain always adds a bounce phase here: without one, the response is incomplete.
  if (flagIn(bounce) && !ran) throw fail("invalid_response", "a transaction lacks its bounce phase");
  return { from: addressIn(from), value: amountIn(value), body };
}

const receivedIn = (account) => ({
  v3({ in_msg: message, description, trace_id: trace }) {
    // Ticks of special accounts have no message, and external messages no sender and no value.
    if (!message || message.source === null) return null;
    const phase = phaseIn(description.compute_ph);
    const found = received(
      {
        from: message.source,
        to: message.destination,
        bounced: message.bounced,
        bounce: message.bounce,
        value: message.value,
        body: parseBoc(textIn(message.message_content?.body)),
        ran: !flagIn(phase.skipped) && flagIn(phase.success),
        bouncePhase: description.bounce,
      },
      account,
    );
    return found && { ...found, trace: trace ?? null };
  },
  v2({ inMsg, description }) {
    if (inMsg?.info.type !== "internal") return null;
    const { src, dest, bounced, bounce, value } = inMsg.info;
    const { computePh } = description;
    const found = received(
      {
        from: src,
        to: dest,
        bounced,
        bounce,
        value: value.coins,
        body: inMsg.body,
        ran: computePh?.success === true,
        bouncePhase: description.bounce,
      },
      account,
    );
    return found && { ...found, trace: null };
  },
});

/** The content of a notification. Its sender chose the payload, which need not be valid. */
function readNotification(body) {
  const slice = body.beginParse();
  // Its opcode and its query id.
  slice.skip(32 + 64);
  const [amount, from] = [slice.loadCoins(), slice.loadAddress()];
  const decoded = decodeBody(body);
  return { amount, from, payload: decoded.type === "jetton_notification" ? decoded.forwardPayload : null };
}

const payloadOf = (cell) => {
  const payload = cell && decodeBody(cell);
  return payload === null || payload.type === "empty" ? null : payload;
};

/** The hash of a transaction, in letters that every path and URL can have. */
const idOf = (hash) => hex(bytesOfBase64(hash));

const commentOf = (payload) => (payload?.type === "comment" ? payload.text : null);

/** Asset, amount, sender and payload. @param {any} received @param {Map<string, string>} masters by their wallets of the account */
function contentOf({ from, value, body }, masters) {
  const master = masters.get(from);
  if (master === undefined || body.bits < 32 || body.beginParse().loadUint(32) !== NOTIFICATION)
    return { asset: "TON", amount: value, from, payload: payloadOf(body) };
  const { payload, ...notification } = readResponse("a jetton wallet", () => readNotification(body));
  return { asset: master, ...notification, payload: payloadOf(payload) };
}

/** The masters by their wallets of the account. */
async function walletsOf(client, account, jettons, options) {
  const masters = [...new Set(jettons.map((master) => rawAddress(master)))];
  const found = await Promise.all(
    masters.map(async (master) => {
      const { stack } = await get(client, master, "get_wallet_address", [account], options);
      return /** @type {const} */ ([readResponse("get_wallet_address", () => textIn(stack.address(0))), master]);
    }),
  );
  const wallets = new Map(found);
  if (wallets.size < masters.length)
    throw fail("invalid_parameter", "two masters of `jettons` compute the same wallet: one of them is not genuine", {
      parameter: "jettons",
    });
  return wallets;
}

function readPaymentOptions(written) {
  const {
    since,
    jettons = [],
    follow,
    finality,
    generation,
    pollIntervalMs,
    ...rest
  } = pickOptions(written, OPTIONS, "client.payments", ["timeout", "timeoutMs"]);
  if (!Array.isArray(jettons) || jettons.length > MOST_JETTONS)
    throw fail("invalid_option", `\`jettons\` must be a list of at most ${MOST_JETTONS} addresses of masters`, {
      parameter: "jettons",
    });
  return {
    since,
    jettons,
    follows: flag("follow", follow, true),
    finality: choice("finality", finality, FINALITY, "finalized"),
    generation: choice("generation", generation, GENERATIONS, undefined),
    pollIntervalMs: positive("pollIntervalMs", pollIntervalMs, POLL_MS),
    callOptions: { ...rest, signal: readSignal(rest.signal) },
  };
}

/** The next part of the history; v2 if the server has no v3. */
async function* partsOf(search, memory) {
  if (memory.generation !== undefined) return yield* READERS[memory.generation](search);
  try {
    for await (const part of READERS.v3(search)) {
      memory.generation = "v3";
      yield part;
    }
  } catch (error) {
    if (memory.generation !== undefined || !isTonEdgeError(error) || !ABSENT.includes(error.code)) throw error;
    memory.generation = "v2";
    yield* READERS.v2(search);
  }
}

async function* read(client, address, written, state) {
  const options = readPaymentOptions(written);
  const { follows, finality, pollIntervalMs, callOptions } = options;
  const { signal = new AbortController().signal } = callOptions;
  if (signal.aborted) throw reasonOf(signal);
  const account = rawAddress(address);
  let { position, since } = startOf(options.since, account);
  const earliest = since ?? 0;
  if (position) state.cursor = cursorOf(account, position);
  const masters = await walletsOf(client, account, options.jettons, callOptions);
  const memory = { generation: options.generation };
  const reader = receivedIn(account);
  for (;;) {
    let isNew = false;
    const search = { client, account, position, since, finality, pollIntervalMs, callOptions, read: reader };
    for await (const part of partsOf(search, memory)) {
      ({ position, since } = { position: part.position, since: undefined });
      state.cursor = cursorOf(account, position);
      for (const { lt, hash, utime, content } of part.entries) {
        isNew = true;
        position = { lt, hash };
        const cursor = cursorOf(account, position);
        if (content && utime >= earliest) {
          const { asset, amount, from, payload } = contentOf(content, masters);
          if (amount > 0n) {
            const id = idOf(hash);
            const { trace } = content;
            yield { id, asset, amount, from, comment: commentOf(payload), payload, lt, utime, hash, trace, cursor };
            if (signal.aborted) throw reasonOf(signal);
          }
        }
        // Only now is the deposit done with: the caller wants the next one.
        state.cursor = cursor;
      }
    }
    if (isNew) continue;
    if (!follows) return;
    await sleep(pollIntervalMs, signal);
  }
}

/**
 * @param {any} client @param {any} account @param {any} [written]
 * @returns {AsyncGenerator<any> & { readonly cursor: string | null }}
 */
export function payments(client, account, written = {}) {
  const state = { cursor: null };
  return Object.defineProperty(/** @type {any} */ (read(client, account, written, state)), "cursor", {
    get: () => state.cursor,
  });
}
