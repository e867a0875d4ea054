// The check; the reporter writes what a task has as `meta`.
import { test } from "vitest";

import { check } from "./default.mjs";

test("the check", async ({ task }) => {
  task.meta.found = await check(process.env.SERVICE);
});
