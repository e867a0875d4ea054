// Every row of LOG_FIELDS is a field of every form of a request's log line: JSON, text, an exported record, and the table of
// docs/operate/telemetry.md.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { Log } from "../../pkg/lib/gateway/ops/log.js";
import { LOG_FIELDS } from "../../pkg/lib/gateway/ops/log-fields.js";
import { RequestRecord } from "../../pkg/lib/gateway/request-record.js";
import { formatLine } from "../../pkg/lib/gateway/text-log/format-line.js";
import { writeLogRecord } from "../../pkg/lib/gateway/telemetry/otlp-json.js";
import { escapeControls } from "../../pkg/lib/util/escape-controls.js";

const record = Object.assign(new RequestRecord(), {
  about: { network: "mainnet", generation: "v3", endpoint: "jetton/wallets" },
  trace: "0af7651916cd43dd8448eb211c80319c",
  digest: "0123456789abcdef",
  caller: 'a "key"\u0007',
  bytesIn: 301,
  bytesOut: 402,
  calls: 2,
  cache: "miss",
  upstream: 1,
  attempts: 3,
  upstreamMs: 3.1234,
  cost: 5,
  code: "timeout",
});

/** The line of that request. @param {RequestRecord} request */
function readLogLine(request, method, status) {
  const lines = [];
  new Log({ log: (line) => lines.push(line), logFormat: "json" }).writeRequest(request, method, status);
  assert.equal(lines.length, 1);
  return lines[0];
}

test("a log line has every field of LOG_FIELDS in its order, and no other", () => {
  const fields = JSON.parse(readLogLine(record, "GET", 504));
  assert.deepEqual(
    Object.keys(fields),
    LOG_FIELDS.map(({ name }) => name),
  );
  for (const [name, value] of Object.entries({
    status: 504,
    method: "GET",
    endpoint: "jetton/wallets",
    upstreamMs: 3.1,
    span_id: record.id.slice(19).replace("-", ""),
    caller: 'a "key"\u0007',
    client: "0123456789abcdef",
  }))
    assert.equal(fields[name], value, name);
  assert.ok(Math.abs(Date.parse(fields.time) - Date.now()) < 60_000);
});

test("a log line omits fields without a value, and has no value of an earlier line", () => {
  readLogLine(record, "GET", 504);
  const fields = JSON.parse(readLogLine(new RequestRecord(), undefined, 200));
  assert.deepEqual(Object.keys(fields), ["time", "level", "event", "id", "status", "ms", "attempts"]);
  assert.equal(JSON.parse(readLogLine(record, "GET", 504)).caller, 'a "key"\u0007');
});

test("the text format, the exported record and the table have every field of LOG_FIELDS", async () => {
  const line = readLogLine(record, "GET", 504);
  const { time, level, event, trace_id: traceId, span_id: spanId, ...fields } = JSON.parse(line);
  const text = formatLine(line, false, escapeControls);
  const logRecord = JSON.parse(writeLogRecord(line));
  assert.equal(logRecord.severityText, level.toUpperCase());
  assert.deepEqual([logRecord.eventName, logRecord.traceId, logRecord.spanId], [event, traceId, spanId]);
  const attributes = new Set(logRecord.attributes.map(({ key }) => key));
  const document = await readFile(new URL("../../docs/operate/telemetry.md", import.meta.url), "utf8");
  for (const { name, meaning } of LOG_FIELDS) {
    assert.ok(document.includes(`| \`${name}\` | ${meaning} |`), `docs/operate/telemetry.md lacks ${name}`);
    if (!(name in fields)) continue;
    assert.ok(attributes.has(name), `${name}: ${[...attributes]}`);
    const shownValue = name === "caller" ? "caller=" : String(fields[name]);
    assert.ok(text.includes(shownValue), `${name}: ${text}`);
  }
  assert.ok(text.startsWith(time.slice(11, 23)) && text.includes(traceId) && text.includes(spanId));
});
