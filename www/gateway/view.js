// The gateway view: what it did with a request of one's own, and, for its operator, what it does for all.

import { operatorPart } from "./operator.js";
import { visitorPart } from "./visitor.js";

export function view() {
  const visitor = visitorPart();
  const operator = operatorPart();
  return {
    show() {
      visitor.look();
      operator.show();
    },
    leave() {
      visitor.leave();
      operator.leave();
    },
  };
}
