// The key of the wallet. The browser stores it, signs with it and never shows it: it cannot be exported.

const NAME = "wallet";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function open() {
  const request = indexedDB.open("ton-browser-dapp", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("keys");
  return done(request);
}

/** The stored keys, or new ones at the first visit. */
export async function loadKeys() {
  const database = await open();
  const keys = (/** @type {IDBTransactionMode} */ mode) => database.transaction("keys", mode).objectStore("keys");
  let pair = await done(keys("readonly").get(NAME));
  if (!pair) {
    pair = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    await done(keys("readwrite").add(pair, NAME));
  }
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  return { publicKey, privateKey: pair.privateKey };
}
