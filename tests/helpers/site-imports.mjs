// Lets Node import modules of www/ as on the site, with the package in `ton-edge/` beside their folders. Import this module first, then the
// others with `import()`.

import { register } from "node:module";

const hook = `const root = ${JSON.stringify(new URL("../../pkg/", import.meta.url).href)};
const BEGINNING = "../ton-edge/";
export const resolve = (specifier, context, next) =>
  next(specifier.startsWith(BEGINNING) ? root + specifier.slice(BEGINNING.length) : specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
