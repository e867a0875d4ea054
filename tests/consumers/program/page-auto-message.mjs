// Like page-auto.mjs, without get-methods.
import { checkMessages } from "./auto.mjs";

const service = new URL(location.href).searchParams.get("service");
globalThis.done = checkMessages(service).catch((error) => String(error?.stack ?? error));
