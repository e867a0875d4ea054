// The listeners of a server: the one for callers, and perhaps a second one for operators.

import { exitOnSignals } from "./drain.js";

/**
 * Starts them. `listen` starts one: `{ port, host, name }` in, `{ url, close(drain) }` out; the gateway is told the name.
 *
 * @returns {Promise<{ url: string, operatorsUrl: string | undefined, close(): Promise<void> }>}
 */
export async function startListeners({ port, host, drain, operators, exitOnSignal }, listen) {
  const main = await listen({ port, host, name: operators && "public" });
  let second;
  try {
    second = operators && (await listen({ ...operators, name: "operators" }));
  } catch (error) {
    await main.close(0);
    throw error;
  }
  let closed;
  const close = () => (closed ??= Promise.all([main.close(drain), second?.close(drain)]).then(() => {}));
  if (exitOnSignal) exitOnSignals(close);
  return { url: main.url, operatorsUrl: second?.url, close };
}
