// ton-edge/actions: describes what happened on an account, in sentences and as data. Documented in actions.d.ts.

export { describeAction } from "./lib/sentences/describe-action.js";
