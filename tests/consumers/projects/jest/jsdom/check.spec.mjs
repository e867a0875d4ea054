// The check, compiled by Babel.
import { writeFileSync } from "node:fs";

import { check } from "./default.mjs";

test("the check", async () => {
  writeFileSync("result.json", JSON.stringify(await check(process.env.SERVICE)));
});
