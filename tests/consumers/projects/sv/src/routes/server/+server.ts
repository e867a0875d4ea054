// Responds with the result of the check on the server.
import { json } from '@sveltejs/kit';

import { check } from '../../../program/default.mjs';

export const GET = async ({ url }) => json(await check(url.searchParams.get('service')));
