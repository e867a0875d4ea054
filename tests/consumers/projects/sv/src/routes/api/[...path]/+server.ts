import type { RequestHandler } from '@sveltejs/kit';
import { env } from '$env/dynamic/private';
import { createGateway } from 'ton-edge/gateway';

const gateway = createGateway({
	// Without a base URL it calls toncenter.com.
	mainnet: { baseUrl: env.TONCENTER_URL, apiKey: env.TONCENTER_API_KEY },
	limits: { keyless: 20 }
});

const handle: RequestHandler = ({ request, getClientAddress }) =>
	gateway.fetch(request, env, { address: getClientAddress() });

export { handle as GET, handle as OPTIONS, handle as POST };
