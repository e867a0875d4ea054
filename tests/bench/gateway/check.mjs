// Checks before the measurement that every contender has the features with which it is measured.

import assert from "node:assert/strict";

import { getBody, PATH, RESPONSE } from "./get-method.mjs";
import { makeKey, SECURITY } from "./policy.mjs";
import { KEY } from "./workers.mjs";

const ORIGIN = "https://app.example";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const FIELDS = [
  "time",
  "level",
  "event",
  "id",
  "method",
  "network",
  "generation",
  "endpoint",
  "status",
  "ms",
  "attempts",
];

/**
 * @param {{ name: string, url: string }} contender @param {string} service base URL of the service
 * @param {{ features: boolean, gateway: boolean, proxied: string, local: string, lines: string[] }} its properties, and its log
 */
export async function check({ name, url }, service, { features, gateway, proxied, local, lines }) {
  const headers = { origin: ORIGIN, traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, "x-timeout": "9000" };
  const directText = await (await fetch(service + proxied)).text();
  const response = await fetch(`${url}${proxied}&api_key=${name === "keyed" ? makeKey(0) : "of-the-caller"}`, {
    headers,
  });
  assert.equal(await response.text(), directText, `${name}: the body differs from the service's`);
  const { url: forwardedUrl, headers: sentHeaders } = await (await fetch(`${service}/seen`)).json();
  if (!gateway) return;
  assert.equal(sentHeaders["x-api-key"], KEY, name);
  assert(!forwardedUrl.includes("api_key"), `${name}: the caller's key reaches the service`);
  assert.equal(response.headers.get("access-control-allow-origin"), ORIGIN, name);
  assert.equal((await fetch(`${url}/api/v3/nothing`, { headers })).status, 404, name);
  if (!features) return;
  assert(
    sentHeaders.traceparent.startsWith(`00-${TRACE}-`) && sentHeaders["x-timeout"] === "9000",
    `${name}: headers to the service`,
  );
  for (const [header, value] of Object.entries(SECURITY))
    assert.equal(response.headers.get(header), value, `${name}: ${header}`);
  for (const header of ["x-request-id", "server-timing", "access-control-expose-headers", "content-length", "vary"]) {
    assert(response.headers.has(header), `${name}: ${header}`);
  }
  assert.equal(response.headers.has("ratelimit"), name === "limited", `${name}: callers are counted`);
  assert.equal(response.headers.get("server"), null, `${name}: the service's own header is returned`);
  for (const wrongQuery of ["limit=1001", "limit=x", "account=EQBad", "sort=up"]) {
    assert.equal(
      (await fetch(`${url}/api/v3/transactions?${wrongQuery}`, { headers })).status,
      422,
      `${name}: ${wrongQuery}`,
    );
  }
  const { ok, result } = await (await fetch(url + local, { headers })).json();
  assert(
    ok && result.raw_form.startsWith("0:") && result.bounceable.b64url.startsWith("EQ"),
    `${name}: local response`,
  );
  const line = JSON.parse(lines[0]);
  for (const field of FIELDS) assert(field in line, `${name}: no ${field} in the log`);
  assert.equal(line.id, response.headers.get("x-request-id"), name);
  if (name === "computing") await checkComputed(url);
  if (name === "tracing") await checkTraced(service);
}

/** Checks that the upstream gets the trace context of a caller who requests recording. */
async function checkTraced(service) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (Number(await (await fetch(`${service}/traced`)).text()) > 0) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  assert.fail("no trace reached the collector");
}

/** Checks that the gateway computes the same response as the upstream's. */
async function checkComputed(url) {
  const json = { "content-type": "application/json" };
  const computedResponse = await fetch(url + PATH, { method: "POST", headers: json, body: getBody(1) });
  const removeTime = (text) => text.replace(/"@extra":"[^"]*"/, "");
  assert.equal(
    removeTime(await computedResponse.text()),
    removeTime(RESPONSE),
    "the computed response differs from the upstream's",
  );
  assert.match(computedResponse.headers.get("cache-status") ?? "", /detail=local/);
}
