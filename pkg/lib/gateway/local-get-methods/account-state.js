// Reads the state of an account from the response to `getAddressInformation`. Strict: if the response differs from the format of the C++ server, the
// get-method is forwarded to the upstream.

import { decodeBag } from "./bag.js";

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isHash = (value) => typeof value === "string" && /^[A-Za-z0-9+/]{43}=$/.test(value);
const isDecimal = (value) => typeof value === "string" && /^\d{1,36}$/.test(value);

/** Whether an object has exactly the fields with these checks. */
function isShaped(value, shape) {
  if (!isObject(value)) return false;
  const names = Object.keys(shape);
  return (
    Object.keys(value).length === names.length &&
    names.every((name) => Object.hasOwn(value, name) && shape[name](value[name]))
  );
}

const BLOCK_SHAPE = {
  "@type": (value) => value === "ton.blockIdExt",
  workchain: (value) => value === -1,
  shard: (value) => typeof value === "string" && /^-?\d{1,19}$/.test(value),
  seqno: (value) => Number.isSafeInteger(value) && value > 0,
  root_hash: isHash,
  file_hash: isHash,
};
const TRANSACTION_SHAPE = {
  "@type": (value) => value === "internal.transactionId",
  lt: isDecimal,
  hash: isHash,
};

const CURRENCY_SHAPE = {
  "@type": (value) => value === "extraCurrency",
  id: (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31,
  amount: (value) => typeof value === "string" && /^\d{1,75}$/.test(value),
};

/** Parses amounts of extra currencies by id. The service writes ids as signed integers. */
function readAmounts(list) {
  if (!Array.isArray(list) || !list.every((item) => isShaped(item, CURRENCY_SHAPE))) return undefined;
  const amounts = Object.fromEntries(list.map(({ id, amount }) => [String(id >>> 0), amount]));
  return Object.keys(amounts).length === list.length ? amounts : undefined;
}

/**
 * @param {string} body of a response with status 200
 * @returns {{ code: Uint8Array, data: Uint8Array, balance: bigint, extraCurrencies: Record<string, string>, now: number, seqno: number, lt: string, block: string, transaction: string } | undefined}
 *   `lt` the logical time of the last transaction; `transaction` and `block` are JSON; undefined unless the response has the complete state of an
 *   active contract
 */
export function readState(body) {
  let responseBody;
  try {
    responseBody = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (
    !isObject(responseBody) ||
    responseBody.ok !== true ||
    !isObject(responseBody.result) ||
    typeof responseBody["@extra"] !== "string"
  )
    return undefined;
  const { result } = responseBody;
  const extraCurrencies = readAmounts(result.extra_currencies);
  const { balance, block_id: block, last_transaction_id: transaction, sync_utime: now } = result;
  const isGood =
    result["@type"] === "raw.fullAccountState" &&
    result.state === "active" &&
    result.frozen_hash === "" &&
    typeof result.suspended === "boolean" &&
    isDecimal(balance) &&
    extraCurrencies !== undefined &&
    Number.isInteger(now) &&
    now > 0 &&
    now < 2 ** 32 &&
    isShaped(block, BLOCK_SHAPE) &&
    isShaped(transaction, TRANSACTION_SHAPE);
  if (!isGood) return undefined;
  const code = decodeBag(result.code);
  const data = decodeBag(result.data);
  if (!code || !data) return undefined;
  return {
    code,
    data,
    balance: BigInt(balance),
    extraCurrencies,
    now,
    seqno: block.seqno,
    lt: transaction.lt,
    block: JSON.stringify(block),
    transaction: JSON.stringify(transaction),
  };
}
