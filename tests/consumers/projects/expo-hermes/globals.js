// The globals that Expo sets, without those that need a phone: `fetch` is the one of React Native, as with EXPO_PUBLIC_USE_RN_FETCH.
const { installAbortSignalPatch } = require('expo/src/winter/AbortSignal');
const { DOMException } = require('expo/src/winter/DOMException');
const { TextDecoder } = require('expo/src/winter/TextDecoder');
const { default: structuredClone } = require('@ungap/structured-clone');

/** The Hermes of Expo's apps has this class, Hermes 0.12 does not. */
class TextEncoder {
  encode(text = '') {
    return Uint8Array.from(unescape(encodeURIComponent(text)), (symbol) => symbol.charCodeAt(0));
  }
}

Object.assign(globalThis, { DOMException, TextDecoder, TextEncoder, structuredClone });
installAbortSignalPatch(AbortSignal);
Symbol.asyncIterator ??= Symbol.for('Symbol.asyncIterator');

// This module uses the text encodings when it is loaded.
const { URL, URLSearchParams } = require('expo/src/winter/url');

Object.assign(globalThis, { URL, URLSearchParams });
