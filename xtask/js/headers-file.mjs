// Writes `_headers`, in the format that Cloudflare's static assets, Cloudflare Pages and Netlify read.

import { SECURITY_HEADERS } from "../../pkg/lib/adapters/security-headers.js";
import { CACHE_FOREVER, REVALIDATE_ALWAYS } from "../../pkg/lib/adapters/file-headers.js";

const titleCase = (name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** @param {string[]} hashedFiles files whose names have a hash */
export function writeHeadersFile(hashedFiles) {
  const formatRule = (path, headers) =>
    [path, ...headers.map(([name, value]) => `  ${titleCase(name)}: ${value}`), ""].join("\n");
  const folders = [...new Set(hashedFiles.map((path) => path.split("/")[0]))].sort();
  return [
    formatRule("/*", SECURITY_HEADERS),
    ...["/", "/index.html"].map((path) => formatRule(path, [["cache-control", REVALIDATE_ALWAYS]])),
    ...folders.map((folder) => formatRule(`/${folder}/*`, [["cache-control", CACHE_FOREVER]])),
  ].join("\n");
}
