// Runs the check in the browser. The check's module has no types.
// @ts-ignore
import { check } from "../../default.mjs";

const service = new URL(location.href).searchParams.get("service");
Object.assign(globalThis, {
  done: check(service).catch((error: Error) => String(error?.stack ?? error)),
});
