// A client component that runs the check in the browser.
"use client";

import { useEffect } from "react";

import { check } from "../../default.mjs";

export default function Page() {
  useEffect(() => {
    const service = new URL(location.href).searchParams.get("service");
    globalThis.done = check(service).catch((error) => String(error?.stack ?? error));
  }, []);
  return <p>A client component</p>;
}
