// `ton-edge create`: writes a project for a gateway from a template of the package, after three questions.

import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";

import { exitWithError, parseOptions, exitWithUsage } from "./usage.js";

const TEMPLATES = fileURLToPath(new URL("../../templates", import.meta.url));
const NETWORKS = ["mainnet", "testnet", "both"];
const SAMPLE_ORIGIN = "https://app.example";
const TONCENTER_URL = "https://toncenter.com";

/**
 * The parts of each template: folders of `templates`, the file with the settings, the file from which the runtime reads secrets, and the
 * next commands.
 *
 * @type {Record<string, { about: string, folders?: string[], settings: string, secrets?: string, test?: string, next: string[] }>}
 */
const PROJECT_KINDS = {
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

const IGNORED_FILES = "node_modules/\n.wrangler/\n.dev.vars\n.env\nsecrets/\n";

/** The test files of a created project. They are texts here, because npm would omit some of these file names from the package. */
const TEST_FILES = {
  worker: `import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { createGateway } from "ton-edge/gateway";
import { settingsOf } from "ton-edge/node";

// Checks the settings in Node. How Cloudflare uses the other variables cannot be tested here.
test("the settings are valid, and an address is read", async () => {
  const text = await readFile(new URL("./wrangler.jsonc", import.meta.url), "utf8");
  const vars = Object.fromEntries([...text.matchAll(/^\\s*"(TON_EDGE_\\w+)": ("(?:[^"\\\\]|\\\\.)*")/gm)].map(([, name, value]) => [name, JSON.parse(value)]));
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

const writeList = (texts) => `[${texts.map((item) => JSON.stringify(item)).join(", ")}]`;

/**
 * Returns the text of a file, changed according to the answers. @param {string} text @param {{ network: string, origins: string[] }}
 * answers
 */
function applyAnswers(text, { network, origins }) {
  let newText = text
    .replaceAll(`["${SAMPLE_ORIGIN}"]`, writeList(origins))
    .replaceAll(`"${SAMPLE_ORIGIN}"`, JSON.stringify(origins.join(",")));
  const unusedNetwork = { mainnet: "testnet", testnet: "mainnet" }[network];
  // In TOML, the template turns testnet off.
  if (network === "both") newText = newText.replace(/^testnet = "off"\n/m, "");
  if (network === "testnet")
    newText = newText
      .replace(/^testnet = "off"$/m, 'network = "testnet"\nmainnet = "off"')
      .replaceAll("[[mainnet]]", "[[testnet]]")
      .replaceAll("mainnet-api-key", "testnet-api-key")
      .replaceAll("TON_EDGE_MAINNET_API_KEY", "TON_EDGE_TESTNET_API_KEY")
      .replaceAll(`"${TONCENTER_URL}"`, '"https://testnet.toncenter.com"');
  // wrangler.jsonc
  const defaultNetwork = network === "testnet" ? "testnet" : "mainnet";
  newText = newText.replace(
    /^( *)"TON_EDGE_NETWORK": "mainnet",$/m,
    (_, indent) =>
      `${indent}"TON_EDGE_NETWORK": "${defaultNetwork}",${unusedNetwork ? `\n${indent}"TON_EDGE_${unusedNetwork.toUpperCase()}": "off",` : ""}`,
  );
  // JavaScript
  if (unusedNetwork)
    newText = newText.replace(
      /^( *)\.\.\.settingsOf\(/m,
      (_, indent) =>
        `${indent}${network === "testnet" ? `network: "testnet",\n${indent}` : ""}${unusedNetwork}: "off",\n${indent}...settingsOf(`,
    );
  return newText;
}

async function* listFiles(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(path);
    else yield path;
  }
}

const parseOrigins = (text) => {
  const origins = text
    .split(",")
    .map((origin) => origin.trim())
    .filter(Boolean);
  for (const origin of origins)
    if (!/^https?:\/\/[^\s/"\\]+$/.test(origin))
      exitWithUsage(`--origins: ${JSON.stringify(origin)} is not an origin such as ${SAMPLE_ORIGIN}`);
  if (origins.length === 0) exitWithUsage(`--origins must name at least one origin, such as ${SAMPLE_ORIGIN}`);
  return origins;
};

const checkChoice = (option, value, choices) =>
  choices.includes(value) ? value : exitWithUsage(`--${option} must be ${choices.join(", ")}`);

/** Asks for the values that are missing in the options. @param {Record<string, any>} values */
async function askQuestions(values) {
  if (!process.stdin.isTTY || [values.template, values.network, values.origins].every((value) => value !== undefined))
    return values;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const names = Object.keys(PROJECT_KINDS);
  const answers = { ...values };
  try {
    if (answers.template === undefined) {
      process.stdout.write(
        `Where will the gateway run?\n${names.map((name, index) => `  ${index + 1}  ${PROJECT_KINDS[name].about} (${name})\n`).join("")}`,
      );
      const choice = (await lines.question("1: ")).trim() || "1";
      answers.template = names[Number(choice) - 1] ?? choice;
    }
    answers.network ??=
      (await lines.question("Which network, mainnet, testnet or both? mainnet: ")).trim() || undefined;
    answers.origins ??=
      (await lines.question(`From which origins do web pages use it (comma-separated)? ${SAMPLE_ORIGIN}: `)).trim() ||
      undefined;
  } finally {
    lines.close();
  }
  return answers;
}

export async function createProject(args) {
  const { values, positionals } = parseOptions(args, OPTIONS, true);
  if (positionals.length > 1) exitWithUsage("`create` needs one folder");
  const folder = resolve(positionals[0] ?? "ton-gateway");
  const existingFiles = await readdir(folder).catch((error) =>
    error.code === "ENOENT" ? [] : exitWithError(`${folder}: ${error.code}`),
  );
  if (existingFiles.length > 0) exitWithError(`${folder} is not empty`);
  const answers = await askQuestions(values);
  const template = checkChoice("template", answers.template ?? "cloudflare-worker", Object.keys(PROJECT_KINDS));
  const network = checkChoice("network", answers.network ?? "mainnet", NETWORKS);
  const origins = parseOrigins(answers.origins ?? SAMPLE_ORIGIN);
  const kind = PROJECT_KINDS[template];

  await mkdir(folder, { recursive: true });
  for (const name of kind.folders ?? [template])
    await cp(join(TEMPLATES, name), kind.folders ? join(folder, name) : folder, { recursive: true });
  for await (const path of listFiles(folder)) {
    const text = await readFile(path, "utf8");
    const newText = applyAnswers(text, { network, origins });
    if (newText !== text) await writeFile(path, newText);
  }
  const keyVariable = `TON_EDGE_${network === "testnet" ? "TESTNET" : "MAINNET"}_API_KEY`;
  await writeFile(join(folder, ".gitignore"), IGNORED_FILES);
  if (kind.secrets)
    await writeFile(
      join(folder, `${kind.secrets}.example`),
      `# Copy it to ${kind.secrets}, which git ignores.\n${keyVariable}=\nTON_EDGE_ADMIN_TOKEN=\n`,
    );
  if (kind.test) {
    await writeFile(join(folder, "gateway.test.js"), TEST_FILES[kind.test]);
    const path = join(folder, "package.json");
    const manifest = JSON.parse(await readFile(path, "utf8"));
    manifest.scripts.test = "node --test";
    await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`);
    await writeFile(
      join(folder, "jsconfig.json"),
      `${JSON.stringify({ compilerOptions: { checkJs: true, strict: true, module: "nodenext", target: "es2022" } }, null, 2)}\n`,
    );
  }
  const relativeFolder = relative(process.cwd(), folder) || ".";
  process.stdout.write(
    `${basename(folder)} is ready, its settings are in ${join(relativeFolder, kind.settings)}. Next:\n\n${[
      `cd ${relativeFolder}`,
      ...kind.next,
    ]
      .map((line) => `  ${network === "testnet" ? line.replace("MAINNET", "TESTNET") : line}\n`)
      .join("")}`,
  );
}
