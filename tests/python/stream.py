"""Reads a stream by the client of the package `toncenter`, unchanged: prints each notification as a line of JSON.

Arguments: the base URL, the number of notifications, and the subscription in JSON.
"""

import asyncio
import json
import sys

from toncenter.streaming import ToncenterSSE
from toncenter.types import Network


async def main() -> None:
    base_url, count, subscription = sys.argv[1:]
    client = ToncenterSSE("key", Network.MAINNET, base_url=base_url)
    await client.create_session()
    try:
        seen = 0
        async for notification in client.subscribe(**json.loads(subscription), include_metadata=True):
            print(json.dumps(notification.model_dump()), flush=True)
            seen += 1
            if seen == int(count):
                return
    finally:
        await client.close_session()


asyncio.run(main())
