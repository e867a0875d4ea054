// Blocks. The zero state (seqno 0) is not a block: it is the previous block of the first one, and is never listed.
// Order: gen_utime, masterchain after the others, shard, seqno.
import { Refusal } from "../../refusal.mjs";
import { Select, readLtBounds, writeUnaryPlus } from "./select.mjs";
import { makeBlock } from "./shapes.mjs";

function findLeadingColumn(params) {
  const setName = ["root_hash", "file_hash", "mc_seqno"].find((name) => params[name] !== undefined);
  if (setName) return setName;
  return params.workchain !== undefined && params.shard !== undefined && params.seqno !== undefined
    ? "seqno"
    : "gen_utime";
}

/** The SQL statement of a page. @param {any} params @param {any} db @returns {[string, any[]]} */
export function readBlocksPage(params, db) {
  const leadingColumn = findLeadingColumn(params),
    lt = readLtBounds(db, params);
  const sortDirection = params.sort === "asc" ? "ASC" : "DESC";
  const id = writeUnaryPlus(leadingColumn === "seqno");
  const select = new Select(`B.* FROM blocks B${leadingColumn === "gen_utime" ? " INDEXED BY blocks_utime" : ""}`).and(
    "+B.seqno > 0",
  );
  for (const name of ["root_hash", "file_hash", "mc_seqno"])
    select.equal(`${writeUnaryPlus(leadingColumn === name)}B.${name}`, params[name]);
  select
    .equal(`${id}B.workchain`, params.workchain)
    .equal(`${id}B.shard`, params.shard)
    .equal(`${id}B.seqno`, params.seqno)
    .between(`${writeUnaryPlus(leadingColumn === "gen_utime")}B.gen_utime`, params.start_utime, params.end_utime)
    .between("+B.start_lt", lt.from, lt.to);
  return select.page(
    `B.gen_utime ${sortDirection}, -B.workchain ${sortDirection}, B.shard ${sortDirection}, B.seqno ${sortDirection}`,
    params,
  );
}

const respond = (rows, context) => ({ blocks: rows.map((row) => makeBlock(row, context.chain.globalId)) });

/** @param {any[]} rows */
function requireBlocks(rows) {
  if (!rows.length) throw new Refusal(404, "blocks not found");
  return rows;
}

const COMMITTED_BLOCKS =
  "SELECT * FROM blocks WHERE mc_seqno = ? AND +seqno > 0 ORDER BY workchain, shard, seqno LIMIT ? OFFSET ?";
const MASTER = "SELECT * FROM blocks WHERE workchain = -1 AND seqno > 0";
const STATE = `SELECT B.* FROM shards S JOIN blocks B ON B.workchain = S.workchain AND B.shard = S.shard AND B.seqno = S.seqno
  WHERE S.mc_seqno = ? AND S.workchain <> -1 ORDER BY S.workchain, S.shard`;

export const HANDLERS = {
  "/blocks": (params, context) => respond(context.db.all(...readBlocksPage(params, context.db)), context),
  "/masterchainBlockShards": ({ seqno, limit, offset = 0 }, context) =>
    respond(requireBlocks(context.db.all(COMMITTED_BLOCKS, [seqno, limit, offset])), context),
  "/masterchainBlockShardState"({ seqno }, context) {
    const ownBlock = context.db.all(`${MASTER} AND shard = '8000000000000000' AND seqno = ?`, [seqno]);
    return respond([...requireBlocks(ownBlock), ...context.db.all(STATE, [seqno])], context);
  },
  "/masterchainInfo"(_params, context) {
    const [lastBlock, firstBlock] = ["DESC", "ASC"].map((to) =>
      context.db.get(`${MASTER} AND shard = '8000000000000000' ORDER BY seqno ${to} LIMIT 1`),
    );
    return {
      last: lastBlock ? makeBlock(lastBlock, context.chain.globalId) : null,
      first: firstBlock ? makeBlock(firstBlock, context.chain.globalId) : null,
    };
  },
};
