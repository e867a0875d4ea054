// The classes of the platform that this package takes and gives, as the program's own libraries declare them: `dom`, `webworker`,
// Node's, Deno's, Bun's or Cloudflare's. None of them has to be there.

/** The instances of a global class; `object` in a program whose libraries do not declare it. */
type Platform<Name extends string> =
  typeof globalThis extends Record<Name, { prototype: infer Instance }> ? Instance : object;

/** [`Request`](https://developer.mozilla.org/docs/Web/API/Request) */
export type PlatformRequest = Platform<"Request">;
/** [`Response`](https://developer.mozilla.org/docs/Web/API/Response) */
export type PlatformResponse = Platform<"Response">;
/** [`URL`](https://developer.mozilla.org/docs/Web/API/URL) */
export type PlatformURL = Platform<"URL">;

/** [`WebAssembly.Module`](https://developer.mozilla.org/docs/WebAssembly/Reference/JavaScript_interface/Module) */
export type PlatformModule = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Module } };
}
  ? Module & object
  : object;

/** Headers to send: an object, pairs, or [`Headers`](https://developer.mozilla.org/docs/Web/API/Headers). */
export type HeadersSource = Record<string, string> | Iterable<readonly [string, string]> | Platform<"Headers">;

/** Any [`AbortSignal`](https://developer.mozilla.org/docs/Web/API/AbortSignal), also one of a polyfill or of another realm. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The options of an HTTP request to an upstream or a limiter; a part of `RequestInit` of every platform. */
export interface SentRequestInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  redirect: "manual";
  signal: PlatformRequest extends { readonly signal: infer Signal } ? Signal : AbortSignalLike;
}

/** Bytes in a buffer of their own, as WebCrypto takes them: `Uint8Array<ArrayBuffer>`, which TypeScript before 5.7 cannot write. */
export type PlatformBytes = ReturnType<Uint8Array["slice"]>;
