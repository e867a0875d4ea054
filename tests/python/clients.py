"""PyPI clients of TON Center, unmodified, against a gateway. Argument: a JSON object (url, account, seqno, mc_seqno, source,
destination, created_lt, hash, message, trace, boc). Prints for each client its version, and for each call null or what it raised."""

import asyncio
import json
import sys
import warnings
from importlib.metadata import version

import aiohttp

warnings.filterwarnings("ignore")
GIVEN = json.loads(sys.argv[1])
ACCOUNT = GIVEN["account"]
SHARD = "-9223372036854775808"


async def tonutils():
    from ton_core import NetworkGlobalID
    from tonutils.clients.http.toncenter import ToncenterClient

    async with ToncenterClient(NetworkGlobalID.MAINNET, base_url=f"{GIVEN['url']}/api/v2", rps_limit=1000) as client:
        yield "get_info", lambda: client.get_info(ACCOUNT)
        yield "get_transactions", lambda: client.get_transactions(ACCOUNT, limit=5)
        yield "get_transactions, several pages", lambda: client.get_transactions(ACCOUNT, limit=150)
        yield "run_get_method", lambda: client.run_get_method(ACCOUNT, "seqno")
        yield "get_config", client.get_config
        yield "send_message", lambda: client.send_message(GIVEN["boc"])


async def tonsdk():
    from tonsdk.provider import ToncenterClient

    client = ToncenterClient(base_url=f"{GIVEN['url']}/api/v2/", api_key=None)
    async with aiohttp.ClientSession() as session:

        def run(request):
            return lambda: request["func"](session, *request["args"], **request["kwargs"])

        yield "raw_get_account_state", run(client.raw_get_account_state(ACCOUNT))
        yield "raw_run_method", run(client.raw_run_method(ACCOUNT, "seqno", []))
        yield "raw_send_message", run(client.raw_send_message(bytes.fromhex(GIVEN["boc_of_tonsdk"])))


async def pytoncenter_v2():
    from pytoncenter import get_client

    client = get_client("v2", "mainnet", api_key="", custom_endpoint=f"{GIVEN['url']}/api/v2", qps=1000)
    ends = {name: GIVEN[name] for name in ("source", "destination", "created_lt")}
    block = {"workchain": 0, "shard": int(SHARD), "seqno": GIVEN["seqno"]}
    yield "get_address_information", lambda: client.get_address_information(ACCOUNT)
    yield "get_extended_address_information", lambda: client.get_extended_address_information(ACCOUNT)
    yield "get_wallet_information", lambda: client.get_wallet_information(ACCOUNT)
    yield "get_address_balance", lambda: client.get_address_balance(ACCOUNT)
    yield "get_address_state", lambda: client.get_address_state(ACCOUNT)
    yield "pack_address", lambda: client.pack_address(ACCOUNT)
    yield "unpack_address", lambda: client.unpack_address(ACCOUNT)
    yield "detect_address", lambda: client.detect_address(ACCOUNT)
    yield "get_masterchain_info", client.get_masterchain_info
    yield "get_shards", lambda: client.get_shards(GIVEN["mc_seqno"])
    yield "shards", lambda: client.shards(GIVEN["mc_seqno"])
    yield "get_consensus_block", client.get_consensus_block
    yield "lookup_block", lambda: client.lookup_block(0, int(SHARD), seqno=GIVEN["seqno"])
    yield "get_block_transactions", lambda: client.get_block_transactions(**block)
    yield "get_block_header", lambda: client.get_block_header(**block)
    yield "get_transactions", lambda: client.get_transactions(ACCOUNT, limit=5)
    yield "try_locate_tx", lambda: client.try_locate_tx(**ends)
    yield "try_locate_result_tx", lambda: client.try_locate_result_tx(**ends)
    yield "try_locate_source_tx", lambda: client.try_locate_source_tx(**ends)
    yield "get_config_param", lambda: client.get_config_param(18)
    yield "run_get_method", lambda: client.run_get_method(ACCOUNT, "seqno")


async def pytoncenter_v3():
    from pytoncenter import get_client
    from pytoncenter.v3.models import (
        GetAddressBookRequest,
        GetAdjacentTransactionsRequest,
        GetBlockRequest,
        GetJettonBurnsRequest,
        GetJettonMastersRequest,
        GetJettonTransfersRequest,
        GetJettonWalletsRequest,
        GetMasterchainBlockShardsRequest,
        GetMasterchainBlockShardStateRequest,
        GetMessageByHashRequest,
        GetMessagesRequest,
        GetNFTCollectionsRequest,
        GetNFTItemsRequest,
        GetNFTTransfersRequest,
        GetTransactionByHashRequest,
        GetTransactionByMasterchainBlockRequest,
        GetTransactionByMessageRequest,
        GetTransactionsRequest,
        GetWalletRequest,
    )

    client = get_client("v3", "mainnet", api_key="", custom_endpoint=f"{GIVEN['url']}/api/v3", qps=1000)
    seqno = GIVEN["mc_seqno"]
    yield "get_masterchain_info", client.get_masterchain_info
    yield "get_blocks", lambda: client.get_blocks(GetBlockRequest(workchain=-1, limit=3))
    yield "get_masterchain_block_shards", lambda: client.get_masterchain_block_shards(GetMasterchainBlockShardsRequest(seqno=seqno))
    yield "get_masterchain_block_shard_state", lambda: client.get_masterchain_block_shard_state(GetMasterchainBlockShardStateRequest(seqno=seqno))
    yield "get_address_book", lambda: client.get_address_book(GetAddressBookRequest(address=[ACCOUNT]))
    yield "get_transactions", lambda: client.get_transactions(GetTransactionsRequest(account=ACCOUNT, limit=5))
    yield "get_transactions by hash", lambda: client.get_transactions(GetTransactionByHashRequest(hash=GIVEN["hash"]))
    yield "get_transactions_by_masterchain_block", lambda: client.get_transactions_by_masterchain_block(
        GetTransactionByMasterchainBlockRequest(seqno=seqno)
    )
    yield "get_transaction_by_message", lambda: client.get_transaction_by_message(
        GetTransactionByMessageRequest(direction="in", msg_hash=GIVEN["message"])
    )
    yield "get_adjacent_transactions", lambda: client.get_adjacent_transactions(GetAdjacentTransactionsRequest(hash=GIVEN["hash"]))
    yield "get_messages", lambda: client.get_messages(GetMessagesRequest(destination=ACCOUNT, limit=5))
    yield "get_messages by hash", lambda: client.get_messages(GetMessageByHashRequest(hash=GIVEN["message"]))
    yield "get_nft_collections", lambda: client.get_nft_collections(GetNFTCollectionsRequest())
    yield "get_nft_items", lambda: client.get_nft_items(GetNFTItemsRequest(owner_address=ACCOUNT))
    yield "get_nft_transfers", lambda: client.get_nft_transfers(GetNFTTransfersRequest(address=ACCOUNT))
    yield "get_jetton_masters", lambda: client.get_jetton_masters(GetJettonMastersRequest())
    yield "get_jetton_wallets", lambda: client.get_jetton_wallets(GetJettonWalletsRequest(owner_address=ACCOUNT))
    yield "get_jetton_transfers", lambda: client.get_jetton_transfers(GetJettonTransfersRequest(address=ACCOUNT))
    yield "get_jetton_burns", lambda: client.get_jetton_burns(GetJettonBurnsRequest(address=ACCOUNT))
    yield "get_wallet", lambda: client.get_wallet(GetWalletRequest(address=ACCOUNT))


CLIENTS = {
    "tonutils": ("tonutils", tonutils),
    "tonsdk": ("tonsdk", tonsdk),
    "pytoncenter, v2": ("pytoncenter", pytoncenter_v2),
    "pytoncenter, v3": ("pytoncenter", pytoncenter_v3),
}


async def main():
    out = {}
    for name, (package, calls) in CLIENTS.items():
        results = {}
        async for call, run in calls():
            try:
                await run()
                results[call] = None
            except Exception as error:
                results[call] = f"{type(error).__name__}: {error}"[:300]
        out[name] = {"version": version(package), "calls": results}
    print(json.dumps(out))


asyncio.run(main())
