"""Reads addresses as TON Center's server in Python does, with the functions of the package pytonlib.

Reads a list of texts from the standard input; writes, for each, the result of `detect_address`, or null if it is refused.
"""

import importlib.util
import json
import sys
from pathlib import Path

# The module alone: the package would load the node's library.
[folder] = importlib.util.find_spec("pytonlib").submodule_search_locations
spec = importlib.util.spec_from_file_location("address", Path(folder) / "utils" / "address.py")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)


def detect(text):
    try:
        return module.detect_address(text)
    except Exception:
        return None


json.dump([detect(text) for text in json.load(sys.stdin)], sys.stdout)
