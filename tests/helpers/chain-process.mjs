// The chain of a second network in its own process, which second-chain.mjs starts. The process listens at once, but opens the chain only
// when its parent has sent the options: until then, the processor is free for the parent.
import { createServer } from "node:http";
import { setPriority } from "node:os";

/** The niceness of this process: its priority is lower than its parent's, whose chain must respond while this one builds its world. */
const PRIORITY = 10;

const send = (message) => process.connected && process.send(message);
const server = createServer((_request, response) => {
  response.writeHead(503, { "content-type": "application/json", "retry-after": "1" });
  response.end(JSON.stringify({ ok: false, error: "LITE_SERVER_NOTREADY: the chain is not open yet", code: 503 }));
});

/** @type {Promise<any> | undefined} */
let startPromise;
let endEvent;
/** Ends the process; the chain is stored up to its last block, and temporary files are removed. */
function end(code = 0) {
  endEvent ??= (startPromise ?? Promise.resolve())
    .then((devnet) => devnet?.close())
    .catch(() => {})
    .then(() => process.exit(code));
}
// A terminal sends its signals to both processes. If the parent is killed, the channel closes.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => end());
process.once("disconnect", () => end());

process.once("message", async (options) => {
  try {
    setPriority(PRIORITY);
    const { startDevnet } = await import("../upstream/devnet/server.mjs");
    if (endEvent) return;
    startPromise = startDevnet({ .../** @type {any} */ (options), server });
    const devnet = await startPromise;
    if (await devnet.ready) send({ transactions: devnet.db.get("SELECT count(*) AS n FROM transactions").n });
  } catch (error) {
    send({ error: error.stack });
    end(1);
  }
});
server.listen(0, "127.0.0.1", () =>
  send({ port: /** @type {import("node:net").AddressInfo} */ (server.address()).port }),
);
