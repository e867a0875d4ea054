// The whole Worker: its settings are the variables, secrets and bindings of wrangler.jsonc.

export { default, LimiterObject } from "ton-edge/worker";
