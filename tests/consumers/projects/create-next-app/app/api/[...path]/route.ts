import { createGateway } from "ton-edge/gateway";

const gateway = createGateway({
  // Without a base URL it calls toncenter.com.
  mainnet: { baseUrl: process.env.TONCENTER_URL, apiKey: process.env.TONCENTER_API_KEY },
  limits: { keyless: 20 },
});

/** The host appends the caller's IP to this header. */
const address = (request: Request) => request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();

const handle = (request: Request) => gateway.fetch(request, process.env, { address: address(request) });

export { handle as GET, handle as OPTIONS, handle as POST };
