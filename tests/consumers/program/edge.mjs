// A Worker.
import { check } from "./default-server.mjs";

export default {
  fetch: async (request, env) =>
    Response.json(await check(env.SERVICE).catch((error) => String(error?.stack ?? error))),
};
