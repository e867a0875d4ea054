//! Writes the tables by which JavaScript reads and writes messages, as arrays that `pkg/lib/message/tlb.js` follows.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail};
use sha2::{Digest as _, Sha256};
use ton_edge::cell::{self, Limits};
use ton_edge::message::form::{FORMS, Field, Form};
use ton_edge::message::{
    ActionRule, BODY_EXIT_CODES, CONTENT_KEYS, DNS_CATEGORIES, EXIT_CODES, GET_METHODS, Item, ItemKind,
    MessageKind, RESULT_CODES, ROWS, Row, SKIP_REASONS, SignaturePlace, WALLET_V5_BETA, Wallet, WalletIdRule,
    WalletVersion,
};

/// Converts `query_id` to `queryId`.
pub(crate) fn to_camel(name: &str) -> String {
    let mut parts = name.split('_');
    let mut camel_name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (first, rest) = part.split_at(part.len().min(1));
        camel_name.push_str(&first.to_uppercase());
        camel_name.push_str(rest);
    }
    camel_name
}

/// The written text, and the named types that it already has.
#[derive(Default)]
struct SchemaTexts {
    names: Vec<&'static str>,
    text: String,
}

impl SchemaTexts {
    /// Returns the expression of a form; named types become separate constants before it.
    fn write_form(&mut self, form: Form) -> String {
        match form {
            Form::Uint(bits) => format!("[\"u\",{bits}]"),
            Form::Int(bits) => format!("[\"i\",{bits}]"),
            Form::VarUint(limit) => format!("[\"v\",{limit}]"),
            Form::Coins => "[\"v\",16]".to_owned(),
            Form::Maybe(inner_form) => format!("[\"?\",{}]", self.write_form(*inner_form)),
            Form::MaybeTagged(none_tag, some_tag, inner_form) => {
                format!("[\"/\",\"{none_tag}\",\"{some_tag}\",{}]", self.write_form(*inner_form))
            }
            Form::Child(Form::Message) => "[\"M\",Message]".to_owned(),
            Form::Child(inner_form) => format!("[\"^\",{}]", self.write_form(*inner_form)),
            Form::Either(inner_form) => format!("[\"|\",{}]", self.write_form(*inner_form)),
            Form::Tag(tag) => format!("[\"=\",\"{tag}\"]"),
            Form::Message => "Message".to_owned(),
            Form::MessageList => "[\"L\",Message]".to_owned(),
            Form::Names(_, names) => {
                let names: Vec<String> =
                    names.iter().map(|(tag, name)| format!("[\"{tag}\",\"{name}\"]")).collect();
                format!("[\"N\",[{}]]", names.join(","))
            }
            Form::Record(name, _, fields) => {
                let fields = self.write_fields(fields);
                self.write_named_type(name, &format!("[\"R\",{fields}]"))
            }
            Form::OneOf(name, _, variants) => {
                let variants: Vec<String> = variants
                    .iter()
                    .map(|variant| {
                        format!(
                            "[\"{}\",\"{}\",{}]",
                            variant.tag,
                            variant.name,
                            self.write_fields(variant.fields)
                        )
                    })
                    .collect();
                self.write_named_type(name, &format!("[\"O\",[{}]]", variants.join(",")))
            }
            plain_form => format!("[\"{}\"]", choose_form_letter(plain_form)),
        }
    }

    fn write_fields(&mut self, fields: &[Field]) -> String {
        let fields: Vec<String> = fields
            .iter()
            .map(|field| {
                let form_text = self.write_form(field.form);
                // The fields of `details` belong to the enclosing record; a count is compared with the number of counted items.
                let is_unnamed = field.name == "details" || field.form == Form::Count;
                let name = if is_unnamed { String::new() } else { to_camel(field.name) };
                format!("[\"{name}\",{form_text}]")
            })
            .collect();
        format!("[{}]", fields.join(","))
    }

    fn write_named_type(&mut self, name: &'static str, expression: &str) -> String {
        if !self.names.contains(&name) {
            self.names.push(name);
            let _ = writeln!(self.text, "/** @type {{any[]}} */\nexport const {name} = {expression};");
        }
        name.to_owned()
    }
}

/// Returns the letter of a form that has no further data.
fn choose_form_letter(form: Form) -> &'static str {
    match form {
        Form::Uint256 => "U",
        Form::Bool => "b",
        Form::Hash => "h",
        Form::AccountHash => "H",
        Form::Address => "a",
        Form::Receiver => "d",
        Form::Account => "A",
        Form::External => "X",
        Form::MaybeRef => "e",
        Form::OptionalRef => "o",
        Form::Payload => "p",
        Form::Text => "t",
        Form::Bytes => "y",
        Form::Signature => "g",
        Form::Messages => "m",
        Form::Actions => "w",
        Form::BetaActions => "W",
        Form::QueryId => "q",
        Form::OutList => "l",
        Form::Enter => "n",
        Form::Extra => "x",
        Form::Body => "B",
        Form::Count => "c",
        _ => "r",
    }
}

/// Writes `pkg/dist/schemas.js`.
pub(crate) fn write_script() -> Result<String> {
    let mut schema_texts = SchemaTexts::default();
    for form in FORMS {
        schema_texts.write_form(*form);
    }
    let mut rows = String::new();
    for row in ROWS {
        let opcode = row.opcode.map_or("null".to_owned(), |opcode| opcode.to_string());
        let _ = writeln!(rows, "  [\"{}\",{opcode},{}],", row.name, schema_texts.write_fields(row.fields));
    }
    let mut wallets = String::new();
    let mut keys = String::new();
    for version in WalletVersion::ALL {
        let _ = writeln!(wallets, "  {version}: {},", write_wallet(&mut schema_texts, version)?);
        let code = cell::parse(version.code(), &Limits::default())?.root()?.hash();
        let offset = version.data_offset("public_key").context("a wallet has no public key")?;
        let _ = writeln!(keys, "  \"{}\": {offset},", code.to_b64());
    }
    let beta = &WALLET_V5_BETA;
    let (name, signed) = (beta.name, beta.signed);
    let data = schema_texts.write_fields(beta.data);
    let _ = writeln!(
        wallets,
        "  {name}: {{ code: \"{}\", data: {data}, signed: \"{signed}\" }},",
        write_hex(beta.code)
    );
    schema_texts.text.push_str(&get_methods());
    Ok(format!(
        "// Generated by the build from the tables of src/message/.\n{}\
         /** Bodies: name, opcode, fields. @type {{any[]}} */\nexport const ROWS = [\n{rows}];\n\
         /** Wallets: the rules of each version. @type {{Record<string, any>}} */\nexport const WALLETS = {{\n{wallets}}};\n\
         /** Bits of data before the public key, by the hash of the wallet's code. @type {{Record<string, number>}} */\n\
         export const KEY_OFFSETS = {{\n{keys}}};\n",
        schema_texts.text
    ))
}

fn write_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes the rules of a wallet version, which `pkg/lib/message/wallet.js` follows.
fn write_wallet(schemas: &mut SchemaTexts, version: WalletVersion) -> Result<String> {
    let rules = version.rules();
    let code = write_hex(rules.code);
    let body = |name: &str| {
        Row::find(name)
            .map(|row| format!("\"{}\"", row.name))
            .with_context(|| format!("no body is named {name}"))
    };
    let signed_body = body(rules.signed)?;
    let internal = rules.internal.map_or(Ok("null".to_owned()), body)?;
    let wallet_id = match rules.wallet_id {
        WalletIdRule::WithWorkchain(first) => format!("[\"workchain\",{first}]"),
        WalletIdRule::WithoutWorkchain(first) => format!("[\"subwallet\",{first}]"),
        WalletIdRule::WithNetwork => "[\"network\"]".to_owned(),
        unknown => bail!("wallet.js does not know {unknown:?}"),
    };
    let actions = match rules.actions {
        ActionRule::AsGiven => "[\"given\"]".to_owned(),
        ActionRule::IgnoreErrors => "[\"ignore errors\"]".to_owned(),
        ActionRule::OneMessage(batch) => {
            // The value of the wallet's message to itself: the base, the part per message to send, and the factor in the
            // masterchain.
            let wallet = Wallet::new(version, [0; 32]);
            let (base_value, masterchain_value) =
                (wallet.batch_value(0), Wallet { workchain: -1, ..wallet }.batch_value(0));
            let value_per_message = wallet.batch_value(1) - base_value;
            format!(
                "[\"one\",{},{base_value},{value_per_message},{}]",
                body(batch)?,
                masterchain_value / base_value
            )
        }
        unknown => bail!("wallet.js does not know {unknown:?}"),
    };
    let signature = match rules.signature {
        SignaturePlace::Before => "before",
        SignaturePlace::After => "after",
        SignaturePlace::BeforeReference => "before reference",
        unknown => bail!("wallet.js does not know {unknown:?}"),
    };
    Ok(format!(
        "{{ code: \"{code}\", data: {}, signed: {signed_body}, internal: {internal}, mostMessages: {}, walletId: {wallet_id}, actions: {actions}, signature: \"{signature}\" }}",
        schemas.write_fields(rules.data),
        rules.most_messages,
    ))
}

/// Returns the letter by which `pkg/lib/message/get-methods.js` recognizes the kind of an item.
const fn choose_item_letter(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Int => "i",
        ItemKind::Number => "n",
        ItemKind::Bool => "b",
        ItemKind::Key => "k",
        ItemKind::Address => "a",
        ItemKind::Slice => "s",
        ItemKind::Cell => "c",
        ItemKind::MaybeCell => "?c",
        ItemKind::Content => "t",
        ItemKind::Addresses => "A",
        _ => "?i",
    }
}

fn write_items(items: &[Item]) -> String {
    let items: Vec<String> = items
        .iter()
        .map(|item| format!("[\"{}\",\"{}\"]", to_camel(item.name), choose_item_letter(item.kind)))
        .collect();
    format!("[{}]", items.join(","))
}

/// Writes names by their SHA-256 hashes, which are the keys of dictionaries.
fn write_by_hash(names: &[&str]) -> String {
    let rows = names.iter().map(|name| {
        let key: String = Sha256::digest(name).iter().map(|byte| format!("{byte:02x}")).collect();
        format!("  \"{key}\": \"{name}\",\n")
    });
    format!("{{\n{}}}", rows.collect::<String>())
}

fn write_codes(rows: &[(i32, &str)]) -> String {
    let rows: Vec<(String, &str)> = rows.iter().map(|(code, meaning)| (code.to_string(), *meaning)).collect();
    write_texts(rows.iter().map(|(code, meaning)| (code.as_str(), *meaning)))
}

fn write_texts<'a>(rows: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let rows = rows.map(|(name, text)| format!("  \"{name}\": \"{text}\",\n"));
    format!("{{\n{}}}", rows.collect::<String>())
}

/// The JSDoc type of a table of texts.
const TEXTS: &str = "/** @type {Record<string, string>} */";

/// Writes `pkg/dist/mnemonic-words.js`: each word is an upper-case letter for the number of letters shared with the
/// previous word (A is 0), then the rest of the word.
pub(crate) fn write_mnemonic_words() -> String {
    let mut text = String::new();
    let mut last = "";
    for word in ton_edge::message::mnemonic_words() {
        let shared_length = word.bytes().zip(last.bytes()).take_while(|(a, b)| a == b).count();
        text.extend(('A'..).nth(shared_length));
        text.push_str(word.split_at(shared_length).1);
        last = word;
    }
    format!(
        "// Generated by the build from src/message/mnemonic/words.txt.\nexport const MNEMONIC_WORDS =\n  \"{text}\";\n"
    )
}

/// Writes `pkg/dist/vm-codes.js`, a small file for pages that do not need the other tables.
pub(crate) fn write_vm_codes() -> String {
    format!(
        "// Generated by the build from the tables of src/message/.\n\
         {TEXTS}\nexport const EXIT_CODES = {};\n{TEXTS}\nexport const RESULT_CODES = {};\n\
         {TEXTS}\nexport const SKIP_REASONS = {};\n",
        write_codes(EXIT_CODES),
        write_codes(RESULT_CODES),
        write_texts(SKIP_REASONS.iter().copied()),
    )
}

/// Writes `pkg/dist/message-kinds.js`: the kinds of messages by opcode.
pub(crate) fn write_message_kinds() -> String {
    // Rows may share an opcode.
    let opcodes: Vec<u32> = ROWS
        .iter()
        .enumerate()
        .filter(|(index, row)| {
            ROWS.iter().take(*index).all(|earlier_opcode| earlier_opcode.opcode != row.opcode)
        })
        .filter_map(|(_, row)| row.opcode)
        .collect();
    let kinds: Vec<(String, &str)> = opcodes
        .into_iter()
        .filter_map(|opcode| match MessageKind::of(Some(opcode), false) {
            MessageKind::Value => Some((opcode.to_string(), "value")),
            MessageKind::Notice => Some((opcode.to_string(), "notice")),
            MessageKind::Request => None,
        })
        .collect();
    format!(
        "// Generated by the build from the tables of src/message/.\n{TEXTS}\nexport const MESSAGE_KINDS = {};\n",
        write_texts(kinds.iter().map(|(opcode, kind)| (opcode.as_str(), *kind))),
    )
}

/// Writes the get-methods, and names by their hashes.
fn get_methods() -> String {
    let rows: String = GET_METHODS
        .iter()
        .map(|method| {
            format!(
                "  {}: [{},{}],\n",
                method.name,
                write_items(method.arguments),
                write_items(method.results)
            )
        })
        .collect();
    format!(
        "/** Get-methods: arguments and results, each a name and a kind. @type {{Record<string, any[]>}} */\n\
         export const GET_METHODS = {{\n{rows}}};\n\
         /** Exit codes by the body that a contract received. @type {{Record<string, Record<string, string>>}} */\n\
         export const BODY_EXIT_CODES = {{\n{}}};\n\
         {TEXTS}\nexport const CONTENT_KEYS = {};\n{TEXTS}\nexport const DNS_CATEGORIES = {};\n",
        BODY_EXIT_CODES
            .iter()
            .map(|(body, rows)| format!("{body}: {},\n", write_codes(rows)))
            .collect::<String>(),
        write_by_hash(CONTENT_KEYS),
        write_by_hash(DNS_CATEGORIES),
    )
}
