// Responds with the result of the check on the server.
import { check } from "../../default.mjs";

export const loader = async ({ request }) =>
  Response.json(await check(new URL(request.url).searchParams.get("service")));
