// Yields the deposits of an account, each once, oldest first. A received message counts unless its transaction has a bounce phase,
// since its value then stays, whether or not a contract reads it. For jettons, only notifications from the account's jetton wallet
// count, which the master computes: anyone can send a body that looks like a notification.

import { decodeBody, parseBoc } from "../../message.js";
import { BEGINNING } from "../live/account-chain.js";
import { encodeHex } from "../message/text.js";
import { decodeBase64 } from "../util/base64.js";
import { fail, isTonEdgeError, kindOf } from "../util/error.js";
import { readChoiceOption, readFlagOption, pickOptions, readPositiveOption, readSignal } from "../util/options.js";
import { abortReason } from "../util/timers.js";
import { READERS } from "./account-history.js";
import { formatCursor, parseCursor } from "./cursor.js";
import { FINALITY, GENERATIONS } from "./follow-options.js";
import { ABSENCE_CODES } from "./follow.js";
import { CALL_OPTIONS } from "./get-options.js";
import { get } from "./get.js";
import { openPollTimer } from "./poll-timer.js";
import { toRawAddress } from "./raw-address.js";
import {
  readAddress,
  readAmount,
  readFlag,
  requirePhase,
  readResponse,
  requireAccount,
  readText,
} from "./read-response.js";

const OPTIONS = [...CALL_OPTIONS, "since", "jettons", "follow", "finality", "generation", "pollIntervalMs", "stream"];
/** Milliseconds between two requests while there is nothing new. */
const POLL_MS = 3000;
const MAX_JETTONS = 100;
const NOTIFICATION_OPCODE = 0x7362d09c;

/** The latest Unix time in seconds that the service accepts: 32 bits. */
const MAX_SECONDS = 2 ** 32 - 1;

/** Reads the start from `since`: a cursor or a time. */
function readStart(since, account) {
  if (since === undefined || since === null) return { position: BEGINNING, since: undefined };
  if (typeof since === "number") {
    const seconds = Math.ceil(readPositiveOption("since", since, undefined, true));
    if (seconds <= MAX_SECONDS) return { position: undefined, since: seconds };
    const message = `\`since\` must be a Unix time in seconds, at most ${MAX_SECONDS}, not ${since}: divide milliseconds by 1000`;
    throw fail("invalid_option", message, { parameter: "since" });
  }
  if (typeof since !== "string")
    throw fail("invalid_option", `\`since\` must be a cursor or a Unix time in seconds, not ${kindOf(since)}`, {
      parameter: "since",
    });
  const { account: owner, position } = parseCursor(since);
  if (owner !== account)
    throw fail("cursor_invalid", `the cursor in \`since\` is for the account ${owner}`, { parameter: "since" });
  return { position, since: undefined };
}

// ---- received messages ----

/**
 * Returns the message of a transaction, unless the account bounced it or it is a bounced message.
 *
 * @param {{ from: any, to: any, bounced: any, bounce: any, value: any, body: any, ran: boolean, bouncePhase: any }} message
 */
function readDeposit({ from, to, bounced: isBounced, bounce, value, body, ran, bouncePhase }, account) {
  requireAccount("destination", to, account);
  if (readFlag(isBounced) || bouncePhase) return null;
  // A bounceable message that failed always has a bounce phase; without one, the response is incomplete.
  if (readFlag(bounce) && !ran) throw fail("invalid_response", "a transaction lacks its bounce phase");
  return { from: readAddress(from), value: readAmount(value), body };
}

const makeDepositReader = (account) => ({
  v3({ in_msg: message, description, trace_id: traceId }) {
    // Tick-tock transactions have no message, and external messages have no sender and no value.
    if (!message || message.source === null) return null;
    const phase = requirePhase(description.compute_ph);
    const deposit = readDeposit(
      {
        from: message.source,
        to: message.destination,
        bounced: message.bounced,
        bounce: message.bounce,
        value: message.value,
        body: parseBoc(readText(message.message_content?.body)),
        ran: !readFlag(phase.skipped) && readFlag(phase.success),
        bouncePhase: description.bounce,
      },
      account,
    );
    return deposit && { ...deposit, trace: traceId ?? null };
  },
  v2({ inMsg, description }) {
    if (inMsg?.info.type !== "internal") return null;
    const { src: sourceAddress, dest: destination, bounced: isBounced, bounce, value } = inMsg.info;
    const { computePh } = description;
    const deposit = readDeposit(
      {
        from: sourceAddress,
        to: destination,
        bounced: isBounced,
        bounce,
        value: value.coins,
        body: inMsg.body,
        ran: computePh?.success === true,
        bouncePhase: description.bounce,
      },
      account,
    );
    return deposit && { ...deposit, trace: null };
  },
});

/** Reads the content of a notification. Its sender chose the payload, which need not be valid. */
function readNotification(body) {
  const slice = body.beginParse();
  // Skips the opcode and the query id.
  slice.skip(32 + 64);
  const [amount, from] = [slice.loadCoins(), slice.loadAddress()];
  const decodedBody = decodeBody(body);
  return { amount, from, payload: decodedBody.type === "jetton_notification" ? decodedBody.forwardPayload : null };
}

const decodePayload = (cell) => {
  const payload = cell && decodeBody(cell);
  return payload === null || payload.type === "empty" ? null : payload;
};

/** Converts the hash of a transaction to hexadecimal digits, which are safe in every path and URL. */
const formatId = (hash) => encodeHex(decodeBase64(hash));

const readComment = (payload) => (payload?.type === "comment" ? payload.text : null);

/**
 * Returns asset, amount, sender and payload of a deposit. @param {any} received @param {Map<string, string>} masters by their
 * wallets of the account
 */
function readContent({ from, value, body }, masters) {
  const master = masters.get(from);
  if (master === undefined || body.bits < 32 || body.beginParse().loadUint(32) !== NOTIFICATION_OPCODE)
    return { asset: "TON", amount: value, from, payload: decodePayload(body) };
  const { payload, ...notification } = readResponse("a jetton wallet", () => readNotification(body));
  return { asset: master, ...notification, payload: decodePayload(payload) };
}

/** Returns the jetton masters by the account's jetton wallets. */
async function findWallets(client, account, jettons, options) {
  const masters = [...new Set(jettons.map((master) => toRawAddress(master)))];
  const walletEntries = await Promise.all(
    masters.map(async (master) => {
      const { stack } = await get(client, master, "get_wallet_address", [account], options);
      return /** @type {const} */ ([readResponse("get_wallet_address", () => readText(stack.address(0))), master]);
    }),
  );
  const wallets = new Map(walletEntries);
  if (wallets.size < masters.length)
    throw fail("invalid_parameter", "two masters of `jettons` compute the same wallet: one of them is not genuine", {
      parameter: "jettons",
    });
  return wallets;
}

function readPaymentOptions(rawOptions) {
  const {
    since,
    jettons = [],
    follow,
    finality,
    generation,
    pollIntervalMs,
    stream,
    ...rest
  } = pickOptions(rawOptions, OPTIONS, "client.payments", ["timeout", "timeoutMs"]);
  if (!Array.isArray(jettons) || jettons.length > MAX_JETTONS)
    throw fail("invalid_option", `\`jettons\` must be a list of at most ${MAX_JETTONS} addresses of masters`, {
      parameter: "jettons",
    });
  return {
    since,
    jettons,
    keepsFollowing: readFlagOption("follow", follow, true),
    finality: readChoiceOption("finality", finality, FINALITY, "finalized"),
    generation: readChoiceOption("generation", generation, GENERATIONS, undefined),
    pollIntervalMs: readPositiveOption("pollIntervalMs", pollIntervalMs, POLL_MS),
    stream: readFlagOption("stream", stream, false),
    callOptions: { ...rest, signal: readSignal(rest.signal) },
  };
}

/** Reads the next part of the history; from v2 if the server has no v3. */
async function* readParts(search, clientState) {
  if (clientState.generation !== undefined) return yield* READERS[clientState.generation](search);
  try {
    for await (const entries of READERS.v3(search)) {
      clientState.generation = "v3";
      yield entries;
    }
  } catch (error) {
    if (clientState.generation !== undefined || !isTonEdgeError(error) || !ABSENCE_CODES.includes(error.code))
      throw error;
    clientState.generation = "v2";
    yield* READERS.v2(search);
  }
}

async function* readDeposits(client, address, rawOptions, state) {
  const options = readPaymentOptions(rawOptions);
  const { keepsFollowing, finality, pollIntervalMs, stream, callOptions } = options;
  const { signal = new AbortController().signal } = callOptions;
  if (signal.aborted) throw abortReason(signal);
  const account = toRawAddress(address);
  let { position, since } = readStart(options.since, account);
  const earliestTime = since ?? 0;
  if (position) state.cursor = formatCursor(account, position);
  const masters = await findWallets(client, account, options.jettons, callOptions);
  const clientState = { generation: options.generation };
  const depositReader = makeDepositReader(account);
  const timer = openPollTimer(client, [account], stream && keepsFollowing);
  try {
    for (;;) {
      let hasNew = false;
      const search = { client, account, position, since, finality, pollIntervalMs, callOptions, read: depositReader };
      for await (const part of readParts(search, clientState)) {
        ({ position, since } = { position: part.position, since: undefined });
        state.cursor = formatCursor(account, position);
        for (const { lt, hash, utime, content } of part.entries) {
          hasNew = true;
          position = { lt, hash };
          const cursor = formatCursor(account, position);
          if (content && utime >= earliestTime) {
            const { asset, amount, from, payload } = readContent(content, masters);
            if (amount > 0n) {
              const id = formatId(hash);
              const { trace } = content;
              yield { id, asset, amount, from, comment: readComment(payload), payload, lt, utime, hash, trace, cursor };
              if (signal.aborted) throw abortReason(signal);
            }
          }
          // The deposit counts as handled only now, when the caller requests the next one.
          state.cursor = cursor;
        }
      }
      if (hasNew) continue;
      if (!keepsFollowing) return;
      await timer.wait(pollIntervalMs, signal);
    }
  } finally {
    timer.close();
  }
}

/**
 * @param {any} client @param {any} account @param {any} [rawOptions]
 * @returns {AsyncGenerator<any> & { readonly cursor: string | null }}
 */
export function payments(client, account, rawOptions = {}) {
  const state = { cursor: null };
  return Object.defineProperty(/** @type {any} */ (readDeposits(client, account, rawOptions, state)), "cursor", {
    get: () => state.cursor,
  });
}
