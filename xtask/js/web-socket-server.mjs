// Bundles the WebSocket server for `ton-edge/node`, so that the package needs no dependency at run time (docs/decisions/streams.md).
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { build } = createRequire(join(root, "tests/package.json"))("esbuild");

await build({
  stdin: {
    contents: `export { default as WebSocketServer } from "ws/lib/websocket-server.js";`,
    resolveDir: join(root, "tests"),
  },
  alias: { "ws/lib/websocket-server.js": join(root, "tests/node_modules/ws/lib/websocket-server.js") },
  outfile: join(root, "pkg/dist/web-socket-server.js"),
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  minify: true,
  legalComments: "none",
  // ws looks for native modules that make it faster, and does without them.
  define: { "process.env.WS_NO_BUFFER_UTIL": '"1"', "process.env.WS_NO_UTF_8_VALIDATE": '"1"' },
  // The type checks do not cover the bundled code of others, which loads Node's modules by `require`.
  banner: {
    js: '// @ts-nocheck\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
  },
});
console.log("bundled the WebSocket server into pkg/dist/web-socket-server.js");
