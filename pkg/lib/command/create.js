// `ton-edge create`: writes a project for a gateway from a template of the package, after three questions.

import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";

import { end, read, stop } from "./usage.js";

const TEMPLATES = fileURLToPath(new URL("../../templates", import.meta.url));
const NETWORKS = ["mainnet", "testnet", "both"];
const ORIGIN = "https://app.example";
const HOSTED = "https://toncenter.com";

/**
 * What each template is made of: folders of `templates`, the file with its settings, what the runtime reads secrets from, and the next commands.
 *
 * @type {Record<string, { about: string, folders?: string[], settings: string, secrets?: string, test?: string, next: string[] }>}
 */
const KINDS = {
  "cloudflare-worker": {
    about: "Cloudflare Workers",
    settings: "wrangler.jsonc",
    secrets: ".dev.vars",
    test: "worker",
    next: ["npm install", "npm run dev", "npx wrangler secret put TON_EDGE_MAINNET_API_KEY", "npm run deploy"],
  },
  container: {
    about: "Docker Compose, with Valkey, Prometheus and Grafana",
    folders: ["container", "ops", "proxies"],
    settings: "container/config/ton-edge.toml",
    next: ["cd container", "npm install --package-lock-only", "sh secrets.sh", "docker compose up --detach"],
  },
  "node-server": {
    about: "a Node server",
    settings: "server.js",
    secrets: ".env",
    test: "server",
    next: ["npm install", "npm start"],
  },
  "bun-server": {
    about: "a Bun server",
    settings: "server.js",
    secrets: ".env",
    next: ["bun install", "bun run start"],
  },
  "deno-deploy": {
    about: "Deno, or Deno Deploy",
    settings: "main.js",
    secrets: ".env",
    next: ["deno task start", "deno task deploy"],
  },
};

/** @type {import("./usage.js").Options} */
const OPTIONS = { template: { type: "string" }, network: { type: "string" }, origins: { type: "string" } };

const IGNORED = "node_modules/\n.wrangler/\n.dev.vars\n.env\nsecrets/\n";

/** The files that a test of the template needs; npm would leave out some of these names, so the package does not have them as files. */
const TESTS = {
  worker: `import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { createGateway } from "ton-edge/gateway";
import { settingsOf } from "ton-edge/node";

// In Node: what the Worker does with these variables beside their check is Cloudflare's.
test("the settings are valid, and an address is read", async () => {
  const text = await readFile(new URL("./wrangler.jsonc", import.meta.url), "utf8");
  const vars = Object.fromEntries([...text.matchAll(/^\\s*"(TON_EDGE_\\w+)": "([^"]*)"/gm)].map(([, name, value]) => [name, value]));
  const address = "0:" + "0".repeat(64);
  const request = new Request(\`https://gateway.example/api/v2/detectAddress?address=\${address}\`);
  const gateway = createGateway({ ...settingsOf({ ...vars, TON_EDGE_LOG_LEVEL: "off" }), clientIp: "socket" });
  const response = await gateway.fetch(request);
  assert.equal(response.status, 200, await response.clone().text());
  assert.equal((await response.json()).result.raw_form, address);
});
`,
  server: `import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";

test("the settings are valid, and an address is read", async () => {
  const env = { ...process.env, PORT: "0", TON_EDGE_LOG_LEVEL: "off" };
  const server = spawn(process.execPath, ["server.js"], { cwd: import.meta.dirname, env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = await once(server.stdout, "data");
    const [url] = /http:\\S+/.exec(String(line));
    const address = "0:" + "0".repeat(64);
    const response = await fetch(\`\${url}/api/v2/detectAddress?address=\${address}\`);
    assert.equal(response.status, 200);
    assert.equal((await response.json()).result.raw_form, address);
  } finally {
    server.kill();
  }
});
`,
};

const list = (texts) => `[${texts.map((one) => JSON.stringify(one)).join(", ")}]`;

/** The text of a file with the answers. @param {string} text @param {{ network: string, origins: string[] }} answers */
function withAnswers(text, { network, origins }) {
  let changed = text
    .replaceAll(`["${ORIGIN}"]`, list(origins))
    .replaceAll(`"${ORIGIN}"`, JSON.stringify(origins.join(",")));
  const off = { mainnet: "testnet", testnet: "mainnet" }[network];
  // TOML: the template is one of mainnet alone.
  if (network === "both") changed = changed.replace(/^testnet = "off"\n/m, "");
  if (network === "testnet")
    changed = changed
      .replace(/^testnet = "off"$/m, 'network = "testnet"\nmainnet = "off"')
      .replaceAll("[[mainnet]]", "[[testnet]]")
      .replaceAll("mainnet-api-key", "testnet-api-key")
      .replaceAll("TON_EDGE_MAINNET_API_KEY", "TON_EDGE_TESTNET_API_KEY")
      .replaceAll(`"${HOSTED}"`, '"https://testnet.toncenter.com"');
  // wrangler.jsonc
  const first = network === "testnet" ? "testnet" : "mainnet";
  changed = changed.replace(
    /^( *)"TON_EDGE_NETWORK": "mainnet",$/m,
    (_, indent) =>
      `${indent}"TON_EDGE_NETWORK": "${first}",${off ? `\n${indent}"TON_EDGE_${off.toUpperCase()}": "off",` : ""}`,
  );
  // JavaScript
  if (off)
    changed = changed.replace(
      /^( *)\.\.\.settingsOf\(/m,
      (_, indent) =>
        `${indent}${network === "testnet" ? `network: "testnet",\n${indent}` : ""}${off}: "off",\n${indent}...settingsOf(`,
    );
  return changed;
}

async function* filesOf(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else yield path;
  }
}

const originsOf = (text) => {
  const origins = text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  for (const one of origins)
    if (!/^https?:\/\/[^\s/"\\]+$/.test(one)) stop(`--origins: ${JSON.stringify(one)} is no origin such as ${ORIGIN}`);
  if (origins.length === 0) stop(`--origins must name at least one origin, such as ${ORIGIN}`);
  return origins;
};

const oneOf = (option, value, words) =>
  words.includes(value) ? value : stop(`--${option} must be ${words.join(", ")}`);

/** Asks for what no option says. @param {Record<string, any>} values */
async function ask(values) {
  if (!process.stdin.isTTY || [values.template, values.network, values.origins].every((one) => one !== undefined))
    return values;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const names = Object.keys(KINDS);
  const answers = { ...values };
  try {
    if (answers.template === undefined) {
      process.stdout.write(
        `Where will the gateway run?\n${names.map((name, at) => `  ${at + 1}  ${KINDS[name].about} (${name})\n`).join("")}`,
      );
      const answer = (await lines.question("1: ")).trim() || "1";
      answers.template = names[Number(answer) - 1] ?? answer;
    }
    answers.network ??=
      (await lines.question("Which network, mainnet, testnet or both? mainnet: ")).trim() || undefined;
    answers.origins ??=
      (await lines.question(`Which origins have the web pages that use it, comma-separated? ${ORIGIN}: `)).trim() ||
      undefined;
  } finally {
    lines.close();
  }
  return answers;
}

export async function create(args) {
  const { values, positionals } = read(args, OPTIONS, true);
  if (positionals.length > 1) stop("`create` needs one folder");
  const folder = resolve(positionals[0] ?? "ton-gateway");
  const there = await readdir(folder).catch((error) =>
    error.code === "ENOENT" ? [] : end(`${folder}: ${error.code}`),
  );
  if (there.length > 0) end(`${folder} is not empty`);
  const answers = await ask(values);
  const template = oneOf("template", answers.template ?? "cloudflare-worker", Object.keys(KINDS));
  const network = oneOf("network", answers.network ?? "mainnet", NETWORKS);
  const origins = originsOf(answers.origins ?? ORIGIN);
  const kind = KINDS[template];

  await mkdir(folder, { recursive: true });
  for (const name of kind.folders ?? [template])
    await cp(join(TEMPLATES, name), kind.folders ? join(folder, name) : folder, { recursive: true });
  for await (const path of filesOf(folder)) {
    const text = await readFile(path, "utf8");
    const changed = withAnswers(text, { network, origins });
    if (changed !== text) await writeFile(path, changed);
  }
  const key = `TON_EDGE_${network === "testnet" ? "TESTNET" : "MAINNET"}_API_KEY`;
  await writeFile(join(folder, ".gitignore"), IGNORED);
  if (kind.secrets)
    await writeFile(
      join(folder, `${kind.secrets}.example`),
      `# Copy it to ${kind.secrets}, which git ignores.\n${key}=\nTON_EDGE_ADMIN_TOKEN=\n`,
    );
  if (kind.test) {
    await writeFile(join(folder, "gateway.test.js"), TESTS[kind.test]);
    const path = join(folder, "package.json");
    const manifest = JSON.parse(await readFile(path, "utf8"));
    manifest.scripts.test = "node --test";
    await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`);
    await writeFile(
      join(folder, "jsconfig.json"),
      `${JSON.stringify({ compilerOptions: { checkJs: true, strict: true, module: "nodenext", target: "es2022" } }, null, 2)}\n`,
    );
  }
  const shown = relative(process.cwd(), folder) || ".";
  process.stdout.write(
    `${basename(folder)} is ready, its settings are in ${join(shown, kind.settings)}. Next:\n\n${[
      `cd ${shown}`,
      ...kind.next,
    ]
      .map((line) => `  ${network === "testnet" ? line.replace("MAINNET", "TESTNET") : line}\n`)
      .join("")}`,
  );
}
