// jsdom, and the parts of a browser that it lacks and Node has.
const { TestEnvironment } = require("jest-environment-jsdom");

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { fetch, Headers, Request, Response, AbortController, AbortSignal, TextDecoder, TextEncoder });
  }
};
