// An OpenTelemetry collector for tests: it records requests, and sends the responses that the test chooses. `readOtlp` parses the recorded
// requests with OpenTelemetry's own message classes for Python.

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

import { ensurePython } from "./python.mjs";

const READER = fileURLToPath(new URL("../python/otlp.py", import.meta.url));

/** @param {import("node:http").RequestListener} [respond] sends the response once the request has been read; by default a success */
export async function startCollector(respond = (_, response) => void response.end("{}")) {
  /** @type {{ path: string, headers: import("node:http").IncomingHttpHeaders, body: string }[]} */
  const receivedRequests = [];
  const collector = { url: "", received: receivedRequests, respond, open: 0, most: 0, close: async () => {} };
  const server = createServer(async (request, response) => {
    collector.open += 1;
    collector.most = Math.max(collector.most, collector.open);
    response.on("close", () => (collector.open -= 1));
    const rawBody = await buffer(request);
    const body = (request.headers["content-encoding"] === "gzip" ? gunzipSync(rawBody) : rawBody).toString();
    receivedRequests.push({ path: request.url ?? "", headers: request.headers, body });
    response.setHeader("content-type", "application/json");
    collector.respond(request, response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  collector.url = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`;
  collector.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return collector;
}

/**
 * The spans and log records in requests to a collector; throws if a request is not OTLP.
 *
 * @param {{ path: string, body: string }[]} receivedExports
 * @returns {Promise<{ spans: any[], records: any[] }>}
 */
export async function readOtlp(receivedExports) {
  const reader = spawn(await ensurePython(), [READER], { stdio: ["pipe", "pipe", "pipe"] });
  const errorText = text(reader.stderr);
  reader.stdin.end(receivedExports.map(({ path, body }) => `${JSON.stringify({ path, body })}\n`).join(""));
  const pythonOutput = await text(reader.stdout);
  if (pythonOutput === "") throw new Error(await errorText);
  return JSON.parse(pythonOutput);
}

/** The number of received spans or log records, without checking them. */
export const countReceived = (receivedExports, path) =>
  receivedExports
    .filter((item) => item.path === path)
    .reduce((sum, { body }) => sum + body.split(/"traceId":"[0-9a-f]{32}","spanId"|"severityNumber":/).length - 1, 0);
