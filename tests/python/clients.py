"""Unmodified PyPI clients of TON Center, against a gateway. Arguments: a JSON object (url, account, seqno, mc_seqno, source, destination,
created_lt, hash, message, trace, boc, tokens, senders and others), and the name of a run. For each client of that run, prints its version, and
for each call null or the exception. The clients of "senders" and "tontools" wait for blocks."""

import asyncio
import base64
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
TOKENS = GIVEN["tokens"]
# The wallet from which each client sends: `seed` or `mnemonic` of its key, `item` of an NFT, `to`, and the number of jettons.
SENDERS = GIVEN.get("senders", {})


def filled(run):
    """A call that must return rows: a list, or a model with a list."""

    async def call():
        result = await run()
        rows = result if isinstance(result, list) else next(one for one in dict(result).values() if isinstance(one, list))
        assert rows, "no rows"

    return call


def same(run, expected):
    """A call that must return this value; `expected` is compared as text."""

    async def call():
        result = await run()
        assert str(result) == str(expected), f"{result} is not {expected}"

    return call


async def arrives(read, expected):
    """Waits until the chain has executed a message: then `read` returns the expected value."""
    value = None
    for _ in range(100):
        try:
            value = await read()
        except (KeyboardInterrupt, SystemExit, asyncio.CancelledError):
            raise
        # The receiver has no contract yet.
        except BaseException as error:
            value = error
        if value == expected:
            return
        await asyncio.sleep(0.2)
    raise AssertionError(f"{value} is not {expected}")


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
        async for call in tonutils_tokens(client):
            yield call


async def tonutils_tokens(client):
    from ton_core import Address, DNSCategory, PrivateKey
    from tonutils.contracts import (
        JettonMasterStandard,
        JettonTransferBuilder,
        JettonWalletStandard,
        NFTCollectionStandard,
        NFTItemStandard,
        NFTTransferBuilder,
        TONDNSItem,
        WalletV4R2,
        WalletV5R1,
        dnsresolve_get_method,
        get_jetton_data_get_method,
        get_nft_address_by_index_get_method,
        get_nft_data_get_method,
        get_wallet_address_get_method,
        get_wallet_data_get_method,
        royalty_params_get_method,
    )

    def raw(address):
        return Address(address).to_str(is_user_friendly=False).upper() if isinstance(address, str) else raw(address.to_str())

    async def of(contract, address):
        return await contract.from_address(client, address)

    async def wallet_of(owner):
        return raw(await get_wallet_address_get_method(client, TOKENS["edge"], owner))

    async def balance_of(owner):
        wallet = await get_wallet_address_get_method(client, TOKENS["minter"], owner)
        return (await get_wallet_data_get_method(client, wallet))[0]

    async def owner_of(item):
        return raw((await get_nft_data_get_method(client, item))[3])

    async def jetton_balance():
        return (await of(JettonWalletStandard, TOKENS["edge_wallet"])).jetton_balance

    async def wallet_data():
        return (await get_wallet_data_get_method(client, TOKENS["edge_wallet"]))[0]

    async def supply():
        return (await of(JettonMasterStandard, TOKENS["edge"])).total_supply

    async def supply_of_method():
        return (await get_jetton_data_get_method(client, TOKENS["edge"]))[0]

    async def item_owner():
        return raw((await of(NFTItemStandard, TOKENS["item"])).owner_address)

    async def item_by_index():
        index = (await get_nft_data_get_method(client, TOKENS["item"]))[1]
        return raw(await get_nft_address_by_index_get_method(client, TOKENS["prints"], index))

    async def next_index():
        return (await of(NFTCollectionStandard, TOKENS["prints"])).next_item_index > 0

    async def domain():
        return (await of(TONDNSItem, TOKENS["domain_item"])).domain

    async def resolved():
        return raw((await client.dnsresolve(TOKENS["domain"], DNSCategory.WALLET)).value)

    yield "JettonMasterStandard.from_address", same(supply, TOKENS["edge_supply"])
    yield "get_jetton_data", same(supply_of_method, TOKENS["edge_supply"])
    yield "get_wallet_address", same(lambda: wallet_of(TOKENS["edge_owner"]), TOKENS["edge_wallet"])
    yield "JettonWalletStandard.from_address", same(jetton_balance, TOKENS["edge_balance"])
    yield "get_wallet_data", same(wallet_data, TOKENS["edge_balance"])
    yield "NFTCollectionStandard.from_address", same(next_index, True)
    yield "get_nft_address_by_index", same(item_by_index, TOKENS["item"])
    yield "royalty_params", lambda: royalty_params_get_method(client, TOKENS["prints"])
    yield "NFTItemStandard.from_address", same(item_owner, TOKENS["item_owner"])
    yield "get_nft_data", same(lambda: owner_of(TOKENS["item"]), TOKENS["item_owner"])
    yield "TONDNSItem.from_address", same(domain, TOKENS["domain"].removesuffix(".ton"))
    yield "dnsresolve", same(resolved, TOKENS["domain_wallet"])
    yield "dnsresolve_get_method", lambda: dnsresolve_get_method(client, TOKENS["domain_item"], DNSCategory.WALLET)
    yield "dnsresolve_get_method by value", lambda: dnsresolve_get_method(client, TOKENS["domain_item"], DNSCategory.WALLET.value)

    for wallet_class, name in ((WalletV4R2, "tonutils v4r2"), (WalletV5R1, "tonutils v5r1")):
        sender = SENDERS[name]
        to = sender["to"]

        async def wallet():
            return wallet_class.from_private_key(client, PrivateKey(bytes.fromhex(sender["seed"])))

        async def address():
            return raw((await wallet()).address)

        async def jetton_transfer():
            message = JettonTransferBuilder(
                destination=to, jetton_amount=sender["jettons"], jetton_master_address=TOKENS["minter"], forward_payload="for tests"
            )
            await (await wallet()).transfer_message(message)
            await arrives(lambda: balance_of(to), sender["jettons"])

        async def nft_transfer():
            own = await wallet()
            await own.refresh()
            await own.transfer_message(NFTTransferBuilder(destination=to, nft_address=sender["item"], forward_payload="for tests"))
            await arrives(lambda: owner_of(sender["item"]), raw(to))

        yield f"{wallet_class.__name__}, address", same(address, sender["address"])
        yield f"{wallet_class.__name__}, jetton transfer", jetton_transfer
        yield f"{wallet_class.__name__}, NFT transfer", nft_transfer

    async def pay_domain():
        await (await wallet()).transfer(TOKENS["domain"], 1000, "for tests")

    yield "WalletV5R1, transfer to a domain", pay_domain


async def tonsdk():
    from tonsdk.provider import ToncenterClient

    client = ToncenterClient(base_url=f"{GIVEN['url']}/api/v2/", api_key=None)
    async with aiohttp.ClientSession() as session:

        def run(request):
            return lambda: request["func"](session, *request["args"], **request["kwargs"])

        yield "raw_get_account_state", run(client.raw_get_account_state(ACCOUNT))
        yield "raw_run_method", run(client.raw_run_method(ACCOUNT, "seqno", []))
        yield "raw_send_message", run(client.raw_send_message(bytes.fromhex(GIVEN["boc_of_tonsdk"])))

        from tonsdk.boc import Cell
        from tonsdk.contract.token.ft import JettonWallet
        from tonsdk.contract.token.nft import NFTItem
        from tonsdk.contract.wallet import Wallets, WalletVersionEnum
        from tonsdk.provider import parse_response
        from tonsdk.utils import Address, bytes_to_b64str, to_nano

        sender = SENDERS["tonsdk"]
        _, _, _, wallet = Wallets.from_mnemonics(sender["mnemonic"].split(), WalletVersionEnum.v3r2)
        own, to = wallet.address, Address(sender["to"])

        async def ask(address, method, stack=()):
            result = await run(client.raw_run_method(address, method, list(stack)))()
            assert result["exit_code"] == 0, result["exit_code"]
            return result["stack"]

        def address_in(entry):
            return Cell.one_from_boc(base64.b64decode(entry[1]["bytes"])).begin_parse().read_msg_addr()

        async def wallet_of(owner):
            cell = Cell()
            cell.bits.write_address(owner)
            stack = await ask(TOKENS["minter"], "get_wallet_address", [["tvm.Slice", bytes_to_b64str(cell.to_boc(False))]])
            return address_in(stack[0]).to_string(True, True, True)

        async def balance_of(owner):
            return int((await ask(await wallet_of(owner), "get_wallet_data"))[0][1], 16)

        async def seqno():
            return int((await ask(own.to_string(), "seqno"))[0][1], 16)

        async def deploy():
            await run(client.raw_send_message(wallet.create_init_external_message()["message"].to_boc(False)))()
            await arrives(seqno, 1)

        async def send(to_address, payload):
            query = wallet.create_transfer_message(to_address, to_nano(0.1, "ton"), await seqno(), payload=payload)
            await run(client.raw_send_message(query["message"].to_boc(False)))()

        async def jetton_transfer():
            body = JettonWallet().create_transfer_body(to, sender["jettons"], response_address=own)
            await send(await wallet_of(own), body)
            await arrives(lambda: balance_of(to), sender["jettons"])

        async def owner_of(item):
            return address_in((await ask(item, "get_nft_data"))[3]).to_string(True, True, True)

        async def nft_transfer():
            await send(sender["item"], NFTItem().create_transfer_body(to, response_address=own))
            await arrives(lambda: owner_of(sender["item"]), to.to_string(True, True, True))

        async def parsed(address, method):
            return parse_response(await run(client.raw_run_method(address, method, []))())

        yield "parse_response of a number", lambda: parsed(ACCOUNT, "seqno")
        yield "parse_response of cells", lambda: parsed(TOKENS["edge_wallet"], "get_wallet_data")
        yield "wallet v3r2, deploy", deploy
        yield "wallet v3r2, jetton transfer", jetton_transfer
        yield "wallet v3r2, NFT transfer", nft_transfer


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
    yield "get_token_data of a minter", lambda: client.get_token_data(TOKENS["edge"])
    yield "get_token_data of a jetton wallet", lambda: client.get_token_data(TOKENS["edge_wallet"])
    yield "get_token_data of a collection", lambda: client.get_token_data(TOKENS["prints"])
    yield "get_token_data of an item", lambda: client.get_token_data(TOKENS["item"])
    yield "get_masterchain_info", client.get_masterchain_info
    yield "get_masterchain_block_signatures", lambda: client.get_masterchain_block_signatures(GIVEN["mc_seqno"])
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
    yield "run_get_method of a jetton", lambda: client.run_get_method(TOKENS["edge"], "get_jetton_data")
    yield "run_get_method of an item", lambda: client.run_get_method(TOKENS["item"], "get_nft_data")


async def pytoncenter_v3():
    from pytoncenter import get_client
    from pytoncenter.v3.models import (
        GetAddressBookRequest,
        GetAdjacentTransactionsRequest,
        GetBlockRequest,
        GetDNSRecordRequest,
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
        GetSpecifiedJettonWalletRequest,
        GetTransactionByHashRequest,
        GetTransactionByMasterchainBlockRequest,
        GetTransactionByMessageRequest,
        GetTransactionsRequest,
        GetWalletRequest,
        RunGetMethodRequest,
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
    owner = TOKENS["edge_owner"]
    yield "get_nft_collections", filled(lambda: client.get_nft_collections(GetNFTCollectionsRequest()))
    yield "get_nft_items", filled(lambda: client.get_nft_items(GetNFTItemsRequest(owner_address=TOKENS["item_owner"])))
    yield "get_nft_items, all", filled(lambda: client.get_nft_items(GetNFTItemsRequest()))
    yield "get_nft_transfers", filled(lambda: client.get_nft_transfers(GetNFTTransfersRequest(item_address=TOKENS["sold_item"])))
    yield "get_jetton_masters", filled(lambda: client.get_jetton_masters(GetJettonMastersRequest()))
    yield "get_jetton_masters by address", lambda: client.get_jetton_masters(TOKENS["edge"])
    yield "get_jetton_wallets", filled(lambda: client.get_jetton_wallets(GetJettonWalletsRequest(owner_address=owner)))
    yield "get_jetton_wallets of a jetton", lambda: client.get_jetton_wallets(
        GetSpecifiedJettonWalletRequest(owner_address=owner, jetton_address=TOKENS["edge"])
    )
    yield "get_jetton_transfers", filled(lambda: client.get_jetton_transfers(GetJettonTransfersRequest(address=owner)))
    yield "get_jetton_burns", filled(lambda: client.get_jetton_burns(GetJettonBurnsRequest(jetton_master=TOKENS["edge"])))
    yield "run_get_method", lambda: client.run_get_method(RunGetMethodRequest(address=TOKENS["edge"], method="get_jetton_data", stack=[]))
    yield "get_dns_record", lambda: client.get_dns_record(GetDNSRecordRequest(dns_name=TOKENS["domain"]))
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
        yield "get_token_data of a minter", lambda: accounts.get_token_data(TOKENS["edge"])
        yield "get_token_data of a jetton wallet", lambda: accounts.get_token_data(TOKENS["edge_wallet"])
        yield "get_token_data of a collection", lambda: accounts.get_token_data(TOKENS["prints"])
        yield "get_token_data of an item", lambda: accounts.get_token_data(TOKENS["item"])
        yield "get_token_data of a domain", lambda: accounts.get_token_data(TOKENS["domain_item"])
        yield "get_masterchain_info", client.blocks.get_masterchain_info
        yield "get_masterchain_block_signatures", lambda: client.blocks.get_masterchain_block_signatures(GIVEN["mc_seqno"])
        yield "get_shard_block_proof", lambda: client.blocks.get_shard_block_proof(*block)
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
        dns, jettons, nfts, multisig = client.dns, client.jettons, client.nfts, client.multisig
        edge, owner = TOKENS["edge"], TOKENS["edge_owner"]
        yield "get_dns_records", filled(lambda: dns.get_dns_records(domain=TOKENS["domain"]))
        yield "get_dns_records of a wallet", filled(lambda: dns.get_dns_records(wallet=TOKENS["domain_wallet"]))
        yield "get_jetton_burns", filled(lambda: jettons.get_jetton_burns(jetton_master=edge))
        yield "get_jetton_masters", filled(lambda: jettons.get_jetton_masters())
        yield "get_jetton_masters by address", filled(lambda: jettons.get_jetton_masters(address=[edge]))
        yield "get_jetton_transfers", filled(lambda: jettons.get_jetton_transfers(owner_address=[owner]))
        yield "get_jetton_transfers, all", filled(lambda: jettons.get_jetton_transfers(limit=500))
        yield "get_jetton_wallets", filled(lambda: jettons.get_jetton_wallets(owner_address=[owner]))
        yield "get_jetton_wallets, all", filled(lambda: jettons.get_jetton_wallets(limit=500))
        yield "get_multisig_orders", filled(lambda: multisig.get_multisig_orders(multisig_address=[TOKENS["multisig"]]))
        yield "get_multisig_orders with actions", filled(
            lambda: multisig.get_multisig_orders(address=[TOKENS["order"]], parse_actions=True)
        )
        yield "get_multisig_wallets", filled(lambda: multisig.get_multisig_wallets(address=[TOKENS["multisig"]]))
        yield "get_nft_collections", filled(lambda: nfts.get_nft_collections())
        yield "get_nft_items", filled(lambda: nfts.get_nft_items(owner_address=[TOKENS["item_owner"]]))
        yield "get_nft_items, all", filled(lambda: nfts.get_nft_items(limit=500))
        yield "get_nft_sales", filled(lambda: nfts.get_nft_sales([TOKENS["sale"]]))
        yield "get_nft_transfers", filled(lambda: nfts.get_nft_transfers(item_address=[TOKENS["sold_item"]]))
        yield "get_nft_transfers, all", filled(lambda: nfts.get_nft_transfers(limit=500))
        yield "get_actions, all", filled(lambda: client.actions.get_actions(limit=500))
        yield "get_traces, all", filled(lambda: client.actions.get_traces(limit=200, include_actions=True))
        yield "get_transactions, all", filled(lambda: client.blockchain.get_transactions(limit=1000))
        yield "get_top_accounts_by_balance", lambda: client.stats.get_top_accounts_by_balance(limit=5)
        yield "get_decode", lambda: client.utils.get_decode(opcodes=["0xf8a7ea5"])
        yield "get_vesting_contracts", filled(lambda: client.vesting.get_vesting_contracts(wallet_address=[TOKENS["vesting_owner"]]))


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
    # The client reads the documents that contents name, so it gets an item of the tests' collection, whose documents the devnet serves.
    item = SENDERS["TonTools"]["item"]
    minter = TOKENS["minter"]
    yield "get_nft_owner", lambda: client.get_nft_owner(item)
    yield "get_nft_owner of an item on sale", lambda: client.get_nft_owner(TOKENS["sold_item"])
    yield "get_nft_items", filled(lambda: client.get_nft_items([item]))
    yield "get_collection", lambda: client.get_collection(TOKENS["collection"])

    async def items():
        return await client.get_collection_items(await client.get_collection(TOKENS["collection"]))

    yield "get_collection_items", filled(items)
    yield "get_jetton_data", lambda: client.get_jetton_data(minter)
    yield "get_jetton_data without an image", lambda: client.get_jetton_data(TOKENS["edge"])
    yield "get_jetton_wallet_address", lambda: client.get_jetton_wallet_address(TOKENS["edge"], TOKENS["edge_owner"])

    async def balance(wallet):
        return (await client.get_jetton_wallet(wallet)).balance

    yield "get_jetton_wallet", same(lambda: balance(TOKENS["edge_wallet"]), TOKENS["edge_balance"])

    from TonTools import Wallet

    sender = SENDERS["TonTools"]
    to = sender["to"]
    wallet = Wallet(provider=client, mnemonics=sender["mnemonic"].split(), version="v4r2")

    async def deploy():
        assert await wallet.deploy() == 200
        await arrives(wallet.get_state, "active")

    async def transfer_jetton():
        assert await wallet.transfer_jetton(to, minter, sender["jettons"]) == 200
        address = await client.get_jetton_wallet_address(minter, to)
        await arrives(lambda: balance(address), sender["jettons"])

    async def transfer_nft():
        assert await wallet.transfer_nft(to, item) == 200

        async def owner():
            return (await client.get_nft_owner(item)).address

        await arrives(owner, client._process_address(to))

    yield "Wallet, deploy", deploy
    yield "Wallet, transfer_jetton", transfer_jetton
    yield "Wallet, transfer_nft", transfer_nft


# The calls by the name of the run, which is the second argument.
RUNS = {
    "readers": {
        "pytoncenter, v2": ("pytoncenter", pytoncenter_v2),
        "pytoncenter, v3": ("pytoncenter", pytoncenter_v3),
        "toncenter, v2": ("toncenter", toncenter_v2),
        "toncenter, v3": ("toncenter", toncenter_v3),
    },
    "senders": {"tonutils": ("tonutils", tonutils), "tonsdk": ("tonsdk", tonsdk)},
    "tontools": {"TonTools": ("TonTools", tontools)},
}


async def main():
    out = {}
    for name, (package, calls) in RUNS[sys.argv[2]].items():
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
