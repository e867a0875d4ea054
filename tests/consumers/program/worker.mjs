// A web worker: is told the service, tells what came out.
import { check } from "./default.mjs";

addEventListener("message", async ({ data }) =>
  postMessage(await check(data).catch((error) => String(error?.stack ?? error))),
);
