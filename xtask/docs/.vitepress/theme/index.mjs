// The default theme in the fonts of the system, with a button that copies a page as Markdown, diagrams, and the playground.
// Only pages with a diagram load Mermaid: on every page, VitePress preloads the modules that this file
// imports, including dynamic imports, but not the imports of those.

import DefaultTheme from "vitepress/theme-without-fonts";
import { defineAsyncComponent, h } from "vue";

import "./site.css";
import { CopyMarkdown } from "./copy-markdown.mjs";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "doc-before": () => h(CopyMarkdown) }),
  enhanceApp({ app }) {
    app.component(
      "Diagram",
      defineAsyncComponent(() => import("./diagram.mjs")),
    );
    app.component(
      "Playground",
      defineAsyncComponent(() => import("./playground.mjs")),
    );
  },
};
