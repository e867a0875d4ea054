// Generated from src/gateway/config/settings.rs by `cargo xtask generate`: the settings that a text can express, by how it is read. See
// texts.js.

/** The settings of a gateway. */
export const GATEWAY_NAMES = {
  text: "network callerKeys keyless unknownParameters clientIp limits.scope limits.callers cache.adapter streaming.scope images.ipfsUrl readiness.identity logLevel logFormat logClient",
  secret: "adminToken logSalt",
  number: "maxUrlBytes maxHeaderBytes maxBodyBytes maxBatch maxParameters maxJsonDepth maxJsonMembers overload.maxInFlight overload.maxInFlightPerClient overload.reservedForKeys timeoutMs deadlineMs retries maxAttempts firstByteTimeoutMs hedgeAfterMs breaker.failures breaker.openMs breaker.probeWaitMs behindWaitMs maxBehindBlocks limits.ipv6PrefixLength limits.queueTimeoutMs limits.reservePercent limits.maxGateways limits.maxCallers cache.maxBytes cache.maxEntryBytes cache.staleWhileRevalidateMs cache.staleIfErrorMs cache.staleAfterMs cache.maxSharedBytes cache.maxUnshared localGetMethods.verify localGetMethods.gasLimit localGetMethods.workPerRequest localGetMethods.workPerSecond streaming.maxConnections streaming.maxConnectionsPerCaller streaming.maxAddresses streaming.maxAccounts streaming.intervalMs streaming.maxBufferedBytes streaming.maxAgeMs streaming.shards images.maxBytes images.maxFetches images.timeoutMs images.cacheBytes images.ttlMs readiness.maxHeadAgeMs readiness.ttlMs logSampling",
  flag: "enforceOrigins strict cache.coalesce logProbes localGetMethods streaming images",
  list: "origins allowHeaders allowedHosts clients.allow clients.deny operations.deny",
  rate: "limits.requests limits.keyless limits.global limits.failedKeys limits.budget images.callerRate",
  pairs: "hosts limits.plans limits.costs",
  upstreams: "mainnet testnet",
};

/** The settings that only `ton-edge gateway` has. */
export const COMMAND_NAMES = {
  text: "host admin.host apiKeys telemetry.endpoint telemetry.serviceName telemetry.logs assets",
  secret: "limits.redis telemetry.headers",
  number: "port admin.port drainMs drainDelayMs keepAliveTimeoutMs apiKeysStaleMs telemetry.sampleRatio hstsSeconds",
  flag: "telemetry.sampleErrors telemetry.followParent",
};
