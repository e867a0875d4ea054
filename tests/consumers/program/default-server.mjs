// The check on a server, where a gateway can run.
import { createGateway } from "ton-edge/gateway";

import { check as checkEntries } from "./default.mjs";

export const check = (service) => checkEntries(service, { createGateway });
