// A program for an edge runtime, which gets the upstream's URL with the request.
import { check } from "./default-server.mjs";

export default {
  fetch: async (request) =>
    Response.json(
      await check(new URL(request.url).searchParams.get("service")).catch((error) => String(error?.stack ?? error)),
    ),
};
