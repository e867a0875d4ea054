// A port for a program that takes its number as a setting.

import { once } from "node:events";
import { createServer } from "node:net";

/** A port that is free now and can be bound again by number. */
export async function findFreePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}
