// A route handler that responds with the result of the check.
import { check } from "../../default.mjs";

export async function GET(request) {
  return Response.json(await check(new URL(request.url).searchParams.get("service")));
}
