// Contender: this package without a cache: like the others, it sends each request upstream.

import { createConfiguredGateway } from "./configured.mjs";

export default createConfiguredGateway({ adapter: "none" });
