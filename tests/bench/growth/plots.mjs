// Draws a picture of each series, in the folder that the argument names, from JSON at the standard input: [{ name, title, size, cost, lines }].

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv, stdin } from "node:process";
import { json } from "node:stream/consumers";

import { plot } from "./plot.mjs";

for (const series of /** @type {any[]} */ (await json(stdin)))
  await writeFile(join(argv[2], `growth-${series.name}.svg`), `${await plot(series)}\n`);
