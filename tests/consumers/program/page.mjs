// The program of a page; the test reads `done`.
import { check } from "./default.mjs";

const service = new URL(location.href).searchParams.get("service");
globalThis.done = check(service).catch((error) => String(error?.stack ?? error));
