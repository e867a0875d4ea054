// The examples of docs/hooks.md with TanStack Query for React, Vue, Svelte and Solid: each is built by Vite for the page and for the server, rendered on
// the server, and hydrated in a browser, where a new transaction of the account changes the shown balance.

import assert from "node:assert/strict";
import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { serveFolder } from "../consumers/pages.mjs";
import { ensureProject } from "../helpers/npm-project.mjs";
import { launch } from "../runtimes/chromium.mjs";

const ACCOUNT = `0:${"A5".repeat(32)}`;
const GATEWAY = "https://gateway.example";
const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url));
const HOME = resolvePath("../../target/hooks-site");
/** The component that the guide shows, and the plugin of Vite. */
const FRAMEWORKS = {
  React: { component: "react/balance.jsx", plugins: () => [] },
  Vue: { component: "vue/Balance.vue", plugins: async (load) => [(await load("@vitejs/plugin-vue")).default()] },
  Svelte: {
    component: "svelte/Balance.svelte",
    plugins: async (load) => [(await load("@sveltejs/vite-plugin-svelte")).svelte({ configFile: false })],
  },
  Solid: {
    component: "solid/balance.jsx",
    plugins: async (load) => [(await load("vite-plugin-solid")).default({ ssr: true })],
  },
};
const makeHash = (lt) => Buffer.from(String(lt).padStart(32, "_")).toString("base64");

/** What the gateway shows: an account whose last transaction has this logical time, which is also its balance. */
function respond(url, lt) {
  const state = {
    address: ACCOUNT,
    account_state_hash: makeHash(1),
    balance: String(lt),
    status: "active",
    last_transaction_lt: String(lt),
    last_transaction_hash: makeHash(lt),
    interfaces: [],
  };
  const row = {
    account: ACCOUNT,
    lt: String(lt),
    hash: makeHash(lt),
    prev_trans_lt: String(lt - 7),
    prev_trans_hash: makeHash(lt - 7),
    end_status: "active",
  };
  if (url.pathname.endsWith("/accountStates")) return { accounts: [state] };
  if (url.pathname.endsWith("/walletStates")) return { wallets: [state] };
  if (url.pathname.endsWith("/dns/records")) return { records: [] };
  if (url.pathname.endsWith("/transactions")) return { transactions: [row] };
  return undefined;
}

let browser;
let load;
before(
  async () => {
    const require = await ensureProject("hooks", "hooks");
    load = (name) => import(pathToFileURL(require.resolve(name)).href);
    await rm(HOME, { recursive: true, force: true });
    await cp(resolvePath("site"), HOME, { recursive: true });
    await mkdir(join(HOME, "node_modules"));
    const modules = resolvePath("../../target/hooks/node_modules");
    for (const name of await readdir(modules)) await symlink(join(modules, name), join(HOME, "node_modules", name));
    await symlink(resolvePath("../../pkg"), join(HOME, "node_modules/ton-edge"));
    browser = await launch();
  },
  { timeout: 600_000 },
);
after(() => browser?.close());

/** Builds a folder of this project for the page and for the server. */
async function buildSite(folder, plugins) {
  const { build } = await load("vite");
  const readEntry = async (name) => {
    const files = [`${name}.jsx`, `${name}.js`].map((file) => join(HOME, folder, file));
    for (const file of files) if (await readFile(file).then(Boolean, () => false)) return file;
    throw new Error(`${folder} has no ${name}`);
  };
  const options = {
    root: join(HOME, folder),
    configFile: /** @type {const} */ (false),
    logLevel: /** @type {const} */ ("error"),
    plugins,
  };
  const outputFolder = join(HOME, "out", folder);
  const output = { entryFileNames: "[name].js" };
  await build({
    ...options,
    base: "./",
    build: { outDir: `${outputFolder}/page`, rollupOptions: { input: await readEntry("page"), output } },
  });
  await build({
    ...options,
    ssr: { noExternal: true, external: ["ton-edge", "ton-edge/query"] },
    build: { outDir: `${outputFolder}/server`, ssr: await readEntry("server"), rollupOptions: { output } },
  });
  await writeFile(`${outputFolder}/server/package.json`, '{ "type": "module" }\n');
  return outputFolder;
}

/** Renders on the server, where the gateway shows a balance, and returns the document. */
async function renderOnServer(outputFolder, lt) {
  const { fetch: realFetch } = globalThis;
  const requests = [];
  globalThis.fetch = async (request) => {
    const url = new URL(request.url ?? request);
    requests.push(url.pathname);
    return Response.json(respond(url, lt));
  };
  try {
    const { render } = await import(pathToFileURL(`${outputFolder}/server/server.js`).href);
    const { html, state, head = "" } = await render(ACCOUNT);
    const count = requests.length;
    // Nothing is watched on a server: no request follows.
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(requests.length, count);
    const data = `globalThis.address = ${JSON.stringify(ACCOUNT)}; globalThis.state = ${JSON.stringify(state)};`;
    const page = `<!doctype html><meta charset="utf-8"><title>hooks</title>${head}<div id="app">${html}</div><script>${data}</script><script type="module" src="page.js"></script>`;
    return { html, page };
  } finally {
    globalThis.fetch = realFetch;
  }
}

describe("the examples with TanStack Query", () => {
  for (const [name, { component, plugins }] of Object.entries(FRAMEWORKS)) {
    test(`for ${name} are rendered on a server, and show a new balance in the browser`, {
      timeout: 300_000,
    }, async () => {
      const [folder] = component.split("/");
      const outputFolder = await buildSite(folder, await plugins(load));
      const { html, page: text } = await renderOnServer(outputFolder, 1007);
      assert.match(html.replace(/<!--.*?-->/g, ""), /1007 nanotons/);
      const site = await serveFolder(`${outputFolder}/page`, text);
      const page = await browser.newPage();
      try {
        const errors = [];
        page.on("pageerror", (error) => errors.push(String(error)));
        page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
        let lt = 1007;
        const names = [];
        await page.route(`${GATEWAY}/**`, (route) => {
          const url = new URL(route.request().url());
          names.push(url.pathname.split("/").pop());
          return route.fulfill({ json: respond(url, lt), headers: { "access-control-allow-origin": "*" } });
        });
        await page.goto(site.url);
        const balanceShows = (balance) =>
          page.waitForFunction((text) => document.body.innerText.trim() === text, `${balance} nanotons`, {
            timeout: 30_000,
          });
        await balanceShows(1007);
        // The data of the server is fresh: the page only watches.
        while (!names.includes("accountStates")) await new Promise((resolve) => setTimeout(resolve, 20));
        lt = 1014;
        await balanceShows(1014);
        assert.deepEqual(errors, []);
      } catch (error) {
        throw new Error(`${error.message}\n${await page.content()}`, { cause: error });
      } finally {
        await page.close();
        await site.close();
      }
    });
  }

  test("the examples are those of docs/hooks.md", async () => {
    const guide = await readFile(resolvePath("../../docs/hooks.md"), "utf8");
    for (const file of ["queries.js", ...Object.values(FRAMEWORKS).map(({ component }) => component)]) {
      const source = await readFile(resolvePath(`site/${file}`), "utf8");
      assert.ok(guide.includes(`\n${source}\`\`\`\n`), `docs/hooks.md does not show tests/hooks/site/${file}`);
    }
  });
});
