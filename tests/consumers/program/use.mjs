// The check that every consumer of the matrix runs with its imports: a few calls of each kind, with an upstream.

const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const EQ = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

function codeOf(work) {
  try {
    return work();
  } catch (error) {
    return error.code;
  }
}

/**
 * @param {any} entry what the entry exports: without `createClient`, only addresses are checked
 * @param {string} [service] the base URL
 * @returns the results, as plain data
 */
export async function use({ packAddress, unpackAddress, isTonEdgeError, createClient, Addresses }, service) {
  const found = { packed: packAddress(RAW), raw: unpackAddress(EQ), refused: codeOf(() => unpackAddress("EQ")) };
  // An account is equal to itself, whatever entry its object comes from.
  if (Addresses?.some((A) => Addresses.some((B) => !A.parse(RAW).equals(B.parse(EQ)) || B.parse(EQ).equals(undefined))))
    throw new Error("two objects of the same account are not equal");
  if (createClient === undefined) return found;
  const client = createClient({ baseUrl: service, rateLimit: 100 });
  const { last } = await client.v2.getMasterchainInfo();
  const misspelt = await client.v3
    .transactions({ acount: RAW })
    .catch((error) => isTonEdgeError(error) && error.suggestion);
  const rows = await client.v3.transactions.paginate({}, { pageSize: 4, maxItems: 6 }).toArray();
  return { ...found, seqno: last.seqno > 0, misspelt, rows: rows.length };
}

/** The expected results. */
export const ADDRESSES = { packed: EQ, raw: RAW, refused: "address_length" };
export const ALL = { ...ADDRESSES, seqno: true, misspelt: "account", rows: 6 };
