"""Classifies a request by a document: valid, invalid, or open (accepted, although not in the documented form).

It examines the request as it was sent, and does not know how the request was made.
"""

import copy
import json
import re
from urllib.parse import parse_qsl, urlsplit

import jsonschema_rs

from formats import CHECKS

# Inputs and API key parameters that every operation accepts; see Config in the gateway.
EVERYWHERE = {"api_key", "x_no_address_book", "x_no_metadata", "x_timeout", "x_debug_request"}
# Most bytes of a URL, as in the gateway's response 414.
LONGEST_URL = 8192
VALID, INVALID, OPEN = "valid", "invalid", "open"
INTEGER = re.compile(r"(?:0|-?[1-9][0-9]*)\Z")


def without_rules(schema):
    """The schema without the parts that repeat `x-rules`."""
    if isinstance(schema, list):
        others = [item for item in schema if not (isinstance(item, dict) and item.get("x-rule"))]
        return [without_rules(item) for item in others]
    if not isinstance(schema, dict):
        return schema
    made = {name: without_rules(value) for name, value in schema.items()}
    if made.get("allOf") == []:
        del made["allOf"]
    return made


def widened(schema):
    """The schema, extended by everything that `x-also-accepted` allows."""
    if isinstance(schema, list):
        return [widened(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: widened(value) for name, value in schema.items() if name != "x-also-accepted"}
    also = schema.get("x-also-accepted")
    return made if also is None else {"anyOf": [made, widened(also)]}


class Schemas:
    """Validators of one document, strict or wide, created when they are needed."""

    def __init__(self, document, shape):
        self.components = {"schemas": shape(document["components"]["schemas"])}
        self.shape = shape
        self.made = {}

    def holds(self, schema, instance):
        key = json.dumps(schema, sort_keys=True)
        if key not in self.made:
            whole = {**self.shape(copy.deepcopy(schema)), "components": self.components}
            self.made[key] = jsonschema_rs.Draft202012Validator(whole, formats=CHECKS, validate_formats=True)
        return self.made[key].is_valid(instance)


class Classifier:
    def __init__(self, document):
        self.document = document
        plain = without_rules(document)
        self.strict = Schemas(plain, lambda schema: schema)
        self.wide = Schemas(plain, widened)
        self.ruled = Schemas(document, lambda schema: schema)

    def classify(self, operation, request):
        """`operation`: an operation object of the document; `request`: url, headers and body as sent."""
        if len(request.url.encode()) > LONGEST_URL:
            return INVALID
        if "requestBody" in operation:
            found, given = self.body(operation, request)
        else:
            found, given = self.query(operation, request)
        if found == VALID and not all(holds(rule, given, self.defaults(operation)) for rule in rules(operation)):
            return INVALID
        return found

    def query(self, operation, request):
        pairs = parse_qsl(urlsplit(request.url).query, keep_blank_values=True)
        known = {one["name"]: one for one in parameters(operation) if one["in"] == "query"}
        if any(name not in known and name not in EVERYWHERE for name, _ in pairs):
            return INVALID, {}
        found, given = VALID, {}
        for name, parameter in known.items():
            texts = [value for key, value in pairs if key == name]
            if not texts:
                if parameter.get("required"):
                    return INVALID, {}
                continue
            verdict = self.values(parameter["schema"], texts)
            if verdict == INVALID:
                return INVALID, {}
            found = OPEN if OPEN in (found, verdict) else VALID
            given[name] = texts
        return found, given

    def values(self, schema, texts):
        if schema.get("type") == "array":
            instance = [read(schema["items"], text) for text in texts]
        elif len(texts) > 1:
            return INVALID
        else:
            instance = read(schema, texts[0])
        return self.verdict(schema, instance)

    def verdict(self, schema, instance):
        if self.strict.holds(schema, instance):
            return VALID
        return OPEN if self.wide.holds(schema, instance) else INVALID

    def body(self, operation, request):
        media = request.headers.get("Content-Type", "").split(";")[0].strip().lower()
        if media != "application/json":
            return INVALID, {}
        try:
            text = request.body or b""
            value = json.loads(text.decode() if isinstance(text, bytes) else text, parse_constant=refuse)
        except ValueError:
            return INVALID, {}
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        verdict = self.verdict(schema, value)
        if verdict != VALID:
            return verdict, {}
        # For JSON-RPC, the rules are those of the called method, and only that method's schema has them.
        by_name = not rules(operation) and not self.ruled.holds(schema, value)
        if fractions(value) or by_name:
            return OPEN, {}
        return VALID, {name: texts(member) for name, member in value.items() if member != []}

    def defaults(self, operation):
        if "requestBody" not in operation:
            return {one["name"]: one["schema"].get("default") for one in parameters(operation)}
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        name = schema["$ref"].rsplit("/", 1)[1]
        properties = self.document["components"]["schemas"][name].get("properties", {})
        return {name: one.get("default") for name, one in properties.items()}


def refuse(constant):
    raise ValueError(constant)


def fractions(value):
    """JSON Schema counts 1.0 among the whole numbers; the upstream does not."""
    if isinstance(value, dict):
        return any(fractions(member) for member in value.values())
    if isinstance(value, list):
        return any(fractions(item) for item in value)
    return isinstance(value, float)


def read(schema, text):
    """The text of a URL parsed as the type that the schema names, if possible."""
    if schema.get("type") == "integer" and INTEGER.match(text):
        return int(text)
    if schema.get("type") == "boolean" and text in ("true", "false"):
        return text == "true"
    return text


def texts(value):
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    return [value if isinstance(value, str) else json.dumps(value)]


def parameters(operation):
    """The parameters of the operation itself, without the header of all operations, `X-Ton-Edge-Min-Seqno`."""
    return [one for one in operation.get("parameters", []) if "$ref" not in one]


def rules(operation):
    return operation.get("x-rules", [])


def number(given, name):
    found = given.get(name, [""])[0]
    return int(found) if re.fullmatch(r"-?[0-9]+", found) else None


def holds(rule, given, defaults):
    """One rule of `x-rules`. A parameter at its default counts as absent."""

    def is_set(name):
        default = defaults.get(name)
        return name in given and (default is None or given[name] != texts(default))

    names = rule["params"]
    count = sum(map(is_set, names))
    match rule["op"]:
        case "exactly_one":
            return count == 1
        case "at_least_one":
            return count >= 1
        case "at_most_one":
            return count <= 1
        case "together":
            return count in (0, len(names))
        case "requires":
            return count == 0 or any(map(is_set, rule["anyOf"]))
        case "several_need_one":
            return len(given.get(names[0], [])) <= 1 or len(given.get(rule["need"], [])) == 1
        case "ordered":
            low, high = (number(given, name) for name in names)
            return low is None or high is None or low <= high
        case "cap":
            value = number(given, names[0])
            return value is None or value <= rule["max"] or given.get(rule["when"]) != ["true"]
    raise ValueError(f"no such rule: {rule['op']}")
