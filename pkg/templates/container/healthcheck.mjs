// Exits with 0 if the gateway in this container is healthy. The image has no curl.
//   node healthcheck.mjs          /healthz: the gateway runs, and its configuration is valid
//   node healthcheck.mjs ready    /readyz of the admin port: its upstreams respond

import { readFileSync } from "node:fs";
import { get } from "node:http";

const {
  TON_EDGE_PORT = "8080",
  TON_EDGE_ADMIN_PORT = "8081",
  TON_EDGE_ADMIN_TOKEN = "file:/run/secrets/admin-token",
} = process.env;
const isReadiness = process.argv[2] === "ready";

function readToken() {
  const [, file] = /^file:(.+)$/.exec(TON_EDGE_ADMIN_TOKEN) ?? [];
  return file === undefined ? TON_EDGE_ADMIN_TOKEN : readFileSync(file, "utf8").trim();
}

const request = get({
  host: "127.0.0.1",
  port: isReadiness ? TON_EDGE_ADMIN_PORT : TON_EDGE_PORT,
  path: isReadiness ? "/readyz" : "/healthz",
  headers: isReadiness ? { authorization: `Bearer ${readToken()}` } : {},
  // The readiness check requests data from the upstreams, which may take 5 s each.
  timeout: isReadiness ? 12_000 : 2500,
});
request.once("response", (response) => {
  if (response.statusCode !== 200) console.error(`status ${response.statusCode}`);
  process.exit(response.statusCode === 200 ? 0 : 1);
});
request.once("timeout", () => request.destroy(new Error("no response in time")));
request.once("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
