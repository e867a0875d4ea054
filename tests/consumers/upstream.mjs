// The upstream of the consumers: the replay upstream, which also accepts messages. The hash in its response is the SHA-256 of the bytes that
// arrived, so the check finds out whether every consumer sends the bytes that Node sends.

import { createHash } from "node:crypto";

import { startFront } from "../upstream/front.mjs";
import { makeJsonReply } from "../upstream/reply.mjs";
import { respond } from "../upstream/service.mjs";
import { loadWorld } from "../upstream/world.mjs";

const OPTIONS = /** @type {const} */ ({ network: "mainnet", variant: "cpp" });

/** @param {string} body the JSON of `sendBocReturnHash` */
function acceptMessage(body) {
  const hash = createHash("sha256")
    .update(Buffer.from(JSON.parse(body).boc, "base64"))
    .digest("base64");
  return makeJsonReply(200, {
    ok: true,
    result: { "@type": "raw.extMessageInfo", hash, hash_norm: hash },
    "@extra": "_",
  });
}

export function startUpstream() {
  const world = loadWorld();
  return startFront("upstream of the consumers", {}, (request) =>
    request.verb === "POST" && request.path === "/sendBocReturnHash"
      ? acceptMessage(request.body)
      : respond(world, OPTIONS, request),
  );
}
