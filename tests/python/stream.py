"""Reads a stream by the client of the package `toncenter`, unchanged: prints each notification as a line of JSON.

Arguments: the base URL, the number of notifications, the subscription in JSON, and "sse" or "ws".
"""

import asyncio
import json
import sys

from toncenter.streaming import ToncenterSSE, ToncenterWebSocket
from toncenter.types import Network


async def main() -> None:
    base_url, count, subscription, transport = sys.argv[1:]
    client_class = ToncenterWebSocket if transport == "ws" else ToncenterSSE
    client = client_class("key", Network.MAINNET, base_url=base_url)
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
