// Values of cells as Vitest compares them: by value.

import { importTools, testTools } from "./compared-values.mjs";

const [{ JestChaiExpect }, { fn }, { expect: vitest, use: addPlugin }] = await importTools(
  "@vitest/expect",
  "@vitest/spy",
  "chai",
);
addPlugin(JestChaiExpect);

testTools({
  "Vitest toEqual": (a, b) => vitest(a).toEqual(b),
  "Vitest toStrictEqual": (a, b) => vitest(a).toStrictEqual(b),
  "Vitest toHaveBeenCalledWith": (a, b) => {
    const mock = fn();
    mock(1, a);
    vitest(mock).toHaveBeenCalledWith(1, b);
  },
});
