// Lists of API keys of any length.

import { makeKey } from "../gateway/policy.mjs";

const encoder = new TextEncoder();

async function record(at) {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(makeKey(at)));
  return {
    hash: Buffer.from(digest).toString("hex"),
    id: `caller-${at}`,
    network: "mainnet",
    created: "2026-01-01T00:00:00Z",
  };
}

/** A list of API key records as text, and the key of each record. */
export async function makeKeyRecords(count) {
  const records = [];
  for (let at = 0; at < count; at += 1) records.push(await record(at));
  return { text: JSON.stringify(records), makeKey };
}
