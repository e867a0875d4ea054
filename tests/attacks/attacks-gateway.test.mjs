// Attacks by single requests, over real sockets in workerd, Node, Deno and Bun. attacks-sockets.test.mjs has attacks by connections,
// attacks-growth.test.mjs attacks by size.

import admission from "./admission.mjs";
import bounds from "./bounds.mjs";
import poisoning from "./poisoning.mjs";
import policy from "./policy.mjs";
import { play } from "../gateway/scenarios/play.mjs";

play("attacks", [...poisoning, ...bounds, ...admission, ...policy]);
