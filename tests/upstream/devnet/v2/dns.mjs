// The v2 method that resolves names: it runs `dnsresolve` of a contract (TEP-81) and reads the records, with the parameters of older
// and of newer servers.
import { ADNLAddress, beginCell } from "@ton/core";

import { Refusal } from "../../refusal.mjs";
import { runGetMethod } from "../view.mjs";
import { findMasterchainBlock } from "./block-lookup.mjs";
import { loadParameter } from "../configuration.mjs";
import { hashCategory, readRecords } from "../kinds/dns-records.mjs";
import { makeAccountAddress, toBoc, writeFriendlyAddress } from "./shapes.mjs";

/** Most bytes of a name in one cell, and most next resolvers that one request may follow, as in the servers. */
const MAX_NAME = 126;
const MAX_RESOLVERS = 64;
/** The configuration parameter with the account of the DNS root in the masterchain. */
const ROOT = 4;

const NEXT_RESOLVER = hashCategory("dns_next_resolver");

/** "example.ton" is "ton\0example\0", "example." is "\0example\0"; the name of the contract itself is "\0". @param {string} name */
const encode = (name) =>
  Buffer.from(
    name === ""
      ? "\0"
      : name
          .split(".")
          .reverse()
          .map((label) => `${label}\0`)
          .join(""),
  );

/** The end of a name, from the beginning of encoded bytes: "ton" is "ton", "\0example" is "example.". @param {Buffer} encodedName */
const decode = (encodedName) => encodedName.toString().split("\0").reverse().join(".");

const loadAccount = (slice) => makeAccountAddress(writeFriendlyAddress(slice.loadAddress().toRawString()));
const loadHash = (slice) => slice.loadBuffer(32);

/** A text in chunks; each except the first is in a separate cell. @param {import("@ton/core").Slice} slice */
function readText(slice) {
  let wholeText = "";
  for (let chunksLeft = slice.loadUint(8), at = slice; chunksLeft > 0; chunksLeft -= 1) {
    wholeText += at.loadBuffer(at.loadUint(8)).toString();
    if (chunksLeft > 1) at = at.loadRef().beginParse();
  }
  return wholeText;
}

/** The records of TEP-81 by their tag. */
const RECORDS = {
  7898: (slice) => ({ "@type": "dns.entryDataText", text: readText(slice) }),
  47763: (slice) => ({ "@type": "dns.entryDataNextResolver", resolver: loadAccount(slice) }),
  40915: (slice) => ({ "@type": "dns.entryDataSmcAddress", smc_address: loadAccount(slice) }),
  44289: (slice) => ({
    "@type": "dns.entryDataAdnlAddress",
    adnl_address: { "@type": "adnlAddress", adnl_address: new ADNLAddress(loadHash(slice)).toString() },
  }),
  29811: (slice) => ({ "@type": "dns.entryDataStorageAddress", bag_id: loadHash(slice).toString("hex") }),
};

/** @param {import("@ton/core").Cell} cell */
function record(cell) {
  const slice = cell.beginParse();
  const read = slice.remainingBits >= 16 ? RECORDS[slice.loadUint(16)] : undefined;
  return read?.(slice) ?? { "@type": "dns.entryDataUnknown", bytes: toBoc(cell) };
}

const makeEntry = (name, category, cell) => ({
  "@type": "dns.entry",
  name,
  category: category.toString("base64"),
  entry: record(cell),
});
const makeResolvedResult = (entries) => ({ "@type": "dns.resolved", entries });

/**
 * The result of a DNS contract for a name: all records, or the next resolver and the rest of the name for it. The servers request all
 * categories, whichever the request names.
 * @returns {Promise<{ records?: Map<Buffer, import("@ton/core").Cell>, next?: import("@ton/core").Cell, of?: string, left?: string }>}
 */
async function callResolver(account, name, seqno, context) {
  const encoded = encode(name);
  if (encoded.length > MAX_NAME) throw new Refusal(500, "Name is too long");
  const { exit_code: exitCode, stack } = await runGetMethod(context.chain, {
    account,
    method: "dnsresolve",
    stack: [
      { type: "slice", cell: beginCell().storeBuffer(encoded).endCell() },
      { type: "int", value: 0n },
    ],
    mcSeqno: seqno,
  });
  const [bits, foundCell] = stack;
  if (exitCode < 0 || exitCode > 1 || bits?.type !== "int") throw new Refusal(500, "get method failed");
  const bytes = Number(bits.value) / 8;
  if (foundCell?.type !== "cell" || bytes === 0) return { records: new Map() };
  if (!Number.isInteger(bytes)) throw new Refusal(500, "Prefix size is not divisible by 8");
  // The rest of the name for the next resolver includes the zero byte: the collection of `.ton` gets "\0example\0", the domain "\0".
  if (bytes < encoded.length) {
    const of = decode(encoded.subarray(0, bytes));
    return { next: foundCell.cell, of, left: name.slice(0, name.length - of.length) };
  }
  try {
    return { records: new Map(readRecords(foundCell.cell)) };
  } catch {
    throw new Refusal(500, "Invalid DNS category dictionary");
  }
}

const loadResolver = (cell) => cell.beginParse().skip(16).loadAddress().toRawString().toUpperCase();
const listRecords = (name, records) => makeResolvedResult([...records].map(([of, cell]) => makeEntry(name, of, cell)));

/** Resolves a name as servers of July 2026 and before do: from one contract, following at most `ttl` next resolvers. */
async function resolveFromContract({ address, name = "", ttl = 0, seqno }, context) {
  const { records, next, of, left } = await callResolver(address, name, seqno, context);
  if (records) return listRecords(name, records);
  const nextEntry = makeEntry(of, NEXT_RESOLVER, next);
  if (ttl < 1 || !("resolver" in nextEntry.entry)) return makeResolvedResult([nextEntry]);
  return resolveFromContract({ address: loadResolver(next), name: left, ttl: ttl - 1, seqno }, context);
}

/** The account of the DNS root. */
function findRoot(context) {
  const hash = loadParameter(context.chain.config, ROOT)?.beginParse().loadBuffer(32);
  if (!hash) throw new Refusal(502, "the configuration names no DNS root");
  return `-1:${hash.toString("hex").toUpperCase()}`;
}

/** Resolves the whole name from the root or the given resolver, as newer servers do, and returns its records. */
async function resolveWholeName({ domain, resolver_address: resolver, seqno }, context) {
  const wholeName = domain.toLowerCase().replace(/\.$/, "");
  if (wholeName.split(".").some((label) => !/^[^\0-\x20]+$/.test(label))) throw new Refusal(422, "invalid domain");
  let [at, name] = [resolver ?? findRoot(context), wholeName];
  for (let callCount = 0; callCount < MAX_RESOLVERS; callCount += 1) {
    const { records, next, left } = await callResolver(at, name, seqno, context).catch(({ message }) => {
      throw new Refusal(502, message);
    });
    if (records) return listRecords(wholeName, records);
    [at, name] = [loadResolver(next), left];
  }
  throw new Refusal(502, "too many resolvers");
}

export function dnsResolve(params, context) {
  findMasterchainBlock(context, params.seqno);
  return params.domain === undefined ? resolveFromContract(params, context) : resolveWholeName(params, context);
}
