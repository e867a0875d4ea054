// Amounts: exact conversion between decimal text and whole units, as `src/amount.rs` does it.

import { MAX_DIGITS } from "../../dist/message-abi.js";
import { fail, kindOf } from "../util/error.js";

function checkDecimals(decimals) {
  if (!(Number.isInteger(decimals) && decimals >= 0 && decimals <= 255))
    throw fail("invalid_parameter", "`decimals` is a whole number from 0 to 255", { parameter: "decimals" });
}

const invalid = (message, index) => fail("amount_invalid", message, { index });

/** Decimal text of an amount; numbers only where they are exact. */
function amountText(amount) {
  if (typeof amount === "string") return amount;
  if (typeof amount === "bigint") return `${amount}`;
  if (typeof amount !== "number") throw invalid(`an amount is text, a bigint or a safe integer, not ${kindOf(amount)}`);
  if (!Number.isSafeInteger(amount)) throw invalid("this number is not exact: pass the amount as text, such as `1.5`");
  return `${amount}`;
}

export function toUnits(amount, decimals) {
  checkDecimals(decimals);
  const text = amountText(amount);
  const [, sign, whole, rest] = /** @type {string[]} */ (/^(-?)(\d*)([^]*)/.exec(text));
  const at = sign.length + whole.length;
  if (whole === "") throw invalid("an amount must begin with a digit", sign.length);
  if (whole.length > 1 && whole[0] === "0") throw invalid("an amount must not have zeros in front", sign.length);
  const fraction = rest.slice(1);
  const wrong = rest === "" || rest[0] === "." ? fraction.search(/\D/) : -1;
  if ((rest !== "" && rest[0] !== ".") || wrong >= 0)
    throw invalid("an amount must have only digits and one decimal point", wrong >= 0 ? at + 1 + wrong : at);
  if (rest === ".") throw invalid("an amount must have digits after its decimal point", text.length);
  if (fraction.length > decimals) throw invalid("the amount has more decimals than its unit", at + 1 + decimals);
  // A longer text takes long to read as a number.
  if (whole.length > MAX_DIGITS) throw invalid("the amount has more than 257 bits", 0);
  const units = BigInt(whole + fraction.padEnd(decimals, "0"));
  const value = sign ? -units : units;
  if (BigInt.asIntN(257, value) !== value) throw invalid("the amount has more than 257 bits", 0);
  return value;
}

export function fromUnits(units, decimals) {
  checkDecimals(decimals);
  if (typeof units !== "bigint" && !Number.isSafeInteger(units))
    throw invalid(`units are a bigint or a safe integer, not ${kindOf(units)}`);
  const digits = `${units}`.replace("-", "").padStart(decimals + 1, "0");
  const at = digits.length - decimals;
  const fraction = digits.slice(at).replace(/0+$/, "");
  return (units < 0 ? "-" : "") + digits.slice(0, at) + (fraction && `.${fraction}`);
}

export const toNano = (amount, decimals = 9) => toUnits(amount, decimals);
export const fromNano = (units, decimals = 9) => fromUnits(units, decimals);
