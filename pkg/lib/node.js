// The gateway as a plain Node server. Node only.

import { exitOnSignals } from "./drain.js";
import { heldBytes } from "./node/held-bytes.js";
import { Listener } from "./node/listener.js";
import { LIMITS, serveSettings } from "./serve-settings.js";

export { files } from "./files.js";
export { fileKeys } from "./gateway/keys/file.js";
export { openapi } from "./openapi.js";

/** Serves a gateway. Resolves to `{ url, operatorsUrl, close() }` once it listens. */
export async function serve(gateway, options = {}) {
  const settings = serveSettings(options, Object.keys(LIMITS));
  const { port, host, drain, operators, exitOnSignal } = settings;
  const held = heldBytes(settings.maxBufferedBytes);
  const main = new Listener(gateway, settings, held, operators && "public");
  const second = operators && new Listener(gateway, settings, held, "operators");
  const url = await main.listen(port, host);
  const operatorsUrl = await second?.listen(operators.port, operators.host).catch(async (error) => {
    await main.close(0);
    throw error;
  });
  let closed;
  const close = () => (closed ??= Promise.all([main.close(drain), second?.close(drain)]).then(() => {}));
  if (exitOnSignal) exitOnSignals(close);
  return { url, operatorsUrl, close };
}
