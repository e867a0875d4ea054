"""Checks and generators for the formats that JSON Schema has no pattern for."""

import base64
import binascii

from hypothesis import strategies as st

TAGS = [0x11, 0x51, 0x91, 0xD1]
MAGICS = [bytes.fromhex(magic) for magic in ("b5ee9c72", "68ff65f3", "acc3a728")]


def is_address(text):
    """The pattern checks the raw form and `null`; this checks the friendly form by tag and CRC-16/XMODEM."""
    if ":" in text or text == "null":
        return True
    try:
        data = base64.b64decode(text.replace("-", "+").replace("_", "/"), validate=True)
    except (binascii.Error, ValueError):
        return False
    return len(data) == 36 and data[0] in TAGS and binascii.crc_hqx(data, 0) == 0


def is_boc(text):
    """Canonical base64 of a whole bag of cells, from its magic to its checksum."""
    if text == "":
        return True
    data = unhex(text)
    if data is None:
        try:
            data = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            return False
        if base64.b64encode(data).decode() != text:
            return False
    return is_bag(data)


def unhex(text):
    try:
        data = bytes.fromhex(text)
    except ValueError:
        return None
    return data if len(data) * 2 == len(text) else None


def is_bag(data):
    """One root, no absent cell, space for everything that the header counts, and a correct checksum if there is one."""
    if data[:4] not in MAGICS or len(data) < 6:
        return False
    listed = data[:4] == MAGICS[0]
    flags, offset_width = data[4], data[5]
    width = flags & 7 if listed else flags
    indexed = bool(flags & 0x80) if listed else True
    summed = bool(flags & 0x40) if listed else data[:4] == MAGICS[2]
    if listed and (flags & 0x18 or (flags & 0x20 and not indexed)):
        return False
    if not 1 <= width <= 4 or not 1 <= offset_width <= 8 or len(data) < 6 + 3 * width + offset_width:
        return False
    numbers = [int.from_bytes(data[6 + width * at : 6 + width * (at + 1)], "big") for at in range(3)]
    cells, roots, absent = numbers
    at = 6 + 3 * width
    total = int.from_bytes(data[at : at + offset_width], "big")
    at += offset_width
    if cells < 1 or roots != 1 or absent != 0 or total < cells * 2:
        return False
    if listed:
        if len(data) < at + width or int.from_bytes(data[at : at + width], "big") >= cells:
            return False
        at += width
    at += (cells * offset_width if indexed else 0) + total
    if not summed:
        return len(data) >= at
    return len(data) >= at + 4 and int.from_bytes(data[at : at + 4], "little") == crc32c(data[:at])


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def bag(layout, data):
    """A bag of one cell with these bytes; with a checksum if the layout has one."""
    magic, flags = layout
    cell = bytes([0, len(data) * 2]) + data
    listed = magic == MAGICS[0]
    body = magic + bytes([flags, 1, 1, 1, 0, len(cell)]) + (b"\x00" if listed else b"")
    body += (bytes([len(cell)]) if not listed or flags & 0x80 else b"") + cell
    summed = bool(flags & 0x40) if listed else magic == MAGICS[2]
    return body + (crc32c(body).to_bytes(4, "little") if summed else b"")


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
LAYOUTS = [(MAGICS[0], flags) for flags in (0x01, 0x41, 0x81, 0xC1)] + [(magic, 1) for magic in MAGICS[1:]]
STRATEGIES = {
    "ton-address": RAW | FRIENDLY,
    "ton-boc": st.builds(bag, st.sampled_from(LAYOUTS), st.binary(max_size=40)).map(lambda data: base64.b64encode(data).decode()),
    "uint63": st.integers(0, 2**63 - 1).map(str),
    "int64-text": st.integers(-(2**63), 2**63 - 1).map(str),
}
