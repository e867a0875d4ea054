// As page.mjs, with the modules from wherever the page has them.
import { check } from "./slim.mjs";

const { searchParams } = new URL(location.href);
globalThis.done = check(searchParams.get("service"), ...searchParams.getAll("wasm")).catch((error) =>
  String(error?.stack ?? error),
);
