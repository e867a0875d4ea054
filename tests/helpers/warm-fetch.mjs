// For programs that lose WebAssembly.

/** A script: Node's own fetch has a part in wasm, which it loads with its first response. */
export const WARM_FETCH = `
import { createServer } from "node:http";
const server = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
await new Promise((done) => server.once("listening", done));
await (await fetch(\`http://127.0.0.1:\${server.address().port}\`)).text();
server.closeAllConnections();
server.close();
`;
