// Operators: those who send the token that the setting `admin` has.

import { alert } from "./log.js";
import { isSame } from "./same.js";

/** Whether the request is an operator's. Fails closed: no token, no operator. */
export async function isOperator(ready, request, env, seen) {
  const [, given] = /^Bearer +([!-~]+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (given === undefined) return false;
  try {
    const token = typeof ready.admin === "function" ? await ready.admin(env) : ready.admin;
    if (typeof token !== "string" || token === "") return false;
    return await isSame(given, token);
  } catch (error) {
    alert(ready, seen, { level: "error", code: "admin_token_wrong", message: `the setting \`admin\` failed: ${error?.name ?? typeof error}` });
    return false;
  }
}
