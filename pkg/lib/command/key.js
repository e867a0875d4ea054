// `ton-edge key`: creates, changes, lists and revokes API keys for callers of a gateway, in a file or in Workers KV. For KV it shows wrangler
// commands, or runs them.

import { userInfo } from "node:os";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";

import { generateKey } from "../gateway/keys/generate.js";
import { nameKvEntry } from "../gateway/keys/kv-keys.js";
import { findNearest } from "../settings/texts.js";
import { escapeControls } from "../util/escape-controls.js";
import { CONFIG_VARIABLE, readFile, readVariables } from "./configuration/sources.js";
import { applyChanges, readChanges, FIELD_OPTIONS, formatRecord, readQuota } from "./key-fields.js";
import { createFileStore, getWords, createKvStore, listWords, listPutWords, parseRecord } from "./key-stores.js";
import { exitWithError, parseOptions, exitWithUsage } from "./usage.js";
import { quoteWord, formatCommand } from "./wrangler.js";

/** @typedef {import("./usage.js").Options} Options */

/** @type {Options} */
const STORE_OPTIONS = {
  file: { type: "string" },
  run: { type: "boolean" },
  binding: { type: "string" },
  config: { type: "string" },
  local: { type: "boolean" },
  remote: { type: "boolean" },
};
/** @type {Options} */
const RECORD_OPTION = { record: { type: "string" } };
/** @type {Options} */
const SET_OPTIONS = {
  ...STORE_OPTIONS,
  ...RECORD_OPTION,
  ...FIELD_OPTIONS,
  suspend: { type: "boolean" },
  resume: { type: "boolean" },
};
const HASH = /^[0-9a-f]{64}$/;

export async function runKeyCommand([verb, ...args]) {
  const verbs = { new: createKey, set: changeKey, list: listKeys, revoke: revokeKey };
  if (!Object.hasOwn(verbs, verb ?? "")) exitWithUsage("the commands of `key` are `new`, `set`, `list` and `revoke`");
  await verbs[verb](args).catch((error) => exitWithError(error.message));
}

/**
 * Writes an audit log line about a change: who changed which fields of which record, and where. The line contains no field values and no API key.
 *
 * @param {string} action @param {import("./key-stores.js").Store} store @param {any} before @param {any} after the record
 */
function writeAuditLine(action, store, before, after) {
  let user;
  try {
    user = userInfo().username;
  } catch {
    // The user id has no name, as in some containers.
    user = String(process.getuid?.() ?? "");
  }
  const fields = Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before?.[name], after[name]));
  const time = new Date().toISOString();
  const entry = { time, level: "info", event: "key_change", action, id: after.id, fields, store: store.name, user };
  process.stderr.write(`${escapeControls(JSON.stringify(entry))}\n`);
}

/**
 * Refuses a plan that is not in the gateway's configuration, if `--config` or TON_EDGE_CONFIG names one.
 *
 * @param {Record<string, any>} values @param {string | number | undefined} plan
 */
function checkPlan({ file, config }, plan) {
  const configPath = config ?? (process.env[CONFIG_VARIABLE] || undefined);
  if (file === undefined || configPath === undefined || typeof plan !== "string") return;
  const source = readFile(configPath);
  if (source.values.size === 0 && source.faults.length > 0) exitWithError(source.faults[0]);
  const variables = readVariables(process.env).values;
  const plans = Object.keys(variables.get("limits.plans") ?? source.values.get("limits.plans") ?? {});
  if (plans.includes(plan)) return;
  const closestPlan = findNearest(plan, plans);
  const hint = plans.length > 0 ? `it has ${plans.join(", ")}` : "it has none";
  exitWithUsage(
    `--plan: \`limits.plans\` of ${configPath} has no plan ${plan}; ${closestPlan ? `did you mean ${closestPlan}?` : hint}`,
  );
}

/** @typedef {{ store?: import("./key-stores.js").Store, namespaceWords?: string[] }} KeyStore */

/**
 * Returns the store of the records: `{ store }` for a file or with `--run`; otherwise `namespaceWords`, for commands that are only shown.
 *
 * @param {Record<string, any>} values @returns {KeyStore}
 */
function findStore({ file, run, binding, config, local, remote }) {
  if (file !== undefined) {
    for (const [name, value] of Object.entries({ run, binding, local, remote }))
      if (value !== undefined) exitWithUsage(`--file and --${name} cannot be combined`);
    if (file === "") exitWithUsage("--file must be the path of a file");
    return { store: createFileStore(file) };
  }
  if (!/^\w+$/.test(binding ?? "KEYS")) exitWithUsage("--binding must be the name of a variable");
  if (local && remote) exitWithUsage("--local and --remote cannot be combined");
  if (config === "") exitWithUsage("--config must be the path of wrangler's configuration");
  const namespaceWords = [
    "--binding",
    binding ?? "KEYS",
    local ? "--local" : "--remote",
    ...(config === undefined ? [] : ["--config", config]),
  ];
  return { namespaceWords, store: run ? createKvStore(namespaceWords) : undefined };
}

async function createKey(args) {
  const { values } = parseOptions(args, { ...STORE_OPTIONS, ...FIELD_OPTIONS, network: { type: "string" } });
  if (!["mainnet", "testnet"].includes(values.network)) exitWithUsage("--network must be mainnet or testnet");
  const { namespaceWords, store } = findStore(values);
  const { name, plan, ...changes } = readChanges(values);
  checkPlan(values, plan);
  if (Date.parse(changes.expires) <= Date.now())
    exitWithUsage(
      `--expires must be a time in the future: at ${changes.expires} the new key would already have expired`,
    );
  const quota = readQuota(values);
  const generatedKey = await generateKey({ network: values.network, name, plan });
  const record = applyChanges(generatedKey.record, { ...changes, quota });
  if (store) {
    await store.put(record);
    writeAuditLine("new", store, undefined, record);
  }
  process.stdout.write(`${generatedKey.key}\n`);
  process.stderr.write(`This is the only time that the key is shown. Its id is ${record.id}.\n`);
  if (store === undefined) {
    process.stderr.write(
      `Its record:\n${JSON.stringify(record)}\n\nTo put it into Workers KV:\n${formatCommand(listPutWords(namespaceWords, record))}\n`,
    );
  }
}

async function listKeys(args) {
  const { values } = parseOptions(args, { ...STORE_OPTIONS, json: { type: "boolean" } });
  const { namespaceWords, store } = findStore(values);
  if (store === undefined) {
    const name = `${nameKvEntry("")}HASH`;
    process.stdout.write(`${formatCommand([...listWords(namespaceWords), "--prefix", nameKvEntry("")])}\n`);
    process.stderr.write(
      `That lists the names of the keys in Workers KV, and this shows the record of one: ${formatCommand(getWords(namespaceWords, name))}\n--run does both, --file FILE lists those of a file.\n`,
    );
    return;
  }
  const records = await store.list();
  process.stdout.write(
    values.json
      ? `${JSON.stringify(records, null, 2)}\n`
      : records.map((record) => `${formatRecord(record)}\n`).join(""),
  );
}

async function changeKey(args) {
  const {
    values,
    positionals: [id, ...others],
  } = parseOptions(args, SET_OPTIONS, true);
  if (id === undefined || others.length > 0) exitWithUsage("`key set` needs one id");
  if (values.suspend && values.resume) exitWithUsage("--suspend and --resume cannot be combined");
  const keyStore = findStore(values);
  const changes = readChanges(values);
  checkPlan(values, changes.plan);
  // The options are checked before the store is read.
  const changesQuota = values.daily !== undefined || values.monthly !== undefined;
  if (changesQuota) readQuota(values);
  if (values.suspend || values.resume) changes.suspended = values.suspend ? new Date().toISOString() : undefined;
  if (Object.keys(changes).length === 0 && !changesQuota)
    exitWithUsage(
      "`key set` needs something to change: --expires, --operations, --origins, --addresses, --daily, --monthly, --plan, --name, --suspend or --resume",
    );
  await changeRecord(id, keyStore, {
    recordText: values.record,
    args,
    changeFields: (record) =>
      applyChanges(record, changesQuota ? { ...changes, quota: readQuota(values, record.quota) } : changes),
    participle: "changed",
  });
}

async function revokeKey(args) {
  const {
    values,
    positionals: [id, ...others],
  } = parseOptions(args, { ...STORE_OPTIONS, ...RECORD_OPTION }, true);
  if (id === undefined || others.length > 0) exitWithUsage("`key revoke` needs one id");
  await changeRecord(id, findStore(values), {
    recordText: values.record,
    args,
    changeFields: (record) => applyChanges(record, { revoked: record.revoked || new Date().toISOString() }),
    participle: "revoked",
  });
}

/**
 * Changes one record in its store, or shows the commands that do it.
 *
 * @param {string} id @param {KeyStore} keyStore
 * @param {{ recordText?: string, args: string[], changeFields: (record: any) => any, participle: string }} request the record as text, the command
 *   line, the function that changes a record, and the participle for messages
 */
async function changeRecord(id, { namespaceWords, store }, { recordText, args, changeFields, participle }) {
  const verb = participle === "revoked" ? "revoke" : "set";
  if (recordText !== undefined) {
    if (store) exitWithUsage("--record is for Workers KV without --run");
    const json = recordText === "-" ? await text(process.stdin) : recordText;
    const record = parseRecord(nameKvEntry(HASH.test(id) ? id : readHash(json)), json);
    process.stdout.write(`${formatCommand(listPutWords(namespaceWords, changeFields(record)))}\n`);
    return;
  }
  if (store) {
    const record = await store.find(id);
    if (!record) exitWithError(`${store.name} has no key with that id`);
    const changedRecord = changeFields(record);
    await store.put(changedRecord);
    writeAuditLine(verb, store, record, changedRecord);
    const isStillRevoked = verb === "set" && record.revoked;
    process.stdout.write(
      `${participle} ${id}${isStillRevoked ? ", which stays revoked: create a new key instead" : ""}\n`,
    );
    return;
  }
  if (!HASH.test(id)) {
    process.stdout.write(`${formatCommand([...listWords(namespaceWords), "--prefix", nameKvEntry(id)])}\n`);
    process.stderr.write(
      `That shows the name of the key in Workers KV: ${nameKvEntry("")} and 64 digits. \`ton-edge key ${verb}\` with those digits in place of the id shows the rest; --run does it all.\n`,
    );
    return;
  }
  const nextCommand = ["key", verb, "--record", "-", ...args].map(quoteWord).join(" ");
  process.stdout.write(
    `${formatCommand(getWords(namespaceWords, nameKvEntry(id)))} | npx ton-edge ${nextCommand} | sh\n`,
  );
}

/** Returns the hash in a record. The core checks the record later. */
function readHash(json) {
  try {
    return JSON.parse(json).hash;
  } catch {
    throw new Error("--record must be the JSON of a record, or - for standard input");
  }
}
