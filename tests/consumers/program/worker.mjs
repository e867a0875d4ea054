// A web worker that receives the upstream's URL and posts the result of the check.
import { check } from "./default.mjs";

addEventListener("message", async ({ data }) =>
  postMessage(await check(data).catch((error) => String(error?.stack ?? error))),
);
