// A limiter that is asked through fetch: questions and answers are JSON.

import { fail } from "../../error.js";

/** The object that counts callers; each budget has one of its own. */
const CALLERS = "callers";

/** @param {(object: string, question: string, env: object) => Promise<Response>} post */
export function limiterBy(post) {
  const ask = async (object, question, env) => {
    const response = await post(object, JSON.stringify(question), env);
    const answer = await response.text();
    // What is no answer must not be read as leave.
    if (response.status !== 200) throw fail("limiter_unavailable", `it answered ${response.status}`);
    return JSON.parse(answer);
  };
  return {
    take: (rules, cost, env) => ask(CALLERS, { rules: rules.map(({ key, interval, burst }) => ({ key, interval, burst })), cost }, env),
    lease: ({ key, interval, want, horizon }, env) => ask(`budget:${key}`, { interval, want, horizon }, env),
  };
}

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const isRule = (rule) => typeof rule?.key === "string" && rule.key.length <= 256 && rule.interval > 0 && rule.burst >= 1 && isNumber(rule.interval) && isNumber(rule.burst);

/** A question as it came, or undefined. */
export function questionOf(text) {
  let question;
  try {
    question = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { rules, cost, interval, want, horizon } = question ?? {};
  if (Array.isArray(rules) && rules.length >= 1 && rules.length <= 8 && rules.every(isRule) && isNumber(cost) && cost > 0) return { rules, cost };
  if (isNumber(interval) && interval > 0 && Number.isInteger(want) && want >= 1 && isNumber(horizon) && horizon >= 0) return { interval, want, horizon };
  return undefined;
}
