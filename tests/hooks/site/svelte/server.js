import { QueryClient, dehydrate } from "@tanstack/svelte-query";
import { render as renderComponent } from "svelte/server";
import { serializeData } from "ton-edge/query";
import { queries } from "../queries.js";
import App from "./App.svelte";

export async function render(address) {
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(queries.balance(address));
  const { body } = renderComponent(App, { props: { address, queryClient } });
  return { html: body, state: dehydrate(queryClient, { serializeData }) };
}
