import { createGateway } from "ton-edge/gateway";

const gateway = createGateway({
  // Without a base URL it calls toncenter.com.
  mainnet: { baseUrl: process.env.TONCENTER_URL, apiKey: process.env.TONCENTER_API_KEY },
  limits: { keyless: 20 },
});

const handle = ({ request, getClientAddress }) =>
  gateway.fetch(request, process.env, { address: getClientAddress() });

export { handle as GET, handle as OPTIONS, handle as POST };
