// What a plain gateway records of a request: its id, its trace, its times, its log line.

export const beginRecord = () => ({
  id: crypto.randomUUID(),
  start: performance.now(),
  trace: undefined,
  row: undefined,
  attempts: 0,
  upstreamMs: 0,
});

const roundToTenths = (ms) => Math.round(ms * 10) / 10;

export function formatServerTiming(record) {
  const ownEntry = `gateway;dur=${roundToTenths(performance.now() - record.start - record.upstreamMs)}`;
  return record.attempts === 0 ? ownEntry : `upstream;dur=${roundToTenths(record.upstreamMs)}, ${ownEntry}`;
}

/** `traceparent` for the upstream: it continues the caller's trace, or starts a new one. */
export function makeTraceparent(callerTraceparent, record) {
  const ownTraceId = record.id.replaceAll("-", "");
  const match = /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/.exec(callerTraceparent ?? "");
  record.trace = match?.[1] ?? ownTraceId;
  return `00-${record.trace}-${ownTraceId.slice(16)}-0${match ? parseInt(match[2], 16) & 1 : 0}`;
}

export function logRequest(record, method, response) {
  const { row, attempts } = record;
  console.log(
    JSON.stringify({
      time: new Date().toISOString(),
      level: "info",
      event: "request",
      id: record.id,
      trace: record.trace,
      method,
      network: row && "mainnet",
      generation: row?.generation,
      endpoint: row?.name,
      status: response.status,
      code: response.headers.get("x-ton-edge-error") ?? undefined,
      ms: roundToTenths(performance.now() - record.start),
      upstream: attempts === 0 ? undefined : 0,
      attempts,
      upstreamMs: attempts === 0 ? undefined : roundToTenths(record.upstreamMs),
      bytesOut: Number(response.headers.get("content-length") ?? NaN) || undefined,
    }),
  );
}
