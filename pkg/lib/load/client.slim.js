// client.wasm as the caller brings it.
import { border } from "../border.js";
import { given } from "./given.js";

export const core = /* @__PURE__ */ border(/* @__PURE__ */ given("client"));
