"""Formats of the documents that JSON Schema has no pattern for: how to know one, and how to make one."""

import base64
import binascii

from hypothesis import strategies as st

TAGS = [0x11, 0x51, 0x91, 0xD1]
MAGICS = [bytes.fromhex(magic) for magic in ("b5ee9c72", "68ff65f3", "acc3a728")]


def is_address(text):
    """The raw form is held by the pattern; the friendly one by tag and CRC-16/XMODEM. `null` is the pattern's too."""
    if ":" in text or text == "null":
        return True
    try:
        data = base64.b64decode(text.replace("-", "+").replace("_", "/"), validate=True)
    except (binascii.Error, ValueError):
        return False
    return len(data) == 36 and data[0] in TAGS and binascii.crc_hqx(data, 0) == 0


def is_boc(text):
    """The first bytes are held by the pattern; base64 must be the one way to write its bytes."""
    if text == "":
        return True
    try:
        return base64.b64encode(base64.b64decode(text, validate=True)).decode() == text
    except (binascii.Error, ValueError):
        return is_hex(text)


def is_hex(text):
    try:
        return len(bytes.fromhex(text)) * 2 == len(text)
    except ValueError:
        return False


def is_within(least, greatest):
    def check(text):
        try:
            return least <= int(text) <= greatest
        except ValueError:
            return False

    return check


CHECKS = {
    "ton-address": is_address,
    "ton-boc": is_boc,
    "uint63": is_within(0, 2**63 - 1),
    "int64-text": is_within(-(2**63), 2**63 - 1),
}


def friendly(tag, workchain, account, alphabet):
    body = bytes([tag, workchain & 0xFF]) + account
    data = body + binascii.crc_hqx(body, 0).to_bytes(2, "big")
    return base64.b64encode(data, alphabet).decode()


ACCOUNT = st.binary(min_size=32, max_size=32)
WORKCHAIN = st.sampled_from([0, -1, 1, 127, -128])
RAW = st.builds(lambda workchain, account: f"{workchain}:{account.hex()}", WORKCHAIN, ACCOUNT)
FRIENDLY = st.builds(friendly, st.sampled_from(TAGS), WORKCHAIN, ACCOUNT, st.sampled_from([b"-_", b"+/"]))
STRATEGIES = {
    "ton-address": RAW | FRIENDLY,
    "ton-boc": st.builds(
        lambda magic, rest: base64.b64encode(magic + rest).decode(), st.sampled_from(MAGICS), st.binary(max_size=40)
    ),
    "uint63": st.integers(0, 2**63 - 1).map(str),
    "int64-text": st.integers(-(2**63), 2**63 - 1).map(str),
}
