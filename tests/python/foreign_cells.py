"""The writers in Python of the corpus of foreign bags: reads cases (tests/compatibility/corpus/cases.mjs) as JSON, writes a line of JSON for each
bag. Each writer makes cells of programs with its own functions, and bags with its own defaults."""

import base64
import json
import sys
import time
from importlib.metadata import version

REQUEST = json.load(sys.stdin)
WALLET = REQUEST["wallet"]
time.time = lambda: WALLET["now"] - 60


def without_tails(operations):
    """The operations without long texts, for writers that have no function for them."""
    return [inner for one in operations for inner in (one[2] if one[0] == "t" else [one])]


class Pytoniq:
    """pytoniq-core."""

    name = "pytoniq-core"

    def __init__(self):
        import pytoniq_core

        self.library = pytoniq_core

    def make(self, program):
        library = self.library
        builder = library.Builder(type_=int(program["o"][0][2]) if program.get("x") else -1)
        for kind, first, *rest in program["o"]:
            if kind == "u":
                builder.store_uint(int(rest[0]), first)
            elif kind == "b":
                builder.store_bytes(bytes.fromhex(first))
            elif kind == "c":
                builder.store_coins(int(first))
            elif kind == "a":
                builder.store_address(first)
            elif kind == "m":
                builder.store_maybe_ref(first and self.make(first))
            elif kind == "t":
                builder.store_snake_string(first)
            elif kind == "d":
                found = library.HashMap(first, value_serializer=lambda value, into: into.store_cell(value))
                for key, value in rest[0]:
                    found.set(int(key, 0), self.make({"o": value}))
                builder.store_dict(found.serialize())
            else:
                cell = self.make(first)
                for _ in range(rest[0]):
                    builder.store_ref(cell)
        return builder.end_cell()

    def hash(self, cell):
        return cell.hash.hex()

    def bag(self, roots, options):
        if len(roots) > 1:
            raise ValueError("one root only")
        if options is None:
            return roots[0].to_boc()
        return roots[0].to_boc(options["index"], options["crc"], options.get("cache", False))


class Tonutils(Pytoniq):
    """tonutils, whose cells are those of its package ton-core: bodies, contents and wallets of its own."""

    name = "tonutils"

    def __init__(self):
        import ton_core

        self.library = ton_core

    def own(self):
        """Bodies by the classes of the package, for cases with the same fields."""
        library = self.library
        alice, bob = (library.Address(text) for text in (REQUEST["alice"], REQUEST["bob"]))
        data = self.make(REQUEST["data"])
        hello = library.TextCommentBody("Hello").serialize()
        yield "body: comment, short", hello
        yield "body: comment, long", library.TextCommentBody(REQUEST["long"]).serialize()
        transfer = {"destination": alice, "jetton_amount": 1_000_000, "response_address": bob, "query_id": 7}
        yield "body: jetton transfer, no payload", library.JettonTransferBody(**transfer, forward_amount=0).serialize()
        yield "body: jetton transfer, payload outside", library.JettonTransferBody(**transfer, forward_amount=1, forward_payload=hello).serialize()
        yield (
            "body: jetton transfer, both payloads",
            library.JettonTransferBody(**transfer, forward_amount=1, forward_payload=hello, custom_payload=data).serialize(),
        )
        nft = {"destination": alice, "response_address": bob, "query_id": 7}
        yield "body: NFT transfer, no payload", library.NFTTransferBody(**nft, forward_amount=0).serialize()
        yield (
            "body: NFT transfer, custom payload",
            library.NFTTransferBody(**nft, forward_amount=1, forward_payload=hello, custom_payload=data).serialize(),
        )
        burn = {"jetton_amount": 5, "response_address": bob, "query_id": 7}
        yield "body: jetton burn, no custom payload", library.JettonBurnBody(**burn).serialize()
        yield "body: jetton burn, custom payload", library.JettonBurnBody(**burn, custom_payload=data).serialize()
        yield "content: off-chain", library.OffchainContent("https://example.com/token.json").serialize()

    def wallets(self):
        import asyncio

        from tonutils.contracts.wallet import versions

        library = self.library
        key = library.PrivateKey(bytes.fromhex(WALLET["seed"]))

        class Client:
            network = library.NetworkGlobalID.MAINNET

        for number in ("V1R1", "V1R2", "V1R3", "V2R1", "V2R2", "V3R1", "V3R2", "V4R1", "V4R2", "V5Beta", "V5R1"):
            kind = getattr(versions, f"Wallet{number}", None)
            if kind is None:
                continue
            wallet = kind.from_private_key(Client(), key)
            yield number.lower(), "state", wallet.state_init.serialize()

            async def sign():
                from tonutils.contracts.wallet.messages import TONTransferBuilder

                params = {"seqno": WALLET["seqno"]}
                if not number.startswith("V1"):
                    params["valid_until"] = WALLET["now"]
                message = TONTransferBuilder(
                    destination=library.Address(WALLET["to"]), amount=int(WALLET["value"]), body=WALLET["comment"], bounce=True
                )
                return await wallet.build_external_message([message], wallet._params_model(**params))

            yield number.lower(), "transfer", asyncio.run(sign()).serialize()


class Tonsdk:
    """tonsdk: an index by default."""

    name = "tonsdk"

    def make(self, program):
        from tonsdk.boc import Builder, begin_dict
        from tonsdk.utils import Address

        builder = Builder()
        for kind, first, *rest in without_tails(program["o"]):
            if kind == "u":
                builder.store_uint(int(rest[0]), first)
            elif kind == "b":
                builder.store_bytes(bytes.fromhex(first))
            elif kind == "c":
                builder.store_coins(int(first))
            elif kind == "a":
                builder.store_address(first and Address(first))
            elif kind == "m":
                builder.store_bit(0 if first is None else 1)
                if first is not None:
                    builder.store_ref(self.make(first))
            elif kind == "d":
                if not rest[0]:
                    builder.store_bit(0)
                    continue
                found = begin_dict(first)
                for key, value in rest[0]:
                    found.store_cell(int(key, 0), self.make({"o": value}))
                builder.store_bit(1)
                builder.store_ref(found.end_dict())
            else:
                cell = self.make(first)
                for _ in range(rest[0]):
                    builder.store_ref(cell)
        cell = builder.end_cell()
        cell.is_exotic = bool(program.get("x"))
        return cell

    def hash(self, cell):
        return bytes(cell.bytes_hash()).hex()

    def bag(self, roots, options):
        if len(roots) > 1:
            raise ValueError("one root only")
        if options is None:
            return bytes(roots[0].to_boc())
        return bytes(roots[0].to_boc(options["index"], options["crc"], options.get("cache", False)))

    def own(self):
        from tonsdk.contract.token.ft import JettonWallet
        from tonsdk.contract.token.nft import NFTItem
        from tonsdk.utils import Address

        alice, bob = (Address(text) for text in (REQUEST["alice"], REQUEST["bob"]))
        hello = bytes(4) + b"Hello"
        wallet, item = JettonWallet(), NFTItem()
        transfer = {"to_address": alice, "jetton_amount": 1_000_000, "response_address": bob, "query_id": 7}
        yield "body: jetton transfer, no payload", wallet.create_transfer_body(**transfer)
        yield "body: jetton transfer, payload inside", wallet.create_transfer_body(**transfer, forward_amount=1, forward_payload=hello)
        yield "body: jetton burn, no end", wallet.create_burn_body(5, bob, 7)
        nft = {"new_owner_address": alice, "response_address": bob, "query_id": 7}
        yield "body: NFT transfer, no payload", item.create_transfer_body(**nft)
        yield "body: NFT transfer, payload inside", item.create_transfer_body(**nft, forward_amount=1, forward_payload=hello)
        yield "body: NFT request", item.create_get_static_data_body(7)

    def wallets(self):
        from nacl.signing import SigningKey
        from tonsdk.contract.wallet import Wallets, WalletVersionEnum

        key = SigningKey(bytes.fromhex(WALLET["seed"]))
        for name in WalletVersionEnum:
            if name.value == "hv2":
                continue
            wallet = Wallets.ALL[name](
                public_key=bytes(key.verify_key), private_key=bytes(key) + bytes(key.verify_key), wc=0
            )
            yield name.value, "state", wallet.create_state_init()["state_init"]
            transfer = wallet.create_transfer_message(WALLET["to"], int(WALLET["value"]), WALLET["seqno"], WALLET["comment"])
            yield name.value, "transfer", transfer["message"]


class Valuetypes:
    """tvm-valuetypes, of TON Center's first server: an index by default, no dictionaries."""

    name = "tvm-valuetypes"

    def make(self, program):
        from tvm_valuetypes import Cell

        cell = Cell()
        cell.special = bool(program.get("x"))
        for kind, first, *rest in without_tails(program["o"]):
            if kind == "u":
                cell.data.put_arbitrary_uint(int(rest[0]), first)
            elif kind == "b":
                cell.data.put_bytes(bytes.fromhex(first))
            elif kind == "c":
                length = (int(first).bit_length() + 7) // 8
                cell.data.put_arbitrary_uint(length, 4)
                cell.data.put_bytes(int(first).to_bytes(length, "big"))
            elif kind == "a" and first is None:
                cell.data.put_arbitrary_uint(0, 2)
            elif kind == "a":
                workchain, account = first.split(":")
                cell.data.put_arbitrary_uint(4, 3)
                cell.data.put_uint8(int(workchain) % 256)
                cell.data.put_bytes(bytes.fromhex(account))
            elif kind == "m":
                cell.data.put_bool(0 if first is None else 1)
                if first is not None:
                    cell.refs.append(self.make(first))
            elif kind == "r":
                cell.refs += [self.make(first)] * rest[0]
            elif rest[0]:
                raise ValueError("no dictionaries")
            else:
                cell.data.put_bool(0)
        return cell

    def hash(self, cell):
        return cell.hash().hex()

    def bag(self, roots, options):
        if len(roots) > 1:
            raise ValueError("one root only")
        if options is None:
            return bytes(roots[0].serialize_boc())
        return bytes(roots[0].serialize_boc(options["index"], options["crc"], options.get("cache", False)))


class Tonpy:
    """tonpy, which calls the node's own code."""

    name = "tonpy"

    def make(self, program):
        from tonpy import CellBuilder, VmDict

        builder = CellBuilder()
        for kind, first, *rest in without_tails(program["o"]):
            if kind == "u":
                builder.store_uint(int(rest[0]), first)
            elif kind == "b":
                for byte in bytes.fromhex(first):
                    builder.store_uint(byte, 8)
            elif kind == "c":
                builder.store_grams(int(first))
            elif kind == "a" and first is None:
                builder.store_uint(0, 2)
            elif kind == "a":
                builder.store_address(first)
            elif kind == "m":
                builder.store_bool(first is not None)
                if first is not None:
                    builder.store_ref(self.make(first))
            elif kind == "d":
                found = VmDict(first)
                for key, value in rest[0]:
                    slice = CellBuilder().store_uint(int(key, 0), first).begin_parse() if first <= 256 else None
                    if slice is None:
                        wide = CellBuilder()
                        for bit in bin(int(key, 0))[2:].zfill(first):
                            wide.store_uint(int(bit), 1)
                        slice = wide.begin_parse()
                    found.set_keycs(slice, self.make({"o": value}).begin_parse())
                builder.store_bool(bool(rest[0]))
                if rest[0]:
                    builder.store_ref(found.get_cell())
            else:
                cell = self.make(first)
                for _ in range(rest[0]):
                    builder.store_ref(cell)
        return builder.end_cell(bool(program.get("x")))

    def hash(self, cell):
        return cell.get_hash().lower()

    def bag(self, roots, options):
        if len(roots) > 1:
            raise ValueError("one root only")
        if options is not None:
            raise ValueError("no options")
        return base64.b64decode(roots[0].to_boc())


def write(writer, case, roots, options=None):
    line = {
        "writer": writer.name,
        "version": version(writer.name),
        "case": case,
        "boc": base64.b64encode(writer.bag(roots, options)).decode(),
        "hashes": [writer.hash(root) for root in roots],
    }
    print(json.dumps(line))


def attempt(writer, case, work):
    try:
        work()
    except Exception as error:
        print(json.dumps({"writer": writer.name, "case": case, "error": f"{type(error).__name__}: {error}"}))


for writer in (Pytoniq(), Tonutils(), Tonsdk(), Valuetypes(), Tonpy()):
    for case in REQUEST["cases"]:
        attempt(writer, case["name"], lambda: write(writer, case["name"], [writer.make(root) for root in case["roots"]], case.get("options")))
    for method in ("own", "wallets"):
        found = getattr(writer, method, lambda: iter(()))()
        while True:
            try:
                one = next(found)
            except StopIteration:
                break
            except Exception as error:
                print(json.dumps({"writer": writer.name, "case": method, "error": f"{type(error).__name__}: {error}"}))
                break
            name = f"{one[0]} (own)" if method == "own" else f"wallet: {one[0]}, {one[1]}"
            attempt(writer, name, lambda: write(writer, name, [one[-1]]))
