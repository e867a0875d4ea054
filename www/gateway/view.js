// The gateway view: how the gateway handled the visitor's request, and metrics of all requests for its operator.

import { createOperatorPart } from "./operator.js";
import { createVisitorPart } from "./visitor.js";

export function createView() {
  const visitor = createVisitorPart();
  const operator = createOperatorPart();
  return {
    show() {
      visitor.show();
      operator.show();
    },
    leave() {
      visitor.leave();
      operator.leave();
    },
  };
}
