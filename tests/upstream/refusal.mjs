/** An error response of the service: status and text; the front gives it the shape of the generation. */
export class Refusal extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.name = "Refusal";
    this.status = status;
  }
}
