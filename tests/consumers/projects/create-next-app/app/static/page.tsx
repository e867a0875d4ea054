// A page that Next.js renders when it builds. With `cacheComponents` the build fails if one of these calls reads the clock or a random number.
import { createClient } from "ton-edge";
import { packAddress } from "ton-edge/address";
import { comment, decodeBody, externalMessage, walletV5R1 } from "ton-edge/message";

export default function Page() {
  const client = createClient({ baseUrl: "https://gateway.example", rateLimit: 100 });
  const wallet = walletV5R1({ publicKey: new Uint8Array(32).fill(3) }).address;
  const body = comment("Hello TON!");
  const decoded = decodeBody(body);
  const result = {
    packed: packAddress("0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8"),
    wallet,
    text: "text" in decoded && decoded.text,
    boc: externalMessage({ to: wallet, body }).toBase64(),
    client: typeof client.send,
  };
  return <pre>{JSON.stringify(result)}</pre>;
}
