// Puts the page together as a static host serves it: markup, styles, and the modules of www, of the package and of the libraries,
// joined so that a visit loads few files. `node xtask/js/site.mjs FOLDER`, or imported. What it needs is built before.

import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve as absolute } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const www = join(root, "www");
const { resolve } = createRequire(join(root, "tests/package.json"));
const { build } = createRequire(join(root, "tests/package.json"))("esbuild");

/** Of the package, what runs in a page. */
const PACKAGE = ["address.js", "client.js", "endpoints.js"];
/** The libraries in the folder `vendor`; `tests/package.json` pins them. */
const LIBRARIES = {
  "qr.js": resolve("qr"),
  "uplot.js": join(dirname(resolve("uplot/package.json")), "dist/uPlot.esm.js"),
};
/** The rows of www/app/views.js. Older versions of Node take a `.js` outside of a package for CommonJS. */
const { VIEWS } = await import(
  `data:text/javascript,${encodeURIComponent(await readFile(join(root, "www/app/views.js"), "utf8"))}`
);
/** Modules that every first visit needs at once, with all that they import. */
const FIRST = ["app/app.js", `${VIEWS[0].name}/view.js`];
/** The modules with a URL of their own. */
const ENTRIES = [
  "app/app.js",
  ...VIEWS.map(({ name }) => `${name}/view.js`),
  ...PACKAGE.map((name) => `ton-edge/${name}`),
  ...Object.keys(LIBRARIES).map((name) => `vendor/${name}`),
];
/**
 * Parts of the explorer that few visitors use, with the modules that each of them imports later. They are joined on their own: files that they
 * shared with the views would be more and larger files for every first visit. LAZY_LIST names the files for the page: see
 * www/shared/lazy-files.js.
 */
const LAZY = {
  "explorer/local-get-method.js": [],
  "explorer/message-preview.js": ["pkg/lib/preview/index.js", "www/shared/body-reader.js"],
};
const LAZY_LIST = "explorer/lazy-files.json";
/** What they take from the views' files: the page has it by then. */
const SHARED_WITH_LAZY = ["ton-edge/address.js", "ton-edge/client.js"];
/** A view's markup is put into index.html. */
const VIEW_MARKUP = "view.html";
/** The configuration of the type checks. */
const TYPE_CHECKS = "jsconfig.json";
/** Files of www that a browser loads as they are. */
const isServed = (path) => !path.endsWith(".js") && ![VIEW_MARKUP, TYPE_CHECKS].includes(basename(path));
const STYLES = { "uplot.css": "uplot/dist/uPlot.min.css" };

/** Builds the web app in `folder`, which it empties first. */
export async function site(folder) {
  await rm(folder, { recursive: true, force: true });
  await cp(www, folder, { recursive: true, filter: isServed });
  await mkdir(join(folder, "vendor"));
  for (const [name, file] of Object.entries(STYLES)) await cp(resolve(file), join(folder, "vendor", name));
  const index = join(folder, "index.html");
  await writeViews(index);
  await preloads(index, await joinModules(folder, ENTRIES, Object.keys(LAZY)));
  const lazy = await joinModules(folder, Object.keys(LAZY), SHARED_WITH_LAZY);
  await writeFile(join(folder, LAZY_LIST), JSON.stringify(listLazyFiles(lazy, folder)));
  // Where `ton-edge/worker` looks for them among its assets.
  await cp(join(root, "pkg/dist/assets/openapi"), join(folder, "openapi"), { recursive: true });
  return folder;
}

/**
 * Joins the modules: each entry is one file, and what several of them import is a file that they share. Comments and white space
 * are removed, names stay readable. Returns what was written, by its path.
 *
 * @param {string} folder @param {string[]} entries @param {string[]} others files that are joined apart
 * @returns {Promise<Record<string, { entryPoint?: string, bytes: number, imports: { path: string, kind: string, external?: boolean }[] }>>}
 */
async function joinModules(folder, entries, others) {
  const { metafile } = await build({
    entryPoints: entries.map((path) => ({ in: moduleAt(path), out: path.slice(0, -".js".length) })),
    outdir: folder,
    // A folder below the root as all others, so that URLs relative to a module stay true.
    chunkNames: "shared/[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    tsconfigRaw: "{}",
    minifyWhitespace: true,
    legalComments: "inline",
    metafile: true,
    absWorkingDir: folder,
    logLevel: "warning",
    plugins: [apart(others), besideWww],
  });
  return metafile.outputs;
}

/** The paths, with all that they import at once. */
function withImports(paths, outputs) {
  const wanted = new Set(paths);
  // A set that grows while it is gone through.
  for (const path of wanted)
    for (const one of outputs[path].imports) if (one.kind === "import-statement" && !one.external) wanted.add(one.path);
  return wanted;
}

/** The files of the lazy parts with their sizes. */
function listLazyFiles(outputs, folder) {
  const fileOf = (source) => {
    const found = Object.entries(outputs).find(
      ([, { entryPoint }]) => entryPoint && absolute(folder, entryPoint) === join(root, source),
    );
    if (!found) throw new Error(`${source} is in no file of its own`);
    return found[0];
  };
  return Object.fromEntries(
    Object.entries(LAZY).map(([part, later]) => [
      part,
      [...withImports([part, ...later.map(fileOf)], outputs)].map((path) => [path, outputs[path].bytes]),
    ]),
  );
}

/** The file of a module, by its path on the site. */
export function moduleAt(path) {
  const [folder, ...rest] = path.split("/");
  if (folder === "vendor") return LIBRARIES[rest.join("/")];
  return join(folder === "ton-edge" ? join(root, "pkg") : join(www, folder), ...rest);
}

/** Leaves imports of files that are joined apart as they are: every file is in a folder below the root. */
const apart = (paths) => ({
  name: "apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/[\w-]+\// }, ({ path }) =>
      paths.includes(path.slice("../".length)) ? { path, external: true } : undefined,
    ),
});

/** Finds what the modules of www import from folders that only the site has. */
const besideWww = {
  name: "beside www",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/(ton-edge|vendor)\// }, ({ path }) => ({ path: moduleAt(path.slice("../".length)) })),
};

/** Fills the places that index.html leaves for the views. */
async function writeViews(index) {
  const [{ name: first, title, css }] = VIEWS;
  const markup = await Promise.all(
    VIEWS.map(async (view) => section(view, await readFile(join(root, "www", view.name, VIEW_MARKUP), "utf8"))),
  );
  const parts = {
    "<title>ton-edge</title>": `<title>${title} · ton-edge</title>`,
    "<!-- first view -->": css ? `<link rel="stylesheet" href="./${first}/${first}.css">` : "",
    "<!-- navigation -->": VIEWS.filter(({ nav }) => nav !== false)
      .map(({ name, label }) => `<a id="nav-${name}" href="#/${name}/">${label}</a>`)
      .join("\n      "),
    "<!-- views -->": markup.join("\n\n    "),
  };
  let html = await readFile(index, "utf8");
  for (const [place, part] of Object.entries(parts)) {
    if (!html.includes(place)) throw new Error(`www/index.html has no place for ${place}`);
    html = html.replace(place, () => part);
  }
  await writeFile(index, html);
}

const section = ({ name, title }, markup) => `<section id="view-${name}" aria-labelledby="${name}-heading" hidden>
      <h2 id="${name}-heading" tabindex="-1">${title}</h2>
${markup.replace(/^(?=.)/gm, "      ")}    </section>`;

/**
 * Names in index.html what the first view is made of: else the browser learns of a module only from the one that imports it, and
 * a slow network is crossed once for each step.
 */
async function preloads(index, outputs) {
  const wanted = withImports(FIRST, outputs);
  const links = [...wanted].map((path) => `  <link rel="modulepreload" href="./${path}">\n`).join("");
  const html = await readFile(index, "utf8");
  await writeFile(index, html.replace(/^(?= *<script type="module")/m, links));
}

if (argv[1] === fileURLToPath(import.meta.url)) await site(argv[2]);
