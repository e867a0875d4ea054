// The v2 methods about forms of addresses and hashes. They do not read the chain.
import { Address } from "@ton/core";

/** The text as the caller wrote it, because the result depends on its flags and letters. */
const readAsWritten = (context, name) => String([context.raw[name]].flat()[0]).trim();

/** @param {any} context @param {string} raw @returns {{ address: Address, text: string, friendly: boolean, bounceable: boolean, testOnly: boolean }} */
function parse(context, raw) {
  const text = readAsWritten(context, "address");
  if (text.includes(":"))
    return { address: Address.parse(raw), text, friendly: false, bounceable: true, testOnly: false };
  const { address, isBounceable: bounceable, isTestOnly: testOnly } = Address.parseFriendly(text);
  return { address, text, friendly: true, bounceable, testOnly };
}

export function detectAddress(params, context) {
  const { address, text, friendly, bounceable, testOnly } = parse(context, params.address);
  const isPython = context.variant === "python";
  const makeBothAlphabets = (bounce) => ({
    ...(!isPython && { "@type": "ext.utils.detectedAddressVariant" }),
    b64: address.toString({ urlSafe: false, bounceable: bounce, testOnly }),
    b64url: address.toString({ urlSafe: true, bounceable: bounce, testOnly }),
  });
  return {
    ...(!isPython && { "@type": "ext.utils.detectedAddress" }),
    raw_form: isPython && !friendly ? text : address.toRawString(),
    bounceable: makeBothAlphabets(true),
    non_bounceable: makeBothAlphabets(false),
    given_type: friendly ? (bounceable ? "friendly_bounceable" : "friendly_non_bounceable") : "raw_form",
    test_only: testOnly,
  };
}

/** Preserves the flags of a friendly form. The Python variant responds in the standard alphabet. */
export function packAddress(params, context) {
  const { address, bounceable, testOnly } = parse(context, params.address);
  return address.toString({ urlSafe: context.variant !== "python", bounceable, testOnly });
}

/** Upper case in C++; lower case in Python, and a raw form unchanged. */
export function unpackAddress(params, context) {
  if (context.variant !== "python") return params.address;
  const { address, text, friendly } = parse(context, params.address);
  return friendly ? address.toRawString() : text;
}

export function detectHash({ hash }) {
  const bytes = Buffer.from(hash, "base64");
  return {
    "@type": "ext.utils.detectedHash",
    b64: bytes.toString("base64"),
    b64url: bytes.toString("base64url"),
    hex: bytes.toString("hex"),
  };
}
