// Generated from src/gateway/config/settings.rs by `cargo xtask generate`: what `ton-edge gateway --help` says of every setting.

export const SETTINGS_USAGE = `  --port N
      Port to listen on. 0: any free port. Default: 8080.
  --host ADDRESS
      Address to listen on. 0.0.0.0 or :: is every address of the machine. Default: "127.0.0.1".
  --admin-port N
      Second port; only this port then serves /readyz and /metrics. Needs adminToken. Default:
      none.
  --admin-host ADDRESS
      Address of the second port. Needs admin.port. Default: "127.0.0.1".
  --drain-ms N
      Milliseconds that requests in flight may take after SIGTERM or SIGINT. Default: 10000.
  --drain-delay-ms N
      Milliseconds after SIGTERM or SIGINT in which /healthz and /readyz respond with 503 while
      other requests are still served, so that a load balancer stops sending requests. Then drainMs
      begins. Default: 0.
  --keep-alive-timeout-ms N
      Milliseconds that an idle connection stays open. Set it longer than the idle timeout of the
      load balancer in front (60 s at AWS). Default: 75000.
  --api-keys PATH
      File with callers' API keys, as ton-edge key new --file FILE writes it. The gateway reads it
      again when it changes. Default: not set: see callerKeys.
  --api-keys-stale-ms N
      Milliseconds for which the last valid records stay in use while the file of apiKeys is
      missing or faulty; later, requests with an API key get 503. A revocation is delayed by at
      most this time. 0: 503 at once. Default: 14400000.
  --limits-redis env:NAME|file:PATH
      URL of Redis or Valkey, where several gateways count limits and budgets together:
      redis://127.0.0.1:6379. Needs the package iovalkey or redis beside ton-edge. Default: none:
      limits count in this process.
  --telemetry-endpoint URL
      Base URL of the OpenTelemetry collector that gets traces and logs by OTLP over HTTP:
      http://localhost:4318. Default: none: nothing is exported.
  --telemetry-headers env:NAME|file:PATH
      Headers of requests to the collector, such as its credentials: name=value, comma-separated.
      Default: none.
  --telemetry-service-name TEXT
      Attribute service.name of exported traces and logs. Default: "ton-edge".
  --telemetry-sample-ratio N
      Share of the traces to record if the caller has not decided. Default: 1.
  --telemetry-sample-errors, --no-telemetry-sample-errors
      Whether traces of responses of 500 and above are exported even if they are not sampled.
      Default: false.
  --telemetry-follow-parent, --no-telemetry-follow-parent
      Whether the caller's traceparent decides if its trace is recorded. Set it to false for a
      public gateway. Default: true.
  --telemetry-logs info|warn|error|off
      Lowest severity of log lines to export. Default: "warn".
  --assets PATH
      Folder whose files are served outside /api. Default: 404.
  --hsts-seconds N
      Seconds in the header Strict-Transport-Security: browsers that have loaded assets over https
      use only https for this time. 0: no such header. Default: 0.
  --network mainnet|testnet
      Network of paths /api/...; paths /mainnet/api/... and /testnet/api/... contain their network.
      Default: "mainnet".
  --hosts HOST=NETWORK,...
      Network of /api/... by the request's host name; takes precedence over network: {
      "testnet.gw.example": "testnet" }. Default: none.
  --mainnet URL,...
      Upstreams for mainnet and their API keys, in order of preference. "off": the gateway neither
      serves nor probes mainnet. Default: https://toncenter.com, without an API key.
  --testnet URL,...
      Upstreams for testnet and their API keys, in order of preference. "off": the gateway neither
      serves nor probes testnet. Default: https://testnet.toncenter.com, without an API key.
  --origins ORIGIN,...
      Origins whose web pages may read responses (CORS). * matches one label:
      https://*.app.example. Default: http and https of localhost, 127.0.0.1 and [::1], at any
      port.
  --enforce-origins, --no-enforce-origins
      Whether requests to /api from web pages of other origins get 403. Without it such a page
      cannot read the response, but its request still goes upstream. Needs origins. Default: true,
      unless origins is *.
  --allow-headers NAME,...
      Further request headers that web pages may send (CORS preflight), such as those of a wallet:
      ["X-App-Origin"]. They are not forwarded. Default: only those of TON Center, this gateway and
      tracing.
  --allowed-hosts HOST,...
      Host names that the gateway serves, without ports; others get 421. Set it on a developer's
      machine: a website can point its own host name at 127.0.0.1 (DNS rebinding). Default:
      localhost, 127.0.0.1 and [::1] while it listens there without clientIp, else any host.
  --clients-allow RANGE,...
      Client IPs that may use the gateway: clients: { allow: ["192.0.2.0/24"] }. Others get 403.
      /healthz is exempt. Default: every client.
  --clients-deny RANGE,...
      Client IPs that get 403, also when clients.allow lists them. Default: none.
  --operations-deny NAME,...
      Operations to disable (403), also by JSON-RPC: operations: { deny: ["Send", "v3/message"] }
      makes a read-only gateway. Default: none.
  --caller-keys ignore|forward
      What happens to the API keys of callers if apiKeys is not set. ignore: they are not
      forwarded, and X-Ton-Edge-Api-Key reports this. forward: they go to the first upstream of the
      network in place of its upstream key. Default: "ignore".
  --keyless allow|refuse
      Whether to serve requests without an API key. refuse needs apiKeys, or callerKeys: "forward".
      Default: "allow".
  --strict, --no-strict
      Whether requests that TON Center would correct get 422 with the reason: unknown parameters,
      numbers out of range, other spellings. Otherwise the gateway reads a request as TON Center
      does. Default: false.
  --unknown-parameters ignore|refuse|forward
      Parameters that an operation does not have: leave them out and name them in
      X-Ton-Edge-Ignored, refuse them with 422 and the closest name, or forward them. With
      "ignore", a v2 body or a JSON-RPC call that has one still gets 422, as from TON Center.
      Default: "refuse" with strict, else "ignore".
  --max-url-bytes N
      Maximum bytes of a request URL, from the caller and to the upstream; longer ones get 414. The
      default is enough for each list that TON Center documents, at its maximum length. On Deno at
      most 65000. Default: 131072.
  --max-header-bytes N
      Maximum bytes of all request headers, names and values; more get 431. Default: 16384.
  --max-body-bytes N
      Maximum bytes of a request body; more get 413. Default: 1048576.
  --max-batch N
      Maximum calls in a JSON-RPC batch; more get 413. Default: 20.
  --max-parameters N
      Maximum query parameters, with every repetition counted; more get 422. Default: 4096.
  --max-json-depth N
      Maximum nesting depth of a JSON body; deeper ones get 422. Default: 128.
  --max-json-members N
      Maximum members and array items in a JSON body, all levels together; more get 413. Default:
      10000.
  --overload-max-in-flight N
      Maximum requests in flight, per isolate or process: overload: { maxInFlight: 512 }. More get
      503 with Retry-After at once. /healthz, /readyz and /metrics are exempt. Default: 1024.
  --overload-max-in-flight-per-client N
      Maximum requests in flight per client IP; more get 429. Default: 256.
  --overload-reserved-for-keys N
      Percent of overload.maxInFlight reserved for callers with an API key, if apiKeys is set.
      Default: 20.
  --timeout-ms N
      Milliseconds for one upstream request, up to the last byte of its response. After this time,
      the next attempt begins, or the caller gets 504. Default: 15000.
  --deadline-ms N
      Milliseconds for all attempts of a request and the delays between them. Default: 30000.
  --retries N
      Retries of a failed read, besides one attempt per upstream. Sends are never retried. Default:
      2.
  --max-attempts N
      Maximum attempts that one request may make at upstreams: all calls of a batch together, with
      retries and hedges. Calls of a batch for which none is left get batch_too_large. In Workers
      the default is 50, as the free plan allows. Default: 1000.
  --first-byte-timeout-ms N
      Maximum milliseconds within which an upstream must begin its response to a read if another
      upstream follows. The limit adapts to the upstream's latency, from 1 s on. After this time,
      the next upstream gets the read. 0: only timeoutMs. Default: 5000.
  --hedge-after-ms N
      Milliseconds after which a read without a response is also sent to another upstream; the
      gateway uses the first 2xx response from an upstream that does not lag. Each such read costs
      one more upstream request. 0: off. Default: 0.
  --breaker-failures N
      Consecutive failures that open the breaker of an upstream: no connection, timeout, 502, 503,
      504, an undefined status, a response that breaks off or is not JSON. breaker: { failures: 5
      }. Default: 5.
  --breaker-open-ms N
      Milliseconds that the breaker stays open before the gateway sends one request as a probe.
      Default: 10000.
  --breaker-probe-wait-ms N
      Milliseconds that other requests wait for the result of the probe if no other upstream is
      available; after that they get 503. Default: 1000.
  --behind-wait-ms N
      Milliseconds that a read with X-Ton-Edge-Min-Seqno or X-Ton-Edge-Min-Lt waits for an upstream
      that has this masterchain block or transaction; then it gets 503 behind. Default: 5000.
  --max-behind-blocks N
      Masterchain blocks by which an upstream may be behind the newest block that the upstreams of
      its network have shown, for v2 and v3 separately. An upstream that is further behind gets
      requests only if no other upstream can respond; its responses have X-Ton-Edge-Behind.
      Default: 16.
  --client-ip WORD|JSON
      Where the gateway reads the client IP: CF-Connecting-IP, the connection, or a header that
      your proxies set. Default: "cloudflare" in Workers, else "socket".
  --limits-requests RATE
      Requests per second per client IP, cache hits, local responses, refused requests and wrong
      admin tokens included; each call of a batch is one. Counted per isolate or process. More get
      429. Default: { rate: 200, burst: 1000 }.
  --limits-ipv6-prefix-length N
      Length in bits of the IPv6 prefix that identifies a client: addresses with the same prefix
      share limits. Default: 64.
  --limits-keyless RATE
      Requests per second per client IP without an API key: limits: { keyless: 2 }. More get 429.
      Default: 1.
  --limits-plans PLAN=RATE,...
      Requests per second per API key, by the plan name in its record: { shop: { rate: 10, burst:
      50 } }; default applies to keys without a plan. Default: none.
  --limits-global RATE
      Requests per second of all callers together. Default: "off".
  --limits-costs PATH=N,...
      How many requests an operation counts as: { "/api/v3/traces": 5 }. Default: 1 for every
      operation.
  --limits-failed-keys RATE
      API keys that do not exist, per second per client IP. Above this rate, keys that this gateway
      has not yet found valid get 429. Default: { rate: 1, burst: 20 }.
  --limits-budget RATE
      Requests per second to each upstream without a budget of its own. Default: 1 for an upstream
      without an API key, else "off".
  --limits-queue-timeout-ms N
      Milliseconds that a request may wait in the queue of a budget; longer waits get 429. Default:
      2000.
  --limits-scope isolate
      Where limits and budgets are counted: in this isolate or process, in a Durable Object, or in
      your own limiter. Default: "isolate".
  --limits-callers shared|isolate
      Where the limits of callers are counted: in limits.scope, or in each isolate or process.
      Default: "shared".
  --limits-reserve-percent N
      Percent of every budget reserved for gateways that cannot reach the limiter. Default: 0.
  --limits-max-gateways N
      Maximum number of gateways that share the reserve of limits.reservePercent. Default: 1.
  --limits-max-callers N
      Maximum number of callers that this isolate or process keeps counters for. Default: 100000.
  --cache-adapter memory|cache-api|none
      Where responses are cached. memory: in this isolate or process. cache-api: also in the
      runtime's Cache API. none: nowhere. An object: also in your own store. Example: cache: {
      adapter: "cache-api" }. Default: "memory".
  --cache-max-bytes N
      Maximum bytes of all entries in memory with their compressed forms; the least recently used
      ones are evicted. Default: 16777216.
  --cache-max-entry-bytes N
      Maximum bytes of one cached response; longer ones are not cached. Default: 262144.
  --cache-stale-while-revalidate-ms N
      Maximum milliseconds that a stale response is served while the gateway revalidates it, and
      never longer than its TTL. Default: 10000.
  --cache-stale-if-error-ms N
      Milliseconds after the TTL for which a stale response is served if the upstream fails.
      Default: 30000.
  --cache-stale-after-ms N
      Milliseconds after which a stale response within cache.staleIfErrorMs is served if the
      upstream has not responded; the upstream request continues. 0: off. Default: 2000.
  --cache-coalesce, --no-cache-coalesce
      Whether equal reads in flight share one upstream request. Default: true.
  --cache-max-shared-bytes N
      Maximum bytes, in total, of responses longer than cache.maxEntryBytes that are buffered so
      that waiting callers share one upstream request. Default: 4194304.
  --cache-max-unshared N
      Maximum concurrent upstream requests per cache key if its response is too long to share;
      other callers queue. Default: 2.
  --local-get-methods, --no-local-get-methods
      Whether to compute get-methods. Default: false.
  --local-get-methods-verify N
      localGetMethods: true, or an object with these settings, makes the gateway compute
      runGetMethod and runGetMethodStd from the state of the account. The gateway compares this
      share of the computed results with the upstream's afterwards. Default: 0.
  --local-get-methods-gas-limit N
      Maximum gas of a computed get-method; one that needs more goes upstream. Default: 1000000.
  --local-get-methods-work-per-request N
      Maximum units of work for the computed get-methods of a request; all calls of a batch count
      together. Calls beyond it go upstream. A unit is the CPU time that most instructions take per
      unit of gas. Default: 2000000.
  --local-get-methods-work-per-second N
      Maximum units of work for all computed get-methods per second, in each isolate or process;
      others go upstream. Default: 20000000.
  --streaming, --no-streaming
      Whether to serve streams of events. Default: false.
  --streaming-max-connections N
      streaming: true, or an object with these settings, makes the gateway serve
      /api/streaming/v2/sse and /api/streaming/v2/ws: events of accounts as they happen. The
      setting is the maximum number of streams at the same time, per process or Durable Object;
      more get 503. Default: 1000.
  --streaming-max-connections-per-caller N
      Maximum streams at the same time per API key, or per client IP without one; more get 429.
      Default: 10.
  --streaming-max-addresses N
      Maximum number of addresses in the subscription of one stream, and also its maximum number of
      messages; more get 400. Default: 100.
  --streaming-max-accounts N
      Maximum accounts of all streams of a network together, with their jetton wallets and the
      messages whose traces they await; more get 503. Default: 1000.
  --streaming-interval-ms N
      Least milliseconds between two upstream requests for the streams of a network. Each request
      shows the states of up to 100 accounts, so with more accounts events come later. Default:
      1000.
  --streaming-max-buffered-bytes N
      Maximum bytes of a stream that wait for its reader; if more bytes wait, the stream ends, and
      the caller can resume. Default: 262144.
  --streaming-max-age-ms N
      Milliseconds after which a stream ends; an EventSource reconnects and resumes by itself.
      Default: 3600000.
  --streaming-scope isolate|durable-object
      Where streams are: in this process (in Workers each stream then polls the upstream by
      itself), or in a Durable Object of the network behind the binding STREAM_HUB, which polls
      once for all of them. Default: "isolate".
  --streaming-shards N
      Number of Durable Objects per network, for more streams than one object can hold. The lowest
      address of a stream decides in which object the stream is; for a WebSocket, the caller
      chooses the object. Each object polls the upstream by itself. Default: 1.
  --images, --no-images
      Whether to serve pictures of tokens. Default: false.
  --images-max-bytes N
      images: true, or an object with these settings, makes the gateway serve /api/image/v1:
      pictures of tokens, which it fetches from their hosts. The setting is the maximum size of a
      picture in bytes; a larger one is refused. Default: 1048576.
  --images-max-fetches N
      Maximum pictures that are fetched at the same time, per process or isolate; others wait up to
      5 s, then get 503. Default: 8.
  --images-timeout-ms N
      Milliseconds for a picture, with all redirects, up to its last byte. Default: 10000.
  --images-cache-bytes N
      Maximum bytes of pictures in memory, per process or isolate. Default: 33554432.
  --images-ttl-ms N
      Milliseconds for which the gateway and browsers reuse a picture. A failure is reused for at
      most 5 minutes. Default: 86400000.
  --images-caller-rate RATE
      Pictures per second that the gateway fetches for one API key, or for one client IP without
      one; more get 429. Pictures in the cache do not count, and pictures do not count towards
      other limits of the caller except limits.requests. Default: { rate: 5, burst: 100 }.
  --images-ipfs-url URL
      URL of the IPFS gateway from which pictures with ipfs:// are fetched. Default:
      https://ipfs.io/ipfs/.
  --admin-token env:NAME|file:PATH
      The admin token: /readyz and /metrics require it as Authorization: Bearer <token>. Default:
      /readyz and /metrics are 404.
  --readiness-max-head-age-ms N
      Maximum age of an upstream's last block for /readyz, in milliseconds. Default: 60000.
  --readiness-identity check|report
      Whether an upstream on another chain fails readiness, or is only reported. Use report for a
      chain of your own. Default: "check".
  --readiness-ttl-ms N
      TTL of the readiness result in milliseconds; during this time, further probes send nothing
      upstream. Default: 10000.
  --log-level info|warn|error|off
      Lowest severity to log: every request (info), failures that a retry recovered (warn), faults
      that need an operator (error), nothing (off). Default: "info".
  --log-format auto|json|text
      Format of the lines: JSON, or text for people. auto: text if the output is a terminal, else
      JSON. Text in a terminal has colors unless NO_COLOR is set. Default: "auto".
  --log-sampling N
      Share of the lines of requests to log. Responses of 500 and above, and alerts, are always
      logged. Default: 1.
  --log-probes, --no-log-probes
      Whether the log has lines of /healthz, /readyz and /metrics whose response is below 400.
      Balancers and scrapers send these every few seconds. Default: true.
  --log-client digest|address|off
      How log lines identify the client: a salted digest of its IP that changes every day (UTC),
      the IP itself (of IPv6 its prefix), or not at all. Default: "digest".
  --log-salt env:NAME|file:PATH
      Secret salt of the client digests. Set it to compare the lines of several gateways. Default:
      a random one per isolate or process.
`;
