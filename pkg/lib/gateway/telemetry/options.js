// Reads and checks the options of `otlp`.

import { isUnencrypted } from "../../util/api-key.js";
import { fail, kindOf } from "../../util/error.js";
import {
  readFunctionOption,
  readChoiceOption,
  readFlagOption,
  isPlainObject,
  pickOptions,
} from "../../util/options.js";
import { LEVELS } from "../ops/log.js";

const OPTION_NAMES = [
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
/** Headers that the HTTP client or the exporter sets. */
const OWN_HEADERS = ["content-type", "content-encoding", "content-length", "host", "connection", "transfer-encoding"];
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,128}$/;
const HEADER_VALUE = /^[\t -~]{0,8192}$/;
/** Maximum attributes of a resource and maximum headers; maximum characters of an attribute. */
const MAX_ENTRIES = 64;
const MAX_ATTRIBUTE_CHARACTERS = 1024;

const createFault = (name, problem) => fail("invalid_option", `\`${name}\` of otlp ${problem}`, { parameter: name });

function readWholeNumber(name, value, { fallback, min, max }) {
  if (value === undefined) return fallback;
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw createFault(name, `must be a whole number from ${min} to ${max}`);
}

function readRatio(value) {
  if (value === undefined) return 1;
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  throw createFault("sampleRatio", "must be a number from 0 to 1");
}

/**
 * Checks the base URL and removes a trailing slash. `hasSecrets`: whether headers, which may be secret, are sent with
 * every request.
 */
function readEndpoint(value, hasSecrets) {
  let url;
  try {
    url = new URL(value);
  } catch {
    throw createFault("endpoint", "must be an absolute URL such as https://collector.example:4318");
  }
  if (!/^https?:$/.test(url.protocol)) throw createFault("endpoint", "must begin with https:// or http://");
  if (url.username || url.password || url.search || url.hash)
    throw createFault("endpoint", "must have no user, query or fragment: put credentials into `headers`");
  if (/\/v1\/(traces|logs|metrics)\/?$/.test(url.pathname))
    throw createFault("endpoint", "must be the base URL: leave out /v1/traces, which is added for each signal");
  if (hasSecrets && isUnencrypted(url))
    throw createFault(
      "endpoint",
      "must begin with https:// unless it is on this machine: otherwise `headers` are sent unencrypted",
    );
  return url.href.replace(/\/+$/, "");
}

/** Returns checked headers as an object. */
export function checkHeaders(value) {
  if (value === undefined || value === null) return {};
  if (!isPlainObject(value)) throw createFault("headers", `must be an object of texts, not ${kindOf(value)}`);
  const headerEntries = Object.entries(value).filter(([, headerValue]) => headerValue !== undefined);
  if (headerEntries.length > MAX_ENTRIES) throw createFault("headers", `must have at most ${MAX_ENTRIES} headers`);
  for (const [name, headerValue] of headerEntries) {
    // The message quotes no value, since values may be secret.
    if (!HEADER_NAME.test(name)) throw createFault("headers", "has an invalid header name");
    if (OWN_HEADERS.includes(name.toLowerCase()))
      throw createFault("headers", `must not have \`${name}\`, which otlp writes`);
    if (typeof headerValue !== "string" || !HEADER_VALUE.test(headerValue))
      throw createFault("headers", `has an invalid value of \`${name}\``);
  }
  return Object.fromEntries(headerEntries);
}

function readResource(value, serviceName) {
  if (value !== undefined && !isPlainObject(value))
    throw createFault("resource", `must be an object, not ${kindOf(value)}`);
  const entries = Object.entries(value ?? {});
  if (entries.length > MAX_ENTRIES) throw createFault("resource", `must have at most ${MAX_ENTRIES} attributes`);
  for (const [name, attribute] of entries) {
    if (!/^[\w.-]{1,128}$/.test(name))
      throw createFault("resource", "has a name with other characters than letters, digits, `.`, `_` and `-`");
    const isGood =
      typeof attribute === "boolean" ||
      Number.isFinite(attribute) ||
      (typeof attribute === "string" && attribute.length <= MAX_ATTRIBUTE_CHARACTERS);
    if (!isGood) throw createFault("resource", `has an attribute \`${name}\` that is not a text, number or boolean`);
  }
  if (serviceName !== undefined && (typeof serviceName !== "string" || !/^.{1,255}$/.test(serviceName)))
    throw createFault("serviceName", "must be a text of 1 to 255 characters");
  return { "service.name": serviceName ?? "ton-edge", ...value };
}

/** Returns the options, checked, with their defaults. @param {Record<string, any>} options */
export function readOptions(options) {
  const pickedOptions = pickOptions(options, OPTION_NAMES, "otlp");
  const isFunction = typeof pickedOptions.headers === "function";
  const headers = isFunction ? pickedOptions.headers : checkHeaders(pickedOptions.headers);
  const maxQueue = readWholeNumber("maxQueue", pickedOptions.maxQueue, { fallback: 2048, min: 1, max: 100_000 });
  const logs = readChoiceOption("logs", pickedOptions.logs, ["info", "warn", "error", "off"], "warn");
  return {
    endpoint: readEndpoint(pickedOptions.endpoint, isFunction || Object.keys(headers).length > 0),
    headers,
    resource: readResource(pickedOptions.resource, pickedOptions.serviceName),
    sampleRatio: readRatio(pickedOptions.sampleRatio),
    sampleErrors: readFlagOption("sampleErrors", pickedOptions.sampleErrors, false),
    followParent: readFlagOption("followParent", pickedOptions.followParent, true),
    logs: LEVELS[logs],
    maxQueue,
    maxBatch: Math.min(
      maxQueue,
      readWholeNumber("maxBatch", pickedOptions.maxBatch, { fallback: 512, min: 1, max: 10_000 }),
    ),
    intervalMs: readWholeNumber("intervalMs", pickedOptions.intervalMs, { fallback: 5000, min: 10, max: 60_000 }),
    timeoutMs: readWholeNumber("timeoutMs", pickedOptions.timeoutMs, { fallback: 10_000, min: 10, max: 60_000 }),
    compression: readChoiceOption("compression", pickedOptions.compression, ["none", "gzip"], "none"),
    fetch: readFunctionOption("fetch", pickedOptions.fetch),
  };
}
