// Declarations that the JavaScript of the tests needs in addition to the types of Node and the DOM. `jsconfig.json` includes this file.

interface PromiseConstructor {
  /** In JavaScript one cannot write `new Promise<void>`, so the value may be omitted here. */
  // biome-ignore lint/suspicious/noExplicitAny: tests use the result of an untyped promise without a check.
  new (executor: (resolve: (value?: unknown) => void, reject: (reason?: unknown) => void) => void): Promise<any>;
}

declare module "node:http" {
  interface Server {
    /** Every server of the tests listens on a port, not on a pipe. */
    address(): import("node:net").AddressInfo;
  }
}

// Globals of a service worker; the library that declares them conflicts with the DOM's.
declare const clients: { claim(): Promise<void> };
declare function skipWaiting(): Promise<void>;

// Packages that only `cargo xtask bench` and `cargo xtask docs` install.
declare module "buffer/";
declare module "esbuild";
declare module "hono";
declare module "hono/*";
declare module "mermaid";
declare module "typedoc";
declare module "typescript";
declare module "typedoc-plugin-markdown";
declare module "vitepress";
declare module "vitepress-plugin-llms";
declare module "vitepress/theme-without-fonts";
declare module "@shikijs/transformers";
declare module "vue";
declare module "*.css";

// Modules under their URL in a browser.
declare module "/sources/*";
declare module "/runtimes/*";

// The package beside the web app, where the build copies it.
declare module "*/ton-edge/address.js" {
  export * from "ton-edge/address";
}
declare module "*/ton-edge/client.js" {
  export * from "ton-edge";
}
declare module "*/ton-edge/endpoints.js" {
  export * from "ton-edge/endpoints";
}

// A second instance of a module.
declare module "*?fresh";
