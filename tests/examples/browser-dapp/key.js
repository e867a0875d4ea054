// The key of the wallet. The browser stores it, signs with it and never shows it: it cannot be exported.

const KEY_NAME = "wallet";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const waitForRequest = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openDatabase() {
  const request = indexedDB.open("ton-browser-dapp", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("keys");
  return waitForRequest(request);
}

/** The stored keys, or new ones at the first visit. */
export async function loadKeys() {
  const database = await openDatabase();
  const keys = (/** @type {IDBTransactionMode} */ mode) => database.transaction("keys", mode).objectStore("keys");
  let keyPair = await waitForRequest(keys("readonly").get(KEY_NAME));
  if (!keyPair) {
    keyPair = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    await waitForRequest(keys("readwrite").add(keyPair, KEY_NAME));
  }
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", keyPair.publicKey));
  return { publicKey, privateKey: keyPair.privateKey };
}
