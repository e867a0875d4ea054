// An account to begin with: one that is busy just now.

import { loadClient } from "../page/client.js";

/** A real account, where none can be found. */
const KNOWN = "UQCdqXGvONLwOr3zCNX5FjapflorB6ZsOdcdfLrjsDLt3AF4";
const ASKED = 50;

/** Of the newest transactions, the account with the most that a message caused. @returns {Promise<string>} */
export async function busyAccount() {
  try {
    const { v3 } = await loadClient();
    const { transactions, address_book: book } = await v3.transactions({ limit: ASKED, sort: "desc" });
    const counts = new Map();
    for (const { account, in_msg: incoming } of transactions ?? []) if (incoming) counts.set(account, (counts.get(account) ?? 0) + 1);
    const [busiest] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [KNOWN];
    return book?.[busiest]?.user_friendly ?? busiest;
  } catch {
    // What is wrong will be told of the account itself.
    return KNOWN;
  }
}
