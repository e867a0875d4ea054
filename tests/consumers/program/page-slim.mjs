// Like page.mjs, with the wasm modules from the URLs of the query.
import { check } from "./slim.mjs";

const { searchParams } = new URL(location.href);
globalThis.done = check(searchParams.get("service"), ...searchParams.getAll("wasm")).catch((error) =>
  String(error?.stack ?? error),
);
