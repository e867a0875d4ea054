import { createGateway, type Gateway } from "ton-edge/gateway";

let gateway: Gateway | undefined;

export default defineEventHandler((event) => {
  // Cloudflare's variables come with the request.
  const env = event.context.cloudflare?.env ?? process.env;
  gateway ??= createGateway({
    // Without a base URL it calls toncenter.com.
    mainnet: { baseUrl: env.TONCENTER_URL, apiKey: env.TONCENTER_API_KEY },
    limits: { keyless: 20 },
  });
  return gateway.fetch(toWebRequest(event), env, { address: getRequestIP(event) });
});
