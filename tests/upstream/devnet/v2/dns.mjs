// The v2 method that resolves names: it runs `dnsresolve` of a contract (TEP-81) and reads the records, as the node library does.
import { createHash } from "node:crypto";

import { ADNLAddress, Dictionary, beginCell } from "@ton/core";

import { Refusal } from "../../refusal.mjs";
import { runGetMethod } from "../view.mjs";
import { masterchainBlock } from "./block-lookup.mjs";
import { accountAddress, boc, friendly } from "./shapes.mjs";

/** Bytes of a name in one cell, as in the node library. */
const MAX_NAME = 126;

const category = (name) => createHash("sha256").update(name).digest();
const NEXT_RESOLVER = category("dns_next_resolver");

/** "example.ton" is "ton\0example\0"; the name of the contract itself is "\0". @param {string} name */
const encode = (name) =>
  Buffer.from(
    [...name.split(".").filter(Boolean).reverse(), ...(name === "" ? [""] : [])].map((label) => `${label}\0`).join(""),
  );

/** @param {Buffer} encoded */
const decode = (encoded) => encoded.toString().split("\0").slice(0, -1).reverse().join(".");

const account = (slice) => accountAddress(friendly(slice.loadAddress().toRawString()));
const hash = (slice) => slice.loadBuffer(32);

/** A text in chunks; each but the first is in a cell of its own. @param {import("@ton/core").Slice} slice */
function text(slice) {
  let whole = "";
  for (let left = slice.loadUint(8), at = slice; left > 0; left -= 1) {
    whole += at.loadBuffer(at.loadUint(8)).toString();
    if (left > 1) at = at.loadRef().beginParse();
  }
  return whole;
}

/** The records of TEP-81 by their tag. */
const RECORDS = {
  7898: (slice) => ({ "@type": "dns.entryDataText", text: text(slice) }),
  47763: (slice) => ({ "@type": "dns.entryDataNextResolver", resolver: account(slice) }),
  40915: (slice) => ({ "@type": "dns.entryDataSmcAddress", smc_address: account(slice) }),
  44289: (slice) => ({
    "@type": "dns.entryDataAdnlAddress",
    adnl_address: { "@type": "adnlAddress", adnl_address: new ADNLAddress(hash(slice)).toString() },
  }),
  29811: (slice) => ({ "@type": "dns.entryDataStorageAddress", bag_id: hash(slice).toString("hex") }),
};

/** @param {import("@ton/core").Cell} cell */
function record(cell) {
  const slice = cell.beginParse();
  const read = slice.remainingBits >= 16 ? RECORDS[slice.loadUint(16)] : undefined;
  return read?.(slice) ?? { "@type": "dns.entryDataUnknown", bytes: boc(cell) };
}

const entry = (name, of, cell) => ({
  "@type": "dns.entry",
  name,
  category: of.toString("base64"),
  entry: record(cell),
});

export async function dnsResolve({ address, name = "", ttl = 0, seqno }, ctx) {
  masterchainBlock(ctx, seqno);
  const encoded = encode(name);
  if (encoded.length > MAX_NAME) throw new Refusal(500, "Name is too long");
  // Whatever category is asked for, the service asks the contract for all of them.
  const { exit_code: exit, stack } = await runGetMethod(ctx.chain, {
    account: address,
    method: "dnsresolve",
    stack: [
      { type: "slice", cell: beginCell().storeBuffer(encoded).endCell() },
      { type: "int", value: 0n },
    ],
    mcSeqno: seqno,
  });
  const [bits, found] = stack;
  if (exit < 0 || exit > 1 || bits?.type !== "int") throw new Refusal(500, "get method failed");
  if (found?.type !== "cell") return { "@type": "dns.resolved", entries: [] };
  const bytes = Number(bits.value) / 8;
  if (!Number.isInteger(bytes)) throw new Refusal(500, "Prefix size is not divisible by 8");
  if (bytes < encoded.length) {
    const next = entry(decode(encoded.subarray(0, bytes)), NEXT_RESOLVER, found.cell);
    if (ttl < 1 || !("resolver" in next.entry)) return { "@type": "dns.resolved", entries: [next] };
    const resolver = found.cell.beginParse().skip(16).loadAddress().toRawString().toUpperCase();
    return dnsResolve({ address: resolver, name: decode(encoded.subarray(bytes)), ttl: ttl - 1, seqno }, ctx);
  }
  const records = found.cell.beginParse().loadDictDirect(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  return { "@type": "dns.resolved", entries: [...records].map(([of, cell]) => entry(name, of, cell)) };
}
