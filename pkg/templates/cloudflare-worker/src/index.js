// The whole Worker: its settings are the variables, secrets and bindings of wrangler.jsonc.

export { default, LimiterObject, StreamHub } from "ton-edge/worker";
