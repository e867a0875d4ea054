// Writes `_headers`, in the format that Cloudflare's static assets, Cloudflare Pages and Netlify read.

import { SECURITY_HEADERS } from "../../pkg/lib/adapters/security-headers.js";
import { CACHE_FOREVER, REVALIDATE_ALWAYS } from "../../pkg/lib/adapters/file-headers.js";

const titled = (name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** @param {string[]} hashed files whose names have a hash */
export function headersFile(hashed) {
  const rule = (path, headers) =>
    [path, ...headers.map(([name, value]) => `  ${titled(name)}: ${value}`), ""].join("\n");
  const folders = [...new Set(hashed.map((path) => path.split("/")[0]))].sort();
  return [
    rule("/*", SECURITY_HEADERS),
    ...["/", "/index.html"].map((path) => rule(path, [["cache-control", REVALIDATE_ALWAYS]])),
    ...folders.map((folder) => rule(`/${folder}/*`, [["cache-control", CACHE_FOREVER]])),
  ].join("\n");
}
