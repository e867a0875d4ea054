// Runs the check in the browser.
import { useEffect } from "react";

import { check } from "../../default.mjs";

export default function Check() {
  useEffect(() => {
    const service = new URL(location.href).searchParams.get("service");
    globalThis.done = check(service).catch((error) => String(error?.stack ?? error));
  }, []);
  return <p>A page</p>;
}
