// A Mermaid diagram: `<Diagram source="...">`, as build.mjs writes it. Its source is shown until it is drawn, and without JavaScript.

import "./diagram.css";

import { useData } from "vitepress";
import { defineComponent, h, onMounted, ref, useId, watch } from "vue";

const SETTINGS = {
  startOnLoad: false,
  flowchart: { nodeSpacing: 30, rankSpacing: 34, wrappingWidth: 260, subGraphTitleMargin: { top: 4, bottom: 12 } },
  state: { nodeSpacing: 40, rankSpacing: 34 },
};
/** A diagram that is wider than its column shrinks, but not below this part of its own width: then it scrolls. */
const SMALLEST = 0.6;

export default defineComponent({
  props: { source: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const source = decodeURIComponent(props.source);
    const id = `diagram-${useId()}`;
    const svg = ref("");

    async function draw() {
      const { default: mermaid } = await import("mermaid");
      mermaid.initialize({ ...SETTINGS, theme: isDark.value ? "dark" : "default" });
      const drawn = await mermaid.render(id, source);
      svg.value = drawn.svg.replace(/max-width: ([\d.]+)px/, (width, px) => `${width}; min-width: ${px * SMALLEST}px`);
    }
    onMounted(draw);
    watch(isDark, draw);

    return () =>
      svg.value ? h("div", { class: "diagram", innerHTML: svg.value }) : h("pre", { class: "diagram" }, source);
  },
});
