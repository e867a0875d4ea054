import { QueryClientProvider } from "@tanstack/solid-query";
import { Suspense } from "solid-js";
import { Balance } from "./balance.jsx";

export function App(props) {
  return (
    <QueryClientProvider client={props.queryClient}>
      <Suspense fallback={<p>Loading</p>}>
        <Balance address={props.address} />
      </Suspense>
    </QueryClientProvider>
  );
}
