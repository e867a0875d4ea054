export default defineNuxtConfig({
  compatibilityDate: "2026-04-01",
  // The preset `cloudflare-module` bundles the wasm modules of the gateway.
  nitro: { experimental: { wasm: true } },
});
