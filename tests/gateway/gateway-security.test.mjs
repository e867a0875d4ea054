// Attacks on the gateway, in Node and workerd; full runs add Deno and Bun. SECURITY.md lists the threats.

import assert from "node:assert/strict";
import { test } from "node:test";

import floods from "./scenarios/floods.mjs";
import origins from "./scenarios/origins.mjs";
import { play } from "./scenarios/play.mjs";
import relay from "./scenarios/relay.mjs";
import { findLeaks, UPSTREAM_KEYS, SPARE_KEYS, findStrayedKeys, CALLER_KEYS } from "./scenarios/secrets.mjs";

test("the tests' search for secrets finds them in every form, and nothing else", () => {
  for (const key of [...UPSTREAM_KEYS, ...SPARE_KEYS, ...Object.values(CALLER_KEYS)]) {
    const bytes = Buffer.from(key);
    for (const form of [
      key,
      encodeURIComponent(key),
      [...key].reverse().join(""),
      bytes.toString("hex"),
      key.toUpperCase(),
      JSON.stringify({ a: key }),
      key.slice(0, -4),
      ...["", "a", "ab", "abc"].flatMap((prefix) =>
        /** @type {const} */ (["base64", "base64url"]).map((encoding) =>
          Buffer.from(`${prefix}${key}:more`).toString(encoding),
        ),
      ),
    ])
      assert.ok(findLeaks(`before ${form} after`).length > 0, form);
  }
  assert.deepEqual(findLeaks(`${"a1b2/+=".repeat(1000)} mainnet-key tonedge_ ours spare`), []);
  assert.deepEqual(findStrayedKeys(`GET / HTTP/1.1\r\nX-API-Key: ${UPSTREAM_KEYS[0]}\r\nhost: a\r\n`), []);
  assert.ok(findStrayedKeys(`GET /?k=${UPSTREAM_KEYS[0]} HTTP/1.1\r\n`).length > 0);
  assert.ok(
    findStrayedKeys(`X-API-Key: ${CALLER_KEYS.good}\r\n`).length > 0,
    "a caller's key in the header of the upstream key",
  );
});

play("security", [...relay, ...floods, ...origins]);
