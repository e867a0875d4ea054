// The check inside workerd; the reporter writes what a task has as `meta`.
import { env } from "cloudflare:test";
import { test } from "vitest";

import { check } from "./default.mjs";

test("the check", async ({ task }) => {
  task.meta.found = await check(env.SERVICE);
});
