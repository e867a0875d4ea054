// Paints the facts of a block, and its shards.

import { renderBlockLink } from "../shared/block-link.js";
import { byId, copyButton, el, fact, fill } from "../shared/dom.js";
import { formatNumber, shorten } from "../shared/format.js";
import { renderRelative } from "../shared/relative-time.js";
import { renderTime } from "../shared/transaction-row.js";
import { MASTERCHAIN, nameBlock } from "./block-id.js";

/** @type {[string, string][]} */
const MARKS = [
  ["key_block", "key block"],
  ["after_merge", "after a merge"],
  ["before_split", "splits after it"],
  ["after_split", "after a split"],
  ["want_merge", "wants to merge"],
  ["want_split", "wants to split"],
  ["vert_seqno_incr", "vertical seqno grew"],
];
/** A shard with an empty prefix is the whole workchain. */
const NETWORKS = { "-239": "mainnet", "-3": "testnet" };

const stat = (name, ...value) => el("div", { class: "stat" }, el("dt", {}, name), el("dd", {}, value));
const mono = (text) => el("span", { class: "mono" }, String(text ?? "unknown"));
const hashFact = (name, hash) =>
  hash &&
  fact(
    name,
    el("span", { class: "mono", title: hash }, shorten(String(hash), 8)),
    copyButton(String(hash), name.toLowerCase()),
  );

/** @param {import("./find-block.js").Found} found */
export function paintBlock({ block, committed, unchanged }) {
  const master = block.workchain === MASTERCHAIN;
  const count = [block, ...committed].reduce((sum, { tx_count: one }) => sum + (one ?? 0), 0);
  byId("block-heading").textContent = nameBlock(block);
  fill(
    byId("block-marks"),
    ...MARKS.filter(([name]) => block[name] === true).map(([, words]) => el("span", { class: "tag" }, words)),
  );
  fill(
    byId("block-stats"),
    stat("Transactions", formatNumber(count)),
    master
      ? stat("Shard blocks", formatNumber(committed.length))
      : stat("In masterchain block", masterOf(block) ? renderBlockLink(masterOf(block)) : "none yet"),
    stat("Made", renderRelative(Number(block.gen_utime))),
    stat("Key block before it", masterLink(block.prev_key_block_seqno)),
  );
  fill(byId("block-facts"), ...headerFacts(block, master));
  byId("block-shards-part").hidden = !master;
  paintShards(committed, unchanged);
}

const masterOf = ({ masterchain_block_ref: master }) => (master?.seqno > 0 ? { seqno: master.seqno } : undefined);
const masterLink = (seqno) => (seqno > 0 ? renderBlockLink({ seqno }) : mono(seqno));

function headerFacts(block, master) {
  return [
    fact("Created", renderTime(Number(block.gen_utime))),
    fact("Workchain", `${block.workchain} (${master ? "masterchain" : block.workchain === 0 ? "basechain" : "other"})`),
    fact("Shard", mono(block.shard)),
    fact("Seqno", mono(block.seqno)),
    hashFact("Root hash", block.root_hash),
    hashFact("File hash", block.file_hash),
    fact("Logical time", mono(block.start_lt), " to ", mono(block.end_lt)),
    fact("Own transactions", String(block.tx_count ?? "unknown")),
    !master && masterOf(block) && fact("Committed by", masterLink(masterOf(block).seqno)),
    fact("Refers to masterchain block", masterLink(block.master_ref_seqno ?? block.min_ref_mc_seqno)),
    fact("Oldest masterchain block in use", masterLink(block.min_ref_mc_seqno)),
    fact("Network", `${block.global_id}${NETWORKS[block.global_id] ? ` (${NETWORKS[block.global_id]})` : ""}`),
    fact("Block format version", mono(block.version)),
    block.gen_software_version !== undefined && fact("Software version", mono(block.gen_software_version)),
    hashFact("Created by validator", block.created_by),
    fact("Validator set, short hash", mono(block.validator_list_hash_short)),
    fact("Catchain seqno", mono(block.gen_catchain_seqno)),
    hashFact("Random seed", block.rand_seed),
  ].filter(Boolean);
}

function paintShards(committed, unchanged) {
  const head = ["Shard", "Block", "Transactions", "Created", "In this block"];
  const row = (block, words) =>
    el(
      "tr",
      {},
      el("td", { class: "mono" }, `${block.workchain}:${block.shard}`),
      el("td", {}, renderBlockLink(block)),
      el("td", { class: "number" }, String(block.tx_count ?? "unknown")),
      el("td", {}, renderRelative(Number(block.gen_utime))),
      el("td", { class: "soft" }, words),
    );
  fill(
    byId("block-shards"),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        head.map((name) => el("th", { scope: "col", class: name === "Transactions" ? "number" : "" }, name)),
      ),
    ),
    el(
      "tbody",
      {},
      committed.map((block) => row(block, "new")),
      unchanged.map((block) => row(block, "unchanged")),
      committed.length + unchanged.length === 0 &&
        el("tr", {}, el("td", { colSpan: head.length, class: "soft" }, "No shard block yet.")),
    ),
  );
}
