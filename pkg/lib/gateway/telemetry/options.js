// Reads the options of `otlp`.

import { isUnencrypted } from "../../util/api-key.js";
import { fail, kindOf } from "../../util/error.js";
import { callable, choice, flag, isPlainObject, pickOptions } from "../../util/options.js";
import { LEVELS } from "../ops/log.js";

const NAMES = [
  "endpoint",
  "headers",
  "serviceName",
  "resource",
  "sampleRatio",
  "sampleErrors",
  "followParent",
  "logs",
  "maxQueue",
  "maxBatch",
  "intervalMs",
  "timeoutMs",
  "compression",
  "fetch",
];
/** Headers that HTTP itself or the exporter sets. */
const OWN_HEADERS = ["content-type", "content-encoding", "content-length", "host", "connection", "transfer-encoding"];
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,128}$/;
const HEADER_VALUE = /^[\t -~]{0,8192}$/;
/** Most attributes of a resource and most headers, and most characters of an attribute. */
const MOST = 64;
const MOST_CHARACTERS = 1024;

const wrong = (name, what) => fail("invalid_option", `\`${name}\` of otlp ${what}`, { parameter: name });

function whole(name, value, { otherwise, least, most }) {
  if (value === undefined) return otherwise;
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw wrong(name, `must be a whole number from ${least} to ${most}`);
}

function ratio(value) {
  if (value === undefined) return 1;
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  throw wrong("sampleRatio", "must be a number from 0 to 1");
}

/** The base URL, without a slash at its end. `hasSecrets`: headers go with every request. */
function endpointOf(value, hasSecrets) {
  let url;
  try {
    url = new URL(value);
  } catch {
    throw wrong("endpoint", "must be an absolute URL such as https://collector.example:4318");
  }
  if (!/^https?:$/.test(url.protocol)) throw wrong("endpoint", "must begin with https:// or http://");
  if (url.username || url.password || url.search || url.hash)
    throw wrong("endpoint", "must have no user, query or fragment: put credentials into `headers`");
  if (/\/v1\/(traces|logs|metrics)\/?$/.test(url.pathname))
    throw wrong("endpoint", "must be the base URL: leave out /v1/traces, which is added for each signal");
  if (hasSecrets && isUnencrypted(url))
    throw wrong(
      "endpoint",
      "must begin with https:// unless it is on this machine: otherwise `headers` are sent unencrypted",
    );
  return url.href.replace(/\/+$/, "");
}

/** Checked headers as an object. */
export function checkHeaders(value) {
  if (value === undefined || value === null) return {};
  if (!isPlainObject(value)) throw wrong("headers", `must be an object of texts, not ${kindOf(value)}`);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  if (entries.length > MOST) throw wrong("headers", `must have at most ${MOST} of them`);
  for (const [name, one] of entries) {
    // No value is quoted: it is a secret.
    if (!HEADER_NAME.test(name)) throw wrong("headers", "has a name that no header can have");
    if (OWN_HEADERS.includes(name.toLowerCase()))
      throw wrong("headers", `must not have \`${name}\`, which otlp writes`);
    if (typeof one !== "string" || !HEADER_VALUE.test(one))
      throw wrong("headers", `has a value of \`${name}\` that no header can have`);
  }
  return Object.fromEntries(entries);
}

function resourceOf(value, serviceName) {
  if (value !== undefined && !isPlainObject(value)) throw wrong("resource", `must be an object, not ${kindOf(value)}`);
  const entries = Object.entries(value ?? {});
  if (entries.length > MOST) throw wrong("resource", `must have at most ${MOST} attributes`);
  for (const [name, one] of entries) {
    if (!/^[\w.-]{1,128}$/.test(name))
      throw wrong("resource", "has a name with other characters than letters, digits, `.`, `_` and `-`");
    const isGood =
      typeof one === "boolean" || Number.isFinite(one) || (typeof one === "string" && one.length <= MOST_CHARACTERS);
    if (!isGood) throw wrong("resource", `has an attribute \`${name}\` that is no text, number or boolean`);
  }
  if (serviceName !== undefined && (typeof serviceName !== "string" || !/^.{1,255}$/.test(serviceName)))
    throw wrong("serviceName", "must be a text of 1 to 255 characters");
  return { "service.name": serviceName ?? "ton-edge", ...value };
}

/** The options with their defaults, checked. @param {Record<string, any>} options */
export function readOptions(options) {
  const read = pickOptions(options, NAMES, "otlp");
  const isFunction = typeof read.headers === "function";
  const headers = isFunction ? read.headers : checkHeaders(read.headers);
  const maxQueue = whole("maxQueue", read.maxQueue, { otherwise: 2048, least: 1, most: 100_000 });
  const logs = choice("logs", read.logs, ["info", "warn", "error", "off"], "warn");
  return {
    endpoint: endpointOf(read.endpoint, isFunction || Object.keys(headers).length > 0),
    headers,
    resource: resourceOf(read.resource, read.serviceName),
    sampleRatio: ratio(read.sampleRatio),
    sampleErrors: flag("sampleErrors", read.sampleErrors, false),
    followParent: flag("followParent", read.followParent, true),
    logs: LEVELS[logs],
    maxQueue,
    maxBatch: Math.min(maxQueue, whole("maxBatch", read.maxBatch, { otherwise: 512, least: 1, most: 10_000 })),
    intervalMs: whole("intervalMs", read.intervalMs, { otherwise: 5000, least: 10, most: 60_000 }),
    timeoutMs: whole("timeoutMs", read.timeoutMs, { otherwise: 10_000, least: 10, most: 60_000 }),
    compression: choice("compression", read.compression, ["none", "gzip"], "none"),
    fetch: callable("fetch", read.fetch),
  };
}
