// Responds with the result of the check on the server.
import { check } from "../../program/default.mjs";

export async function GET(request: Request) {
  return Response.json(await check(new URL(request.url).searchParams.get("service")));
}
