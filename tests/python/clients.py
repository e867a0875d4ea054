"""PyPI clients of TON Center, unmodified, against a gateway. Arguments: a JSON object (url, account, seqno, mc_seqno, source,
destination, created_lt, hash, message, trace, boc and others), and the list of packages in whose environment it runs. Prints for each
client of that list its version, and for each call null or what it raised."""

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
EMPTY_CELL = "te6cckEBAQEAAgAAAEysuc0="


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


async def toncenter_v2():
    from toncenter.rest import ToncenterRestClient

    async with ToncenterRestClient(base_url=GIVEN["url"], rps_limit=0) as whole:
        client = whole.v2
        ends = [GIVEN["source"], GIVEN["destination"], GIVEN["created_lt"]]
        block = [0, SHARD, GIVEN["seqno"]]
        accounts = client.accounts
        yield "get_address_information", lambda: accounts.get_address_information(ACCOUNT)
        yield "get_extended_address_information", lambda: accounts.get_extended_address_information(ACCOUNT)
        yield "get_wallet_information", lambda: accounts.get_wallet_information(ACCOUNT)
        yield "get_address_balance", lambda: accounts.get_address_balance(ACCOUNT)
        yield "get_address_state", lambda: accounts.get_address_state(ACCOUNT)
        yield "get_masterchain_info", client.blocks.get_masterchain_info
        yield "get_consensus_block", client.blocks.get_consensus_block
        yield "lookup_block", lambda: client.blocks.lookup_block(0, SHARD, seqno=GIVEN["seqno"])
        yield "get_shards", lambda: client.blocks.get_shards(GIVEN["mc_seqno"])
        yield "get_block_header", lambda: client.blocks.get_block_header(*block)
        yield "get_out_msg_queue_size", client.blocks.get_out_msg_queue_size
        yield "get_config_param", lambda: client.configuration.get_config_param(18)
        yield "get_config_all", client.configuration.get_config_all
        yield "get_libraries", lambda: client.configuration.get_libraries([GIVEN["hash"]])
        yield "json_rpc", lambda: client.rpc.json_rpc("getAddressState", params={"address": ACCOUNT})
        yield "run_get_method", lambda: client.runmethod.run_get_method(ACCOUNT, "seqno")
        yield "run_get_method_std", lambda: client.runmethod.run_get_method_std(ACCOUNT, "seqno")
        yield "estimate_fee", lambda: client.send.estimate_fee(ACCOUNT, EMPTY_CELL)
        yield "send_boc", lambda: client.send.send_boc(GIVEN["bocs_of_toncenter"][0])
        yield "send_boc_return_hash", lambda: client.send.send_boc_return_hash(GIVEN["bocs_of_toncenter"][1])
        of_blocks = client.transactions
        yield "get_block_transactions", lambda: of_blocks.get_block_transactions(*block)
        yield "get_block_transactions_ext", lambda: of_blocks.get_block_transactions_ext(*block)
        yield "get_transactions", lambda: client.transactions.get_transactions(ACCOUNT, limit=5)
        yield "get_transactions_std", lambda: client.transactions.get_transactions_std(ACCOUNT, limit=5)
        yield "try_locate_tx", lambda: client.transactions.try_locate_tx(*ends)
        yield "try_locate_result_tx", lambda: client.transactions.try_locate_result_tx(*ends)
        yield "try_locate_source_tx", lambda: client.transactions.try_locate_source_tx(*ends)
        yield "detect_address", lambda: client.utils.detect_address(ACCOUNT)
        yield "detect_hash", lambda: client.utils.detect_hash(GIVEN["hash"])
        yield "pack_address", lambda: client.utils.pack_address(ACCOUNT)
        yield "unpack_address", lambda: client.utils.unpack_address(ACCOUNT)


async def toncenter_v3():
    from toncenter.rest import ToncenterRestClient
    from toncenter.rest.v3.models import V2EstimateFeeRequest, V2RunGetMethodRequest, V2SendMessageRequest

    async with ToncenterRestClient(base_url=GIVEN["url"], rps_limit=0) as whole:
        client = whole.v3
        seqno = GIVEN["mc_seqno"]
        own = {"account": [ACCOUNT], "limit": 5}
        yield "get_account_states", lambda: client.accounts.get_account_states([ACCOUNT])
        yield "get_address_book", lambda: client.accounts.get_address_book([ACCOUNT])
        yield "get_metadata", lambda: client.accounts.get_metadata([ACCOUNT])
        yield "get_wallet_states", lambda: client.accounts.get_wallet_states([ACCOUNT])
        yield "get_actions", lambda: client.actions.get_actions(account=ACCOUNT, limit=5)
        yield "get_pending_actions", lambda: client.actions.get_pending_actions(account=ACCOUNT)
        yield "get_pending_traces", lambda: client.actions.get_pending_traces(account=ACCOUNT)
        yield "get_traces", lambda: client.actions.get_traces(account=ACCOUNT, limit=5)
        yield "get_traces by id", lambda: client.actions.get_traces(trace_id=[GIVEN["trace"]])
        yield "get_address_information", lambda: client.api_v2.get_address_information(ACCOUNT)
        yield "get_wallet_information", lambda: client.api_v2.get_wallet_information(ACCOUNT)
        yield "run_get_method", lambda: client.api_v2.run_get_method(V2RunGetMethodRequest(address=ACCOUNT, method="seqno", stack=[]))
        yield "estimate_fee", lambda: client.api_v2.estimate_fee(V2EstimateFeeRequest(address=ACCOUNT, body=EMPTY_CELL))
        yield "send_message", lambda: client.api_v2.send_message(V2SendMessageRequest(boc=GIVEN["bocs_of_toncenter"][2]))
        yield "get_masterchain_info", client.blockchain.get_masterchain_info
        yield "get_blocks", lambda: client.blockchain.get_blocks(workchain=-1, limit=3)
        yield "get_masterchain_block_shards", lambda: client.blockchain.get_masterchain_block_shards(seqno)
        yield "get_masterchain_block_shard_state", lambda: client.blockchain.get_masterchain_block_shard_state(seqno)
        yield "get_transactions", lambda: client.blockchain.get_transactions(**own)
        yield "get_transactions by hash", lambda: client.blockchain.get_transactions(hash=GIVEN["hash"])
        yield "get_transactions_by_masterchain_block", lambda: client.blockchain.get_transactions_by_masterchain_block(seqno)
        yield "get_transactions_by_message", lambda: client.blockchain.get_transactions_by_message(msg_hash=GIVEN["message"])
        yield "get_adjacent_transactions", lambda: client.blockchain.get_adjacent_transactions(hash=GIVEN["hash"])
        yield "get_pending_transactions", lambda: client.blockchain.get_pending_transactions(account=[ACCOUNT])
        yield "get_messages", lambda: client.blockchain.get_messages(destination=ACCOUNT, limit=5)
        yield "get_dns_records", lambda: client.dns.get_dns_records(domain="foundation.ton")
        yield "get_jetton_burns", lambda: client.jettons.get_jetton_burns(address=[ACCOUNT])
        yield "get_jetton_masters", lambda: client.jettons.get_jetton_masters()
        yield "get_jetton_transfers", lambda: client.jettons.get_jetton_transfers(owner_address=[ACCOUNT])
        yield "get_jetton_wallets", lambda: client.jettons.get_jetton_wallets(owner_address=[ACCOUNT])
        yield "get_multisig_orders", lambda: client.multisig.get_multisig_orders(address=[ACCOUNT])
        yield "get_multisig_wallets", lambda: client.multisig.get_multisig_wallets(address=[ACCOUNT])
        yield "get_nft_collections", lambda: client.nfts.get_nft_collections()
        yield "get_nft_items", lambda: client.nfts.get_nft_items(owner_address=[ACCOUNT])
        yield "get_nft_sales", lambda: client.nfts.get_nft_sales([ACCOUNT])
        yield "get_nft_transfers", lambda: client.nfts.get_nft_transfers(owner_address=[ACCOUNT])
        yield "get_top_accounts_by_balance", lambda: client.stats.get_top_accounts_by_balance(limit=5)
        yield "get_decode", lambda: client.utils.get_decode(opcodes=["0xf8a7ea5"])
        yield "get_vesting_contracts", lambda: client.vesting.get_vesting_contracts(wallet_address=[ACCOUNT])


async def tontools():
    from TonTools import TonCenterClient

    client = TonCenterClient(base_url=f"{GIVEN['url']}/api/v2/")

    async def send_boc():
        status = await client.send_boc(GIVEN["boc_of_tontools"])
        assert status == 200, status

    yield "run_get_method", lambda: client.run_get_method("seqno", ACCOUNT, [])
    yield "get_wallet_seqno", lambda: client.get_wallet_seqno(ACCOUNT)
    yield "get_balance", lambda: client.get_balance(ACCOUNT)
    yield "get_state", lambda: client.get_state(ACCOUNT)
    yield "get_transactions", lambda: client.get_transactions(ACCOUNT, limit=5)
    yield "get_transactions, several pages", lambda: client.get_transactions(ACCOUNT, limit_per_one_request=3)
    yield "send_boc", send_boc
    # Of tokens, of which the local chain has none.
    items = [ACCOUNT]
    yield "get_nft_owner", lambda: client.get_nft_owner(ACCOUNT)
    yield "get_nft_items", lambda: client.get_nft_items(items)
    yield "get_collection", lambda: client.get_collection(ACCOUNT)
    yield "get_jetton_data", lambda: client.get_jetton_data(ACCOUNT)
    yield "get_jetton_wallet_address", lambda: client.get_jetton_wallet_address(ACCOUNT, ACCOUNT)
    yield "get_jetton_wallet", lambda: client.get_jetton_wallet(ACCOUNT)


CLIENTS = {
    "tonutils": ("tonutils", tonutils),
    "tonsdk": ("tonsdk", tonsdk),
    "pytoncenter, v2": ("pytoncenter", pytoncenter_v2),
    "pytoncenter, v3": ("pytoncenter", pytoncenter_v3),
    "toncenter, v2": ("toncenter", toncenter_v2),
    "toncenter, v3": ("toncenter", toncenter_v3),
}
# By the list of packages, tests/python/NAME.txt.
LISTS = {"clients": CLIENTS, "tontools": {"TonTools": ("TonTools", tontools)}}


async def main():
    out = {}
    for name, (package, calls) in LISTS[sys.argv[2]].items():
        results = {}
        async for call, run in calls():
            try:
                await run()
                results[call] = None
            except (KeyboardInterrupt, SystemExit, asyncio.CancelledError):
                raise
            # The errors of TonTools derive from BaseException.
            except BaseException as error:
                results[call] = f"{type(error).__name__}: {error}"[:300]
        out[name] = {"version": version(package), "calls": results}
    print(json.dumps(out))


asyncio.run(main())
