// Attacks by single requests, over real sockets in workerd, Node, Deno and Bun. attacks-sockets.test.mjs attacks with connections,
// attacks-growth.test.mjs with large inputs.

import admission from "./admission.mjs";
import bounds from "./bounds.mjs";
import poisoning from "./poisoning.mjs";
import policy from "./policy.mjs";
import { play } from "../gateway/scenarios/play.mjs";

play("attacks", [...poisoning, ...bounds, ...admission, ...policy]);
