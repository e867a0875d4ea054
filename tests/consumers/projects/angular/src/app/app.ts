import { Component, DestroyRef, inject, signal } from "@angular/core";
import { createClient } from "ton-edge";

@Component({ selector: "app-root", template: "<p>Block {{ seqno() }}</p>" })
export class App {
  readonly seqno = signal<number | undefined>(undefined);

  constructor() {
    const controller = new AbortController();
    inject(DestroyRef).onDestroy(() => controller.abort());
    const client = createClient({ baseUrl: "https://gateway.example" });
    client.v2.getMasterchainInfo({}, { signal: controller.signal }).then(
      ({ last }) => this.seqno.set(last.seqno),
      (error) => controller.signal.aborted || console.error(error),
    );
  }
}
