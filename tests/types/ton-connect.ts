// TON Connect, links and ton-edge/message/ed25519 as a TypeScript program uses them, and the uses that the types must refuse. Nothing here
// runs: tests/types/types.test.mjs compiles it.

import {
  type Cell,
  mnemonicToSeed,
  parseTransferLink,
  type PublicKeyLike,
  type SignedData,
  type SignedPayload,
  type TonConnectAccount,
  type TonConnectMessage,
  type TonConnectOptions,
  tonConnectTransaction,
  type TonConnectTransaction,
  type TonProof,
  type TransferInput,
  type TransferLink,
  transferLink,
  type Verified,
  type VerifyOptions,
  verifySignData,
  verifyTonProof,
  walletV5R1,
} from "ton-edge/message";
import {
  type Ed25519KeyPair,
  isTonEdgeError,
  keyPairFromSeed,
  mnemonicToKeyPair,
  mnemonicToSeed as seedOf,
  ready,
  sign,
  TonEdgeError,
  type TonEdgeErrorCode,
  verify,
} from "ton-edge/message/ed25519";

/** The type of a request to `sendTransaction` of @tonconnect/sdk. */
interface SdkRequest {
  validUntil: number;
  network?: string;
  from?: string;
  messages: {
    address: string;
    amount: string;
    stateInit?: string;
    payload?: string;
    extraCurrency?: { [k: number]: string };
  }[];
}

/** True if both are the same type, not merely assignable. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const assertSameType = <T extends true>(): T | undefined => undefined;

declare const to: string;
declare const wrongInput: unknown;

export function requests(options: TonConnectOptions, transfer: TransferInput): SdkRequest {
  const request: TonConnectTransaction = tonConnectTransaction([{ to, value: 1n }], options);
  const [first] = request.messages;
  if (first) assertSameType<Same<typeof first, TonConnectMessage>>();
  const link: string = transferLink(transfer);
  const read: TransferLink = parseTransferLink(link);
  const { network, jetton, validUntil, value, ...message } = read;
  if (jetton === undefined && value !== null) tonConnectTransaction([{ ...message, value }], { network, validUntil });
  // @ts-expect-error: the user enters the amount of this link
  tonConnectTransaction([{ ...message, value }]);
  // @ts-expect-error: a link whose amount the user enters needs `value: null`
  transferLink({ to });
  transferLink(read);
  // @ts-expect-error: an amount is the `value` of a message
  tonConnectTransaction([{ to, amount: "1" }]);
  // @ts-expect-error: the text of a message is its `body`
  transferLink({ to, value: 1n, text: "Hello" });
  // @ts-expect-error: the global id is in the request, not in the options
  tonConnectTransaction([{ to, value: 1n }], { network: "-239" });
  return request;
}

export async function logins(
  account: TonConnectAccount,
  proof: TonProof,
  signedData: SignedData,
): Promise<Cell | string> {
  const publicKey = (address: string): PublicKeyLike => (address === to ? 5n : null);
  const login: Verified<string> = await verifyTonProof(
    { ...account, proof },
    { domain: to, payload: "nonce", publicKey },
  );
  const options: VerifyOptions<SignedPayload> = { domain: [to], payload: ({ type }) => type === "text", verify };
  const { payload } = await verifySignData({ ...account, signed: signedData }, options);
  if (payload.type === "cell") assertSameType<Same<typeof payload.schema, string>>();
  // @ts-expect-error: a login check needs the payload that the app gave out
  void verifyTonProof({ ...account, proof }, { domain: to });
  // @ts-expect-error: a login check needs a domain
  void verifyTonProof({ ...account, proof }, { payload: "nonce" });
  // @ts-expect-error: data is compared by a function
  void verifySignData({ signed: signedData }, { domain: to, payload: "text" });
  return login.payload;
}

export async function keys(): Promise<Cell> {
  await ready();
  const seed: Uint8Array<ArrayBuffer> = await mnemonicToSeed("abandon");
  const pair: Ed25519KeyPair = await keyPairFromSeed(await seedOf(["abandon"], { password: "secret" }));
  const { publicKey, privateKey } = await mnemonicToKeyPair("abandon");
  const isRight: boolean = verify(sign(seed, seed), seed, pair.publicKey);
  // @ts-expect-error: texts are not signed
  sign("text", seed);
  if (isTonEdgeError(wrongInput) && wrongInput instanceof TonEdgeError)
    assertSameType<Same<typeof wrongInput.code, TonEdgeErrorCode>>();
  return walletV5R1({ publicKey }).transfer([], { seqno: isRight ? 1 : 0 }, privateKey);
}
