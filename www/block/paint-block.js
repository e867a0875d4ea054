// Renders the properties of a block, and its shards.

import { renderBlockLink } from "../shared/block-link.js";
import { byId, copyButton, el, fact, fill } from "../shared/dom.js";
import { formatNumber, shorten } from "../shared/format.js";
import { renderRelative } from "../shared/relative-time.js";
import { renderTime } from "../shared/transaction-row.js";
import { MASTERCHAIN, nameBlock } from "./block-id.js";
import { t } from "../shared/messages.js";

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
const renderMono = (text) => el("span", { class: "mono" }, String(text ?? t("unknown")));
const renderHashFact = (name, hash) =>
  hash &&
  fact(
    name,
    el("span", { class: "mono", title: hash }, shorten(String(hash), 8)),
    copyButton(String(hash), name.toLowerCase()),
  );

/** @param {import("./find-block.js").Found} found */
export function paintBlock({ block, committed: committedBlocks, unchanged }) {
  const isMaster = block.workchain === MASTERCHAIN;
  const count = [block, ...committedBlocks].reduce(
    (sum, { tx_count: transactionCount }) => sum + (transactionCount ?? 0),
    0,
  );
  byId("block-heading").textContent = nameBlock(block);
  fill(
    byId("block-marks"),
    ...MARK_LABELS.filter(([name]) => block[name] === true).map(([, statusText]) =>
      el("span", { class: "tag" }, t(statusText)),
    ),
  );
  fill(
    byId("block-stats"),
    renderStat(t("Transactions"), formatNumber(count)),
    isMaster
      ? renderStat(t("Shard blocks"), formatNumber(committedBlocks.length))
      : renderStat(
          t("In masterchain block"),
          findMasterBlock(block) ? renderBlockLink(findMasterBlock(block)) : t("none yet"),
        ),
    renderStat(t("Created"), renderRelative(Number(block.gen_utime))),
    renderStat(t("Previous key block"), renderMasterLink(block.prev_key_block_seqno)),
  );
  fill(byId("block-facts"), ...listHeaderFacts(block, isMaster));
  byId("block-shards-part").hidden = !isMaster;
  paintShards(committedBlocks, unchanged);
}

const findMasterBlock = ({ masterchain_block_ref: isMaster }) =>
  isMaster?.seqno > 0 ? { seqno: isMaster.seqno } : undefined;
const renderMasterLink = (seqno) => (seqno > 0 ? renderBlockLink({ seqno }) : renderMono(seqno));

function listHeaderFacts(block, isMaster) {
  return [
    fact(t("Created"), renderTime(Number(block.gen_utime))),
    fact(
      t("Workchain"),
      `${block.workchain} (${t(isMaster ? "masterchain" : block.workchain === 0 ? "basechain" : "other")})`,
    ),
    fact(t("Shard"), renderMono(block.shard)),
    fact(t("Seqno"), renderMono(block.seqno)),
    renderHashFact(t("Root hash"), block.root_hash),
    renderHashFact(t("File hash"), block.file_hash),
    fact(t("Logical time"), renderMono(block.start_lt), " \u2013 ", renderMono(block.end_lt)),
    fact(t("Own transactions"), String(block.tx_count ?? t("unknown"))),
    !isMaster && findMasterBlock(block) && fact(t("Committed by"), renderMasterLink(findMasterBlock(block).seqno)),
    fact(t("Refers to masterchain block"), renderMasterLink(block.master_ref_seqno ?? block.min_ref_mc_seqno)),
    fact(t("Oldest masterchain block in use"), renderMasterLink(block.min_ref_mc_seqno)),
    fact(t("Network"), `${block.global_id}${NETWORKS[block.global_id] ? ` (${NETWORKS[block.global_id]})` : ""}`),
    fact(t("Block format version"), renderMono(block.version)),
    block.gen_software_version !== undefined && fact(t("Software version"), renderMono(block.gen_software_version)),
    renderHashFact(t("Created by validator"), block.created_by),
    fact(t("Validator set, short hash"), renderMono(block.validator_list_hash_short)),
    fact(t("Catchain seqno"), renderMono(block.gen_catchain_seqno)),
    renderHashFact(t("Random seed"), block.rand_seed),
  ].filter(Boolean);
}

function paintShards(committedBlocks, unchangedBlocks) {
  const columnNames = ["Shard", "Block", "Transactions", "Created", "In this block"];
  const renderRow = (block, statusText) =>
    el(
      "tr",
      {},
      el("td", { class: "mono" }, `${block.workchain}:${block.shard}`),
      el("td", {}, renderBlockLink(block)),
      el("td", { class: "number" }, String(block.tx_count ?? t("unknown"))),
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
        columnNames.map((name) => el("th", { scope: "col", class: name === "Transactions" ? "number" : "" }, t(name))),
      ),
    ),
    el(
      "tbody",
      {},
      committedBlocks.map((block) => renderRow(block, t("new"))),
      unchangedBlocks.map((block) => renderRow(block, t("unchanged"))),
      committedBlocks.length + unchangedBlocks.length === 0 &&
        el("tr", {}, el("td", { colSpan: columnNames.length, class: "soft" }, t("No shard block yet."))),
    ),
  );
}
