// Writes `_headers`, in the format that Cloudflare's static assets, Cloudflare Pages and Netlify read.

import { SECURITY_HEADERS } from "../../pkg/lib/adapters/security-headers.js";
import { CACHE_FOREVER, REVALIDATE_ALWAYS } from "../../pkg/lib/adapters/file-headers.js";

const titleCase = (name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** The policy with the hashes of the style sheet and the script in index.html. */
const addHashes = (policy, { style, script }) =>
  policy.replace("'wasm-unsafe-eval'", `$& ${script}`).replace("style-src 'self'", `$& ${style}`);

/**
 * @param {string[]} hashedFiles files whose names have a hash
 * @param {{ style: string, script: string }} hashes source expressions for the style sheet and the script in index.html
 */
export function writeHeadersFile(hashedFiles, hashes) {
  const ownHeaders = SECURITY_HEADERS.map(([name, value]) => [
    name,
    name === "content-security-policy" ? addHashes(value, hashes) : value,
  ]);
  const formatRule = (path, headers) =>
    [path, ...headers.map(([name, value]) => `  ${titleCase(name)}: ${value}`), ""].join("\n");
  const folders = [...new Set(hashedFiles.map((path) => path.split("/")[0]))].sort();
  return [
    formatRule("/*", ownHeaders),
    ...["/", "/index.html"].map((path) => formatRule(path, [["cache-control", REVALIDATE_ALWAYS]])),
    ...folders.map((folder) => formatRule(`/${folder}/*`, [["cache-control", CACHE_FOREVER]])),
  ].join("\n");
}
