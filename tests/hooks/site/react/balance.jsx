import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { queries } from "../queries.js";

export function Balance({ address }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(queries.balance(address));
  // Only in the browser: reads the balance again after each transaction.
  useEffect(() => queries.watch(queryClient, { accounts: [address] }), [queryClient, address]);
  return <p>{data === undefined ? "Loading" : `${data} nanotons`}</p>;
}
