// What tests set that ask as often as they like: limits have tests of their own.

/** @satisfies {import("ton-edge/gateway").GatewayConfig["limits"]} */
export const UNLIMITED = { keyless: "off", budget: "off" };
