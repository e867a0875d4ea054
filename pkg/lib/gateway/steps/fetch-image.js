// Fetches a picture of a token from its host, with the setting `images`.

import { replyWithImage } from "../images/reply.js";

/** @param {import("../request-context.js").RequestContext} context @param {import("../create-gateway.js").Next} next */
export function fetchImage(context, next) {
  return context.verdict.do === "image" ? fetchFromHost(context) : next(context);
}

/** @param {import("../request-context.js").RequestContext} context */
async function fetchFromHost(context) {
  const { gateway, record } = context;
  const images = await gateway.images.load();
  const outcome = await images.fetch(context);
  record.cache = "miss";
  return replyWithImage(context, images, outcome, "fwd=miss");
}
