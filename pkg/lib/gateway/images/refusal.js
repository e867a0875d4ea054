// The reasons why a picture is not served. Their messages are in src/gateway/dispatch/image.rs.

/**
 * @typedef {"url" | "host" | "timeout" | "status" | "redirect" | "type" | "too-large" | "too-many-pixels" | "damaged" | "resize" | "overloaded"} Reason
 */

/** Thrown when a picture cannot be served. */
export class ImageRefusal extends Error {
  /** @param {Reason} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}
