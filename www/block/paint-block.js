// Renders the properties of a block, and its shards.

import { renderBlockLink } from "../shared/block-link.js";
import { byId, copyButton, el, fact, fill } from "../shared/dom.js";
import { formatNumber, shorten } from "../shared/format.js";
import { renderRelative } from "../shared/relative-time.js";
import { renderTime } from "../shared/transaction-row.js";
import { MASTERCHAIN, nameBlock } from "./block-id.js";

/** @type {[string, string][]} */
const MARK_LABELS = [
  ["key_block", "key block"],
  ["after_merge", "after a merge"],
  ["before_split", "splits after it"],
  ["after_split", "after a split"],
  ["want_merge", "wants to merge"],
  ["want_split", "wants to split"],
  ["vert_seqno_incr", "vertical seqno grew"],
];
/** Names of networks by their global id. */
const NETWORKS = { "-239": "mainnet", "-3": "testnet" };

const renderStat = (name, ...value) => el("div", { class: "stat" }, el("dt", {}, name), el("dd", {}, value));
const renderMono = (text) => el("span", { class: "mono" }, String(text ?? "unknown"));
const renderHashFact = (name, hash) =>
  hash &&
  fact(
    name,
    el("span", { class: "mono", title: hash }, shorten(String(hash), 8)),
    copyButton(String(hash), name.toLowerCase()),
  );

/** @param {import("./find-block.js").Found} found */
export function paintBlock({ block, committed, unchanged }) {
  const isMaster = block.workchain === MASTERCHAIN;
  const count = [block, ...committed].reduce((sum, { tx_count: transactionCount }) => sum + (transactionCount ?? 0), 0);
  byId("block-heading").textContent = nameBlock(block);
  fill(
    byId("block-marks"),
    ...MARK_LABELS.filter(([name]) => block[name] === true).map(([, statusText]) =>
      el("span", { class: "tag" }, statusText),
    ),
  );
  fill(
    byId("block-stats"),
    renderStat("Transactions", formatNumber(count)),
    isMaster
      ? renderStat("Shard blocks", formatNumber(committed.length))
      : renderStat(
          "In masterchain block",
          findMasterBlock(block) ? renderBlockLink(findMasterBlock(block)) : "none yet",
        ),
    renderStat("Created", renderRelative(Number(block.gen_utime))),
    renderStat("Key block before it", renderMasterLink(block.prev_key_block_seqno)),
  );
  fill(byId("block-facts"), ...listHeaderFacts(block, isMaster));
  byId("block-shards-part").hidden = !isMaster;
  paintShards(committed, unchanged);
}

const findMasterBlock = ({ masterchain_block_ref: isMaster }) =>
  isMaster?.seqno > 0 ? { seqno: isMaster.seqno } : undefined;
const renderMasterLink = (seqno) => (seqno > 0 ? renderBlockLink({ seqno }) : renderMono(seqno));

function listHeaderFacts(block, isMaster) {
  return [
    fact("Created", renderTime(Number(block.gen_utime))),
    fact(
      "Workchain",
      `${block.workchain} (${isMaster ? "masterchain" : block.workchain === 0 ? "basechain" : "other"})`,
    ),
    fact("Shard", renderMono(block.shard)),
    fact("Seqno", renderMono(block.seqno)),
    renderHashFact("Root hash", block.root_hash),
    renderHashFact("File hash", block.file_hash),
    fact("Logical time", renderMono(block.start_lt), " to ", renderMono(block.end_lt)),
    fact("Own transactions", String(block.tx_count ?? "unknown")),
    !isMaster && findMasterBlock(block) && fact("Committed by", renderMasterLink(findMasterBlock(block).seqno)),
    fact("Refers to masterchain block", renderMasterLink(block.master_ref_seqno ?? block.min_ref_mc_seqno)),
    fact("Oldest masterchain block in use", renderMasterLink(block.min_ref_mc_seqno)),
    fact("Network", `${block.global_id}${NETWORKS[block.global_id] ? ` (${NETWORKS[block.global_id]})` : ""}`),
    fact("Block format version", renderMono(block.version)),
    block.gen_software_version !== undefined && fact("Software version", renderMono(block.gen_software_version)),
    renderHashFact("Created by validator", block.created_by),
    fact("Validator set, short hash", renderMono(block.validator_list_hash_short)),
    fact("Catchain seqno", renderMono(block.gen_catchain_seqno)),
    renderHashFact("Random seed", block.rand_seed),
  ].filter(Boolean);
}

function paintShards(committed, unchanged) {
  const columnNames = ["Shard", "Block", "Transactions", "Created", "In this block"];
  const renderRow = (block, statusText) =>
    el(
      "tr",
      {},
      el("td", { class: "mono" }, `${block.workchain}:${block.shard}`),
      el("td", {}, renderBlockLink(block)),
      el("td", { class: "number" }, String(block.tx_count ?? "unknown")),
      el("td", {}, renderRelative(Number(block.gen_utime))),
      el("td", { class: "soft" }, statusText),
    );
  fill(
    byId("block-shards"),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        columnNames.map((name) => el("th", { scope: "col", class: name === "Transactions" ? "number" : "" }, name)),
      ),
    ),
    el(
      "tbody",
      {},
      committed.map((block) => renderRow(block, "new")),
      unchanged.map((block) => renderRow(block, "unchanged")),
      committed.length + unchanged.length === 0 &&
        el("tr", {}, el("td", { colSpan: columnNames.length, class: "soft" }, "No shard block yet.")),
    ),
  );
}
