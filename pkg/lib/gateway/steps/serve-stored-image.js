// Serves a picture of a token from the cache, with the setting `images`. It costs the caller nothing.

import { replyWithImage } from "../images/reply.js";

/** @param {import("../request-context.js").RequestContext} context @param {import("../create-gateway.js").Next} next */
export function serveStoredImage(context, next) {
  return context.verdict.do === "image" ? findImage(context, next) : next(context);
}

/** @param {import("../request-context.js").RequestContext} context @param {import("../create-gateway.js").Next} next */
async function findImage(context, next) {
  const { gateway, verdict, record } = context;
  record.noteCaller(verdict.caller);
  const images = await gateway.images.load();
  const storedImage = await images.find(context);
  if (storedImage === undefined) return next(context);
  record.cache = "hit";
  return replyWithImage(context, images, storedImage, "hit");
}
