// The check inside workerd; the reporter writes the `meta` of a task.
import { env } from "cloudflare:test";
import { test } from "vitest";

import { check } from "./default.mjs";

test("the check", async ({ task }) => {
  task.meta.result = await check(env.SERVICE);
});
