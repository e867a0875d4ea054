// The gateway's contract: the same in workerd, Node, Deno and Bun.

import { RUNTIMES } from "../runtimes/runtimes.mjs";
import keys from "./scenarios/keys.mjs";
import operations from "./scenarios/operations.mjs";
import operators from "./scenarios/operators.mjs";
import { play } from "./scenarios/play.mjs";
import restrictions from "./scenarios/restrictions.mjs";
import routes from "./scenarios/routes.mjs";
import rpc from "./scenarios/rpc.mjs";
import services from "./scenarios/services.mjs";

play("contract", [...routes, ...rpc, ...keys, ...restrictions, ...services, ...operations, ...operators], RUNTIMES);
