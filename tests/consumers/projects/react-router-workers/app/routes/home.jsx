import { useEffect, useState } from "react";
import { createClient } from "ton-edge";

export default function Home() {
  const [seqno, setSeqno] = useState();
  useEffect(() => {
    const controller = new AbortController();
    const client = createClient({ baseUrl: location.origin });
    client.v2.getMasterchainInfo({}, { signal: controller.signal }).then(
      ({ last }) => setSeqno(last.seqno),
      (error) => controller.signal.aborted || console.error(error),
    );
    return () => controller.abort();
  }, []);
  return <p>Block {seqno}</p>;
}
