// Security headers of the web app and its files: what a browser may do with them.

/** Only what the page itself brings; wasm is compiled, nothing is evaluated. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "manifest-src 'self'",
].join("; ");

export function withSecurityHeaders(response) {
  const headers = new Headers(response.headers);
  headers.set("content-security-policy", POLICY);
  headers.set("referrer-policy", "no-referrer");
  headers.set("x-content-type-options", "nosniff");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
