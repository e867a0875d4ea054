import { useQuery, useQueryClient } from "@tanstack/solid-query";
import { createEffect, onCleanup } from "solid-js";
import { queries } from "../queries.js";

export function Balance(props) {
  const queryClient = useQueryClient();
  const balance = useQuery(() => queries.balance(props.address));
  // Only in the browser: reads the balance again after each transaction.
  createEffect(() => onCleanup(queries.watch(queryClient, { accounts: [props.address] })));
  return <p>{balance.data === undefined ? "Loading" : `${balance.data} nanotons`}</p>;
}
