// The playground of the site: the examples of the documents that run in a browser, and the package for them.

import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ownFolder = fileURLToPath(new URL("./playground/", import.meta.url));
const packageFolder = fileURLToPath(new URL("../../pkg/", import.meta.url));
/** The page; its component is in .vitepress/theme/. */
const PAGE = "playground.md";
/** The folder of what the page loads, on the site. */
const FOLDER = "playground";
/** The service worker is in the root of the site, because it serves only what is below its own folder. */
const SERVICE_WORKER = "playground-service-worker.js";
/** Tags of the blocks that tests run as ES modules. */
const TAGS = ["run", "chain", "after"];
const IMPORT_SPECIFIER = /(?:from|import|import\() ?"([^"]+)"/g;

/** The files of the entries that run in browsers, by the specifiers that a program imports. */
async function readEntries() {
  const { name, exports } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([path, conditions]) => conditions.import && path !== "./gateway/redis")
      .map(([path, conditions]) => [join(name, path), conditions.import.default]),
  );
}

/** Whether a program runs in a browser: it imports only these entries, and reads only the mnemonic from the environment. */
function runsInBrowser(source, entries) {
  const specifiers = [...source.matchAll(IMPORT_SPECIFIER)].map(([, specifier]) => specifier);
  const variables = source.replaceAll("process.env.MNEMONIC", "");
  return (
    specifiers.length > 0 && specifiers.every((specifier) => specifier in entries) && !/\bprocess\./.test(variables)
  );
}

/**
 * Collects the examples while the pages are rendered, and puts a link to the playground below each.
 *
 * @param {string} base path of the site
 */
export async function createExamples(base) {
  const entries = await readEntries();
  /** The examples by their ids, which say the page and the number on it. A page is rendered more than once. @type {Map<string, { id: string, page: string, heading: string, source: string }>} */
  const examples = new Map();

  const isExample = ({ type, info, content }) => {
    if (type !== "fence") return false;
    const [language, ...tags] = info.trim().split(/\s+/);
    return language === "js" && tags.some((tag) => TAGS.includes(tag)) && runsInBrowser(content, entries);
  };

  /** A plugin of markdown-it. */
  function addLinks(markdown) {
    const { fence } = markdown.renderer.rules;
    markdown.renderer.rules.fence = (tokens, at, options, env, renderer) => {
      const block = fence(tokens, at, options, env, renderer);
      if (!isExample(tokens[at])) return block;
      const tokensBefore = tokens.slice(0, at);
      const page = env.relativePath.replace(/\.md$/, "");
      const id = `${page}/${tokensBefore.filter(isExample).length + 1}`;
      const heading = tokens[tokensBefore.findLastIndex(({ type }) => type === "heading_open") + 1]?.content ?? "";
      examples.set(id, { id, page, heading: heading.replaceAll("`", ""), source: tokens[at].content });
      return `${block}<p class="run-example"><a href="${base}playground.html#${id}" target="_self">Run in the playground</a></p>\n`;
    };
  }

  /** Writes what the playground loads. `titles`: the titles of the pages, in the order of the list. */
  async function writeFiles(folder, titles) {
    const { build } = await import("esbuild");
    await mkdir(join(folder, FOLDER), { recursive: true });
    const groups = [...titles]
      .map(([page, title]) => ({ title, examples: [...examples.values()].filter((example) => example.page === page) }))
      .filter((group) => group.examples.length > 0);
    await writeFile(
      join(folder, FOLDER, "examples.json"),
      JSON.stringify({ specifiers: Object.keys(entries), groups }),
    );
    await cp(join(ownFolder, "service-worker.js"), join(folder, SERVICE_WORKER));
    for (const name of ["run.js", "get-coins.js"]) await cp(join(ownFolder, name), join(folder, FOLDER, name));
    await build({
      entryPoints: Object.fromEntries(
        Object.entries(entries).map(([specifier, file]) => [specifier, join(packageFolder, file)]),
      ),
      outdir: join(folder, FOLDER),
      bundle: true,
      splitting: true,
      minify: true,
      format: "esm",
      target: "es2022",
      logLevel: "error",
    });
  }

  return { addLinks, writeFiles };
}

/** Writes the Markdown of the page. @param {string} folder of the documents of the site */
export async function writePage(folder) {
  await cp(join(ownFolder, PAGE), join(folder, PAGE));
}
