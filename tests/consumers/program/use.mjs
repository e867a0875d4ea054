// The check that every consumer of the matrix runs with its imports: a few calls of each kind, with an upstream.

const RAW_ADDRESS = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const FRIENDLY_ADDRESS = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

function catchCode(work) {
  try {
    return work();
  } catch (error) {
    return error.code;
  }
}

const COMMENT_BOC = "te6cckEBAQEAEAAAHAAAAABIZWxsbyBUT04he3uftQ==";
/** A configuration with the parameters that transactions need: `makeSmallConfig` of `tests/helpers/`. */
const CONFIG_BOC =
  "te6ccgEBEAEA1gACA83AAQYCASACBAEB3AMAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQHcBQAaxAAAAAwAAAAAAAAAAAIBIAcKAgFqCAgBASAJAJTRAAAAAAAAAGQAAAAAAACcQN4AAAAAAZAAAAAAAAAAD0JAAAAAAAAPQkAAAAAAAAAnEAAAAAAAmJaAAAAAAAX14QAAAAAAO5rKAAIBIAsOAgFIDAwBASANAELqAAAAAAAGGoAAAAAAAZAAAAAAAACcQAAAAAGAAFVVVVUBAfQPAAFA";
const OWN_ADDRESS = `0:${"5".repeat(64)}`;

/** `ton-edge/message`: texts, hashes, errors, the address of a wallet, and a message that the client sends. */
async function checkMessage({ comment, decodeBody, externalMessage, parseBoc, ready, walletV5R1 }, client) {
  await ready();
  const cell = parseBoc(COMMENT_BOC);
  const { hash: sentHash } = await client.v2.sendBocReturnHash({
    boc: externalMessage({ to: OWN_ADDRESS, body: cell }).toBase64(),
  });
  return {
    sent: sentHash,
    text: decodeBody(cell).text,
    unicode: decodeBody(comment("ünï 🙂")).text,
    hash: [...cell.hash().subarray(0, 4)].join("."),
    wallet: walletV5R1({ publicKey: new Uint8Array(32).fill(3) }).address,
    refused: catchCode(() => parseBoc("te6cckEBAQEAEAAAHAAAAABIZWxsbyBUT04he3uftA==")),
  };
}

/** `ton-edge/tvm`: get-methods of a wallet. */
async function checkTvm({ openContract, ready }, { walletV5R1 }) {
  await ready();
  const { address, stateInit } = walletV5R1({ publicKey: new Uint8Array(32).fill(3) });
  const slice = stateInit.beginParse().skip(2);
  const contract = openContract({ address, code: slice.loadMaybeRef(), data: slice.loadMaybeRef() });
  const [seqno, missingMethod] = ["seqno", "nothing"].map((method) => contract.get(method));
  return { seqno: seqno.stack.number(0), gas: seqno.gasUsed, exitCode: missingMethod.exitCode };
}

/** The emulator of `ton-edge/tvm`, which previews use: a contract takes the value of a message. */
async function checkPreview({ openConfig, openContract }, { beginCell, internalMessage }) {
  // `SETCP0`.
  const code = beginCell().storeUint(0xff00, 16).endCell();
  const state = {
    address: OWN_ADDRESS,
    code,
    data: beginCell().endCell(),
    balance: 1_000_000_000n,
    now: 1_800_000_000,
  };
  const contract = openContract({ ...state, config: openConfig(CONFIG_BOC) });
  const message = internalMessage({ to: OWN_ADDRESS, value: 1_000_000_000n, bounce: false });
  const { status, transaction } = await contract.emulate(message, { from: `0:${"6".repeat(64)}` });
  return { status, fees: String(transaction.totalFees.coins) };
}

/** `ton-edge/gateway`: the client sends its requests through a gateway in the same program. */
async function checkGateway({ createClient, createGateway }, service) {
  const gateway = createGateway({
    mainnet: { baseUrl: service, budget: "off" },
    limits: { keyless: "off" },
    logLevel: "off",
  });
  const fetch = (input, init) => gateway.fetch(new Request(input, init));
  const client = createClient({ baseUrl: "https://gateway.example", fetch });
  return { seqno: (await client.v2.getMasterchainInfo()).last.seqno > 0 };
}

/**
 * @param {any} entry what the entry exports: without `createClient`, only addresses are checked; `message` and `tvm`: the entries of these names, or
 *   functions that import them; `createGateway`: a gateway can run here
 * @param {string} [service] the base URL
 * @returns the results, as plain data
 */
export async function exerciseExports(
  { packAddress, unpackAddress, isTonEdgeError, createClient, Addresses, message, tvm, createGateway },
  service,
) {
  const result = {
    packed: packAddress(RAW_ADDRESS),
    raw: unpackAddress(FRIENDLY_ADDRESS),
    refused: catchCode(() => unpackAddress("EQ")),
  };
  // An account is equal to itself, whatever entry its object comes from.
  if (
    Addresses?.some((A) =>
      Addresses.some(
        (B) => !A.parse(RAW_ADDRESS).equals(B.parse(FRIENDLY_ADDRESS)) || B.parse(FRIENDLY_ADDRESS).equals(undefined),
      ),
    )
  )
    throw new Error("two objects of the same account are not equal");
  if (createClient === undefined) return result;
  const client = createClient({ baseUrl: service, rateLimit: 100 });
  const { last: lastBlock } = await client.v2.getMasterchainInfo();
  const suggestion = await client.v3
    .transactions({ acount: RAW_ADDRESS })
    .catch((error) => isTonEdgeError(error) && error.suggestion);
  const rows = await client.v3.transactions.paginate({}, { pageSize: 4, maxItems: 6 }).toArray();
  /** @type {Record<string, any>} */
  const results = { ...result, seqno: lastBlock.seqno > 0, misspelt: suggestion, rows: rows.length };
  if (message) results.message = await checkMessage(message, client);
  if (tvm) {
    const entry = await tvm();
    results.tvm = await checkTvm(entry, message);
    results.preview = await checkPreview(entry, message);
  }
  if (createGateway) results.gateway = await checkGateway({ createClient, createGateway }, service);
  return results;
}

/** The expected results. */
export const ADDRESS_RESULTS = { packed: FRIENDLY_ADDRESS, raw: RAW_ADDRESS, refused: "address_length" };
export const ALL_RESULTS = { ...ADDRESS_RESULTS, seqno: true, misspelt: "account", rows: 6 };
/** The expected results of the other entries: those of Node. */
export const ENTRY_RESULTS = {
  message: {
    sent: "p6SCciJYtqGshoTH9v8c02SFTfQrM1zGusq31B5iAn0=",
    text: "Hello TON!",
    unicode: "ünï 🙂",
    hash: "217.137.121.79",
    wallet: "0:D4C6C83E877E3059CD35A31E3AC1A3F2C1FC838203875875412FDC8FCDDE93CB",
    refused: "boc_invalid",
  },
  tvm: { seqno: 0, gas: 913, exitCode: 11 },
  preview: { status: "done", fees: "40000" },
  gateway: { seqno: true },
};
