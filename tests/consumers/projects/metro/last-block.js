import { createClient } from "ton-edge/no-wasm";

export async function lastBlock(baseUrl) {
  const { last } = await createClient({ baseUrl }).v2.getMasterchainInfo();
  return last.seqno;
}
