// What a visitor can do about an error, by code. Generated from the table of error codes by `cargo xtask generate`; do not edit.

const GROUPS = [
  ["This is not an address. Correct it, or paste it again.", "address_empty address_length address_charset address_mixed_alphabet address_checksum address_tag address_workchain_format address_workchain_range address_hash_length address_hash_charset address_whitespace address_is_link address_is_domain address_bare_hash"],
  ["This is not a hash. Correct it, or paste it again.", "hash_empty hash_length hash_charset hash_mixed_alphabet hash_trailing_bits hash_whitespace"],
  ["The API refused the request. Check the address.", "invalid_parameter bad_request"],
  ["The gateway cannot be reached. Check your connection, then retry.", "connection_failed"],
  ["No complete response arrived in time. Retry, or choose fewer rows per page.", "timeout"],
  ["The response is not from a gateway: a proxy or a sign-in page may be in between. Check your network, then retry.", "redirected invalid_response"],
  ["The response is too large for this web app. Choose fewer rows per page.", "response_too_large"],
  ["The upstream service refused the gateway’s API key. Only the operator of this gateway can fix that.", "api_key_unknown network_not_allowed upstream_key_refused"],
  ["Too many requests in a short time. Wait {wait}, then retry.", "rate_limited"],
  ["This host has no ton-edge gateway. Open the web app at the address of a gateway.", "not_found method_not_allowed"],
  ["The upstream service failed to respond. Wait a minute, then retry.", "lite_server_error server_error upstream_timeout bad_gateway"],
  ["This browser blocks WebAssembly, which this web app needs. Allow it, or use another browser.", "wasm_unavailable"],
  ["The account did not accept the message. Check its seqno, signature and expiry.", "message_rejected"],
  ["This browser is too old for this web app. Update it, or use another one.", "missing_global"],
  ["This is not an amount. Write digits with one decimal point.", "amount_invalid"],
  ["The contract did not respond to this request. Check the address.", "get_method_failed"],
  ["The message expired before the network executed it. Send it again.", "message_expired"],
  ["The wallet's signature is not valid here. Connect the wallet again.", "proof_invalid"],
  ["This is an address, not a domain.", "domain_is_address"],
  ["This domain does not exist, or names no account. Check its spelling.", "domain_not_found"],
];

/** The hints by code; `{wait}` stands for a time. */
export const HINTS = new Map(GROUPS.flatMap(([hint, codes]) => codes.split(" ").map((code) => [code, hint])));
