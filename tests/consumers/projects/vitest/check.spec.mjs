// The check; the reporter writes the `meta` of a task.
import { test } from "vitest";

import { check } from "./default.mjs";

test("the check", async ({ task }) => {
  task.meta.result = await check(process.env.SERVICE);
});
