// The files of the built web app have a hash in their names.

import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path/posix";

const end = (path) => extname(path);

/** Matches the URL or the path of a file, by the path of its source: `explorer/local.css`. @param {string} source */
export const matchHashedFile = (source) =>
  new RegExp(`/${source.slice(0, -end(source).length)}-[0-9a-f]{12}\\${end(source)}$`);

/** The path of a file below a folder, by the path of its source. @param {string} folder @param {string} source */
export async function findHashed(folder, source) {
  const names = await readdir(join(folder, dirname(source)));
  const foundName = names.find((name) => matchHashedFile(basename(source)).test(`/${name}`));
  if (!foundName) throw new Error(`${folder} has no file of ${source}`);
  return join(dirname(source), foundName);
}
