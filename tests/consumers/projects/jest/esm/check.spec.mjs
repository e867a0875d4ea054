// The check as ES modules, for `node --experimental-vm-modules`.
import { writeFileSync } from "node:fs";

import { check } from "./default.mjs";

test("the check", async () => {
  writeFileSync("result.json", JSON.stringify(await check(process.env.SERVICE)));
});
