// The playground: examples of the documents that a visitor changes and runs. See xtask/docs/playground.mjs.

import "./playground.css";

import { withBase } from "vitepress";
import { computed, defineComponent, h, nextTick, onMounted, onUnmounted, ref } from "vue";

/** The URL of the gateway in the examples. */
const GATEWAY = "https://gateway.example";
const TONCENTER = "https://toncenter.com";

/** Quotes a text as it may stand in a program in place of another text. */
const quote = (text) => JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/** The registered service worker, as soon as it serves this page. */
async function startServiceWorker() {
  if (!navigator.serviceWorker) throw new Error("Programs run only on pages with https, or of localhost.");
  await navigator.serviceWorker.register(withBase("/playground-service-worker.js"));
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller)
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
  return /** @type {ServiceWorker} */ (active);
}

/** Whether the server of this page is also a gateway. */
async function servesGateway() {
  try {
    const response = await fetch("/api/v2/getMasterchainInfo");
    return response.ok && (await response.json()).ok === true;
  } catch {
    return false;
  }
}

export default defineComponent({
  setup() {
    const groups = ref([]);
    const id = ref("");
    const source = ref("");
    const gateway = ref(TONCENTER);
    const mnemonic = ref("");
    const lines = ref([]);
    const isRunning = ref(false);
    /** @type {string[]} */
    let specifiers = [];
    /** @type {Worker | undefined} */
    let worker;
    let programCount = 0;

    const example = computed(() =>
      groups.value.flatMap(({ examples }) => examples).find((candidate) => candidate.id === id.value),
    );

    function print(kind, text) {
      lines.value = [...lines.value, { kind, text }];
    }
    function stop(text) {
      worker?.terminate();
      worker = undefined;
      isRunning.value = false;
      if (text) print("note", text);
    }
    function select(newId) {
      id.value = newId;
      source.value = example.value?.source ?? "";
      stop();
      lines.value = [];
      history.replaceState(history.state, "", `#${newId}`);
    }

    /** Puts the URLs of the package, the gateway and the mnemonic into a program. */
    const localize = (program) =>
      specifiers
        .reduce(
          (text, specifier) => text.replaceAll(`"${specifier}"`, quote(withBase(`/playground/${specifier}.js`))),
          program,
        )
        .replaceAll(
          GATEWAY,
          gateway.value
            .trim()
            .replace(/\/$/, "")
            .replace(/["\\\n]/g, ""),
        )
        .replaceAll("process.env.MNEMONIC", quote(mnemonic.value.trim()));

    /** @param {() => string | Promise<string>} loadProgram */
    async function run(loadProgram) {
      stop();
      lines.value = [];
      isRunning.value = true;
      const ownWorker = new Worker(withBase("/playground/run.js"), { type: "module" });
      worker = ownWorker;
      ownWorker.addEventListener("message", ({ data: { kind, text } }) => {
        if (worker !== ownWorker) return;
        if (kind === "end") stop(lines.value.length === 0 ? "The program has ended without output." : "");
        else print(kind, text);
      });
      ownWorker.addEventListener("error", (event) => {
        if (worker !== ownWorker) return;
        print("error", event.message ?? "The program could not be loaded.");
        stop();
      });
      try {
        const [program, serviceWorker] = await Promise.all([loadProgram(), startServiceWorker()]);
        if (program.includes("process.env.MNEMONIC") && mnemonic.value.trim() === "") await createMnemonic();
        programCount += 1;
        const path = withBase(`/playground/programs/${Date.now()}-${programCount}.js`);
        await new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          serviceWorker.postMessage({ path, source: localize(program) }, [port2]);
        });
        if (worker === ownWorker) ownWorker.postMessage(path);
      } catch (error) {
        print("error", error.message);
        stop();
      }
    }
    async function createMnemonic() {
      const { mnemonicNew } = await import(/* @vite-ignore */ withBase("/playground/ton-edge/message.js"));
      mnemonic.value = (await mnemonicNew()).join(" ");
    }
    const getCoins = () => run(async () => (await fetch(withBase("/playground/get-coins.js"))).text());
    function runByKeyboard(event) {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      run(() => source.value);
    }

    onMounted(async () => {
      const response = await fetch(withBase("/playground/examples.json"));
      ({ specifiers, groups: groups.value } = await response.json());
      await nextTick();
      const requestedId = decodeURIComponent(location.hash.slice(1));
      const ids = groups.value.flatMap(({ examples }) => examples.map((candidate) => candidate.id));
      select(ids.includes(requestedId) ? requestedId : ids[0]);
      if (await servesGateway()) gateway.value = location.origin;
    });
    onUnmounted(() => stop());

    const makeOption = (shownExample) => h("option", { value: shownExample.id }, shownExample.heading);
    const field = (label, content) => h("label", { class: "playground-field" }, [h("span", label), content]);
    const button = (label, onClick, attributes = {}) => h("button", { type: "button", onClick, ...attributes }, label);
    return () =>
      h("div", { class: "playground" }, [
        field(
          "Example",
          h(
            "select",
            { value: id.value, onChange: ({ target }) => select(target.value) },
            groups.value.map(({ title, examples }) => h("optgroup", { label: title }, examples.map(makeOption))),
          ),
        ),
        field(
          "Gateway",
          h("input", {
            type: "url",
            value: gateway.value,
            spellcheck: false,
            onInput: ({ target }) => (gateway.value = target.value),
          }),
        ),
        field(
          "Mnemonic of a wallet without value",
          h("input", {
            type: "text",
            value: mnemonic.value,
            placeholder: "a new one for programs that need it",
            autocomplete: "off",
            spellcheck: false,
            onInput: ({ target }) => (mnemonic.value = target.value),
          }),
        ),
        h("p", { class: "playground-buttons" }, [
          button("New mnemonic", createMnemonic),
          button("Get coins of the local chain", getCoins, { disabled: isRunning.value }),
        ]),
        field(
          "Program",
          h("textarea", {
            value: source.value,
            rows: Math.min(30, Math.max(8, source.value.split("\n").length + 1)),
            spellcheck: false,
            autocapitalize: "off",
            onInput: ({ target }) => (source.value = target.value),
            onKeydown: runByKeyboard,
          }),
        ),
        h("p", { class: "playground-buttons" }, [
          isRunning.value
            ? button("Stop", () => stop("Stopped."))
            : button("Run", () => run(() => source.value), { class: "playground-run", title: "Ctrl+Enter" }),
          button("Reset", () => select(id.value), { disabled: source.value === example.value?.source }),
          example.value &&
            h("a", { href: withBase(`/${example.value.page}.html`), target: "_self" }, "Read the document"),
        ]),
        h(
          "pre",
          { class: "playground-log", role: "log", "aria-label": "Output", tabindex: 0 },
          lines.value.length === 0
            ? h("span", { class: "playground-note" }, isRunning.value ? "Running…" : "The output comes here.")
            : lines.value.map(({ kind, text }) => h("span", { class: `playground-${kind}` }, `${text}\n`)),
        ),
      ]);
  },
});
