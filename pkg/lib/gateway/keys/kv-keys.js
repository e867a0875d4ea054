// `kvKeys`: key records in Workers KV, one entry `key:<hash>` per API key.

import { fail } from "../../util/error.js";
import { pickOptions, requireString } from "../../util/options.js";

const PREFIX = "key:";
/** Least that KV takes. */
const LEAST_TTL = 30;
/** The TTL in the memory of an isolate, in milliseconds, on top of KV's own. */
const ISOLATE_TTL_MS = 10_000;

/** The name of a record's entry. */
export const kvName = (hash) => PREFIX + hash;

export function kvKeys(options = {}) {
  const { binding = "KEYS", cacheTtl = 60 } = pickOptions(options, ["binding", "cacheTtl"], "kvKeys");
  requireString("invalid_option", "`binding` of kvKeys", binding);
  if (!Number.isInteger(cacheTtl) || cacheTtl < LEAST_TTL) {
    throw fail("invalid_option", `\`cacheTtl\` of kvKeys must be a whole number of seconds, ${LEAST_TTL} or more`);
  }
  const space = (env) => {
    const found = env?.[binding];
    if (typeof found?.get !== "function") throw fail("config_invalid", `there is no KV namespace bound as ${binding}`);
    return found;
  };
  const find = async (hash, env) => (await space(env).get(kvName(hash), { type: "text", cacheTtl })) ?? undefined;
  const put = (record, env) => space(env).put(kvName(record.hash), JSON.stringify(record));

  async function list(env) {
    const records = [];
    let cursor;
    do {
      const page = await space(env).list({ prefix: PREFIX, cursor });
      for (const { name } of page.keys) {
        const written = await space(env).get(name, "text");
        // Deleted since it was listed.
        if (written !== null) records.push(JSON.parse(written));
      }
      cursor = page.list_complete ? undefined : page.cursor;
    } while (cursor);
    return records;
  }

  async function revoke(id, env, at = new Date().toISOString()) {
    const record = (await list(env)).find((one) => one.id === id);
    if (!record) return false;
    await put({ ...record, revoked: record.revoked || at }, env);
    return true;
  }

  return { ttlMs: ISOLATE_TTL_MS, find, put, list, revoke };
}
