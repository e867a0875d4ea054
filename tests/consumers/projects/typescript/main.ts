// The types of the package as an app uses them.
import { type Client, createClient, isTonEdgeError, v3 } from "ton-edge";
import { Address, packAddress, tryParseAddress } from "ton-edge/address";
import { createGateway, type Gateway } from "ton-edge/gateway";
import { init } from "ton-edge/slim";

export const client: Client = createClient({ baseUrl: "https://gateway.example", timeoutMs: 5000 });

export async function lastSeqno(): Promise<number> {
  const { last } = await client.v2.getMasterchainInfo();
  return last.seqno;
}

export async function transactions(account: string): Promise<v3.Transaction[]> {
  return client.v3.transactions.paginate({ account }, { pageSize: 100 }).toArray();
}

export function friendlyAddress(text: string): string {
  const parsedAddress = tryParseAddress(text);
  return parsedAddress.ok ? packAddress(parsedAddress.value.raw, { bounceable: false }) : parsedAddress.error.message;
}

export const readErrorCode = (error: unknown): string | undefined => (isTonEdgeError(error) ? error.code : undefined);
export const address: Address = Address.parse("0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8");
export const gateway: Gateway = createGateway({ mainnet: { apiKey: "key" }, origins: ["https://app.example"] });
export const ready: Promise<void> = init("/client.wasm");

// @ts-expect-error an address is a text
packAddress(1);
// @ts-expect-error the parameter is `account`
client.v3.transactions({ acount: "" });
