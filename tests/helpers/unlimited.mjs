// Settings without limits, for tests that send as many requests as they like: limits have their own tests.

/** @satisfies {import("ton-edge/gateway").GatewayConfig["limits"]} */
export const UNLIMITED = { keyless: "off", budget: "off" };
