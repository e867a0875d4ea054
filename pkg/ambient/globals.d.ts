// What the runtimes have and the platform types of `jsconfig.json` do not know. For type checks of the sources; not published.

/** workerd's default cache; the other runtimes have only caches with a name. */
interface CacheStorage {
  readonly default?: Cache;
}

declare namespace Bun {
  interface Server {
    readonly port: number;
    requestIP(request: Request): { address: string } | null;
    timeout(request: Request, seconds: number): void;
    stop(closeActiveConnections: boolean): Promise<void>;
  }

  function serve(options: {
    port: number;
    hostname: string;
    idleTimeout: number;
    fetch(request: Request, server: Server): Promise<Response>;
  }): Server;
}

declare namespace Deno {
  function serve(
    options: { port: number; hostname: string; onListen(): void },
    handler: (request: Request, info: { remoteAddr: { hostname: string } }) => Promise<Response>,
  ): { addr: { port: number }; shutdown(): Promise<void> };
}

/** Workers import a module compiled. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
