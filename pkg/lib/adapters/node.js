// ton-edge/node: serves a gateway with `node:http`.

import { createByteCounter } from "../gateway/http/byte-counter.js";
import { fail } from "../util/error.js";
import { startListeners } from "./listeners.js";
import { Listener } from "./node/listener.js";
import { watchLogStreams } from "./node/log-streams.js";
import { LIMITS, readServeSettings } from "./serve-settings.js";

export { files } from "./static-files.js";
export { fileKeys } from "../gateway/keys/file-keys.js";
export { openapi } from "./openapi.js";
export { settingsOf } from "../settings/server-settings.js";

/** Serves a gateway. Resolves to `{ url, operatorsUrl, close() }` once it listens. */
export async function serve(gateway, options = {}) {
  const settings = readServeSettings(options, Object.keys(LIMITS), ["compress"], ["fd", "operatorsFd"]);
  watchLogStreams();
  const { maxBufferedBytes, writeTimeoutMs, fd, operatorsFd } = settings;
  if (operatorsFd !== undefined && settings.operators === undefined)
    throw fail("invalid_option", "`operatorsFd` needs `operators`", { parameter: "operatorsFd" });
  const byteCounter = createByteCounter(maxBufferedBytes, { unreadMs: writeTimeoutMs, writesTexts: true });
  return startListeners(gateway, { ...settings, byteCounter }, async ({ port, host, name, server }) => {
    const listener = new Listener(gateway, settings, byteCounter, { name, server });
    const url = await listener.listen({ port, host, fd: name === "operators" ? operatorsFd : fd });
    return { url, close: (drainMs) => listener.close(drainMs) };
  });
}
