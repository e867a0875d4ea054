// Joins the modules of the web app, so that a visit loads few files: each entry is one file, and the modules that entries share are another.

import { readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve as absolute } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const www = join(root, "www");
const { resolve } = createRequire(join(root, "tests/package.json"));
const { build } = createRequire(join(root, "tests/package.json"))("esbuild");

/** The entries of the package that the web app uses. */
const PACKAGE_ENTRIES = ["address.js", "client.js"];
/** The libraries in the folder `vendor`; `tests/package.json` pins them. */
const LIBRARIES = {
  "qr.js": resolve("qr"),
  "uplot.js": join(dirname(resolve("uplot/package.json")), "dist/uPlot.esm.js"),
};
/**
 * Parts of the explorer that few visitors use, with the modules that each of them imports later. They are joined separately: files that
 * they shared with the views would be more and larger files for every first visit.
 */
const LAZY_PARTS = {
  "explorer/samples.js": [],
  "explorer/response-table.js": [],
  "explorer/response-diff.js": [],
  "explorer/history-list.js": [],
  "explorer/local-get-method.js": [],
  "contract/panel.js": [],
  "explorer/message-preview.js": ["pkg/lib/preview/index.js", "www/shared/body-reader.js"],
};
/** The module with the language of the visitor and the loaded messages, of which there must be one. */
const MESSAGES_MODULE = "shared/messages.js";
/** Modules that the lazy parts import from the views' files, which the page has already loaded then. */
const SHARED_WITH_LAZY = ["ton-edge/address.js", "ton-edge/client.js", "vendor/qr.js", MESSAGES_MODULE];
/** A module that is replaced by a list of the style sheets; its own comment explains it. */
const VIEW_STYLESHEET = "app/view-stylesheet.js";
/** Largest source of a module, with its imports, that costs less in a file of every visit than in a separate file. */
const SMALL_BYTES = 8192;
/** A module that is replaced by an import of the modules that views share but no first visit needs; its own comment explains it. */
const SHARED_LATER = "app/shared-later.js";
/**
 * The names of the shared files: modules that a first visit needs before the client, the client with the modules of views that need it, and
 * modules that only the views of transactions need.
 */
const EARLY_MODULE = "common-from-the-first-visit";
const CLIENT_MODULE = "common-with-the-client";
const LATER_MODULE = "common-later";
const CLIENT_ENTRY = "ton-edge/client.js";
/** The views that list transactions. Most of what they share is large, and no other view needs it. */
const TRANSACTION_VIEWS = ["account", "trace", "chain", "block", "jetton", "collection", "nft"];

/**
 * @typedef {{ entryPoint?: string, bytes: number, inputs: Record<string, object>, imports: { path: string, kind: string, external?: boolean }[] }} Output
 * @typedef {Record<string, Output>} Outputs the written files, by their paths
 */

/** The module of a view: several views may share a folder. @param {{ name: string, folder?: string }} view */
const nameModule = ({ name, folder = name }) => `${folder}/view.js`;

/** The file of a module, by its path on the site. */
export function modulePath(path) {
  const [folder, ...pathParts] = path.split("/");
  if (folder === "vendor") return LIBRARIES[pathParts.join("/")];
  return join(folder === "ton-edge" ? join(root, "pkg") : join(www, folder), ...pathParts);
}

/**
 * Joins the modules of the views.
 *
 * @param {string} folder @param {{ name: string, folder?: string, css?: boolean }[]} views @param {string[]} firstModules modules that a first visit loads
 * @returns {Promise<Outputs>}
 */
export async function joinViews(folder, views, firstModules) {
  const viewModules = [...new Set(["app/app.js", ...views.map(nameModule)])];
  const entries = [
    ...viewModules,
    MESSAGES_MODULE,
    ...PACKAGE_ENTRIES.map((name) => `ton-edge/${name}`),
    ...Object.keys(LIBRARIES).map((name) => `vendor/${name}`),
  ];
  const plugins = [keepApart(Object.keys(LAZY_PARTS)), resolveBesideWww, listStylesheets(views)];
  const { inputs } = await joinModules(folder, entries, plugins, false);
  const importingFiles = new Set([...entries.map(modulePath), ...listDynamicImports(inputs, folder)]);
  const commonFiles = listCommonFiles(inputs, folder, new Set(viewModules.map(modulePath)), importingFiles);
  const listReachedFiles = makeReach(inputs, folder);
  const firstFiles = new Set(firstModules.flatMap((path) => [...listReachedFiles(modulePath(path))]));
  // What the client and the other views reach is one file, since all of them load the client.
  const clientFiles = new Set(
    [CLIENT_ENTRY, ...views.filter(({ name }) => !TRANSACTION_VIEWS.includes(name)).map(nameModule)].flatMap((path) => [
      ...listReachedFiles(modulePath(path)),
    ]),
  );
  const filesWithClient = new Set([...listReachedFiles(modulePath(CLIENT_ENTRY)), ...commonFiles]);
  filesWithClient.delete(modulePath(CLIENT_ENTRY));
  /** @type {Record<string, string[]>} */
  const sharedModules = {
    [EARLY_MODULE]: commonFiles.filter((file) => firstFiles.has(file)),
    [CLIENT_MODULE]: [...filesWithClient].filter((file) => clientFiles.has(file) && !firstFiles.has(file)).sort(),
    [LATER_MODULE]: commonFiles.filter((file) => !firstFiles.has(file) && !clientFiles.has(file)),
  };
  // Every entry imports the modules of the first visit: esbuild puts a helper of its own into their file, or else into one more file.
  const listSharedModules = (file) =>
    Object.keys(sharedModules).filter(
      (name) => name === EARLY_MODULE || sharedModules[name].some((module) => listReachedFiles(file).has(module)),
    );
  const importsLater = (file) => listSharedModules(file).includes(LATER_MODULE);
  const viewsWithLaterFiles = views
    .filter((view) => importsLater(modulePath(nameModule(view))))
    .map(({ name }) => name);
  const sharingPlugins = [
    shareModules(sharedModules, importingFiles, listSharedModules),
    replaceSharedLater(viewsWithLaterFiles),
  ];
  const { outputs } = await joinModules(folder, entries, [...plugins, ...sharingPlugins], true);
  if (viewsWithLaterFiles.length > 0) await skipIntermediateModule(folder, outputs, sharedModules[LATER_MODULE]);
  return outputs;
}

/** Joins the parts that few visitors use, and lists each part's files with their sizes. */
export async function joinLazyParts(folder) {
  const { outputs } = await joinModules(
    folder,
    Object.keys(LAZY_PARTS),
    [keepApart(SHARED_WITH_LAZY), resolveBesideWww],
    true,
  );
  return listLazyFiles(outputs, folder);
}

/**
 * Joins modules. Removing comments and white space and shortening names saves a tenth of what a first visit loads.
 *
 * @param {string} folder @param {string[]} entries @param {object[]} plugins @param {boolean} write
 */
async function joinModules(folder, entries, plugins, write) {
  const { metafile } = await build({
    entryPoints: entries.map((path) => ({ in: modulePath(path), out: path.slice(0, -".js".length) })),
    outdir: folder,
    // A folder directly below the root, like all others, so that URLs relative to a module stay valid.
    chunkNames: "shared/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    tsconfigRaw: "{}",
    minify: true,
    legalComments: "inline",
    metafile: true,
    absWorkingDir: folder,
    logLevel: "warning",
    write,
    plugins,
  });
  return metafile;
}

/** Returns the minified text of a script, which contains the modules that it imports. @param {string} path on the site */
export async function minifyScript(path) {
  const { outputFiles } = await build({
    entryPoints: [modulePath(path)],
    bundle: true,
    format: "iife",
    target: "es2022",
    tsconfigRaw: "{}",
    minify: true,
    write: false,
    logLevel: "warning",
  });
  return outputFiles[0].text.trim();
}

/** The paths, and those of all their static imports. @param {Iterable<string>} paths @param {Outputs} outputs */
export function withImports(paths, outputs) {
  const allPaths = new Set(paths);
  // The set grows while the loop runs.
  for (const path of allPaths)
    for (const imported of outputs[path].imports)
      if (imported.kind === "import-statement" && !imported.external) allPaths.add(imported.path);
  return allPaths;
}

const resolveFiles = (inputs, folder) =>
  new Map(Object.keys(inputs).map((path) => [path, path.includes(":") ? path : absolute(folder, path)]));

/**
 * The modules that two or more views import statically, and small ones that two or more of all entries import: a separate file would cost more
 * than its content. The order is always the same.
 */
function listCommonFiles(inputs, folder, viewModules, all) {
  const files = resolveFiles(inputs, folder);
  const listUsedModules = (users) => {
    const useCounts = new Map();
    for (const [path, file] of files)
      if (users.has(file))
        for (const module of withImports([path], inputs)) useCounts.set(module, (useCounts.get(module) ?? 0) + 1);
    return [...useCounts].filter(([path, count]) => count > 1 && !path.includes(":")).map(([path]) => path);
  };
  const commonFiles = new Set(listUsedModules(viewModules));
  const listAddedModules = (path) => [...withImports([path], inputs)].filter((module) => !commonFiles.has(module));
  const countBytes = (paths) => paths.reduce((sum, path) => sum + inputs[path].bytes, 0);
  const smallModules = listUsedModules(all).filter((path) => countBytes(listAddedModules(path)) <= SMALL_BYTES);
  for (const path of smallModules.flatMap(listAddedModules)) commonFiles.add(path);
  return [...commonFiles].map((path) => files.get(path)).sort();
}

/** Returns a function that lists a module and the files that it imports statically. */
function makeReach(inputs, folder) {
  const files = resolveFiles(inputs, folder);
  const paths = new Map([...files].map(([path, file]) => [file, path]));
  return (file) => new Set([...withImports([paths.get(file)], inputs)].map((path) => files.get(path)));
}

/** The modules that other modules import dynamically. */
function listDynamicImports(inputs, folder) {
  const files = resolveFiles(inputs, folder);
  const dynamicImports = Object.values(inputs).flatMap((/** @type {Output} */ { imports }) =>
    imports.filter(({ kind, external }) => kind === "dynamic-import" && !external).map(({ path }) => files.get(path)),
  );
  return dynamicImports;
}

/**
 * Lets the modules import all modules of each shared file that they need. esbuild puts modules that the same entries reach into one file, so
 * the result is three files instead of one for each set of views.
 *
 * @param {Record<string, string[]>} shared the files of each @param {Set<string>} importingFiles @param {(file: string) => string[]} listSharedModules
 */
const shareModules = (shared, importingFiles, listSharedModules) => ({
  name: "shared",
  setup({ onResolve, onLoad }) {
    const commonFiles = new Set(Object.values(shared).flat());
    onResolve({ filter: new RegExp(`^(${Object.keys(shared).join("|")})$`) }, ({ path }) => ({
      path,
      namespace: "common",
    }));
    // The package declares that its modules have no side effects, so esbuild would omit an import without names. What this callback says
    // about side effects counts if it resolves the first import of a module that esbuild meets.
    onResolve({ filter: /^[./]/ }, ({ path, resolveDir }) => {
      const file = absolute(resolveDir, path);
      return commonFiles.has(file) ? { path: file, sideEffects: true } : undefined;
    });
    const writeImports = (paths) => paths.map((path) => `import ${JSON.stringify(path)};`).join("");
    onLoad({ filter: /.*/, namespace: "common" }, ({ path }) => ({
      // The app also imports the later modules by themselves, and what they need of the client's file must not become another file.
      contents: writeImports([...(path === LATER_MODULE ? [EARLY_MODULE, CLIENT_MODULE] : []), ...shared[path]]),
      resolveDir: root,
    }));
    onLoad({ filter: /\.js$/ }, async ({ path }) =>
      importingFiles.has(path)
        ? { contents: writeImports(listSharedModules(path)) + (await readFile(path, "utf8")), loader: "js" }
        : undefined,
    );
  },
});

/** Lets the app import the modules that some views share directly, instead of by a module that does nothing else and costs another round trip. */
async function skipIntermediateModule(folder, outputs, laterFiles) {
  const [stepPath, { imports }] = Object.entries(outputs).find(([, { entryPoint }]) =>
    entryPoint?.endsWith(LATER_MODULE),
  );
  const isLater = (input) => laterFiles.includes(absolute(folder, input));
  const [laterPath, ...otherImports] = imports
    .map(({ path }) => path)
    .filter((path) => Object.keys(outputs[path].inputs).some(isLater));
  if (otherImports.length > 0)
    throw new Error(`the modules that views share later are in more than one file: ${otherImports[0]}`);
  const appFile = join(folder, "app/app.js");
  await writeFile(appFile, (await readFile(appFile, "utf8")).replace(basename(stepPath), basename(laterPath)));
  await rm(join(folder, stepPath));
}

/** Lets the app load the modules that some views share at the same time as each of these views. */
const replaceSharedLater = (viewsWithLaterFiles) => ({
  name: "shared later",
  setup: ({ onLoad }) =>
    onLoad({ filter: /shared-later\.js$/ }, ({ path }) =>
      path === modulePath(SHARED_LATER)
        ? {
            contents: `const USERS = ${JSON.stringify(viewsWithLaterFiles)};
export const loadShared = (name) => USERS.includes(name) ? import("${LATER_MODULE}") : undefined;`,
            resolveDir: root,
          }
        : undefined,
    ),
});

/** Lists the style sheets of the views individually, so that they can be renamed. */
const listStylesheets = (views) => ({
  name: "style sheets of views",
  setup: ({ onLoad }) =>
    onLoad({ filter: /view-stylesheet\.js$/ }, ({ path }) => {
      if (path !== modulePath(VIEW_STYLESHEET)) return undefined;
      const folders = new Set(views.filter(({ css }) => css).map(({ name, folder = name }) => folder));
      const rows = [...folders].map((folder) => `${folder}: new URL("../${folder}/${folder}.css", import.meta.url),`);
      return {
        contents: `const URLS = { ${rows.join(" ")} };\nexport const getStylesheetUrl = (folder) => URLS[folder];`,
      };
    }),
});

/** Leaves imports of separately joined files unchanged: every file is in a folder directly below the root. */
const keepApart = (paths) => ({
  name: "apart",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/[\w-]+\// }, ({ path }) =>
      paths.includes(path.slice("../".length)) ? { path, external: true } : undefined,
    );
    // Modules in its own folder import it by its name.
    onResolve({ filter: /^\.\/messages\.js$/ }, ({ resolveDir }) =>
      paths.includes(MESSAGES_MODULE) && resolveDir === dirname(modulePath(MESSAGES_MODULE))
        ? { path: `../${MESSAGES_MODULE}`, external: true }
        : undefined,
    );
  },
});

/** Resolves imports of modules in www from folders that only the site has. */
const resolveBesideWww = {
  name: "beside www",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/(ton-edge|vendor)\// }, ({ path }) => ({ path: modulePath(path.slice("../".length)) })),
};

/** The files of a lazy part with their sizes, the part itself first. */
function listLazyFiles(outputs, folder) {
  const findOutput = (source) => {
    const lazyOutput = Object.entries(outputs).find(
      ([, { entryPoint }]) => entryPoint && absolute(folder, entryPoint) === join(root, source),
    );
    if (!lazyOutput) throw new Error(`${source} did not become a separate file`);
    return lazyOutput[0];
  };
  return Object.fromEntries(
    Object.entries(LAZY_PARTS).map(([part, laterModules]) => [
      part,
      [...withImports([part, ...laterModules.map(findOutput)], outputs)].map((path) => [path, outputs[path].bytes]),
    ]),
  );
}
