// The platform classes in this package's signatures, with the types that the program's own type libraries declare: `dom`,
// `webworker`, or those of Node, Deno, Bun or Cloudflare. A program needs none of these libraries.

/** The instance type of a global class; `object` in a program whose type libraries do not declare the class. */
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

/** The options of an HTTP request to an upstream or a limiter: the properties that `RequestInit` has on every platform. */
export interface SentRequestInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  redirect: "manual";
  signal: PlatformRequest extends { readonly signal: infer Signal } ? Signal : AbortSignalLike;
}

/**
 * Bytes in a buffer that is not shared, as WebCrypto requires: `Uint8Array<ArrayBuffer>`, a type that TypeScript before 5.7 cannot
 * express.
 */
export type PlatformBytes = ReturnType<Uint8Array["slice"]>;
