// The default theme, and diagrams. Only pages with a diagram load Mermaid: on every page, VitePress preloads the modules that this file
// imports, including dynamic imports, but not the imports of those.

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
