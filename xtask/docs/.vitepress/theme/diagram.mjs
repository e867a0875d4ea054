// A Mermaid diagram: `<Diagram source="...">`, as build.mjs writes it. Its source is shown until it is drawn, and without JavaScript.

import "./diagram.css";

import { useData } from "vitepress";
import { defineComponent, h, nextTick, onMounted, onUnmounted, ref, useId, watch } from "vue";

const SETTINGS = {
  startOnLoad: false,
  // The font in which the labels are measured.
  fontFamily: "inherit",
  flowchart: { nodeSpacing: 30, rankSpacing: 34, wrappingWidth: 260, subGraphTitleMargin: { top: 4, bottom: 12 } },
  state: { nodeSpacing: 40, rankSpacing: 34 },
};
/** A diagram that is wider than its column shrinks, but not below this part of its own width: then it scrolls. */
const MIN_SCALE = 0.6;

export default defineComponent({
  props: { source: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const source = decodeURIComponent(props.source);
    const id = `diagram-${useId()}`;
    const svg = ref("");
    /** @type {{ value: HTMLElement | undefined }} */
    const container = ref();
    /** @type {CSSStyleSheet} made in the browser only */
    let styleSheet;

    async function draw() {
      const { default: mermaid } = await import("mermaid");
      mermaid.initialize({ ...SETTINGS, theme: isDark.value ? "dark" : "default" });
      const diagram = await mermaid.render(id, source);
      svg.value = diagram.svg.replace(
        /max-width: ([\d.]+)px/,
        (width, px) => `${width}; min-width: ${px * MIN_SCALE}px`,
      );
      await nextTick();
      applyStyles();
    }
    /** Applies the styles of the picture by script, since the Content-Security-Policy of the gateway allows no others. */
    function applyStyles() {
      const styles = container.value?.querySelectorAll("style") ?? [];
      styleSheet.replaceSync([...styles].map(({ textContent }) => textContent).join("\n"));
      const elements = /** @type {NodeListOf<HTMLElement>} */ (container.value?.querySelectorAll("[style]") ?? []);
      for (const element of elements) element.style.cssText = element.getAttribute("style") ?? "";
    }
    onMounted(() => {
      styleSheet = new CSSStyleSheet();
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
      return draw();
    });
    onUnmounted(() => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== styleSheet);
    });
    watch(isDark, draw);

    return () =>
      svg.value
        ? h("div", { class: "diagram", ref: container, innerHTML: svg.value })
        : h("pre", { class: "diagram" }, source);
  },
});
