// `vitest run --environment NAME` selects node, jsdom or happy-dom.
export default { test: { include: ["check.spec.mjs"] } };
