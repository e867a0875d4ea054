// Builds the web app as a static host serves it: markup, styles, and the modules of www, of the package and of the libraries, joined so that
// a visit loads few files. `node xtask/js/site.mjs FOLDER`, or imported. Requires a built package.

import { createHash } from "node:crypto";
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

import { writeHeadersFile } from "./headers-file.mjs";
import { hashNames, listFiles } from "./hashed-names.mjs";
import { precompress } from "./precompress.mjs";
import { joinLazyParts, joinViews, minifyScript, withImports } from "./site-modules.mjs";
import { joinStyles } from "./site-styles.mjs";

export { modulePath } from "./site-modules.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const www = join(root, "www");
const { resolve } = createRequire(join(root, "tests/package.json"));

/** The rows of www/app/views.js. Older versions of Node treat a `.js` file outside a package as CommonJS. */
const { VIEWS } = await import(
  `data:text/javascript,${encodeURIComponent(await readFile(join(root, "www/app/views.js"), "utf8"))}`
);
const APP_MODULE = "app/app.js";
const CLIENT_MODULE = "ton-edge/client.js";
/** Modules that a first visit loads at once, with their imports. The address inspector needs no API, so it is among them. */
const FIRST_MODULES = [APP_MODULE, `${VIEWS[0].name}/view.js`, "address/view.js"];
/** The style sheet and the script that the build writes into index.html. */
const FRAME_STYLE = "app/style.css";
const FIRST_SCRIPT = "app/first-paint.js";
const CATALOGUE = "www/messages/ru.js";
/** The list of the files of the explorer's lazy parts: see www/shared/lazy-files.js. */
const LAZY_LIST_FILE = "explorer/lazy-files.json";
/** The file with a view's markup, which is inserted into index.html. */
const VIEW_MARKUP = "view.html";
/** The configuration of the type checks, which the site does not have. */
const TYPE_CHECK_CONFIG = "jsconfig.json";
/** Files of www that the site serves unchanged. */
const isServed = (path) => !/\.(js|css)$/.test(path) && ![VIEW_MARKUP, TYPE_CHECK_CONFIG].includes(basename(path));
/** The source of each style sheet, by its path on the site; it includes the style sheets that it imports. */
const STYLE_SOURCES = {
  "vendor/uplot.css": resolve("uplot/dist/uPlot.min.css"),
  ...Object.fromEntries(
    [
      FRAME_STYLE,
      "contract/contract.css",
      "explorer/local.css",
      "explorer/tools.css",
      ...VIEWS.filter(({ css }) => css).map(({ name, folder = name }) => `${folder}/${folder}.css`),
    ].map((path) => [path, join(www, path)]),
  ),
};
/** Paths that must not change, because others use them: those in the root, and those of the OpenAPI documents. */
const isFixed = (path) => !path.includes("/") || path.startsWith("openapi/");

/**
 * Builds the web app in `folder`, which it empties first.
 *
 * @param {string} folder @param {{ precompressed?: boolean }} [options] `precompressed`: with `.br` and `.gz` files, which take some seconds
 */
export async function buildSite(folder, { precompressed = false } = {}) {
  await rm(folder, { recursive: true, force: true });
  await cp(www, folder, { recursive: true, filter: isServed });
  await mkdir(join(folder, "vendor"), { recursive: true });
  const indexFile = join(folder, "index.html");
  const [outputs, lazyFiles] = await Promise.all([
    joinViews(folder, VIEWS, FIRST_MODULES),
    joinLazyParts(folder),
    joinStyles(folder, STYLE_SOURCES),
    writeViews(indexFile),
    // `ton-edge/worker` looks for the OpenAPI documents here, among its assets.
    cp(join(root, "pkg/dist/assets/openapi"), join(folder, "openapi"), { recursive: true }),
  ]);
  await writePreloads(indexFile, outputs);
  const hashes = await inlineFirstFiles(folder, indexFile);
  await writeFile(join(folder, LAZY_LIST_FILE), JSON.stringify(lazyFiles));
  await hashNames(folder, isFixed);
  const files = await listFiles(folder);
  await writeFile(
    join(folder, "_headers"),
    writeHeadersFile(
      files.filter((path) => !isFixed(path)),
      hashes,
    ),
  );
  if (precompressed) await precompress(folder, files);
  return folder;
}

/** Fills in the placeholders of index.html for the views. */
async function writeViews(indexFile) {
  const [{ title }] = VIEWS;
  const markup = await Promise.all(
    VIEWS.map(async (view) =>
      wrapSection(view, await readFile(join(root, "www", view.folder ?? view.name, VIEW_MARKUP), "utf8")),
    ),
  );
  const parts = {
    "<title>ton-edge</title>": `<title>${title} · ton-edge</title>`,
    "<!-- navigation -->": VIEWS.filter(({ nav }) => nav !== false)
      .map(({ name, label }) => `<a id="nav-${name}" href="#/${name}/">${label}</a>`)
      .join("\n      "),
    "<!-- views -->": markup.join("\n\n    "),
  };
  let html = await readFile(indexFile, "utf8");
  for (const [placeholder, replacement] of Object.entries(parts)) {
    if (!html.includes(placeholder)) throw new Error(`www/index.html does not have the placeholder ${placeholder}`);
    html = html.replace(placeholder, () => replacement);
  }
  await writeFile(indexFile, html);
}

/**
 * The section of a view. Its markup is in a template, of which the browser makes elements when the app first shows the view: the first paint
 * does not wait for the elements of all views.
 */
const wrapSection = ({ name, title }, markup) => `<section id="view-${name}" aria-labelledby="${name}-heading" hidden>
      <h2 id="${name}-heading" tabindex="-1">${title}</h2>
      <template>
${markup.replace(/^(?=.)/gm, "        ")}      </template>
    </section>`;

/**
 * Lists the files of the views in index.html. Without the list, the browser would learn of a module from its importer, and each step would
 * cost a round trip. A file that some views need has the names of these views; `app/first-paint.js` requests those of the view that is shown.
 */
async function writePreloads(indexFile, outputs) {
  const appPaths = withImports([APP_MODULE], outputs);
  /** @type {Map<string, string[]>} */
  const usersByPath = new Map();
  const addUser = (paths, user) => {
    for (const path of paths) if (!appPaths.has(path)) usersByPath.set(path, [...(usersByPath.get(path) ?? []), user]);
  };
  for (const { name, folder = name, css, local } of VIEWS) {
    addUser(withImports([`${folder}/view.js`, ...(local ? [] : [CLIENT_MODULE])], outputs), name);
    if (css) addUser([`${folder}/${folder}.css`], name);
  }
  const findCatalogue = ([, { entryPoint }]) => entryPoint?.endsWith(CATALOGUE);
  addUser([Object.entries(outputs).find(findCatalogue)[0]], "language-ru");
  const links = [
    ...[...appPaths].map((path) => `  <link rel="modulepreload" href="./${path}">\n`),
    ...[...usersByPath].map(
      ([path, users]) =>
        `  <link data-for="${users.join(" ")}"${path.endsWith(".css") ? ' as="style"' : ""} href="./${path}">\n`,
    ),
  ].join("");
  const html = await readFile(indexFile, "utf8");
  await writeFile(indexFile, html.replace(/^(?= *<script src=)/m, links));
}

/**
 * Writes the style sheet and the script of the first paint into index.html, so that it needs no other file. Returns the hashes that the
 * content security policy must have.
 */
async function inlineFirstFiles(folder, indexFile) {
  const style = (await readFile(join(folder, FRAME_STYLE), "utf8")).trim();
  const script = await minifyScript(FIRST_SCRIPT);
  const html = (await readFile(indexFile, "utf8"))
    .replace(`<link rel="stylesheet" href="./${FRAME_STYLE}">`, () => `<style>${style}</style>`)
    .replace(`<script src="./${FIRST_SCRIPT}">`, () => `<script>${script}`);
  await Promise.all([writeFile(indexFile, html), rm(join(folder, FRAME_STYLE))]);
  return { style: hashSource(style), script: hashSource(script) };
}

/** The source expression of a content security policy for an inline style sheet or script. @param {string} text */
const hashSource = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = argv;
  // The folder gets its final name when it is complete.
  await buildSite(`${folder}.new`, { precompressed: true });
  await rm(folder, { recursive: true, force: true });
  await rename(`${folder}.new`, folder);
}
