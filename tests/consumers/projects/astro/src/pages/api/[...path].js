import { createGateway } from "ton-edge/gateway";

const gateway = createGateway({
  // Without a base URL it calls toncenter.com.
  mainnet: { baseUrl: process.env.TONCENTER_URL, apiKey: process.env.TONCENTER_API_KEY },
  limits: { keyless: 20 },
});

export const ALL = ({ request, clientAddress }) => gateway.fetch(request, process.env, { address: clientAddress });
