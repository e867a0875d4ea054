"use client";

// Runs the check in the browser.
import { useEffect } from "react";

import { check } from "../../program/default.mjs";

export default function Page() {
  useEffect(() => {
    const service = new URL(location.href).searchParams.get("service");
    Object.assign(globalThis, { done: check(service).catch((error: Error) => String(error.stack ?? error)) });
  }, []);
  return <p>A page</p>;
}
