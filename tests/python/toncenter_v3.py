"""The PyPI client `toncenter`, unmodified, against v3. Argument: a JSON object (url, account, hash of a transaction, trace);
prints the result of every call as one JSON object."""

import asyncio
import json
import sys

from toncenter.rest import ToncenterRestClient


async def main():
    given = json.loads(sys.argv[1])
    account = given["account"]
    out = {}
    async with ToncenterRestClient(base_url=given["url"], rps_limit=0, retry_policy=None) as client:
        v3 = client.v3
        calls = {
            "masterchain": v3.blockchain.get_masterchain_info(),
            "transactions": v3.blockchain.get_transactions(account=[account], limit=5),
            "messages": v3.blockchain.get_messages(destination=account, limit=5),
            "blocks": v3.blockchain.get_blocks(workchain=-1, limit=3),
            "adjacent": v3.blockchain.get_adjacent_transactions(hash=given["hash"]),
            "states": v3.accounts.get_account_states([account]),
            "wallets": v3.accounts.get_wallet_states([account]),
            "book": v3.accounts.get_address_book([account]),
            "traces": v3.actions.get_traces(trace_id=[given["trace"]]),
            "actions": v3.actions.get_actions(account=account, limit=5),
        }
        for name, call in calls.items():
            value = await call
            out[name] = value.model_dump(mode="json") if hasattr(value, "model_dump") else value
    print(json.dumps(out))


asyncio.run(main())
