"""Hooks of schemathesis for the gateway: values for the project's formats, and the check that document and gateway agree.

A header of each response, `x-answered-by`, names its source: `gateway` or `service`. Counts go to the file that
OPENAPI_COUNTS names, at the end of the run.
"""

import atexit
import json
import os
from collections import Counter

import schemathesis

from classifier import INVALID, VALID, Classifier
from formats import STRATEGIES

for name, strategy in STRATEGIES.items():
    schemathesis.openapi.format(name, strategy)

COUNTS = Counter()
CLASSIFIERS = {}


@atexit.register
def write_counts():
    if path := os.environ.get("OPENAPI_COUNTS"):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(COUNTS, file)


def classifier_of(document):
    return CLASSIFIERS.setdefault(id(document), Classifier(document))


@schemathesis.hook
def filter_case(context, case):
    """Whether the body is a batch, a list of calls, which the gateway accepts and the upstream does not. The document describes the upstream's
    interface without batches; gateway-rpc.test.mjs tests them."""
    return not (case.operation.path == "/jsonRPC" and isinstance(case.body, list) and case.body)


@schemathesis.hook
def map_headers(context, headers):
    """Without the block that a caller may require: the replayed upstream makes no blocks. gateway-heights.test.mjs tests it."""
    required = ("x-ton-edge-min-seqno", "x-ton-edge-min-lt")
    return headers and {name: value for name, value in headers.items() if name.lower() not in required}


@schemathesis.check
def gateway_agrees(ctx, response, case):
    request = response.request
    COUNTS["requests"] += 1
    answered_by = response.headers.get("x-answered-by", ["nobody"])[0]
    if answered_by == "gateway" and response.status_code >= 500:
        raise AssertionError(f"the gateway failed with {response.status_code}")
    if request.method.lower() != case.operation.method.lower():
        COUNTS["other verbs"] += 1
        return
    verdict = classifier_of(case.operation.schema.raw_schema).classify(case.operation.definition.raw, request)
    COUNTS[verdict] += 1
    COUNTS[f"answered {response.status_code} by {answered_by}"] += 1
    refused = answered_by == "gateway" and 400 <= response.status_code < 500
    if verdict == VALID and refused:
        raise AssertionError(f"the document allows a request that the gateway refuses with {response.status_code}")
    if verdict == INVALID and not refused:
        raise AssertionError("the document forbids a request that the gateway accepts")
