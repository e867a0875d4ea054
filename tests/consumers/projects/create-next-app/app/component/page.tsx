// A server component that renders the result of the check.
import { Suspense } from "react";

import { check } from "../../program/default.mjs";

async function Result({ searchParams }: PageProps<"/component">) {
  const { service } = await searchParams;
  return <pre>{JSON.stringify(await check(String(service)))}</pre>;
}

export default function Page(props: PageProps<"/component">) {
  return (
    <Suspense>
      <Result {...props} />
    </Suspense>
  );
}
