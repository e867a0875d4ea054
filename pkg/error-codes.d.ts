// Generated from the table of error codes by `cargo xtask generate`; do not edit.

/** All error codes, with cause and remedy. A new version may add codes, but never renames one. */
export type TonEdgeErrorCode =
  /** The address is an empty text. Pass an address, or omit the parameter. */
  | "address_empty"
  /** A friendly address does not have the 48 characters of TON's standard TEP-2, or the text does not have the form of an address. Copy the whole address again: a part of it is missing, or something was added. */
  | "address_length"
  /** A character is in neither base64 alphabet; `index` is its position. Remove or correct the character at `index`. */
  | "address_charset"
  /** The address mixes `+` or `/` with `-` or `_`; `index` is the position of the first character of the second alphabet. Use one alphabet: copy the address again from its source. */
  | "address_mixed_alphabet"
  /** The checksum (CRC-16/XMODEM) does not match: at least one character is mistyped. Copy the address again. Never guess a character: the result could be another account. */
  | "address_checksum"
  /** The first byte of the address is not 0x11, 0x51, 0x91 or 0xD1, as TON's standard TEP-2 requires. Check that the text is an address of TON, not another 36 bytes of base64. */
  | "address_tag"
  /** The part of a raw address before the colon is not a plain decimal number. Write the workchain as `0` or `-1`. */
  | "address_workchain_format"
  /** The workchain is outside of -128..127, so the address has no friendly form. Use workchain `0` or `-1`: no other exists today. */
  | "address_workchain_range"
  /** The part of a raw address after the colon does not have 64 characters. Pass all 64 hexadecimal digits, with leading zeros. */
  | "address_hash_length"
  /** A character after the colon of a raw address is not a hexadecimal digit; `index` is its position. Correct the character at `index`. */
  | "address_hash_charset"
  /** The address contains white space; `index` is the position of the first white space. Call `trim()` on the user's input, and remove line breaks. */
  | "address_whitespace"
  /** The text is a `ton://` or `https://` link, with or without an address in it. Pass only the address in the link. */
  | "address_is_link"
  /** The text is a domain name such as `wallet.ton`. Resolve the name first, with `client.resolve`. */
  | "address_is_domain"
  /** The text is 64 hexadecimal digits without a workchain. Write `0:` before the digits for the basechain, `-1:` for the masterchain. */
  | "address_bare_hash"
  /** The hash is an empty text. Pass a hash, or omit the parameter. */
  | "hash_empty"
  /** The hash does not have 64 hexadecimal, 44 base64 or 43 base64url characters. Copy the whole hash again. */
  | "hash_length"
  /** A character is outside the alphabet of a hash of this length; `index` is the position of the character. Correct the character at `index`. */
  | "hash_charset"
  /** The hash mixes both base64 alphabets; `index` is the position of the first character of the second one. Use one alphabet: copy the hash again from its source. */
  | "hash_mixed_alphabet"
  /** The base64 text does not encode exactly 32 bytes: its padding is wrong, or bits are left over. Encode the 32 bytes of the hash again. */
  | "hash_trailing_bits"
  /** The hash contains white space; `index` is the position of the first white space. Call `trim()` on the user's input, and remove line breaks. */
  | "hash_whitespace"
  /** This version of the API has no such operation. For a path, a gateway responds with `not_found` instead. Use the name in `suggestion`, or look up the operation in the reference. v2 and v3 have different operations. */
  | "unknown_endpoint"
  /** The operation has no such parameter. Use the name in `suggestion`. For a parameter that this version does not know, use `extra` in the client, or the setting `unknownParameters` at the gateway. */
  | "unknown_parameter"
  /** A required parameter is absent; `parameter` names it. Pass the parameter. */
  | "missing_parameter"
  /** A value has the wrong type, is out of bounds or has the wrong form. `parameter` names it. `index` is the position of a wrong character, if it is known. Correct the value: the message says what the parameter accepts, and which item of a list is wrong. */
  | "invalid_parameter"
  /** Two parameters exclude each other, or one needs another. Pass the combination that the message names. */
  | "parameter_conflict"
  /** The request body is not a JSON object of parameters, or not a JSON-RPC call. Send one JSON object. The message says where the body is wrong. */
  | "invalid_body"
  /** An option of `createClient`, of a call, of `paginate` or of another function has a value that it does not accept; `parameter` names it. Correct the option. The documentation that your editor shows for it has unit, range and default. */
  | "invalid_option"
  /** The client has an API key in a browser, where every visitor could read it. Use a gateway, which adds the API key. Set `dangerouslyAllowBrowser: true` only in pages that nobody but you opens. */
  | "api_key_in_browser"
  /** The API key would travel over plain http to another machine. Use an https URL, or omit `apiKey`. */
  | "api_key_insecure"
  /** The API key is empty, is the placeholder `<API_KEY>`, or contains white space, control or non-ASCII characters; or the `apiKey` function threw. Check the variable from which your program reads the API key. */
  | "api_key_invalid"
  /** There was no response, or it broke off: the connection failed, or the browser hides the reason (CORS). Check the URL and the network. In a browser, list the origin in `origins` of the gateway. */
  | "connection_failed"
  /** A call could not start within `queueTimeoutMs`, or had no complete response within `timeoutMs`. From the gateway: a request did not arrive in time. Retry, request fewer rows, or raise `timeoutMs`. After a send, first look up whether the message arrived. */
  | "timeout"
  /** The server redirected. The client and the gateway never follow a redirect, since it could send the API key elsewhere. Correct `baseUrl`: name the final host, with `https`. */
  | "redirected"
  /** The response is larger than `maxResponseBytes`. Request fewer rows, or raise `maxResponseBytes`. */
  | "response_too_large"
  /** The response does not have the form that the API promises: it is HTML or broken JSON, has an unknown outer structure, or lacks the list of rows. Check that `baseUrl` names TON Center or a gateway, and that no proxy or sign-in page is in between. */
  | "invalid_response"
  /** 401: the API key does not exist, or the gateway requires an API key and the request has none. Send an API key. Check that it is complete, and that it was issued for this service. */
  | "api_key_unknown"
  /** 403: the API key belongs to the other network, or the service refuses the origin. Use the API key of this network, or set `network`. */
  | "network_not_allowed"
  /** 429: the caller sent too many requests; or the client ended a queued call, since the server refused every request. `retryAfterMs` is the delay, if it is known. Wait `retryAfterMs`. Share one client between callers, use an API key, or raise the limits of your gateway. */
  | "rate_limited"
  /** 400, 416, 422 and other 4xx: the server refused the request. Read the server's message. The same request would fail again. */
  | "bad_request"
  /** 404: the block, account or path does not exist. Check the parameters, and that `baseUrl` ends before `/api`. A new block or message may not be indexed yet. */
  | "not_found"
  /** 405: the path exists, but not for this HTTP method. Use a method that the header `Allow` of the response lists. */
  | "method_not_allowed"
  /** 409: the contract is not of the requested kind. Check the address: an NFT item is not a jetton, for example. */
  | "conflict"
  /** 413: the request body is too large. Send a smaller body, or raise `maxBodyBytes` of the gateway. */
  | "payload_too_large"
  /** 414: the URL is too long. Pass fewer items in a list, use an operation with a body, or lower `maxUrlBytes` of the client, which sends some lists in parts. */
  | "uri_too_long"
  /** 415: the request body is not `application/json`. Send `Content-Type: application/json`. */
  | "unsupported_media_type"
  /** 533 or 542, or another 5xx with the message of a liteserver: the chain's node behind the API could not handle the request. Retry, unless the message names values of your request. */
  | "lite_server_error"
  /** Any other 5xx. Retry later. */
  | "server_error"
  /** 408, 504, or another 5xx about a deadline: the server, or the service behind it, ran out of time. Retry, or request fewer rows. An operator can raise `timeoutMs` of the gateway or add an upstream. */
  | "upstream_timeout"
  /** 502: the gateway got no usable response from the upstream, since the connection failed, the response broke off, or the response is not JSON. Retry. An operator finds the failed attempt in the gateway's log. */
  | "bad_gateway"
  /** 502: the upstream refused the gateway's own API key. The request itself is valid. Only the operator can help: replace `apiKey` of that upstream. */
  | "upstream_key_refused"
  /** The operation has no pages, or too many rows have the same second. Call the operation itself, without `paginate`. If too many rows have the same second, narrow the list by its parameters. */
  | "not_paginated"
  /** Rows moved between two pages, and `onDrift` is `"throw"`. Or all rows that the pager remembers are gone. Start again. With the default of `onDrift` the pager finds its position after rows have moved. */
  | "pagination_drift"
  /** The cursor is malformed, or belongs to another network, base URL, operation or account, to other parameters or to another `mode`. Pass `pager.cursor` with the parameters of its pager, and `deposit.cursor` with its account. */
  | "cursor_invalid"
  /** The gateway's configuration is invalid. The message names the settings. Correct the settings. `docs/operate/settings.md` lists each setting with its range and default. */
  | "config_invalid"
  /** The platform forbids WebAssembly, for example by a Content-Security-Policy. Allow `'wasm-unsafe-eval'` in `script-src`, or import `ton-edge/no-wasm` (`ton-edge/address/auto` for addresses alone). */
  | "wasm_unavailable"
  /** A bug in ton-edge. Report it with its message. */
  | "internal"
  /** 431: the headers of the request are too large. Send fewer or shorter headers. Cookies are the usual reason. */
  | "headers_too_large"
  /** 400: the request has two different API keys, one in the header and one in the query. Send one of them. */
  | "api_key_conflict"
  /** 503: the gateway cannot check API keys, since its store of API keys does not respond. Retry. An operator checks the store of `apiKeys`, such as a KV namespace or a file. */
  | "key_store_unavailable"
  /** A record in the store of API keys is invalid. Write the record again with `ton-edge key set`. */
  | "key_record_invalid"
  /** 503: all upstreams of the network failed too often, so the gateway sends them no requests for a moment. Wait for `Retry-After`, then retry. */
  | "upstream_unavailable"
  /** 401: `/readyz` and `/metrics` require the admin token. Send `Authorization: Bearer` with the value of `TON_EDGE_ADMIN_TOKEN`. */
  | "admin_token_wrong"
  /** 503: the limiter that several gateways share does not respond, so the gateway does not know the remaining budget. Retry. An operator checks the Durable Object or Redis of `limits.scope`. */
  | "limiter_unavailable"
  /** A function was called before its WebAssembly module was loaded. In `ton-edge/slim`, `init` loads it. In engines that compile only asynchronously, `ready` loads it. Await `init(...)` or `ready()` first. */
  | "not_initialized"
  /** 422: a JSON body nests deeper than `maxJsonDepth`. Send a body with fewer levels, or raise `maxJsonDepth`. */
  | "json_too_deep"
  /** 413: a JSON body has more than `maxJsonMembers` object members and array items. Split the body, or raise `maxJsonMembers`. */
  | "too_many_members"
  /** 422: a query has more parameters than `maxParameters`. Send fewer, or raise `maxParameters`. */
  | "too_many_parameters"
  /** 413: a JSON-RPC batch has more calls than `maxBatch`. Or its responses are too large, or need more than `maxAttempts` attempts at upstreams. Split the batch, or raise `maxBatch` or `maxAttempts`. */
  | "batch_too_large"
  /** 503: the gateway has reached a maximum of requests in flight, of their bytes, of streams, or of accounts that streams watch. Wait for `Retry-After`, then retry. */
  | "overloaded"
  /** 429: this client IP has reached its maximum of requests in flight, or this caller has reached its maximum of streams. Wait for responses before you send more requests, or close streams. */
  | "too_many_in_flight"
  /** 403: this gateway, or the caller's API key, does not allow the client IP. An operator can change `clients` or the API key. */
  | "client_not_allowed"
  /** 403: this gateway, or the caller's API key, does not permit the operation. An operator can change `operations.deny` or the API key. */
  | "operation_not_allowed"
  /** 403: the page that sent the request has an origin that may not use this gateway or this API key. An operator can add the origin to `origins` or to the API key. */
  | "origin_not_allowed"
  /** 421: the gateway does not serve the host that the request names. Use a host of the gateway's setting `allowedHosts`, or add yours. */
  | "host_not_allowed"
  /** 401: the API key has expired. Ask the operator for a new API key. */
  | "api_key_expired"
  /** 403: the API key is suspended. Ask the operator. */
  | "api_key_suspended"
  /** 429: the API key's quota of the day or month is used up. Wait for `Retry-After`, which is the time until the next day or month in UTC. */
  | "quota_exceeded"
  /** 400: the `Host` header is not exactly one host with an optional port. Send one `Host` header. */
  | "invalid_host"
  /** Several requests in a row returned no new row: the server ignores the parameter that `parameter` names, or repeats rows. Check `baseUrl`: a proxy may drop parameters or cache responses without them. */
  | "pagination_stalled"
  /** A value or a list is longer than its limit. Or it makes the URL longer than `maxUrlBytes`, in a call that cannot be sent in parts. `parameter` names it, and the message has the limit. Split the list, or check the value. */
  | "too_long"
  /** The account did not accept the message, and the service responds with 500 or 542. `exitCode` is the exit code of the account's contract, if it ran. `client.send` explains the exit code in the message. Exit codes 33 and 133 mean that the `seqno` is not the wallet's next one: read it, and sign again. */
  | "message_rejected"
  /** The runtime lacks a function or class that the call needs; `parameter` names it. Load a polyfill before the first call. Instead of a global `fetch`, you can also pass the option `fetch` of `createClient`. */
  | "missing_global"
  /** A text or bytes are not a BoC (bag of cells). `index` is the position of the wrong character or byte, if it is known. Pass the whole BoC as bytes, base64 or hexadecimal digits. A BoC that was cut off or edited has a wrong length or checksum. */
  | "boc_invalid"
  /** A read of a cell failed: the cell has too few bits or references, another kind of address, or text that is not UTF-8. Read the fields in the order of their TL-B schema, which defines the layout of the cell. */
  | "cell_read"
  /** A value does not fit into a cell: a cell has at most 1023 bits, 4 references, and 1024 levels of cells below it. Store less, or put a part into a cell of its own with `storeRef`. */
  | "cell_build"
  /** A cell does not contain what is expected: a message, a transaction, an account or a body of the expected type. `parameter` names the field. Check what the bag of cells contains: `decodeMessage` reads messages, `decodeTransaction` transactions. */
  | "message_invalid"
  /** A text or number is not an amount; `index` is the position of the wrong character. Write digits with at most one decimal point and no exponent, such as `1.5`. Pass large numbers as text or bigint. */
  | "amount_invalid"
  /** The words are not a valid TON mnemonic, or not for this password. Check the words, their order and the password. Mnemonics of other chains do not work: TON derives keys differently. */
  | "mnemonic_invalid"
  /** A value cannot be an item of a stack, or an item of a stack does not have the type that the program reads. `index` is its position. Pass bigints, cells, slices, addresses, arrays for tuples and `{ list }` for lists. Read items in the order in which the get-method documents them. */
  | "stack_invalid"
  /** A get-method ended with an exit code other than 0 and 1. `exitCode` has the code, and `parameter` names the method. Check the account, the name of the method and its arguments. Each contract defines its own codes from 256 on. */
  | "get_method_failed"
  /** A message was not executed and never will be: its validity ended, or the wallet executed another message with the same `seqno`. `messageHash` is its hash. Read the seqno again, then build, sign and send a new message. */
  | "message_expired"
  /** The proof with which a wallet logs in to an app, or data that a wallet signed for an app, is invalid. `parameter` names the wrong part: `domain`, `timestamp`, `payload`, `address`, `walletStateInit`, `publicKey` or `signature`. Refuse the login. If honest users see this error, check the domain of the app, the clock of the server, and that each payload is used once. */
  | "proof_invalid"
  /** With `local: "only"`, the result of a get-method is not certain without the service. `reason` says why, `parameter` names the method, and `exitCode` is the exit code of a failure. Use `local: "auto"`, which sends such calls to the service. */
  | "needs_upstream"
  /** With the option `integrity`, a response contradicts itself, its request or an earlier response. `parameter` is the path of the value in the result, and the message has both values. Do not use the response, and compare with another server. Tell the operator of this server the path and both values. */
  | "integrity_failed"
  /** The value is an address, but a domain is expected. An address needs no look-up. Use the address as it is, or call `client.recipient`, which takes addresses and domains. */
  | "domain_is_address"
  /** A domain does not exist, or has no record that names an account. Check the spelling with the person who gave you the domain. Send nothing until it names an account. */
  | "domain_not_found"
  /** A step (a function that the operator has added to the gateway) threw, returned no Response, called `next` twice or took too long. The message says which. Correct the step in the setting `steps`. The log has the stack of the exception. */
  | "step_failed"
  /** The response is older than what the caller has already seen, and no newer one came in time. The client compares transactions. The gateway compares with the headers `X-Ton-Edge-Min-Seqno` and `X-Ton-Edge-Min-Lt`. Retry after a second: the server is some blocks behind. */
  | "behind"
  /** The gateway cannot serve a picture: its host is unreachable or not public, or the response is not a picture or is too large. The message says which. Show something else in place of the picture. The gateway serves PNG, JPEG, GIF or WebP pictures of public hosts. */
  | "image_unavailable";
