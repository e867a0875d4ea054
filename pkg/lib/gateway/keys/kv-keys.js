// `kvKeys`: key records in Workers KV, one entry `key:<hash>` per API key.

import { fail } from "../../util/error.js";
import { pickOptions, requireString } from "../../util/options.js";

const ENTRY_PREFIX = "key:";
/** The shortest TTL that KV accepts, in seconds. */
const MIN_TTL_SECONDS = 30;
/** The TTL of records in the memory of an isolate, in milliseconds; it adds to KV's own TTL. */
const ISOLATE_TTL_MS = 10_000;

/** Returns the KV key of a record, by the hash of its API key. */
export const nameKvEntry = (hash) => ENTRY_PREFIX + hash;

export function kvKeys(options = {}) {
  const { binding = "KEYS", cacheTtl = 60 } = pickOptions(options, ["binding", "cacheTtl"], "kvKeys");
  requireString("invalid_option", "`binding` of kvKeys", binding);
  if (!Number.isInteger(cacheTtl) || cacheTtl < MIN_TTL_SECONDS) {
    throw fail(
      "invalid_option",
      `\`cacheTtl\` of kvKeys must be a whole number of seconds, ${MIN_TTL_SECONDS} or more`,
    );
  }
  const getNamespace = (env) => {
    const namespace = env?.[binding];
    if (typeof namespace?.get !== "function")
      throw fail("config_invalid", `the Worker has no KV namespace bound as ${binding}`);
    return namespace;
  };
  const findRecord = async (hash, env) =>
    (await getNamespace(env).get(nameKvEntry(hash), { type: "text", cacheTtl })) ?? undefined;
  const putRecord = (record, env) => getNamespace(env).put(nameKvEntry(record.hash), JSON.stringify(record));

  async function list(env) {
    const records = [];
    let cursor;
    do {
      const page = await getNamespace(env).list({ prefix: ENTRY_PREFIX, cursor });
      for (const { name } of page.keys) {
        const text = await getNamespace(env).get(name, "text");
        // `null`: the entry was deleted after it was listed.
        if (text !== null) records.push(JSON.parse(text));
      }
      cursor = page.list_complete ? undefined : page.cursor;
    } while (cursor);
    return records;
  }

  async function revoke(id, env, revokedAt = new Date().toISOString()) {
    const record = (await list(env)).find((candidate) => candidate.id === id);
    if (!record) return false;
    await putRecord({ ...record, revoked: record.revoked || revokedAt }, env);
    return true;
  }

  return { ttlMs: ISOLATE_TTL_MS, find: findRecord, put: putRecord, list, revoke };
}
