// ton-edge/testing: a fake TON Center for unit tests. Documented in testing.d.ts.

export { createFakeService } from "./lib/testing/fake-service.js";
