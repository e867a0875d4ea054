// Attacks by single requests, over real sockets in workerd, Node, Deno and Bun. Those by connections are in attacks-sockets, those
// by size in attacks-growth.

import admission from "../attacks/admission.mjs";
import bounds from "../attacks/bounds.mjs";
import poisoning from "../attacks/poisoning.mjs";
import policy from "../attacks/policy.mjs";
import { play } from "../scenarios/play.mjs";

play("attacks", [...poisoning, ...bounds, ...admission, ...policy]);
