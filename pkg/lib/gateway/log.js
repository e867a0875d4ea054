// The log: one line of JSON a request, and one an alert. Documented in docs/gateway.md. Nothing that a caller sent is in
// it but a trace id that was checked: no URL, no header, no address, no key.

/** A line is written when its level is not above that of the configuration. */
export const LEVELS = { off: 0, error: 1, warn: 2, info: 3 };

/** Where to write, and what, under a configuration that cannot be used: its own log, if that much of it is good. */
export function of(config) {
  try {
    const { log, logLevel } = config;
    return { log: typeof log === "function" ? log : undefined, level: LEVELS[logLevel] };
  } catch {
    return undefined;
  }
}

/** What is known of a request; every part of the shell adds its own. */
export const begin = () => ({
  id: crypto.randomUUID(),
  start: performance.now(),
  about: undefined,
  endpoint: undefined,
  trace: undefined,
  bytesIn: undefined,
  calls: undefined,
  caller: undefined,
  cache: undefined,
  upstream: undefined,
  attempts: 0,
  upstreamMs: 0,
  cost: 0,
  limit: undefined,
  code: undefined,
  bytesOut: undefined,
});

export const elapsed = (seen) => performance.now() - seen.start;

const tenths = (ms) => Math.round(ms * 10) / 10;

/** Server-Timing: of the time until our answer began, what was spent on the service. */
export function timing(seen) {
  const ours = `gateway;dur=${tenths(Math.max(0, elapsed(seen) - seen.upstreamMs))}`;
  return seen.attempts === 0 ? ours : `upstream;dur=${tenths(seen.upstreamMs)}, ${ours}`;
}

/** The line of a request, when its answer begins. */
export function request(ready, seen, method, response) {
  if ((ready?.level ?? LEVELS.info) < LEVELS.info) return;
  write(ready, {
    time: new Date().toISOString(),
    level: "info",
    event: "request",
    id: seen.id,
    trace: seen.trace,
    method,
    network: seen.about?.network ?? undefined,
    generation: seen.about?.generation ?? undefined,
    endpoint: seen.endpoint ?? seen.about?.endpoint ?? undefined,
    calls: seen.calls,
    status: response.status,
    code: seen.code,
    ms: tenths(elapsed(seen)),
    cost: seen.cost === 0 ? undefined : seen.cost,
    cache: seen.cache,
    upstream: seen.upstream,
    attempts: seen.attempts,
    upstreamMs: seen.attempts === 0 ? undefined : tenths(seen.upstreamMs),
    bytesIn: seen.bytesIn,
    bytesOut: seen.bytesOut,
    caller: seen.caller,
  });
}

/** Something for the operator. */
export function alert(ready, seen, { level, code, message, ...more }) {
  if ((ready?.level ?? LEVELS.info) < LEVELS[level]) return;
  write(ready, { time: new Date().toISOString(), level, event: "alert", id: seen.id, code, alert: message, ...more });
}

/** Bytes as a header counts them, or undefined. */
export const count = (text) => (typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

function write(ready, line) {
  try {
    (ready?.log ?? console.error)(JSON.stringify(line));
  } catch {
    // A log that fails must not fail a request.
  }
}
