// Operators: those who send the token that the setting `admin` has.

import { alert } from "./log.js";
import { OPERATOR_TIMEOUT_MS, within } from "./patience.js";
import { isSame } from "./same.js";

/** Visible ASCII characters: all that a header can carry unchanged. */
const PLAIN = /^[!-~]+$/;

/** Whether the request is an operator's. Fails closed: no token, no operator. */
export async function isOperator(ready, request, env, seen) {
  const [, given] = /^Bearer +([!-~]+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (given === undefined) return false;
  const failed = (why) => alert(ready, seen, { level: "error", code: "admin_token_wrong", message: `the setting \`admin\` ${why}` });
  try {
    const token = typeof ready.admin === "function" ? await within(OPERATOR_TIMEOUT_MS, Promise.resolve(ready.admin(env))) : ready.admin;
    if (typeof token !== "string" || token === "") return false;
    if (token.length < ready.leastToken || !PLAIN.test(token)) {
      failed(`gave a token that can be guessed: it must have ${ready.leastToken} or more visible ASCII characters`);
      return false;
    }
    return await isSame(given, token);
  } catch (error) {
    failed(`failed: ${error?.name ?? typeof error}`);
    return false;
  }
}
