"""What the tests of the PyPI package toncenter import and its source distribution lacks. The client reads from the gateway at TON_EDGE_URL."""

import os

import pytest
from toncenter.rest.client import ToncenterRestClient
from toncenter.types import NETWORK_BASE_URLS, Network

NETWORK = Network.MAINNET
NETWORK_BASE_URLS[NETWORK] = os.environ["TON_EDGE_URL"]
API_KEY = os.environ["TON_EDGE_API_KEY"]
API_KEY_2 = os.environ["TON_EDGE_API_KEY_2"]


@pytest.fixture
async def client():
    async with ToncenterRestClient(API_KEY, NETWORK) as client:
        yield client
