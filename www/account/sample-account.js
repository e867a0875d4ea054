// Finds a sample account: one that is busy now.

import { loadClient } from "../shared/client.js";

/** Used if none is found. */
const KNOWN = "UQCdqXGvONLwOr3zCNX5FjapflorB6ZsOdcdfLrjsDLt3AF4";
const REQUESTED = 50;

/** The account with the most of the latest transactions, tick-tock ones excepted. @returns {Promise<string>} */
export async function findBusyAccount() {
  try {
    const { v3 } = await loadClient();
    const { transactions, address_book: book } = await v3.transactions({ limit: REQUESTED, sort: "desc" });
    const counts = new Map();
    for (const { account, in_msg: incoming } of transactions ?? [])
      if (incoming) counts.set(account, (counts.get(account) ?? 0) + 1);
    const [busiest] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [KNOWN];
    return book?.[busiest]?.user_friendly ?? busiest;
  } catch {
    // The request for the account will report the error.
    return KNOWN;
  }
}
