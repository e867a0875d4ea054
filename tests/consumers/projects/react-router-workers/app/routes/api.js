import { env } from "cloudflare:workers";
import { createGateway } from "ton-edge/gateway";

const gateway = createGateway({
  // Without a base URL it calls toncenter.com.
  mainnet: { baseUrl: env.TONCENTER_URL, apiKey: env.TONCENTER_API_KEY },
  limits: { keyless: 20 },
});

const handle = ({ request }) => gateway.fetch(request, env);

export { handle as action, handle as loader };
