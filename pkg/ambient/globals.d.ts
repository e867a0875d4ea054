// Globals of the runtimes that the platform types of `jsconfig.json` lack. For type checks of the sources; not published.

/** workerd's default cache; other runtimes have only named caches. */
interface CacheStorage {
  readonly default?: Cache;
}

declare namespace Bun {
  interface Server {
    readonly port: number;
    requestIP(request: Request): { address: string } | null;
    timeout(request: Request, seconds: number): void;
    upgrade(request: Request, options: { data: unknown; headers: Record<string, string> }): boolean;
    stop(closeActiveConnections: boolean): Promise<void>;
  }

  /** A WebSocket, with what `upgrade` was given. */
  interface ServerWebSocket {
    data: { accept(connection: object): SocketHandlers; handlers: SocketHandlers };
    send(text: string): number;
    close(code: number, reason: string): void;
    getBufferedAmount(): number;
    terminate(): void;
  }

  interface SocketHandlers {
    receive(data: unknown): void;
    handleClose(): void;
  }

  function serve(options: {
    port: number;
    hostname: string;
    idleTimeout: number;
    websocket: {
      open(socket: ServerWebSocket): void;
      message(socket: ServerWebSocket, data: unknown): void;
      close(socket: ServerWebSocket): void;
      maxPayloadLength: number;
      idleTimeout: number;
      sendPings: boolean;
    };
    fetch(request: Request, server: Server): Promise<Response | undefined>;
  }): Server;
}

declare namespace Deno {
  function upgradeWebSocket(
    request: Request,
    options: { idleTimeout: number; protocol?: string },
  ): { socket: WebSocket; response: Response };
  function serve(
    options: { port: number; hostname: string; onListen(): void },
    handler: (request: Request, info: { remoteAddr: { hostname: string } }) => Promise<Response>,
  ): { addr: { port: number }; shutdown(): Promise<void> };
}

/** In Workers, importing a `.wasm` file yields the compiled module. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
