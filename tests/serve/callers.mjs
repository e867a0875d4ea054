// API keys of callers for the local chains, to show the responses to valid and invalid keys. The keys are not secrets.
import { createHash } from "node:crypto";

/** Two requests at once, then one every ten seconds. */
const SLOW_RATE = { rate: 0.1, burst: 2 };

/** @param {string} key @param {"mainnet" | "testnet"} network @param {string} [plan] */
const record = (key, network, plan) => ({
  id: key,
  hash: createHash("sha256").update(key).digest("hex"),
  network,
  created: "2026-06-01T00:00:00Z",
  ...(plan && { plan }),
});

/** The variables of the Worker. */
export const CALLERS = {
  TON_EDGE_API_KEYS: JSON.stringify([
    record("mainnet-key", "mainnet"),
    record("testnet-key", "testnet"),
    record("slow-mainnet-key", "mainnet", "slow"),
    record("slow-testnet-key", "testnet", "slow"),
  ]),
  TON_EDGE_LIMITS_PLANS: JSON.stringify({ slow: SLOW_RATE }),
};

/**
 * Commands that show what the gateway responds to API keys, each with the statuses.
 * @param {string} url of the gateway @param {"mainnet" | "testnet"} network of /api
 */
export function listExamples(url, network) {
  const makeLine = (key, path, statuses) =>
    `curl -s -o /dev/null -w "%{http_code}\\n" -H "X-API-Key: ${key}" "${url}${path}"  # → ${statuses}`;
  const info = "/api/v2/getMasterchainInfo";
  const otherNetwork = network === "mainnet" ? "testnet" : "mainnet";
  return [
    makeLine(`${network}-key`, info, "200"),
    makeLine(`${otherNetwork}-key`, info, "403, it is a key of the other network"),
    makeLine("unknown-key", info, "401"),
    makeLine(`slow-${network}-key`, "/api/v3/blocks?limit=[1-3]", "200, 200, 429"),
  ];
}
