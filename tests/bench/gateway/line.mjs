// What a plain gateway records of a request: its id, its trace, its times, its log line.

export const begin = () => ({
  id: crypto.randomUUID(),
  start: performance.now(),
  trace: undefined,
  row: undefined,
  attempts: 0,
  upstreamMs: 0,
});

const tenths = (ms) => Math.round(ms * 10) / 10;

export function timing(seen) {
  const ours = `gateway;dur=${tenths(performance.now() - seen.start - seen.upstreamMs)}`;
  return seen.attempts === 0 ? ours : `upstream;dur=${tenths(seen.upstreamMs)}, ${ours}`;
}

/** `traceparent` for the upstream: it continues the caller's trace, or starts a new one. */
export function traceparent(given, seen) {
  const own = seen.id.replaceAll("-", "");
  const found = /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/.exec(given ?? "");
  seen.trace = found?.[1] ?? own;
  return `00-${seen.trace}-${own.slice(16)}-0${found ? parseInt(found[2], 16) & 1 : 0}`;
}

export function log(seen, method, response) {
  const { row, attempts } = seen;
  console.log(
    JSON.stringify({
      time: new Date().toISOString(),
      level: "info",
      event: "request",
      id: seen.id,
      trace: seen.trace,
      method,
      network: row && "mainnet",
      generation: row?.generation,
      endpoint: row?.name,
      status: response.status,
      code: response.headers.get("x-ton-edge-error") ?? undefined,
      ms: tenths(performance.now() - seen.start),
      upstream: attempts === 0 ? undefined : 0,
      attempts,
      upstreamMs: attempts === 0 ? undefined : tenths(seen.upstreamMs),
      bytesOut: Number(response.headers.get("content-length") ?? NaN) || undefined,
    }),
  );
}
