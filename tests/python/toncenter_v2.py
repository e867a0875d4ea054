"""The PyPI client `toncenter`, unmodified, against v2. Argument: a JSON object (url, account, seqno, a message's ends and lt, BoCs);
prints the result of every call as one JSON object."""

import asyncio
import json
import sys

from toncenter.exceptions import ToncenterError
from toncenter.rest import ToncenterRestClient

SHARD = "-9223372036854775808"


def plain(value):
    """The content of the client's models, as JSON."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value


async def calls(v2, given):
    account, seqno = given["account"], given["seqno"]
    block = {"workchain": 0, "shard": SHARD, "seqno": seqno}
    ends = {"source": given["source"], "destination": given["destination"], "created_lt": given["created_lt"]}
    return {
        "information": v2.accounts.get_address_information(account),
        "extended": v2.accounts.get_extended_address_information(account),
        "wallet": v2.accounts.get_wallet_information(account),
        "balance": v2.accounts.get_address_balance(account),
        "state": v2.accounts.get_address_state(account),
        "masterchain": v2.blocks.get_masterchain_info(),
        "consensus": v2.blocks.get_consensus_block(),
        "lookup": v2.blocks.lookup_block(0, SHARD, seqno=seqno),
        "shards": v2.blocks.get_shards(given["mc_seqno"]),
        "header": v2.blocks.get_block_header(**block),
        "queue": v2.blocks.get_out_msg_queue_size(),
        "block_transactions": v2.transactions.get_block_transactions(**block),
        "block_transactions_ext": v2.transactions.get_block_transactions_ext(**block),
        "transactions": v2.transactions.get_transactions(account, limit=5),
        "transactions_std": v2.transactions.get_transactions_std(account, limit=5),
        "located": v2.transactions.try_locate_tx(**ends),
        "located_result": v2.transactions.try_locate_result_tx(**ends),
        "located_source": v2.transactions.try_locate_source_tx(**ends),
        "config": v2.configuration.get_config_param(18),
        "config_all": v2.configuration.get_config_all(),
        "libraries": v2.configuration.get_libraries([given["hash"]]),
        "run": v2.runmethod.run_get_method(account, "seqno"),
        "run_std": v2.runmethod.run_get_method_std(account, "seqno"),
        "detected": v2.utils.detect_address(account),
        "hash": v2.utils.detect_hash(given["hash"]),
        "packed": v2.utils.pack_address(account),
        "unpacked": v2.utils.unpack_address(account),
        "fees": v2.send.estimate_fee(account, given["body"]),
        "rpc": v2.rpc.json_rpc("getAddressBalance", params={"address": account}),
        "sent": v2.send.send_boc_return_hash(given["boc"]),
        "signatures": v2.blocks.get_masterchain_block_signatures(given["mc_seqno"]),
        # The account is not a token: the client must see the upstream's error.
        "token": v2.accounts.get_token_data(account),
    }


async def main():
    given = json.loads(sys.argv[1])
    out = {}
    async with ToncenterRestClient(base_url=given["url"], rps_limit=0, retry_policy=None) as client:
        for name, call in (await calls(client.v2, given)).items():
            try:
                out[name] = plain(await call)
            except ToncenterError as error:
                out[name] = {"error": type(error).__name__, "text": str(error)}
    print(json.dumps(out))


asyncio.run(main())
