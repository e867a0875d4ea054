import { QueryClient, dehydrate } from "@tanstack/solid-query";
import { generateHydrationScript, renderToStringAsync } from "solid-js/web";
import { serializeData } from "ton-edge/query";
import { queries } from "../queries.js";
import { App } from "./app.jsx";

export async function render(address) {
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(queries.balance(address));
  const html = await renderToStringAsync(() => <App address={address} queryClient={queryClient} />);
  return { html, head: generateHydrationScript(), state: dehydrate(queryClient, { serializeData }) };
}
