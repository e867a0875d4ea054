// The calls of the client that need cells. The client loads them with the first of these calls.

import { openSession } from "../client/session.js";
import { account, jettons } from "./account.js";
import { rememberClient } from "./client-state.js";
import { dns, resolve } from "./dns.js";
import { getMany } from "./get-many.js";
import { get, read } from "./get.js";
import { nft } from "./nft.js";
import { payments } from "./payments.js";
import { recipient } from "./recipient.js";
import { send } from "./send.js";
import { summarize } from "./summarize.js";
import { waitForMessage } from "./wait-for-message.js";
import { watch } from "./watch.js";

const CALLS = {
  account,
  dns,
  get,
  getMany,
  jettons,
  nft,
  payments,
  read,
  recipient,
  resolve,
  send,
  summarize,
  waitForMessage,
  watch,
};

/**
 * Makes a call of a client.
 *
 * @param {any} settings of the client @param {any} client @param {string} name @param {any[]} args
 */
export async function performCall(settings, client, name, args) {
  rememberClient(client, settings);
  const result = await CALLS[name](client, ...args);
  if (settings.sessionConsistency && (name === "send" || name === "waitForMessage"))
    rememberWrites(settings, client, result);
  return result;
}

/** Remembers the transactions of a message, so that later reads are checked to show them. */
function rememberWrites(settings, client, { transaction, trace }) {
  if (!transaction) return;
  const send = (_, { generation, path, params }, options) => client.call(generation, path, params, options);
  openSession(settings, send).note([transaction, ...(trace?.transactions ?? [])]);
}
