// A first request with Node's `fetch`, for programs that then remove the global `WebAssembly`.

/** Node's own fetch has a wasm part, which it loads with its first response. */
export const WARM_FETCH = `
import { createServer } from "node:http";
const server = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
await new Promise((done) => server.once("listening", done));
await (await fetch(\`http://127.0.0.1:\${server.address().port}\`)).text();
server.closeAllConnections();
server.close();
`;
