// The v2 methods about the configuration of the chain, as it was after a masterchain block.
import { Refusal } from "../../refusal.mjs";
import { masterchainBlock } from "./block-lookup.mjs";
import { configParameter } from "../configuration.mjs";
import { boc } from "./shapes.mjs";

const info = (cell) => ({ "@type": "configInfo", config: { "@type": "tvm.cell", bytes: boc(cell) } });

export function getConfigParam({ config_id: id, param, seqno }, ctx) {
  masterchainBlock(ctx, seqno);
  const cell = configParameter(ctx.chain.configurationAt(seqno), id ?? param);
  if (!cell) throw new Refusal(500, "LITE_SERVER_UNKNOWN: unknown configuration parameter");
  return info(cell);
}

export function getConfigAll({ seqno }, ctx) {
  masterchainBlock(ctx, seqno);
  return info(ctx.chain.configurationAt(seqno));
}

/** The masterchain of the devnet publishes no libraries, and the service leaves unknown hashes out. */
export const getLibraries = () => ({ "@type": "smc.libraryResult", result: [] });
