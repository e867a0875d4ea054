// A button that copies the page as Markdown, for notes and for language models. The Markdown is a file beside the page.

import { useData, withBase } from "vitepress";
import { computed, h, ref, watch } from "vue";
import "./copy-markdown.css";

export const CopyMarkdown = {
  setup() {
    const { page } = useData();
    const file = computed(() => withBase(`/${page.value.relativePath}`));
    const state = ref("Copy as Markdown");
    watch(file, () => (state.value = "Copy as Markdown"));
    const copy = async () => {
      try {
        const response = await fetch(file.value);
        if (!response.ok) throw new Error(`status ${response.status}`);
        await navigator.clipboard.writeText(await response.text());
        state.value = "Copied";
      } catch {
        state.value = "Not copied: open the Markdown";
      }
    };
    return () =>
      h("aside", { class: "copy-markdown", "aria-label": "This page as Markdown" }, [
        h("button", { type: "button", onClick: copy }, [h("span", { "aria-live": "polite" }, state.value)]),
        h("a", { href: file.value, target: "_self" }, "Markdown"),
      ]);
  },
};
