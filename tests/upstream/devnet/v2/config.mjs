// The v2 methods about the configuration of the chain, as it was after a masterchain block.
import { Cell } from "@ton/core";

import { Refusal } from "../../refusal.mjs";
import { findMasterchainBlock } from "./block-lookup.mjs";
import { loadParameter } from "../configuration.mjs";
import { toBoc } from "./shapes.mjs";

const makeInfo = (cell) => ({ "@type": "configInfo", config: { "@type": "tvm.cell", bytes: toBoc(cell) } });

export function getConfigParam({ config_id: id, param, seqno }, context) {
  findMasterchainBlock(context, seqno);
  const cell = loadParameter(context.chain.configurationAt(seqno), id ?? param);
  if (!cell) throw new Refusal(500, "LITE_SERVER_UNKNOWN: unknown configuration parameter");
  return makeInfo(cell);
}

export function getConfigAll({ seqno }, context) {
  findMasterchainBlock(context, seqno);
  return makeInfo(context.chain.configurationAt(seqno));
}

/** Maximum number of libraries in a response; like a liteserver, it omits further ones. */
const MOST_LIBRARIES = 16;
const LIBRARIES = `SELECT DISTINCT hash, boc FROM libraries WHERE hash IN (SELECT value FROM json_each(?))`;

/** The public libraries among the given hashes, in the order of the hashes, as a liteserver sends them: without a checksum. */
export function getLibraries({ libraries = [] }, { db }) {
  const requestedHashes = [libraries].flat().slice(0, MOST_LIBRARIES);
  const foundLibraries = db.all(LIBRARIES, [JSON.stringify(requestedHashes)]).map(({ hash, boc: bytes }) => ({
    "@type": "smc.libraryEntry",
    hash,
    data: Cell.fromBoc(bytes)[0].toBoc({ idx: false, crc32: false }).toString("base64"),
  }));
  const compareHashes = (a, b) => Buffer.compare(Buffer.from(a.hash, "base64"), Buffer.from(b.hash, "base64"));
  return { "@type": "smc.libraryResult", result: foundLibraries.sort(compareHashes) };
}
