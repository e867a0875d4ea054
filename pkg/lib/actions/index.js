// The calls of the client that need cells. The client loads them with the first of these calls.

export { account, jettons } from "./account.js";
export { dns, resolve } from "./dns.js";
export { get, read } from "./get.js";
export { nft } from "./nft.js";
export { send } from "./send.js";
export { waitForMessage } from "./wait-for-message.js";
