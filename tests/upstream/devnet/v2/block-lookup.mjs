// Finds blocks, with the errors of a liteserver. It reads a shard as the prefix of an account, and finds the block of the shard that
// contains the prefix: each workchain has one shard here, which contains every prefix.
import { Refusal } from "../../refusal.mjs";
import { SHARD } from "../blocks.mjs";

const COLUMNS = `SELECT * FROM blocks WHERE workchain = ? AND shard = '${SHARD}'`;

/** "1C6BF526340000" -> "001c6bf526340000", as a liteserver writes it. @param {string} shard */
const writeShard = (shard) => shard.toLowerCase().padStart(16, "0");

/** @param {any} context @param {number} workchain @param {string} shard @param {string} reference seqno=…, lt=… or utime=… */
function makeNotFoundRefusal(context, workchain, shard, reference) {
  const knownBlockText = workchain === -1 ? ` (last known masterchain block: ${context.chain.head.mc.seqno})` : "";
  return new Refusal(
    500,
    `LITE_SERVER_NOTREADY: cannot find block (${workchain},${writeShard(shard)}) ${reference}: ltdb: block not found${knownBlockText}`,
  );
}

/** @param {any} context @param {number} workchain @param {string} shard @param {number} seqno */
export function findBySeqno(context, workchain, shard, seqno) {
  const row = context.db.get(`${COLUMNS} AND seqno = ?`, [workchain, seqno]);
  if (!row) throw makeNotFoundRefusal(context, workchain, shard, `seqno=${seqno}`);
  return row;
}

/** The first block that ends at or after the logical time. @param {any} context @param {number} workchain @param {string} shard @param {bigint} lt */
export function findByLt(context, workchain, shard, lt) {
  const row = context.db.get(`${COLUMNS} AND end_lt >= ? ORDER BY seqno LIMIT 1`, [workchain, context.db.int64(lt)]);
  if (!row) throw makeNotFoundRefusal(context, workchain, shard, `lt=${lt}`);
  return row;
}

/**
 * The first block that was made at that second or later.
 * @param {any} context @param {number} workchain @param {string} shard @param {number} utime
 */
export function findByUtime(context, workchain, shard, utime) {
  const row = context.db.get(`${COLUMNS} AND gen_utime >= ? ORDER BY seqno LIMIT 1`, [workchain, utime]);
  if (!row) throw makeNotFoundRefusal(context, workchain, shard, `utime=${utime}`);
  return row;
}

/** The masterchain block at which a response is read; the newest one without a seqno. @param {any} context @param {number | undefined} seqno */
export const findMasterchainBlock = (context, seqno) =>
  seqno === undefined ? context.chain.head.mc : findBySeqno(context, -1, SHARD, seqno);

/**
 * The block of a request that may name it in full. Its hashes count only if both are given; then the shard is the block's own.
 * @param {any} context @param {{ workchain: number, shard: string, seqno: number, root_hash?: string, file_hash?: string }} params
 */
export function findByFullId(context, { workchain, shard, seqno, root_hash: root, file_hash: file }) {
  const row = findBySeqno(context, workchain, shard, seqno);
  if (root && file && (row.shard !== shard || row.root_hash !== root || row.file_hash !== file)) {
    const toHex = (hash) => Buffer.from(hash, "base64").toString("hex").toUpperCase();
    throw new Refusal(
      500,
      `LITE_SERVER_NOTREADY: block (${workchain},${writeShard(shard)},${seqno}):${toHex(root)}:${toHex(file)} is not in db`,
    );
  }
  return row;
}
