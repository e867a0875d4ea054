// A server component that renders the result of the check.
import { check } from "../../default.mjs";

export const dynamic = "force-dynamic";

export default async function Page({ searchParams }) {
  const { service } = await searchParams;
  return <pre>{JSON.stringify(await check(service))}</pre>;
}
