// Decides where an API key may be used, and redacts it from every text that people may see.

import { fail } from "./error.js";
import { isBrowser } from "./runtime.js";

const KEY_PATTERN = /^[\x21-\x7e]+$/;

/** Checks the format of a key. */
export function checkApiKey(key) {
  const keyError = (problem) => fail("api_key_invalid", `the API key ${problem}`, { parameter: "apiKey" });
  if (typeof key !== "string") throw keyError("must be a string");
  if (key === "") throw keyError("is empty: remove it to send requests without an API key");
  if (!KEY_PATTERN.test(key)) throw keyError("contains white space, control characters or non-ASCII characters");
  if (key === "<API_KEY>") throw keyError("is still the placeholder <API_KEY>");
  return key;
}

/** Returns the API key of a call; the option may be a function that returns it. */
export async function resolveApiKey({ apiKey }) {
  if (typeof apiKey !== "function") return apiKey;
  let key;
  try {
    key = await apiKey();
  } catch (cause) {
    throw fail("api_key_invalid", "the `apiKey` function threw", { parameter: "apiKey", cause });
  }
  return checkApiKey(key);
}

/** Refuses keys that every visitor could read, or that would be sent unencrypted. */
export function assertApiKeyAllowed(baseUrl, dangerouslyAllowBrowser) {
  if (isBrowser() && !dangerouslyAllowBrowser) {
    const message =
      "every visitor of a page can read its API key. Put a gateway in front (ton-edge/gateway) and point " +
      "`baseUrl` at it, or set `dangerouslyAllowBrowser: true` if only you ever open this page";
    throw fail("api_key_in_browser", message, { parameter: "apiKey" });
  }
  assertEncrypted(baseUrl, "an API key");
}

/** Refuses to send a secret unencrypted to another machine. */
function assertEncrypted(baseUrl, subject) {
  const url = new URL(baseUrl);
  if (isUnencrypted(url)) {
    const message = `${subject} would be sent unencrypted to ${url.host}: use https`;
    throw fail("api_key_insecure", message, { parameter: "baseUrl" });
  }
}

/** Whether requests to this URL are unencrypted. */
export const isUnencrypted = ({ protocol, hostname }) => protocol !== "https:" && !isLoopback(hostname);

/** Headers that carry credentials. */
const SECRET_HEADER = /^(authorization|proxy-authorization|cookie)$/;
/** Shorter parts of such a header's value are words such as `Bearer`, not secrets. */
const MIN_SECRET_CHARS = 8;

/** Returns the secrets in headers: each value, and the tokens in it, which a server might echo alone. */
export function collectSecrets(headers, baseUrl) {
  return headers.flatMap(([name, value]) => {
    if (name === "x-api-key") {
      const message = "`headers` must not have `X-API-Key`: pass the key as the option `apiKey`";
      throw fail("invalid_option", message, { parameter: "headers", suggestion: "apiKey" });
    }
    if (!SECRET_HEADER.test(name) || value === "") return [];
    assertEncrypted(baseUrl, `the header \`${name}\``);
    // `sid=token` is redacted as a whole, and its value also alone.
    const parts = value.split(/[\s;,]+/).flatMap((part) => [part, part.replace(/^[^=]*=/, "")]);
    return [value, ...parts.filter((part) => part.length >= MIN_SECRET_CHARS)];
  });
}

const isLoopback = (host) =>
  host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);

/** Returns a text without the secrets in any of their encoded forms. */
export function redact(text, secrets) {
  let redactedText = String(text);
  for (const secret of [secrets ?? []].flat()) {
    const encodedSecret = encodeURIComponent(secret);
    // The last form is how `fetch` encodes an apostrophe in a query.
    for (const encodedForm of [secret, encodedSecret, encodedSecret.replaceAll("'", "%27")])
      redactedText = redactedText.replaceAll(encodedForm, "***");
    if (GAP_PATTERN.test(redactedText) && secret.length >= MIN_SECRET_CHARS)
      redactedText = redactedText.replace(brokenSecretPattern(secret), "***");
  }
  return redactedText;
}

/** White space and control characters, which some servers insert when they quote a long text. */
const GAP_PATTERN = /[\s\0-\x1f]/;
const brokenSecretPattern = (secret) =>
  new RegExp(
    secret.replace(/./gs, (character) => `${character.replace(/\W/, "\\$&")}${GAP_PATTERN.source}*`),
    "g",
  );

/**
 * Makes a thrown value safe to show: returns the value itself if it contains no secrets, otherwise a copy without them.
 */
export function redactCause(cause, secrets) {
  if (!secrets.length) return cause;
  try {
    return copyRedactedCause(cause, secrets, 0);
  } catch {
    // The value is a proxy or has a getter that throws, so it cannot be shown safely.
    return undefined;
  }
}

function copyRedactedCause(cause, secrets, depth) {
  if (typeof cause === "string") return redact(cause, secrets);
  if (typeof cause !== "object" || cause === null) return cause;
  if (depth > 4) return undefined;
  /** @type {Error & { code?: unknown }} */
  const copy = new Error(redact(cause.message ?? "", secrets));
  copy.name = redact(cause.name ?? "Error", secrets);
  copy.stack = redact(cause.stack ?? "", secrets);
  if (typeof cause.code === "string" || typeof cause.code === "number") copy.code = redact(cause.code, secrets);
  if (cause.cause !== undefined) copy.cause = copyRedactedCause(cause.cause, secrets, depth + 1);
  return copy;
}
