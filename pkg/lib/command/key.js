// `ton-edge key`: keys for callers of a gateway: new, list, revoke.

import { fileKeys } from "../gateway/keys/file.js";
import { kvName } from "../gateway/keys/kv.js";
import { makeKey } from "../gateway/keys/make.js";
import { end, read, stop } from "./usage.js";

const FILE = { file: { type: "string" } };
const NEW = { ...FILE, network: { type: "string" }, name: { type: "string" }, plan: { type: "string" }, binding: { type: "string" } };

export async function key([verb, ...args]) {
  const verbs = { new: create, list, revoke };
  if (!Object.hasOwn(verbs, verb ?? "")) stop("the commands of `key` are `new`, `list` and `revoke`");
  await verbs[verb](args).catch((error) => end(error.message));
}

async function create(args) {
  const { values } = read(args, NEW);
  if (!["mainnet", "testnet"].includes(values.network)) stop("--network must be mainnet or testnet");
  const plan = values.plan === undefined || /^[A-Za-z][\w-]{0,63}$/.test(values.plan) ? values.plan : Number(values.plan);
  if (typeof plan === "number" && !(plan > 0 && plan <= 1_000_000)) {
    stop("--plan must be a number above 0 and at most 1000000, or the name of a plan");
  }
  const { file, network, name, binding = "KEYS" } = values;
  if (file !== undefined && values.binding !== undefined) stop("--file and --binding do not go together");
  if (!/^\w+$/.test(binding)) stop("--binding must be the name of a variable");

  const made = await makeKey({ network, name, plan });
  const record = JSON.stringify(made.record);
  if (file !== undefined) await fileKeys(file).put(made.record);
  process.stdout.write(`${made.key}\n`);
  process.stderr.write(`This is the only time that the key is shown. Its id is ${made.record.id}.\n`);
  if (file === undefined) {
    process.stderr.write(`Its record:\n${record}\n\nTo put it into Workers KV:\n`);
    process.stderr.write(`npx wrangler kv key put --binding ${binding} --remote ${kvName(made.record.hash)} ${quoted(record)}\n`);
  }
}

/** A text as one word of a POSIX shell. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

async function list(args) {
  const { file } = read(args, FILE).values;
  if (file === undefined) stop("`key list` needs --file");
  for (const { id, network, plan, created, revoked, name } of await fileKeys(file).list()) {
    const state = revoked ? `revoked ${revoked === true ? "" : revoked}`.trim() : "valid";
    process.stdout.write(`${[id, network, plan === undefined ? "no plan" : typeof plan === "number" ? `${plan}/s` : plan, created, state, name ?? ""].join("\t").trimEnd()}\n`);
  }
}

async function revoke(args) {
  const { values: { file }, positionals } = read(args, FILE, true);
  if (file === undefined || positionals.length !== 1) stop("`key revoke` needs one id and --file");
  if (!(await fileKeys(file).revoke(positionals[0]))) end(`${file} has no key with that id`);
  process.stdout.write(`revoked ${positionals[0]}\n`);
}
