// Joins the modules of the web app, so that a visit loads few files: an entry is one file, and what all of them share is another one.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve as absolute } from "node:path";
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
/**
 * Parts of the explorer that few visitors use, with the modules that each of them imports later. They are joined on their own: files that they
 * shared with the views would be more and larger files for every first visit.
 */
const LAZY = {
  "explorer/samples.js": [],
  "explorer/response-table.js": [],
  "explorer/response-diff.js": [],
  "explorer/history-list.js": [],
  "explorer/local-get-method.js": [],
  "explorer/message-preview.js": ["pkg/lib/preview/index.js", "www/shared/body-reader.js"],
};
/** What they take from the views' files: the page has it by then. */
const SHARED_WITH_LAZY = ["ton-edge/address.js", "ton-edge/client.js"];
/** Replaced by a list of the style sheets: see the module. */
const VIEW_STYLESHEET = "app/view-stylesheet.js";
/** Source of a module, with what it imports, that costs less in a file that every visit loads than in one of its own. */
const SMALL_BYTES = 4096;
/** The name by which the modules import what they share. */
const COMMON = "common to the views";

/**
 * @typedef {{ entryPoint?: string, bytes: number, imports: { path: string, kind: string, external?: boolean }[] }} Output
 * @typedef {Record<string, Output>} Outputs what was written, by its path
 */

/** The file of a module, by its path on the site. */
export function moduleAt(path) {
  const [folder, ...rest] = path.split("/");
  if (folder === "vendor") return LIBRARIES[rest.join("/")];
  return join(folder === "ton-edge" ? join(root, "pkg") : join(www, folder), ...rest);
}

/**
 * Joins the modules that the views are made of.
 *
 * @param {string} folder @param {{ name: string, css?: boolean }[]} views
 * @returns {Promise<Outputs>}
 */
export async function joinViews(folder, views) {
  const pages = ["app/app.js", ...views.map(({ name }) => `${name}/view.js`)];
  const entries = [
    ...pages,
    ...PACKAGE.map((name) => `ton-edge/${name}`),
    ...Object.keys(LIBRARIES).map((name) => `vendor/${name}`),
  ];
  const plugins = [apart(Object.keys(LAZY)), besideWww, stylesheetsOf(views)];
  const { inputs } = await joinModules(folder, entries, plugins, false);
  const importing = new Set([...entries.map(moduleAt), ...laterThan(inputs, folder)]);
  const common = commonOf(inputs, folder, new Set(pages.map(moduleAt)), importing);
  const { outputs } = await joinModules(folder, entries, [...plugins, sharing(common, importing)], true);
  return outputs;
}

/** Joins the parts that few visitors use, and lists the files of each, with their sizes. */
export async function joinLazyParts(folder) {
  const { outputs } = await joinModules(folder, Object.keys(LAZY), [apart(SHARED_WITH_LAZY), besideWww], true);
  return listLazyFiles(outputs, folder);
}

/**
 * Comments and white space are removed, and names are short: that is a tenth of what a first visit loads.
 *
 * @param {string} folder @param {string[]} entries @param {object[]} plugins @param {boolean} write
 */
async function joinModules(folder, entries, plugins, write) {
  const { metafile } = await build({
    entryPoints: entries.map((path) => ({ in: moduleAt(path), out: path.slice(0, -".js".length) })),
    outdir: folder,
    // A folder below the root as all others, so that URLs relative to a module stay true.
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

/** The paths, with all that they import at once. @param {Iterable<string>} paths @param {Outputs} outputs */
export function withImports(paths, outputs) {
  const wanted = new Set(paths);
  // A set that grows while it is gone through.
  for (const path of wanted)
    for (const one of outputs[path].imports) if (one.kind === "import-statement" && !one.external) wanted.add(one.path);
  return wanted;
}

const filesOf = (inputs, folder) =>
  new Map(Object.keys(inputs).map((path) => [path, path.includes(":") ? path : absolute(folder, path)]));

/**
 * The modules that two or more of the pages import at once, and small ones that two or more of the others do: a file of its own would cost
 * more than what it holds. In an order that does not change.
 */
function commonOf(inputs, folder, pages, others) {
  const files = filesOf(inputs, folder);
  const usersOf = (some) => {
    const users = new Map();
    for (const [path, file] of files)
      if (some.has(file)) for (const one of withImports([path], inputs)) users.set(one, (users.get(one) ?? 0) + 1);
    return [...users].filter(([path, count]) => count > 1 && !path.includes(":")).map(([path]) => path);
  };
  const common = new Set(usersOf(pages));
  const added = (path) => [...withImports([path], inputs)].filter((one) => !common.has(one));
  const bytes = (paths) => paths.reduce((sum, path) => sum + inputs[path].bytes, 0);
  const small = usersOf(others).filter((path) => bytes(added(path)) <= SMALL_BYTES);
  for (const path of small.flatMap(added)) common.add(path);
  return [...common].map((path) => files.get(path)).sort();
}

/** The modules that others import on demand. */
function laterThan(inputs, folder) {
  const files = filesOf(inputs, folder);
  const found = Object.values(inputs).flatMap((/** @type {Output} */ { imports }) =>
    imports.filter(({ kind, external }) => kind === "dynamic-import" && !external).map(({ path }) => files.get(path)),
  );
  return found;
}

/**
 * Lets the modules import all that is common. esbuild puts modules into the same file that the same entries reach: so it is one file, and
 * not one for each set of views.
 */
const sharing = (common, importing) => ({
  name: "sharing",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${COMMON}$`) }, () => ({ path: COMMON, namespace: "common" }));
    // The package says that its modules have no effects: esbuild would leave out an import of nothing. The first import of a module counts.
    onResolve({ filter: /^[./]/ }, ({ path, resolveDir }) => {
      const file = absolute(resolveDir, path);
      return common.includes(file) ? { path: file, sideEffects: true } : undefined;
    });
    onLoad({ filter: /.*/, namespace: "common" }, () => ({
      contents: common.map((path) => `import ${JSON.stringify(path)};`).join("\n"),
      resolveDir: root,
    }));
    onLoad({ filter: /\.js$/ }, async ({ path }) =>
      importing.has(path)
        ? { contents: `import "${COMMON}";${await readFile(path, "utf8")}`, loader: "js" }
        : undefined,
    );
  },
});

/** Names the style sheets of the views one by one, so that they can be renamed. */
const stylesheetsOf = (views) => ({
  name: "style sheets of views",
  setup: ({ onLoad }) =>
    onLoad({ filter: /view-stylesheet\.js$/ }, ({ path }) => {
      if (path !== moduleAt(VIEW_STYLESHEET)) return undefined;
      const rows = views
        .filter(({ css }) => css)
        .map(({ name }) => `${name}: new URL("../${name}/${name}.css", import.meta.url),`);
      return { contents: `const URLS = { ${rows.join(" ")} };\nexport const stylesheetOf = (name) => URLS[name];` };
    }),
});

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

/** The files of the lazy parts with their sizes, the part itself first. */
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
