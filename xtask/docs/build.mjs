// Builds the documents as a static site with search: `node xtask/docs/build.mjs FOLDER [--url URL] [--repository URL] [--earlier VERSION=URL]...
// [--port N]`, or imported.
// `cargo xtask docs` runs it. VitePress reads one folder, so the documents are first copied into one folder, with their links changed
// accordingly. A broken link stops the build.

import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, posix, relative, resolve } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { createExamples, writePage } from "./playground.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const docsFolder = fileURLToPath(new URL("./", import.meta.url));
/** Pages outside docs/, and the index of docs/. */
const PAGES = {
  "README.md": "index.md",
  "CHANGELOG.md": "changelog.md",
  "CONTRIBUTING.md": "contributing.md",
  "SECURITY.md": "security.md",
  "src/ARCHITECTURE.md": "architecture.md",
  "tests/README.md": "tests.md",
  "docs/README.md": "documentation.md",
};
const INDEX = "docs/README.md";
/** The folder of the pages about the package's exports, on the site. */
const EXPORTS = "exports";
/** Blocks in a language that the highlighter does not know. */
const PLAIN = /^```(layers|tact)\b.*$/gm;
/** The file with the colours of code, which would otherwise be in `style` attributes. */
const CODE_STYLES = "assets/code.css";
const INLINE_SCRIPT = /<script((?:\s(?!src=)[\w-]+(?:="[^"]*")?)*)>([^<]+)<\/script>/g;
const PICTURE = /\.(png|svg|jpg)$/;
/** A picture of the web app, which is there in both themes. */
const THEME = /-(light|dark)-\w+\.png$/;
const LINK = /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/** The path of one of the project's documents on the site. */
const findSitePath = (file) => PAGES[file] ?? file.replace(/^docs\//, "").replace(/README\.md$/, "index.md");
const route = (file) =>
  `/${findSitePath(file)
    .replace(/(^|\/)index\.md$/, "$1")
    .replace(/\.md$/, "")}`;

/** The documents, by their paths in the project. */
export async function listDocuments() {
  const docsFiles = await readdir(join(root, "docs"), { recursive: true });
  return [...Object.keys(PAGES), ...docsFiles.map((name) => posix.join("docs", name.replaceAll("\\", "/")))]
    .filter((file, index, files) => file.endsWith(".md") && files.indexOf(file) === index)
    .sort();
}

/** Calls `change` for the text outside fenced blocks. */
const changeOutsideCode = (text, change) =>
  text
    .split(/(^```[^]*?^```[^\n]*$)/m)
    .map((part, at) => (at % 2 ? part : change(part)))
    .join("");

/**
 * The text of a document with the links of the site. A link to a file that the site does not have, such as a source file, leads to the
 * repository if its URL is known; otherwise only its text remains.
 */
export function relink(text, file, knownFiles, repository) {
  return changeOutsideCode(text, (prose) =>
    prose.replace(LINK, (linkText, image, label, to) => {
      if (/^([a-z]+:|#)/.test(to)) return linkText;
      const [path, anchor] = to.split("#");
      const targetPath = posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, "");
      if (PICTURE.test(targetPath)) {
        const link = (path) =>
          `${image}[${label}](${posix.relative(posix.dirname(findSitePath(file)), findSitePath(path)).replace(/^(?!\.)/, "./")})`;
        const [themeEnding, theme] = THEME.exec(targetPath) ?? [];
        if (!image || !theme) return link(targetPath);
        // Each theme of the site hides the other picture.
        return ["light", "dark"]
          .map((name) => `${link(targetPath.replace(themeEnding, themeEnding.replace(theme, name)))}{.only-${name}}`)
          .join("");
      }
      const document = [targetPath, `${targetPath}/README.md`].find((documentPath) => knownFiles.has(documentPath));
      if (document) return `[${label}](${route(document)}${anchor ? `#${anchor}` : ""})`;
      return repository ? `[${label}](${repository}/blob/main/${targetPath})` : label;
    }),
  );
}

/** The rows of the index: sections, each with its pages. */
export function readNavigation(index, knownFiles) {
  return index
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const items = [...section.matchAll(LINK)].map(([, , text, to]) => ({
        text,
        file: posix.normalize(posix.join("docs", to)),
      }));
      return { text: section.split("\n", 1)[0].trim(), items: items.filter(({ file }) => knownFiles.has(file)) };
    });
}

/** The title of a document: its first heading. */
const readTitle = (text) => /^# (.+)$/m.exec(text)?.[1] ?? "";

/** The first sentence of a document, as plain text: its description for search engines and in `llms.txt`. */
export function summarize(text) {
  const paragraphs = changeOutsideCode(text, (prose) =>
    prose.replace(/^(#|\||!\[|<!--|[-*] |\d+\. |>|About:| {2,}).*$/gm, ""),
  )
    .replace(/^```[^]*?^```[^\n]*$/gm, "")
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim());
  const first = paragraphs.find((paragraph) => /[.:](\s|$)/.test(paragraph)) ?? "";
  const plainText = first.replace(LINK, "$2").replace(/[*`]/g, "");
  return /^.*?[.:](?=\s|$)/.exec(plainText)?.[0].replace(/:$/, ".") ?? plainText;
}

async function makeSidebar(texts, entries) {
  const knownFiles = new Set(texts.keys());
  // Without a link, the row of a group would be a button around the button that opens the group.
  const folderGroup = (folder, text, link) => ({
    text,
    link,
    collapsed: true,
    items: [...texts.keys()]
      .filter((file) => file.startsWith(folder) && !file.endsWith("README.md"))
      .map((file) => ({ text: readTitle(texts.get(file)).replaceAll("`", ""), link: route(file) })),
  });
  return readNavigation(texts.get(INDEX), knownFiles).map(({ text, items }) => ({
    text,
    items: [
      ...items.map((item) => ({ text: item.text, link: route(item.file) })),
      ...(text === "Reference"
        ? [
            { text: "All exports of the package", link: `/${EXPORTS}/`, collapsed: true, items: entries },
            folderGroup("docs/reference/v2/", "All of v2", "/reference/#v2"),
            folderGroup("docs/reference/v3/", "All of v3", "/reference/#v3"),
          ]
        : []),
      ...(text === "Decisions" ? [folderGroup("docs/decisions/", "All decisions", "/decisions/")] : []),
    ],
  }));
}

/** Writes the folder from which VitePress builds the site. */
async function copyDocuments(folder, { repository }) {
  await rm(folder, { recursive: true, force: true });
  const files = await listDocuments();
  const texts = new Map(
    /** @type {any} */ (await Promise.all(files.map(async (file) => [file, await readFile(join(root, file), "utf8")]))),
  );
  const knownFiles = new Set(files);
  for (const [file, text] of texts) {
    const to = join(folder, findSitePath(file));
    await mkdir(dirname(to), { recursive: true });
    const description = summarize(text);
    await writeFile(
      to,
      `---\ndescription: ${JSON.stringify(description)}\n---\n${relink(text.replace(PLAIN, "```text"), file, knownFiles, repository)}`,
    );
  }
  await cp(join(root, "docs/pictures"), join(folder, "pictures"), { recursive: true });
  await writePage(folder);
  // The modules into which VitePress compiles the documents import Vue.
  await symlink(join(docsFolder, "node_modules"), join(folder, "node_modules"), "junction");
  // Imported here, since tests of this module's functions run without the packages of this folder.
  const { writeExports } = await import("./exports.mjs");
  const entries = await writeExports(root, join(folder, EXPORTS));
  return { texts, entries: entries.map(({ text, link }) => ({ text, link: `/${EXPORTS}/${link}` })) };
}

/**
 * Builds the site; returns its pages, as paths in the folder.
 *
 * @param {string} folder
 * @param {{ url?: string, repository?: string, earlier?: string[], quiet?: boolean }} [options] `url`: where the site is served. Without it the
 *   links of the Markdown have no host, so they work at `/docs/` of any server. `earlier`: the sites of earlier versions, each as
 *   `VERSION=URL`, newest first
 */
export async function build(
  folder,
  { url, repository = process.env.DOCS_REPOSITORY, earlier = [], quiet = false } = {},
) {
  const source = join(root, "target/docs-source");
  const { texts, entries } = await copyDocuments(source, { repository });
  const { origin, pathname } = new URL(url ?? "http://localhost/docs/");
  const { default: llmstxt } = await import("vitepress-plugin-llms");
  const { transformerStyleToClass } = await import("@shikijs/transformers");
  const codeStyles = transformerStyleToClass();
  const base = pathname.endsWith("/") ? pathname : `${pathname}/`;
  const examples = await createExamples(base);
  const settings = {
    srcDir: source,
    outDir: folder,
    cacheDir: join(root, "target/docs-cache"),
    base,
    head: [["link", { rel: "stylesheet", href: `${base}${CODE_STYLES}` }]],
    metaChunk: true,
    title: "ton-edge",
    description: summarize(texts.get("README.md")),
    lang: "en",
    themeConfig: {
      sidebar: {
        // Pages about exports get a short list, because the whole one on each of them would make the site four times as large.
        [`/${EXPORTS}/`]: [{ text: "Exports", items: [...entries, { text: "All documents", link: route(INDEX) }] }],
        "/": await makeSidebar(texts, entries),
      },
      nav: [
        { text: "Documentation", link: route(INDEX) },
        // The link loads the page again, so that the service worker of the playground serves it.
        { text: "Playground", link: "/playground", target: "_self" },
        {
          text: JSON.parse(await readFile(join(root, "pkg/package.json"), "utf8")).version,
          items: [
            { text: "Changelog", link: route("CHANGELOG.md") },
            { text: "Versioning", link: route("docs/versioning.md") },
            ...earlier.map((row) => row.split(/=(.*)/s)).map(([text, link]) => ({ text, link })),
          ],
        },
      ],
      outline: [2, 3],
      search: { provider: "local" },
      ...(repository && { socialLinks: [{ icon: "github", link: repository }] }),
    },
    markdown: {
      anchor: { slugify },
      // The comments of the default themes have too little contrast.
      theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
      config: (markdown) => markdown.use(addDiagrams).use(examples.addLinks),
      codeTransformers: [codeStyles],
      image: { lazyLoading: true },
    },
    vite: {
      logLevel: quiet ? "error" : "warn",
      build: { chunkSizeWarningLimit: 10_000 },
      // Writes llms.txt, llms-full.txt, and each page as Markdown beside its HTML.
      plugins: [llmstxt({ domain: origin })],
    },
  };
  // VitePress reads settings only from the configuration file, which gets them from this variable.
  globalThis.docsSettings = settings;
  const { build: vitepress } = await import("vitepress");
  await vitepress(docsFolder);
  await writeFile(join(folder, CODE_STYLES), codeStyles.getCSS());
  const titles = [...texts].map(([file, text]) => [
    findSitePath(file).replace(/\.md$/, ""),
    readTitle(text).replaceAll("`", ""),
  ]);
  await examples.writeFiles(folder, titles);
  await writeMarkdown(source, folder, { origin, base, site: url === undefined ? base : `${origin}${base}` });
  await externalizeScripts(folder, base);
  return { pages: [...texts.keys()].map((file) => findSitePath(file).replace(/\.md$/, ".html")), base };
}

/** The front matter at the beginning of a page. */
const FRONT_MATTER = /^---\n[^]*?\n---\n/;
/** The front matter of each page in `llms-full.txt`, with the page's URL. */
const PAGE_IN_LIST = /^---\nurl: (?:>-\s+)?(\S+)\n(?:[^]*?\n)??---\n/gm;

/** Removes front matter, and the generator's comments outside code. @param {string} markdown */
const readBody = (markdown) =>
  markdown
    .replace(FRONT_MATTER, "")
    .split(/(^```[^]*?^```$)/m)
    .map((part) => (part.startsWith("```") ? part : part.replace(/<!--[^]*?-->\n?/g, "")))
    .join("")
    .trim();

/**
 * Writes the Markdown of each page, and `llms-full.txt`, from the sources: the plugin drops the escapes of `|` in tables, and does not write the
 * pages `index.html`. Links get the path of the site, and the addresses that the plugin writes get its host.
 * @param {string} source @param {string} folder
 * @param {{ origin: string, base: string, site: string }} urls `origin`: that of the plugin; `site`: what addresses begin with
 */
async function writeMarkdown(source, folder, { origin, base, site }) {
  const linkToBase = (text) => text.replaceAll(new RegExp(`\\]\\(/(?!${base.slice(1)}|/)`, "g"), `](${base}`);
  const linkToSite = (text) => text.replaceAll(`${origin}${base}`, `${origin}/`).replaceAll(`${origin}/`, site);
  /** The text of each page by its path in the site. @type {Map<string, string>} */
  const bodies = new Map();
  for (const file of await readdir(source, { recursive: true })) {
    if (!file.endsWith(".md") || file.includes("node_modules")) continue;
    const body = readBody(await readFile(join(source, file), "utf8"));
    // The plugin names the page of a folder `decisions.md`, as its links do.
    for (const path of new Set([file, file.replace(/[/\\]index\.md$/, ".md")])) {
      const written = await readFile(join(folder, path), "utf8").catch(() => "");
      bodies.set(path.replaceAll("\\", "/"), body);
      const head = linkToSite(written.match(FRONT_MATTER)?.[0] ?? "");
      await writeFile(join(folder, path), `${head}${linkToBase(body)}\n`);
    }
  }
  const list = await readFile(join(folder, "llms-full.txt"), "utf8");
  const pages = [...list.matchAll(PAGE_IN_LIST)].map(([head, url]) => {
    const path = new URL(url).pathname.replace(/^\//, "").replace(base.slice(1), "");
    return `${linkToSite(head)}\n${linkToBase(bodies.get(path))}\n`;
  });
  await writeFile(join(folder, "llms-full.txt"), pages.join("\n"));
  const links = join(folder, "llms.txt");
  await writeFile(links, linkToSite(await readFile(links, "utf8")));
}

/**
 * Moves the scripts inside the pages to files, since the Content-Security-Policy of the gateway allows no others.
 * @param {string} folder @param {string} base
 */
async function externalizeScripts(folder, base) {
  /** The names of the files, by their script. @type {Map<string, string>} */
  const names = new Map();
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith(".html")) continue;
    const html = await readFile(join(folder, file), "utf8");
    const changedHtml = html.replace(INLINE_SCRIPT, (_, attributes, script) => {
      const hash = createHash("sha256").update(script).digest("hex").slice(0, 8);
      names.set(script, names.get(script) ?? `assets/inline.${hash}.js`);
      return `<script${attributes} src="${base}${names.get(script)}"></script>`;
    });
    if (changedHtml !== html) await writeFile(join(folder, file), changedHtml);
  }
  for (const [script, name] of names) await writeFile(join(folder, name), script);
}

/** Turns Mermaid blocks into components of the theme, which draws them in the browser, because Mermaid needs one to measure text. */
function addDiagrams(markdown) {
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, at, ...renderArgs) =>
    tokens[at].info.trim() === "mermaid"
      ? `<Diagram source="${encodeURIComponent(tokens[at].content)}" />\n`
      : fence(tokens, at, ...renderArgs);
}

/** Makes anchors as GitHub does, so that links work in both places. */
const slugify = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

if (argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: "string" },
      repository: { type: "string" },
      earlier: { type: "string", multiple: true },
      port: { type: "string" },
    },
  });
  const folder = resolve(positionals[0]);
  const { pages, base } = await build(folder, values);
  process.stdout.write(`${pages.length} pages in ${relative(root, folder)}\n`);
  if (values.port) {
    const { serve } = await import("vitepress");
    await serve({ root: docsFolder, base, port: Number(values.port) });
  }
}
