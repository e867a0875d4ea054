// Like page.mjs, with the entry that needs no synchronous compilation.
import { check } from "./auto.mjs";

const service = new URL(location.href).searchParams.get("service");
globalThis.done = check(service).catch((error) => String(error?.stack ?? error));
