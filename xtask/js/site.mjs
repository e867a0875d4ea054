// Puts the page together as a static host serves it: www, the package's modules beside it, and the libraries it brings along.
// `node xtask/js/site.mjs FOLDER`, or imported. What it needs is built before.

import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve as resolvePath } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { resolve } = createRequire(join(root, "tests/package.json"));
const { build, transform } = createRequire(join(root, "tests/package.json"))("esbuild");

/** Of the package, what runs in a page. */
const PACKAGE = ["address.js", "client.js", "endpoints.js", "lib", "dist"];
/** Of these what no page loads: other module systems, other runtimes, the gateway, and what only tools read. */
const NOT_FOR_PAGES =
  /\.(cjs|cts|map|json|d\.ts)$|workerd|gateway|redis|limiter|slim|^dist[\\/](cjs|assets)|^lib[\\/](adapters|command)/;
/** Modules without imports of their own; `tests/package.json` pins them. */
const LIBRARIES = {
  "qr.js": "qr",
  "uplot.js": join(dirname(resolve("uplot/package.json")), "dist/uPlot.esm.js"),
};
/** The rows of www/app/views.js. Older versions of Node take a `.js` outside of a package for CommonJS. */
const { VIEWS } = await import(
  `data:text/javascript,${encodeURIComponent(await readFile(join(root, "www/app/views.js"), "utf8"))}`
);
/** Modules that every first visit needs at once, with all that they import. */
const FIRST = ["app/app.js", `${VIEWS[0].name}/view.js`];
/** A view's markup is put into index.html. */
const VIEW_MARKUP = "view.html";
/** The configuration of the type checks: of no use to a browser. */
const TYPE_CHECKS = "jsconfig.json";
const STYLES = { "uplot.css": "uplot/dist/uPlot.min.css" };

/** Builds the web app in `folder`, which it empties first. */
export async function site(folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "vendor"), { recursive: true });
  await cp(join(root, "www"), folder, {
    recursive: true,
    filter: (path) => ![VIEW_MARKUP, TYPE_CHECKS].includes(basename(path)),
  });
  await writeViews(join(folder, "index.html"));
  for (const part of PACKAGE) {
    const filter = (path) => !NOT_FOR_PAGES.test(relative(join(root, "pkg"), path));
    await cp(join(root, "pkg", part), join(folder, "ton-edge", part), { recursive: true, filter });
  }
  await compact(folder);
  for (const [name, module] of Object.entries(LIBRARIES)) {
    const { code } = await transform(await readFile(resolve(module), "utf8"), {
      minify: true,
      format: "esm",
      target: "es2022",
      legalComments: "inline",
    });
    await writeFile(join(folder, "vendor", name), code);
  }
  for (const [name, file] of Object.entries(STYLES)) await cp(resolve(file), join(folder, "vendor", name));
  await preloads(folder);
  // Where `ton-edge/worker` looks for them among its assets.
  await cp(join(root, "pkg/dist/assets/openapi"), join(folder, "openapi"), { recursive: true });
  return folder;
}

/** Removes comments and white space from the modules, which visitors would load; names stay readable. */
async function compact(folder) {
  const names = await readdir(folder, { recursive: true });
  // A module as text is one line already.
  const modules = names.filter((name) => name.endsWith(".js") && !name.endsWith(".wasm.js"));
  for (const name of modules) {
    const file = join(folder, name);
    const { code } = await transform(await readFile(file, "utf8"), {
      minifyWhitespace: true,
      format: "esm",
      target: "esnext",
      legalComments: "none",
    });
    await writeFile(file, code);
  }
}

/** Fills the places that index.html leaves for the views. */
async function writeViews(index) {
  const [{ name: first, title, css }] = VIEWS;
  const markup = await Promise.all(
    VIEWS.map(async (view) => section(view, await readFile(join(root, "www", view.name, VIEW_MARKUP), "utf8"))),
  );
  const parts = {
    "<title>ton-edge</title>": `<title>${title} · ton-edge</title>`,
    "<!-- first view -->": css ? `<link rel="stylesheet" href="./${first}/${first}.css">` : "",
    "<!-- navigation -->": VIEWS.map(({ name, label }) => `<a id="nav-${name}" href="#/${name}/">${label}</a>`).join(
      "\n      ",
    ),
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
async function preloads(folder) {
  const {
    metafile: { inputs },
  } = await build({
    entryPoints: FIRST,
    absWorkingDir: resolvePath(folder),
    outdir: "unwritten",
    bundle: true,
    splitting: true,
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const wanted = new Set(FIRST);
  // A set that grows while it is gone through. A pattern, as of the views, is no module and has no inputs.
  for (const path of wanted) {
    for (const { kind, path: next } of inputs[path].imports)
      if (kind === "import-statement" && inputs[next]) wanted.add(next);
  }
  const links = [...wanted].map((path) => `  <link rel="modulepreload" href="./${path}">\n`).join("");
  const index = join(folder, "index.html");
  const html = (await readFile(index, "utf8")).replace(/^ *<link rel="modulepreload".*\n/gm, "");
  await writeFile(index, html.replace(/^(?= *<script type="module")/m, links));
}

if (argv[1] === fileURLToPath(import.meta.url)) await site(argv[2]);
