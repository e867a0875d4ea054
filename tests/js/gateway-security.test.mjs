// Attacks on the gateway, in workerd, Node, Deno and Bun. What it stands against is told in docs/gateway.md.

import floods from "../scenarios/floods.mjs";
import origins from "../scenarios/origins.mjs";
import { play } from "../scenarios/play.mjs";
import relay from "../scenarios/relay.mjs";

play("security", [...relay, ...floods, ...origins]);
