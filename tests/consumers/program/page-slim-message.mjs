// Like page-slim.mjs, without get-methods.
import { checkMessages } from "./slim.mjs";

const { searchParams } = new URL(location.href);
globalThis.done = checkMessages(searchParams.get("service"), ...searchParams.getAll("wasm")).catch((error) =>
  String(error?.stack ?? error),
);
