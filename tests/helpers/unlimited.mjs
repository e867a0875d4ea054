// What tests set that ask as often as they like: limits have tests of their own.

export const UNLIMITED = { keyless: "off", budget: "off" };
