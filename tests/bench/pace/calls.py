"""Runs the PyPI client `toncenter` in its own process; `calls.mjs` runs the other clients. Arguments: URL, calls, seqno."""

import asyncio
import json
import sys
import time

from toncenter.rest import ToncenterRestClient


async def main():
    url, calls, seqno = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    times = []
    async with ToncenterRestClient(base_url=url) as client:
        start = time.monotonic()

        async def call():
            try:
                info = await client.v2.blocks.get_masterchain_info()
                if info.last.seqno == seqno:
                    times.append((time.monotonic() - start) * 1000)
            except Exception:  # any exception counts as a wrong response
                pass

        await asyncio.gather(*(call() for _ in range(calls)))
    print(json.dumps({"times": times}))


asyncio.run(main())
