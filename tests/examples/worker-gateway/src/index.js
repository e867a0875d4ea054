// A gateway in front of TON Center: it adds the API key, admits the pages of one origin, and caches responses.

import { createGateway } from "ton-edge/gateway";

export default createGateway({
  mainnet: { baseUrl: "https://toncenter.com", apiKey: (env) => env.API_KEY },
  // Only pages of this origin may read responses; requests from pages of other origins are refused and never go upstream.
  origins: ["https://app.example"],
  enforceOrigins: true,
  // An entry is fresh as long as its operation says, and is served stale for an hour while the upstream fails.
  cache: { staleIfErrorMs: 3_600_000 },
  limits: { keyless: 10 }, // requests per second per client IP
});
