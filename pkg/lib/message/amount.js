// Amounts: converts exactly between decimal text and whole units, like `src/amount.rs`.

import { MAX_DIGITS } from "../../dist/message-abi.js";
import { fail, kindOf } from "../util/error.js";

function checkDecimals(decimals) {
  if (!(Number.isInteger(decimals) && decimals >= 0 && decimals <= 255))
    throw fail("invalid_parameter", "`decimals` must be a whole number from 0 to 255", { parameter: "decimals" });
}

const amountError = (message, index) => fail("amount_invalid", message, { index });

/** Reads the decimal text of an amount; accepts numbers only if they are exact. */
function toAmountText(amount) {
  if (typeof amount === "string") return amount;
  if (typeof amount === "bigint") return `${amount}`;
  if (typeof amount !== "number")
    throw amountError(`an amount must be text, a bigint or a safe integer, not ${kindOf(amount)}`);
  if (!Number.isSafeInteger(amount))
    throw amountError("this number is not exact: pass the amount as text, such as `1.5`");
  return `${amount}`;
}

export function toUnits(amount, decimals) {
  checkDecimals(decimals);
  const text = toAmountText(amount);
  const [, sign, wholeDigits, tail] = /** @type {string[]} */ (/^(-?)(\d*)([^]*)/.exec(text));
  const pointIndex = sign.length + wholeDigits.length;
  if (wholeDigits === "") throw amountError("an amount must begin with a digit", sign.length);
  if (wholeDigits.length > 1 && wholeDigits[0] === "0")
    throw amountError("an amount must not have leading zeros", sign.length);
  const fraction = tail.slice(1);
  const invalidIndex = tail === "" || tail[0] === "." ? fraction.search(/\D/) : -1;
  if ((tail !== "" && tail[0] !== ".") || invalidIndex >= 0)
    throw amountError(
      "an amount must have only digits and one decimal point",
      invalidIndex >= 0 ? pointIndex + 1 + invalidIndex : pointIndex,
    );
  if (tail === ".") throw amountError("an amount must have digits after its decimal point", text.length);
  if (fraction.length > decimals)
    throw amountError("the amount has more decimals than its unit", pointIndex + 1 + decimals);
  // Checked first, because converting a very long text to a number is slow.
  if (wholeDigits.length > MAX_DIGITS) throw amountError("the amount has more than 257 bits", 0);
  const units = BigInt(wholeDigits + fraction.padEnd(decimals, "0"));
  const value = sign ? -units : units;
  if (BigInt.asIntN(257, value) !== value) throw amountError("the amount has more than 257 bits", 0);
  return value;
}

export function fromUnits(units, decimals) {
  checkDecimals(decimals);
  if (typeof units !== "bigint" && !Number.isSafeInteger(units))
    throw amountError(`units must be a bigint or a safe integer, not ${kindOf(units)}`);
  const digits = `${units}`.replace("-", "").padStart(decimals + 1, "0");
  const pointIndex = digits.length - decimals;
  const fraction = digits.slice(pointIndex).replace(/0+$/, "");
  return (units < 0 ? "-" : "") + digits.slice(0, pointIndex) + (fraction && `.${fraction}`);
}

export const toNano = (amount, decimals = 9) => toUnits(amount, decimals);
export const fromNano = (units, decimals = 9) => fromUnits(units, decimals);
