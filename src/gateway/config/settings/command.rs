//! The settings that only the command `ton-edge gateway` has: those of its listeners, and files in place of functions.

use super::setting::{Default, Kind, Setting, setting};

/// The defaults of the command that differ from those of `createGateway`. They are stricter: the command runs on a
/// developer's machine, where a browser also runs web pages of strangers, or as a server that anybody can send requests to.
pub static COMMAND_DEFAULTS: &[(&str, Default)] = &[
    ("origins", Default::Said("`http` and `https` of localhost, 127.0.0.1 and [::1], at any port")),
    ("enforceOrigins", Default::Said("true, unless `origins` is `*`")),
    ("limits.requests", Default::Said("`{ rate: 200, burst: 1000 }`")),
    (
        "allowedHosts",
        Default::Said(
            "localhost, 127.0.0.1 and [::1] while it listens there without `clientIp`, else any host",
        ),
    ),
];

/// The settings of the command besides [`super::SETTINGS`], in the order of the guide. A setting with the same name as one
/// there replaces it.
pub static COMMAND_SETTINGS: &[Setting] = &[
    setting(
        "port",
        Kind::Whole { min: 0, max: 65_535 },
        Default::Number(8080),
        "Port to listen on. 0: any free port.",
    ),
    setting(
        "host",
        Kind::Address,
        Default::Word("127.0.0.1"),
        "Address to listen on. `0.0.0.0` or `::` is every address of the machine.",
    ),
    setting(
        "admin.port",
        Kind::Whole { min: 0, max: 65_535 },
        Default::Said("none"),
        "Second port; only this port then serves `/readyz` and `/metrics`. Needs `adminToken`.",
    ),
    setting(
        "admin.host",
        Kind::Address,
        Default::Word("127.0.0.1"),
        "Address of the second port. Needs `admin.port`.",
    ),
    setting(
        "drainMs",
        Kind::Whole { min: 0, max: 600_000 },
        Default::Number(10_000),
        "Milliseconds that requests in flight may take after SIGTERM or SIGINT.",
    ),
    setting(
        "drainDelayMs",
        Kind::Whole { min: 0, max: 600_000 },
        Default::Number(0),
        "Milliseconds after SIGTERM or SIGINT in which `/healthz` and `/readyz` respond with 503 while other requests are still served, so that a load balancer stops sending requests. Then `drainMs` begins.",
    ),
    setting(
        "keepAliveTimeoutMs",
        Kind::Whole { min: 1, max: 3_600_000 },
        Default::Number(75_000),
        "Milliseconds that an idle connection stays open. Set it longer than the idle timeout of the load balancer in front (60 s at AWS).",
    ),
    setting(
        "apiKeys",
        Kind::Path,
        Default::Said("not set: see `callerKeys`"),
        "File with callers' API keys, as `ton-edge key new --file FILE` writes it. The gateway reads it again when it changes.",
    ),
    setting(
        "apiKeysStaleMs",
        Kind::Whole { min: 0, max: 604_800_000 },
        Default::Number(14_400_000),
        "Milliseconds for which the last valid records stay in use while the file of `apiKeys` is missing or faulty; later, requests with an API key get 503. A revocation is delayed by at most this time. 0: 503 at once.",
    ),
    setting(
        "limits.redis",
        Kind::Reference,
        Default::Said("none: limits count in this process"),
        "URL of Redis or Valkey, where several gateways count limits and budgets together: `redis://127.0.0.1:6379`. Needs the package `iovalkey` or `redis` beside `ton-edge`.",
    ),
    setting(
        "telemetry.endpoint",
        Kind::Url,
        Default::Said("none: nothing is exported"),
        "Base URL of the OpenTelemetry collector that gets traces and logs by OTLP over HTTP: `http://localhost:4318`.",
    ),
    setting(
        "telemetry.headers",
        Kind::Reference,
        Default::Said("none"),
        "Headers of requests to the collector, such as its credentials: `name=value`, comma-separated.",
    ),
    setting(
        "telemetry.serviceName",
        Kind::Name,
        Default::Word("ton-edge"),
        "Attribute `service.name` of exported traces and logs.",
    ),
    setting(
        "telemetry.sampleRatio",
        Kind::Share,
        Default::Said("1"),
        "Share of the traces to record if the caller has not decided.",
    ),
    setting(
        "telemetry.sampleErrors",
        Kind::Flag,
        Default::Said("false"),
        "Whether traces of responses of 500 and above are exported even if they are not sampled.",
    ),
    setting(
        "telemetry.followParent",
        Kind::Flag,
        Default::Said("true"),
        "Whether the caller's `traceparent` decides if its trace is recorded. Set it to false for a public gateway.",
    ),
    setting(
        "telemetry.logs",
        Kind::Choice(&["info", "warn", "error", "off"]),
        Default::Word("warn"),
        "Lowest severity of log lines to export.",
    ),
    setting("assets", Kind::Path, Default::Said("404"), "Folder whose files are served outside `/api`."),
    setting(
        "hstsSeconds",
        Kind::Whole { min: 0, max: 315_360_000 },
        Default::Number(0),
        "Seconds in the header `Strict-Transport-Security`: browsers that have loaded `assets` over https use only https for this time. 0: no such header.",
    ),
];
