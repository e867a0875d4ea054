"""Parses OTLP requests over HTTP with JSON, strictly: as OpenTelemetry's protobuf messages, without unknown fields.

Standard input: one JSON object per line, `{"path": ..., "body": ...}`. Standard output: one JSON list of spans and log records.
"""

import base64
import json
import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

MESSAGES = {"/v1/traces": ExportTraceServiceRequest, "/v1/logs": ExportLogsServiceRequest}
# OTLP writes ids in hexadecimal, while protobuf's own mapping uses base64.
IDS = {"traceId": 16, "spanId": 8, "parentSpanId": 8}
ENUMS = {"kind", "severityNumber", "code"}
# Integers of 64 bits must be texts, because JavaScript would round numbers.
LONG = {"startTimeUnixNano", "endTimeUnixNano", "timeUnixNano", "observedTimeUnixNano", "intValue"}


def pairs(items):
    """A JSON object without a repeated name."""
    made = dict(items)
    assert len(made) == len(items), f"a name twice: {[name for name, _ in items]}"
    return made


def as_protobuf(value, name=None):
    if isinstance(value, dict):
        return {key: as_protobuf(one, key) for key, one in value.items()}
    if isinstance(value, list):
        return [as_protobuf(one) for one in value]
    if name in IDS:
        assert value == value.lower(), value
        data = bytes.fromhex(value)
        assert len(data) == IDS[name] and any(data), f"{name} {value}"
        return base64.b64encode(data).decode()
    if name in ENUMS:
        assert isinstance(value, int), f"{name} {value}"
    if name in LONG:
        assert isinstance(value, str), f"{name} {value}"
    return value


def value_of(value):
    return getattr(value, value.WhichOneof("value"))


def attributes_of(attributes):
    made = {one.key: value_of(one.value) for one in attributes}
    assert len(made) == len(attributes) and "" not in made, "an attribute twice"
    return made


def spans_of(request):
    for group in request.resource_spans:
        resource = attributes_of(group.resource.attributes)
        for scope in group.scope_spans:
            for span in scope.spans:
                assert span.end_time_unix_nano >= span.start_time_unix_nano > 0
                yield {
                    "resource": resource,
                    "scope": scope.scope.name,
                    "trace": span.trace_id.hex(),
                    "id": span.span_id.hex(),
                    "parent": span.parent_span_id.hex(),
                    "state": span.trace_state,
                    "flags": span.flags,
                    "name": span.name,
                    "kind": span.SpanKind.Name(span.kind).removeprefix("SPAN_KIND_"),
                    "start": span.start_time_unix_nano / 1e6,
                    "end": span.end_time_unix_nano / 1e6,
                    "isError": span.status.code == span.status.STATUS_CODE_ERROR,
                    "attributes": attributes_of(span.attributes),
                }


def records_of(request):
    for group in request.resource_logs:
        resource = attributes_of(group.resource.attributes)
        for scope in group.scope_logs:
            for record in scope.log_records:
                assert record.time_unix_nano > 0
                yield {
                    "resource": resource,
                    "trace": record.trace_id.hex(),
                    "span": record.span_id.hex(),
                    "severity": record.severity_text,
                    "number": record.severity_number,
                    "event": record.event_name,
                    "body": value_of(record.body),
                    "attributes": attributes_of(record.attributes),
                }


spans, records = [], []
for line in sys.stdin:
    sent = json.loads(line)
    body = json.loads(sent["body"], object_pairs_hook=pairs)
    message = json_format.ParseDict(as_protobuf(body), MESSAGES[sent["path"]](), ignore_unknown_fields=False)
    # The parsed content is a message that can be serialized and parsed again.
    assert type(message).FromString(message.SerializeToString()) == message
    (spans if sent["path"] == "/v1/traces" else records).extend(
        (spans_of if sent["path"] == "/v1/traces" else records_of)(message)
    )
json.dump({"spans": spans, "records": records}, sys.stdout)
