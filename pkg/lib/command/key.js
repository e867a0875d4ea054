// `ton-edge key`: API keys for callers of a gateway: new, set, list, revoke. In a file, or in Workers KV: by commands of wrangler that are
// shown, or run.

import { userInfo } from "node:os";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";

import { generateKey } from "../gateway/keys/generate.js";
import { nameKvEntry } from "../gateway/keys/kv-keys.js";
import { nearest } from "../settings/texts.js";
import { escapeControls } from "../util/escape-controls.js";
import { CONFIG_VARIABLE, readFile, readVariables } from "./configuration/sources.js";
import { changed, changesOf, FIELDS, line, quotaOf } from "./key-fields.js";
import { fileStore, getting, kvStore, listing, putting, recordOf } from "./key-stores.js";
import { end, read, stop } from "./usage.js";
import { quoted, shown } from "./wrangler.js";

/** @typedef {import("./usage.js").Options} Options */

/** @type {Options} */
const PLACE = {
  file: { type: "string" },
  run: { type: "boolean" },
  binding: { type: "string" },
  config: { type: "string" },
  local: { type: "boolean" },
  remote: { type: "boolean" },
};
/** @type {Options} */
const RECORD = { record: { type: "string" } };
/** @type {Options} */
const SET = { ...PLACE, ...RECORD, ...FIELDS, suspend: { type: "boolean" }, resume: { type: "boolean" } };
const HASH = /^[0-9a-f]{64}$/;

export async function key([verb, ...args]) {
  const verbs = { new: create, set, list, revoke };
  if (!Object.hasOwn(verbs, verb ?? "")) stop("the commands of `key` are `new`, `set`, `list` and `revoke`");
  await verbs[verb](args).catch((error) => end(error.message));
}

/**
 * Writes the line of an audit log about a change that was made: who changed which fields of which record, where. No value of a field, and no API key.
 *
 * @param {string} action @param {import("./key-stores.js").Store} store @param {any} before @param {any} after the record
 */
function writeAuditLine(action, store, before, after) {
  let user;
  try {
    user = userInfo().username;
  } catch {
    // A user id without a name.
    user = String(process.getuid?.() ?? "");
  }
  const fields = Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before?.[name], after[name]));
  const time = new Date().toISOString();
  const line = { time, level: "info", event: "key_change", action, id: after.id, fields, store: store.name, user };
  process.stderr.write(`${escapeControls(JSON.stringify(line))}\n`);
}

/**
 * Refuses a plan that the gateway of the file does not have, where `--config` or the variable names its configuration.
 *
 * @param {Record<string, any>} values @param {string | number | undefined} plan
 */
function checkPlan({ file, config }, plan) {
  const named = config ?? (process.env[CONFIG_VARIABLE] || undefined);
  if (file === undefined || named === undefined || typeof plan !== "string") return;
  const source = readFile(named);
  if (source.values.size === 0 && source.faults.length > 0) end(source.faults[0]);
  const variables = readVariables(process.env).values;
  const plans = Object.keys(variables.get("limits.plans") ?? source.values.get("limits.plans") ?? {});
  if (plans.includes(plan)) return;
  const near = nearest(plan, plans);
  const has = plans.length > 0 ? `it has ${plans.join(", ")}` : "it has none";
  stop(`--plan: \`limits.plans\` of ${named} does not have ${plan}; ${near ? `did you mean ${near}?` : has}`);
}

/** @typedef {{ store?: import("./key-stores.js").Store, where?: string[] }} Place */

/**
 * Where records are: `{ store }` of a file or of a command that runs, else `where`, the words for one that is shown.
 *
 * @param {Record<string, any>} values @returns {Place}
 */
function placeOf({ file, run, binding, config, local, remote }) {
  if (file !== undefined) {
    for (const [name, value] of Object.entries({ run, binding, local, remote }))
      if (value !== undefined) stop(`--file and --${name} do not go together`);
    if (file === "") stop("--file must be the path of a file");
    return { store: fileStore(file) };
  }
  if (!/^\w+$/.test(binding ?? "KEYS")) stop("--binding must be the name of a variable");
  if (local && remote) stop("--local and --remote do not go together");
  if (config === "") stop("--config must be the path of wrangler's configuration");
  const where = [
    "--binding",
    binding ?? "KEYS",
    local ? "--local" : "--remote",
    ...(config === undefined ? [] : ["--config", config]),
  ];
  return { where, store: run ? kvStore(where) : undefined };
}

async function create(args) {
  const { values } = read(args, { ...PLACE, ...FIELDS, network: { type: "string" } });
  if (!["mainnet", "testnet"].includes(values.network)) stop("--network must be mainnet or testnet");
  const { where, store } = placeOf(values);
  const { name, plan, ...changes } = changesOf(values);
  checkPlan(values, plan);
  if (Date.parse(changes.expires) <= Date.now())
    stop(`--expires must be a time in the future: at ${changes.expires} the new key had already ended`);
  const quota = quotaOf(values);
  const made = await generateKey({ network: values.network, name, plan });
  const record = changed(made.record, { ...changes, quota });
  if (store) {
    await store.put(record);
    writeAuditLine("new", store, undefined, record);
  }
  process.stdout.write(`${made.key}\n`);
  process.stderr.write(`This is the only time that the key is shown. Its id is ${record.id}.\n`);
  if (store === undefined) {
    process.stderr.write(
      `Its record:\n${JSON.stringify(record)}\n\nTo put it into Workers KV:\n${shown(putting(where, record))}\n`,
    );
  }
}

async function list(args) {
  const { values } = read(args, { ...PLACE, json: { type: "boolean" } });
  const { where, store } = placeOf(values);
  if (store === undefined) {
    const name = `${nameKvEntry("")}HASH`;
    process.stdout.write(`${shown([...listing(where), "--prefix", nameKvEntry("")])}\n`);
    process.stderr.write(
      `That lists the names of the keys in Workers KV, and this shows the record of one: ${shown(getting(where, name))}\n--run does both, --file FILE lists those of a file.\n`,
    );
    return;
  }
  const records = await store.list();
  process.stdout.write(
    values.json ? `${JSON.stringify(records, null, 2)}\n` : records.map((record) => `${line(record)}\n`).join(""),
  );
}

async function set(args) {
  const {
    values,
    positionals: [id, ...others],
  } = read(args, SET, true);
  if (id === undefined || others.length > 0) stop("`key set` needs one id");
  if (values.suspend && values.resume) stop("--suspend and --resume do not go together");
  const place = placeOf(values);
  const changes = changesOf(values);
  checkPlan(values, changes.plan);
  // Checked before anything is read.
  const isQuota = values.daily !== undefined || values.monthly !== undefined;
  if (isQuota) quotaOf(values);
  if (values.suspend || values.resume) changes.suspended = values.suspend ? new Date().toISOString() : undefined;
  if (Object.keys(changes).length === 0 && !isQuota)
    stop(
      "`key set` needs something to change: --expires, --operations, --origins, --addresses, --daily, --monthly, --plan, --name, --suspend or --resume",
    );
  await change(id, place, {
    written: values.record,
    args,
    how: (record) => changed(record, isQuota ? { ...changes, quota: quotaOf(values, record.quota) } : changes),
    word: "changed",
  });
}

async function revoke(args) {
  const {
    values,
    positionals: [id, ...others],
  } = read(args, { ...PLACE, ...RECORD }, true);
  if (id === undefined || others.length > 0) stop("`key revoke` needs one id");
  await change(id, placeOf(values), {
    written: values.record,
    args,
    how: (record) => changed(record, { revoked: record.revoked || new Date().toISOString() }),
    word: "revoked",
  });
}

/**
 * Changes one record where it is, or shows how that is done.
 *
 * @param {string} id @param {Place} place
 * @param {{ written?: string, args: string[], how: (record: any) => any, word: string }} wanted the record as it was written, the command line, how
 *   the record changes, and the word for that
 */
async function change(id, { where, store }, { written, args, how, word }) {
  const verb = word === "revoked" ? "revoke" : "set";
  if (written !== undefined) {
    if (store) stop("--record is for Workers KV without --run");
    const json = written === "-" ? await text(process.stdin) : written;
    const record = recordOf(nameKvEntry(HASH.test(id) ? id : hashOf(json)), json);
    process.stdout.write(`${shown(putting(where, how(record)))}\n`);
    return;
  }
  if (store) {
    const record = await store.find(id);
    if (!record) end(`${store.name} has no key with that id`);
    const after = how(record);
    await store.put(after);
    writeAuditLine(verb, store, record, after);
    const isStillRevoked = verb === "set" && record.revoked;
    process.stdout.write(
      `${word} ${id}${isStillRevoked ? ", which stays revoked: make a new key in its place" : ""}\n`,
    );
    return;
  }
  if (!HASH.test(id)) {
    process.stdout.write(`${shown([...listing(where), "--prefix", nameKvEntry(id)])}\n`);
    process.stderr.write(
      `That shows the name of the key in Workers KV: ${nameKvEntry("")} and 64 digits. \`ton-edge key ${verb}\` with those digits in place of the id shows the rest; --run does it all.\n`,
    );
    return;
  }
  const again = ["key", verb, "--record", "-", ...args].map(quoted).join(" ");
  process.stdout.write(`${shown(getting(where, nameKvEntry(id)))} | npx ton-edge ${again} | sh\n`);
}

/** The hash that a record says; the core checks it. */
function hashOf(written) {
  try {
    return JSON.parse(written).hash;
  } catch {
    throw new Error("--record must be the JSON of a record, or - for standard input");
  }
}
