// The default theme, and diagrams. Only pages with a diagram load Mermaid: VitePress preloads on every page what this module
// imports, dynamic imports included, but not what those import.

import DefaultTheme from "vitepress/theme";
import { defineAsyncComponent } from "vue";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component(
      "Diagram",
      defineAsyncComponent(() => import("./diagram.mjs")),
    );
  },
};
