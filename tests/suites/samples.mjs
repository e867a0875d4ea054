// A valid value for every kind of parameter, so that the table of endpoints suffices to call every operation.

const ADDRESS = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const HASH = "2ijAeOCcWLOYW9afQi9KufsoRheRB0eO/rrNcH86xU8=";
const BOC = "te6cckEBAQEAAgAAAEysuc0=";

const VALUES = {
  address: ADDRESS,
  address_text: ADDRESS,
  address_or_null: ADDRESS,
  account_hash: HASH,
  hash: HASH,
  lt: 47670702000009n,
  int: 7,
  dec: "1",
  utime: 1717769119,
  bool: true,
  string: "word",
  shard_dec: "-9223372036854775808",
  shard_hex: "8000000000000000",
  opcode: 0x0f8a7ea5,
  boc: BOC,
  boc_or_hex: BOC,
  method: "seqno",
  stack: [["num", "0x1"]],
  scalar: "1",
  object: {},
};

/** Parameters that an operation requires, by itself and by its rules. */
export function sample(row) {
  const requiredParams = new Set((row.params ?? []).filter((param) => param.required).map((param) => param.name));
  for (const rule of row.rules ?? []) {
    if (rule.enforced && (rule.op === "exactly_one" || rule.op === "at_least_one")) requiredParams.add(rule.params[0]);
  }
  const params = {};
  for (const param of row.params ?? []) {
    if (requiredParams.has(param.name))
      params[param.name] = param.kind === "enum" ? param.choices[0] : VALUES[param.kind];
  }
  if (row.path === "/jsonRPC") Object.assign(params, { method: "getMasterchainInfo", params: {} });
  return params;
}

/**
 * The list that every result of an operation contains: the name of its field, "" if the result is the list, `undefined` without a list.
 * @param {any} row
 */
export const getList = ({ page, livePage, list }) =>
  page ? (page.rows ?? "") : livePage?.id ? (livePage.rows ?? "") : list || undefined;

/** The body of a successful response to an operation; its list is present even if it is empty. */
export function isSuccess(row, content) {
  const list = getList(row);
  const result = list === undefined ? content : list === "" ? [] : { ...content, [list]: [] };
  return row.generation === "v2" ? { ok: true, result } : result;
}
