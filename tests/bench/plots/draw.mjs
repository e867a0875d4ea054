// Draws pictures into the folder that the argument names, from JSON at the standard input: [{ name, growth }, ...] or [{ name, ratios }, ...].

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv, stdin } from "node:process";
import { json } from "node:stream/consumers";

import { drawGrowth } from "./growth.mjs";
import { drawRatios } from "./ratios.mjs";

for (const { name, growth, ratios } of /** @type {any[]} */ (await json(stdin)))
  await writeFile(join(argv[2], `${name}.svg`), `${await (growth ? drawGrowth(growth) : drawRatios(ratios))}\n`);
