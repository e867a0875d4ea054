// Small objects of the node library that many v2 responses contain, and the text forms of its values.
import { Address } from "@ton/core";

/** The last transaction hash of an account without transactions. */
const ZERO_HASH = Buffer.alloc(32).toString("base64");

/** A bag of cells as the node library writes it: with a checksum, without an index. @param {import("@ton/core").Cell} cell */
export const toBoc = (cell) => cell.toBoc({ idx: false, crc32: true }).toString("base64");

/** "8000000000000000" -> "-9223372036854775808". @param {string} shard */
export const writeSignedShard = (shard) => String(BigInt.asIntN(64, BigInt(`0x${shard}`)));

/**
 * The form of every address in a v2 response: bounceable and, on both networks, without the flag of test networks
 * (as recorded on testnet). "" stands for no address.
 * @param {string | null} raw
 */
export const writeFriendlyAddress = (raw) =>
  raw === null ? "" : Address.parse(raw).toString({ urlSafe: true, bounceable: true, testOnly: false });

/** @param {string} text as the node library has it */
export const makeAccountAddress = (text) => ({ "@type": "accountAddress", account_address: text });

/** @param {{ workchain: number, shard: string, seqno: number, root_hash: string, file_hash: string }} row of `blocks` */
export const makeBlockId = (row) => ({
  "@type": "ton.blockIdExt",
  workchain: row.workchain,
  shard: writeSignedShard(row.shard),
  seqno: row.seqno,
  root_hash: row.root_hash,
  file_hash: row.file_hash,
});

/** The ids are 32-bit numbers with a sign. @param {Record<string, string | bigint>} amounts by id */
export const listExtraCurrencies = (amounts) =>
  Object.entries(amounts).map(([id, amount]) => ({
    "@type": "extraCurrency",
    id: Number(id) | 0,
    amount: String(amount),
  }));

/** @param {number | bigint | string} lt @param {string | null} hash */
export const makeTransactionId = (lt, hash) => ({
  "@type": "internal.transactionId",
  lt: String(lt),
  hash: hash ?? ZERO_HASH,
});

/** The Python variant has no tags on the objects that it makes itself. @param {{ variant: string }} context @param {string} tag @param {object} fields */
export const addTag = (context, tag, fields) => (context.variant === "python" ? fields : { "@type": tag, ...fields });
