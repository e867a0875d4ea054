// The response of a gateway that has opened a WebSocket, in servers that write the response to the handshake themselves.

/** Not a `Response`: its constructor refuses the status 101. */
export const SWITCHING_RESPONSE = /** @type {Response} */ (
  /** @type {unknown} */ ({ status: 101, headers: new Headers(), body: null })
);
