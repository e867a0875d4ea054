// Runs the tests inside workerd.
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/** workerd loads wasm modules itself; Vite would instantiate them. */
const wasmModules = {
  name: "wasm-modules",
  config(config) {
    config.test.server.deps.inline = [/^(?!.*\.wasm$)/];
    config.test.server.deps.external = [/\.wasm$/];
  },
};

export default defineConfig({
  resolve: { alias: [{ find: /\.wasm\?module$/, replacement: ".wasm" }] },
  plugins: [
    cloudflareTest({ miniflare: { compatibilityDate: "2026-04-01", bindings: { SERVICE: process.env.SERVICE } } }),
    wasmModules,
  ],
  test: { include: ["check.spec.mjs"] },
});
