// The gateway of /api, on the edge runtime. It is strict, so that a parameter that Next.js adds to the URL is found.
import { createGateway } from "ton-edge/gateway";

export const runtime = "edge";

const gateway = createGateway({
  // Without a base URL it calls toncenter.com.
  mainnet: { baseUrl: process.env.TONCENTER_URL, apiKey: process.env.TONCENTER_API_KEY },
  limits: { keyless: 20 },
  strict: true,
});

/** The host appends the caller's IP to this header. */
const address = (request) => request.headers.get("x-forwarded-for")?.split(",").at(-1).trim();

const handle = (request) => gateway.fetch(request, process.env, { address: address(request) });

export { handle as GET, handle as OPTIONS, handle as POST };
