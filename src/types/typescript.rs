//! Writes the types of a generation as TypeScript declarations.

use ts_rs::{Config, TS as _};

use super::decoded_bodies::NAMES;
use super::descriptor::Type;
use super::registry::all;
use super::v3::ActionDetails;
use super::wire::Integer;
use crate::endpoint::Generation;

const HEAD: &str = "\
// Types of requests and responses, as TON Center sends them. Generated from the Rust types of the crate: edit those.\n\
//\n\
// Responses of newer servers may have more fields than their types. Unions of texts list the values known today.\n\
\n\
import type { AddressLike, BytesLike, IntegerLike } from \"../values.js\";\n\n";

/// Writes all types of a generation as a module, a `.d.ts`.
///
/// ```
/// use ton_edge::{endpoint::Generation, types::typescript};
/// assert!(typescript(Generation::V3).contains("export interface TransactionsResponse {\n"));
/// ```
#[must_use]
pub fn typescript(generation: Generation) -> String {
    let config = Config::new().with_large_int("number");
    let mut text = String::from(HEAD);
    push_docs(&mut text, "", Integer::docs().as_deref().unwrap_or_default());
    text.push_str(&format!("export type Integer = {};\n", Integer::inline(&config)));
    for descriptor in all(generation) {
        text.push('\n');
        // In TypeScript, `Action` is the union of the actions of all types.
        let name = if descriptor.name == "Action" { "ActionFields" } else { descriptor.name };
        declare(&mut text, name, descriptor, &config);
    }
    if generation == Generation::V3 {
        text.push_str(OTHER);
        text.push_str(BODIES);
        write_names(&mut text);
        write_actions(&mut text);
    }
    text
}

/// The type of all texts that a union does not name. A comparison with one of the named texts excludes this type, but would not exclude
/// `string` or `string & {}`: with those, comparing the property would not narrow the object.
const OTHER: &str = "
/**
 * A word that this version does not know. Only the type has the prefix, so that TypeScript can tell the word from those that are
 * known; the value has none. To compare it with a new word: `const type: string = action.type;`, then `type === \"new_type\"`.
 */
export type OtherType = `other: ${string}`;
";

/// Bodies as the service decodes them. It decodes many more, which have an open type.
const BODIES: &str = "
/** A whole number in a decoded body. */
export interface DecodedAmount {
  \"@type\": \"var_uint\";
  /** The number of bytes. Decimal text. */
  len: string;
  /** Decimal text. */
  value: string;
}

/** An address in a decoded body. */
export type DecodedAddress =
  | { \"@type\": \"addr_std\"; anycast: object; workchain_id: string; address: string }
  | { \"@type\": \"addr_none\" };

/** What a payload holds: a comment has `\"@type\": \"text_comment\"` and `text`. */
export interface DecodedPart {
  \"@type\"?: string | undefined;
  text?: string | undefined;
  [member: string]: unknown;
}

/**
 * A payload in a decoded body: in `value` if it is inline, in `value.cell_reference` if it is in a cell. Read both, since the sender decides:
 * `(payload.value.cell_reference ?? payload.value).text` is the text of a comment.
 */
export interface DecodedPayload {
  \"@type\": string;
  value: DecodedPart & { cell_reference?: DecodedPart | undefined };
}

/** A plain comment. */
export interface DecodedComment {
  \"@type\": \"text_comment\";
  type?: \"text_comment\" | undefined;
  comment: string;
}

/** An empty body. */
export interface DecodedEmpty {
  \"@type\": \"empty_cell\";
}

/** Excess coins (TEP-74). */
export interface DecodedExcess {
  \"@type\": \"excess\";
  query_id: string;
}

/** The transfer message to the sender's jetton wallet (TEP-74). */
export interface DecodedJettonTransfer {
  \"@type\": \"jetton_transfer\";
  query_id: string;
  amount: DecodedAmount;
  destination: DecodedAddress;
  response_destination: DecodedAddress;
  custom_payload: object;
  forward_ton_amount: DecodedAmount;
  forward_payload: DecodedPayload;
}

/** The message from one jetton wallet to another (TEP-74). */
export interface DecodedJettonInternalTransfer {
  \"@type\": \"jetton_internal_transfer\";
  query_id: string;
  amount: DecodedAmount;
  from: DecodedAddress;
  response_address: DecodedAddress;
  forward_ton_amount: DecodedAmount;
  forward_payload: DecodedPayload;
}

/** The notification of the new owner of jettons (TEP-74). */
export interface DecodedJettonNotification {
  \"@type\": \"jetton_notify\";
  query_id: string;
  amount: DecodedAmount;
  sender: DecodedAddress;
  forward_payload: DecodedPayload;
}

/** The transfer message to an NFT item (TEP-62). */
export interface DecodedNftTransfer {
  \"@type\": \"nft_transfer\";
  query_id: string;
  new_owner: DecodedAddress;
  response_destination: DecodedAddress;
  custom_payload: object;
  forward_amount: DecodedAmount;
  forward_payload: DecodedPayload;
}

/** The notification of the new owner of an NFT (TEP-62). */
export interface DecodedNftOwnership {
  \"@type\": \"nft_ownership_assigned\";
  query_id: string;
  prev_owner: DecodedAddress;
  forward_payload: DecodedPayload;
}

/** A body that the service write_names, and that has no type here. */
export interface NamedDecodedBody {
  \"@type\": DecodedBodyName;
  [member: string]: unknown;
}

/** A body of another type. */
export interface OtherDecodedBody {
  \"@type\": OtherType;
  [member: string]: unknown;
}

/** A body as the service decodes it: `body[\"@type\"]` decides its type. */
export type DecodedBody =
  | DecodedComment
  | DecodedEmpty
  | DecodedExcess
  | DecodedJettonTransfer
  | DecodedJettonInternalTransfer
  | DecodedJettonNotification
  | DecodedNftTransfer
  | DecodedNftOwnership
  | NamedDecodedBody
  | OtherDecodedBody;
";

/// Declares the names of bodies.
fn write_names(text: &mut String) {
    let has_own_type = |name: &str| BODIES.contains(&format!("\"@type\": \"{name}\";"));
    text.push_str("\n/** The names of bodies without a type of their own here, as the service's decoder has them. */\nexport type DecodedBodyName =");
    for name in NAMES.iter().filter(|name| !has_own_type(name)) {
        text.push_str(&format!("\n  | \"{name}\""));
    }
    text.push_str(
        ";\n\n/** The name of an opcode: that of a decoded body, or another one of a newer server. */\n\
         export type DecodedOpcode = DecodedBody[\"@type\"] | (string & {});\n",
    );
}

fn declare(text: &mut String, name: &str, descriptor: &Type, config: &Config) {
    push_docs(text, "", (descriptor.docs)().as_deref().unwrap_or_default());
    let shape = (descriptor.shape)(config);
    match fields(&shape) {
        Some(fields) => {
            text.push_str(&format!("export interface {name} {{\n"));
            for Field { docs, name, shape } in fields {
                push_docs(text, "  ", &docs);
                let or = if name.ends_with('?') { " | undefined" } else { "" };
                text.push_str(&format!("  {name}: {shape}{or};\n"));
            }
            text.push_str("}\n");
        }
        None => text.push_str(&format!("export type {name} = {shape};\n")),
    }
}

/// Declares the types that narrow an action by its `type`.
fn write_actions(text: &mut String) {
    text.push_str("\n/** Details of an action by its type. */\nexport interface ActionDetailsByType {\n");
    let mut last = "";
    for (key, shape) in ActionDetails::KEYS {
        if *key == last {
            text.truncate(text.trim_end().trim_end_matches(';').len());
            text.push_str(&format!(" | {shape};\n"));
        } else {
            text.push_str(&format!("  {key}: {shape};\n"));
        }
        last = key;
    }
    text.push_str(
        "}\n\n/** An action of one type. */\n\
         export interface ActionOf<T extends keyof ActionDetailsByType> extends ActionFields {\n  \
         type: T;\n  details: ActionDetailsByType[T];\n}\n\n\
         /** An action of a type known today. */\n\
         export type KnownAction = { [T in keyof ActionDetailsByType]: ActionOf<T> }[keyof ActionDetailsByType];\n\n\
         /** An action of another type. */\n\
         export interface OtherAction extends ActionFields {\n  type: OtherType;\n}\n\n\
         /**\n * One thing that a trace did, such as a transfer or a swap. Comparing `type` narrows `details`: \
         `if (action.type === \"jetton_transfer\")`.\n */\n\
         export type Action = KnownAction | OtherAction;\n",
    );
}

fn push_docs(text: &mut String, indent: &str, docs: &str) {
    let lines: Vec<_> = docs.lines().map(str::trim).filter(|line| !matches!(*line, "/**" | "*/")).collect();
    let lines: Vec<_> = lines.iter().map(|line| line.strip_prefix('*').unwrap_or(line).trim()).collect();
    let text_of = |line: &&str| !line.is_empty();
    let first = lines.iter().position(text_of).unwrap_or(0);
    let last = lines.iter().rposition(text_of).map_or(0, |last| last + 1);
    match lines.get(first..last).unwrap_or_default() {
        [] => {}
        [line] => text.push_str(&format!("{indent}/** {line} */\n")),
        lines => {
            text.push_str(&format!("{indent}/**\n"));
            for line in lines {
                text.push_str(format!("{indent} * {line}").trim_end());
                text.push('\n');
            }
            text.push_str(&format!("{indent} */\n"));
        }
    }
}

struct Field<'a> {
    docs: String,
    name: &'a str,
    shape: &'a str,
}

/// Splits an object type into its fields; `None` for any other type.
fn fields(shape: &str) -> Option<Vec<Field<'_>>> {
    let mut fields_text = shape.strip_prefix('{')?.strip_suffix('}')?.trim();
    if fields_text.starts_with('[') {
        return None;
    }
    let mut fields = Vec::new();
    while !fields_text.is_empty() {
        let mut docs = String::new();
        if fields_text.starts_with("/*") {
            let (comment, remaining_text) = fields_text.split_once("*/")?;
            docs = comment.to_owned();
            fields_text = remaining_text.trim_start();
        }
        let (name, remaining_text) = fields_text.split_once(": ")?;
        let end = find_comma(remaining_text);
        fields.push(Field { docs, name: name.trim(), shape: remaining_text.get(..end)?.trim() });
        fields_text = remaining_text.get(end..)?.trim_start_matches(',').trim();
    }
    Some(fields)
}

/// Finds the position of the first comma outside brackets.
fn find_comma(text: &str) -> usize {
    let mut depth = 0_i32;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' | b'{' | b'[' | b'(' => depth += 1,
            b'>' | b'}' | b']' | b')' => depth -= 1,
            b',' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}
