// Gives files names with a hash of their content, so that browsers and CDNs may cache them without a time limit.

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, extname, join, posix, relative, sep } from "node:path";

/**
 * Twelve hexadecimal digits with at least one letter and one numeral, so that a date does not look like a hash. `HASHED` of
 * pkg/lib/adapters/file-headers.js reads it.
 */
const HASH = /(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{12}/;
/** The places where modules and style sheets name files: imports, `new URL("…", import.meta.url)`, and `url(…)`. */
const MODULE_LINK = /(\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)"(\.{1,2}\/[^"\n]+)"/g;
const STYLE_LINK = /(url\(\s*)"?(\.{1,2}\/[^"()\n]+)"?/g;
/** Lists name files by paths from the root of the site; index.html is in the root. */
const LIST_PATH = /()"([\w-]+\/[^"\n]+)"(?!\s*:)/g;
const MARKUP_LINK = /(\b(?:href|src)=)"(\.\/[^"\n]+)"/g;
const PATTERNS = { ".js": MODULE_LINK, ".css": STYLE_LINK, ".json": LIST_PATH, ".html": MARKUP_LINK };

/** The files below a folder, with `/` in their paths. */
export async function listFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((/** @type {any} */ { parentPath, path, name }) => relative(folder, join(parentPath ?? path, name)))
    .map((path) => path.split(sep).join("/"))
    .sort();
}

/** The path of a named file, from the root of the site. */
const resolveNamed = (file, namedPath) =>
  extname(file) === ".json" ? namedPath : posix.normalize(posix.join(posix.dirname(file), namedPath));

/** The paths of all files that a file names. */
function listPaths(file, text, knownFiles) {
  const pattern = PATTERNS[extname(file)];
  return pattern
    ? [...text.matchAll(pattern)]
        .map(([, , namedPath]) => resolveNamed(file, namedPath))
        .filter((path) => knownFiles.has(path))
    : [];
}

/** A file, and all files that it names directly or indirectly. */
function listReachableFiles(file, links) {
  const reachableFiles = new Set([file]);
  for (const reachableFile of reachableFiles)
    for (const linkedFile of links.get(reachableFile)) reachableFiles.add(linkedFile);
  return reachableFiles;
}

/**
 * Renames every file in a folder below `root`, except those that `isFixed` accepts, and changes all references. A file's name changes with
 * the content of all files that it names directly or indirectly, because its content has their names.
 *
 * @param {string} root @param {(path: string) => boolean} isFixed
 * @returns {Promise<Record<string, string>>} the new path of each file, by the old one
 */
export async function hashNames(root, isFixed) {
  const files = await listFiles(root);
  const knownFiles = new Set(files);
  /** @type {Map<string, Buffer>} */
  const contents = new Map();
  for (const file of files) contents.set(file, await readFile(join(root, file)));
  const links = new Map(
    files.map((file) => [
      file,
      isFixed(file) && !file.endsWith(".html") ? [] : listPaths(file, contents.get(file).toString(), knownFiles),
    ]),
  );
  const digests = new Map(files.map((file) => [file, createHash("sha256").update(contents.get(file)).digest("hex")]));
  const names = Object.fromEntries(
    files.map((file) => [
      file,
      isFixed(file) ? file : nameByHash(file, [...listReachableFiles(file, links)].sort(), digests),
    ]),
  );
  for (const file of files) {
    const text = links.get(file).length > 0 ? rewritePaths(file, contents.get(file).toString(), names) : undefined;
    if (text !== undefined) await writeFile(join(root, file), text);
    if (names[file] === file) continue;
    await mkdir(dirname(join(root, names[file])), { recursive: true });
    await rename(join(root, file), join(root, names[file]));
  }
  return names;
}

function nameByHash(file, reachablePaths, digests) {
  const hash = createHash("sha256");
  for (const reachableFile of reachablePaths) hash.update(`${reachableFile} ${digests.get(reachableFile)}\n`);
  const [shortHash] = HASH.exec(hash.digest("hex"));
  const extension = extname(file);
  return `${file.slice(0, -extension.length)}-${shortHash}${extension}`;
}

const rewritePaths = (file, text, names) =>
  text.replace(PATTERNS[extname(file)], (match, before, namedPath) => {
    const path = resolveNamed(file, namedPath);
    const newPath = names[path];
    return newPath === undefined || newPath === path
      ? match
      : `${before}"${namedPath.slice(0, -posix.basename(path).length)}${posix.basename(newPath)}"`;
  });
