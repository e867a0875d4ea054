// Responds with the result of the check on the server.
import { check } from "../../../default.mjs";

export const GET = async ({ url }) => Response.json(await check(url.searchParams.get("service")));
