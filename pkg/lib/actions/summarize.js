// Summarizes a transaction, from a row of v3 or v2.

import { decodeTransaction, parseBoc } from "../../message.js";
import { fail, kindOf } from "../util/error.js";
import { readTransactionAccount, requireTransactionOf } from "./follow-v2.js";
import { toRawAddress } from "./raw-address.js";
import { readResponse } from "./read-response.js";
import { summarizeCells, summarizeRow } from "./transaction-summary.js";

function summarizeBag(row) {
  const transaction = decodeTransaction(parseBoc(row.data));
  if (row.address) requireTransactionOf(transaction, toRawAddress(row.address.account_address));
  return summarizeCells(transaction, readTransactionAccount(row, transaction));
}

/** @param {any} _client @param {any} row of v3, with its phases, or of v2, with its bag of cells */
export async function summarize(_client, row) {
  if (row?.description) return readResponse("a transaction", () => summarizeRow(row));
  if (row?.data) return readResponse("a transaction", () => summarizeBag(row));
  const kind = row?.["@type"] ? `a row of the kind ${row["@type"]}` : kindOf(row);
  throw fail("invalid_parameter", `\`row\` must be a transaction of v3 or v2, not ${kind}`, { parameter: "row" });
}
