// `ton-edge gateway`: runs a gateway on this machine.

import { createGateway } from "../../gateway.js";
import { fileKeys, openapi, serve } from "../adapters/node.js";
import { end, read, stop } from "./usage.js";

/** @type {import("./usage.js").Options} */
const OPTIONS = {
  port: { type: "string", default: "8080" },
  host: { type: "string", default: "127.0.0.1" },
  network: { type: "string" },
  mainnet: { type: "string", multiple: true },
  testnet: { type: "string", multiple: true },
  origin: { type: "string", multiple: true },
  "allow-header": { type: "string", multiple: true },
  "allow-host": { type: "string", multiple: true },
  "allow-client": { type: "string", multiple: true },
  "deny-client": { type: "string", multiple: true },
  "deny-operation": { type: "string", multiple: true },
  keys: { type: "string" },
  strict: { type: "boolean" },
  "unknown-parameters": { type: "string" },
  "caller-keys": { type: "string" },
  keyless: { type: "string" },
  "limit-keyless": { type: "string" },
  "limit-requests": { type: "string" },
  budget: { type: "string" },
  cache: { type: "string" },
  "local-get-methods": { type: "boolean" },
  "admin-port": { type: "string" },
  "admin-host": { type: "string" },
  drain: { type: "string", default: "10000" },
  log: { type: "string" },
};

/** The upstreams of a network, each with its upstream key from the environment. */
const services = (urls, name) =>
  (urls ?? [undefined]).map((url, at) => ({
    baseUrl: url,
    apiKey: (env) => env[at === 0 ? name : `${name}_${at + 1}`],
  }));

/** What is no rate is refused with the other faults of the configuration. */
const rate = (value) => (value === undefined || value === "off" ? value : Number(value || Number.NaN));

/** This machine, as browsers and their pages name it. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The origins that may use the gateway. The same browser also shows pages of strangers: by default, only pages of this machine may
 * spend its upstream key, under this machine's own names.
 *
 * @param {Record<string, any>} values
 */
function pagesOf({ origin, host, "allow-host": hosts }) {
  if (origin?.includes("*")) return { allowedHosts: hosts };
  const origins = origin ?? LOOPBACK.flatMap((name) => [`http://${name}:*`, `https://${name}:*`]);
  const isLocal = [...LOOPBACK, "::1"].includes(host);
  return { origins, enforceOrigins: true, allowedHosts: hosts ?? (isLocal ? LOOPBACK : undefined) };
}

function portOf(flag, value) {
  const port = Number(value);
  if (value === "" || !Number.isInteger(port) || port < 0 || port > 65535)
    stop(`${flag} must be a whole number from 0 to 65535`);
  return port;
}

/** The listener for operators, if there is to be one. @param {Record<string, any>} values */
function operatorsOf({ "admin-port": port, "admin-host": host }) {
  if (port === undefined) return host === undefined ? undefined : stop("--admin-host needs --admin-port");
  const operators = { port: portOf("--admin-port", port), host: host || undefined };
  if (!process.env.ADMIN_TOKEN)
    stop("--admin-port needs the variable ADMIN_TOKEN: without a token there are no operators");
  return operators;
}

/** Ends the command where a port cannot be had. */
function unheard(error, operators) {
  if (error.code !== "EADDRINUSE") return end(error.message);
  const flag = error.port === operators?.port ? "--admin-port" : "--port";
  return end(`port ${error.port} is taken: choose another with ${flag}`);
}

export async function gateway(args) {
  const { values } = read(args, OPTIONS);
  const port = portOf("--port", values.port);
  const operators = operatorsOf(values);
  const drain = Number(values.drain);
  if (values.drain === "" || !Number.isInteger(drain) || drain < 0)
    stop("--drain must be a whole number of milliseconds");
  const keys = values.keys === undefined ? undefined : fileKeys(values.keys);
  // Reported at the start, not by every response.
  if (keys) await keys.find("").catch((error) => end(`--keys: ${error.message}`));
  const made = createGateway({
    network: values.network,
    mainnet: services(values.mainnet, "API_KEY_MAINNET"),
    testnet: services(values.testnet, "API_KEY_TESTNET"),
    ...pagesOf(values),
    allowHeaders: values["allow-header"],
    clients: { allow: values["allow-client"], deny: values["deny-client"] },
    operations: { deny: values["deny-operation"] },
    apiKeys: keys,
    strict: values.strict,
    unknownParameters: values["unknown-parameters"],
    callerKeys: values["caller-keys"],
    keyless: values.keyless,
    limits: {
      keyless: rate(values["limit-keyless"]),
      requests: rate(values["limit-requests"]),
      budget: rate(values.budget),
    },
    cache: { adapter: values.cache },
    localGetMethods: values["local-get-methods"],
    tvm: () => import("../../tvm.js"),
    logLevel: values.log,
    adminToken: process.env.ADMIN_TOKEN || undefined,
    openapi,
  });
  try {
    made.check();
  } catch (error) {
    stop(error.message);
  }

  const server = await serve(made, { port, host: values.host, drainMs: drain, exitOnSignal: true, operators }).catch(
    (error) => unheard(error, operators),
  );
  process.stdout.write(`ton-edge is listening on ${server.url}\n`);
  if (server.operatorsUrl) process.stdout.write(`operators' requests go to ${server.operatorsUrl}\n`);
}
