//! The endpoint table as packed bytes, which wasm contains instead of the rows.
//!
//! As plain data the rows are 28 kB of numbers and pointers besides their names. Packed at compile time, and unpacked
//! once at the first use, they are 9 kB with the names. Facts for people and for tests are not packed.

use super::{
    Cache, CacheClass, Category, Doc, Endpoint, Fixed, Generation, Keyset, Kind, LiveCursor, LivePage, Op,
    Page, PageStyle, Param, Pattern, Place, Rule, Value, Verb, v2, v3,
};
use std::cell::Cell;

std::thread_local! {
    /// This is not a `OnceLock`, whose code that waits for other threads is a kilobyte: wasm has one thread.
    static ROWS: [Cell<&'static [Endpoint]>; 2] = const { [Cell::new(&[]), Cell::new(&[])] };
}

/// Returns the rows of a generation, which are unpacked at the first call.
pub(super) fn rows(generation: Generation) -> &'static [Endpoint] {
    let rows = ROWS.try_with(|[of_v2, of_v3]| {
        let (cell, packed_text) = match generation {
            Generation::V2 => (of_v2, PACKED_V2),
            Generation::V3 => (of_v3, PACKED_V3),
        };
        if cell.get().is_empty() {
            cell.set(unpack(packed_text, generation));
        }
        cell.get()
    });
    // The thread-local value always exists. `with` would link the text of a panic.
    rows.unwrap_or_default()
}

const BYTES_V2: [u8; pack(v2::ROWS).length] = cut_to_size(&pack(v2::ROWS));
const BYTES_V3: [u8; pack(v3::ROWS).length] = cut_to_size(&pack(v3::ROWS));
static PACKED_V2: &str = read_ascii(&BYTES_V2);
static PACKED_V3: &str = read_ascii(&BYTES_V3);

/// Returns bytes below 128 as text, so that no part of it is checked at run time.
const fn read_ascii(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => "",
    }
}

/// Whether to pack what only the gateway reads: how long results are cached, what absent parameters mean, which operations
/// JSON-RPC can call, and categories.
const GATEWAY: bool = cfg!(any(test, feature = "js-gateway", not(feature = "js-client")));

/// Every kind by its number.
const KINDS: [Kind; 21] = [
    Kind::Address,
    Kind::AddressText,
    Kind::AddressOrNull,
    Kind::AccountHash,
    Kind::Hash,
    Kind::Lt,
    Kind::Int,
    Kind::Dec,
    Kind::Utime,
    Kind::Bool,
    Kind::Enum,
    Kind::String,
    Kind::ShardDec,
    Kind::ShardHex,
    Kind::Opcode,
    Kind::Boc,
    Kind::BocOrHex,
    Kind::Method,
    Kind::Stack,
    Kind::Scalar,
    Kind::Object,
];

const STYLES: [PageStyle; 3] = [PageStyle::Offset, PageStyle::Cursor, PageStyle::Limit];

// All of these bytes are below 128: see `read_ascii`.

// Bits of a live page that has a pager; the lowest two bits are its style.
const STALE_FLAG: u8 = 4;
const KEYSET: u8 = 8;
const BY_TIME_FLAG: u8 = 16;
/// This bit marks a cursor, and [`BY_TIME_FLAG`] a keyset: no row has both.
const INCLUSIVE_FLAG: u8 = 16;
const CURSOR: u8 = 32;
const ENVELOPE: u8 = 64;
const NO_PAGER_FLAGS: u8 = 127;

// Bits of a row, and of a parameter.
const POST: u8 = 1;
const ALSO_POST_FLAG: u8 = 2;
const IDEMPOTENT_FLAG: u8 = 4;
const SIDE_EFFECT: u8 = 8;
const RPC: u8 = 16;
const PAGED_FLAG: u8 = 32;
const SORTABLE_FLAG: u8 = 64;

const REQUIRED_FLAG: u8 = 1;
const ARRAY: u8 = 2;
const REPEAT: u8 = 4;
const COMMA: u8 = 8;
const UNDOCUMENTED_FLAG: u8 = 16;
const UNIMPLEMENTED_FLAG: u8 = 32;
/// The default of the server follows that of the documents; only the gateway has it.
const SERVER_DEFAULT: u8 = 64;

// Bits that say what follows the head of a parameter.
const DEFAULT: u8 = 1;
const MIN: u8 = 2;
const MAX: u8 = 4;
const CHOICES: u8 = 8;
const MAX_ITEMS: u8 = 16;
const DIGITS: u8 = 32;
const WORD: u8 = 64;

/// The bits above the number of a parameter's kind say where it travels.
const PLACE: u8 = 32;

/// The bytes reserved for packing a generation. If they are too few, the crate does not compile.
const MAX_PACKED_BYTES: usize = 16 << 10;

struct Packer {
    bytes: [u8; MAX_PACKED_BYTES],
    length: usize,
}

#[expect(clippy::indexing_slicing, reason = "it runs at compile time, where a panic is a compile error")]
impl Packer {
    const fn byte(mut self, byte: u8) -> Self {
        self.bytes[self.length] = byte;
        self.length += 1;
        self
    }

    /// Writes six bits per byte, with the sign in the lowest bit.
    const fn number(mut self, number: i64) -> Self {
        let mut remaining_bits = (number.unsigned_abs() << 1) | (number < 0) as u64;
        while remaining_bits >= 64 {
            self = self.byte((remaining_bits % 64) as u8 | 64);
            remaining_bits /= 64;
        }
        self.byte(remaining_bits as u8)
    }

    const fn text(mut self, text: &str) -> Self {
        let bytes = text.as_bytes();
        self = self.byte(bytes.len() as u8);
        let mut index = 0;
        while index < bytes.len() {
            self = self.byte(bytes[index]);
            index += 1;
        }
        self
    }

    const fn texts(mut self, texts: &[&str]) -> Self {
        self = self.byte(texts.len() as u8);
        let mut index = 0;
        while index < texts.len() {
            self = self.text(texts[index]);
            index += 1;
        }
        self
    }

    /// Writes the field that holds the rows; empty if the result itself is the list.
    const fn rows_field(self, rows_field: Option<&str>) -> Self {
        self.text(match rows_field {
            Some(rows_field) => rows_field,
            None => "",
        })
    }

    const fn value(self, value: Value) -> Self {
        match value {
            Value::Int(number) => self.byte(0).number(number as i64),
            Value::Bool(flag) => self.byte(1).byte(flag as u8),
            Value::Text(text) => self.byte(2).text(text),
            Value::Texts(texts) => self.byte(3).texts(texts),
            Value::EmptyObject {} => self.byte(4),
        }
    }

    const fn param(mut self, param: &Param) -> Self {
        let pattern = match param.pattern {
            None => 0,
            Some(Pattern::Digits) => DIGITS,
            Some(Pattern::Word) => WORD,
        };
        self = self.text(param.name).byte(param.kind as u8 + PLACE * param.place as u8).byte(
            if param.required { REQUIRED_FLAG } else { 0 }
                | if param.array { ARRAY } else { 0 }
                | if param.repeat { REPEAT } else { 0 }
                | if param.comma { COMMA } else { 0 }
                | if param.documented { 0 } else { UNDOCUMENTED_FLAG }
                | if param.implemented { 0 } else { UNIMPLEMENTED_FLAG }
                | if GATEWAY && param.server_default.is_some() { SERVER_DEFAULT } else { 0 },
        );
        self = self.byte(
            if param.default.is_some() { DEFAULT } else { 0 }
                | if param.min.is_some() { MIN } else { 0 }
                | if param.max.is_some() { MAX } else { 0 }
                | if param.choices.is_empty() { 0 } else { CHOICES }
                | if param.max_items.is_some() { MAX_ITEMS } else { 0 }
                | pattern,
        );
        if let Some(value) = param.default {
            self = self.value(value);
        }
        if GATEWAY && let Some(value) = param.server_default {
            self = self.value(value);
        }
        if let Some(min) = param.min {
            self = self.number(min as i64);
        }
        if let Some(max) = param.max {
            self = self.number(max as i64);
        }
        if !param.choices.is_empty() {
            self = self.texts(param.choices);
        }
        if let Some(max_items) = param.max_items {
            self = self.number(max_items as i64);
        }
        self
    }

    const fn rule(self, rule: &Rule) -> Self {
        let packer = self.byte(rule.enforced as u8);
        match rule.op {
            Op::ExactlyOne(names) => packer.byte(0).texts(names),
            Op::AtLeastOne(names) => packer.byte(1).texts(names),
            Op::AtMostOne(names) => packer.byte(2).texts(names),
            Op::Together(names) => packer.byte(3).texts(names),
            Op::Requires(name, any_of) => packer.byte(4).text(name).texts(any_of),
            Op::SeveralNeedOne(name, need) => packer.byte(5).text(name).text(need),
            Op::Ordered(low, high) => packer.byte(6).text(low).text(high),
            Op::Cap(name, max, flag) => packer.byte(7).text(name).number(max).text(flag),
        }
    }

    /// Writes what a pager needs of a live page, without what the specification's page already has.
    const fn live(mut self, live: Option<LivePage>, has_own_list: bool, list: &str) -> Self {
        let Some(live) = live else { return self.byte(NO_PAGER_FLAGS).text(list) };
        if live.id.is_empty() {
            return self.byte(NO_PAGER_FLAGS).text(list);
        }
        let is_keyset_by_time = matches!(live.keyset, Some(keyset) if is_time(keyset.desc));
        let from_envelope = matches!(live.cursor, Some(cursor) if cursor.from_envelope);
        let inclusive = matches!(live.cursor, Some(cursor) if cursor.inclusive);
        self = self.byte(
            live.style as u8
                | if live.stale { STALE_FLAG } else { 0 }
                | if live.keyset.is_some() { KEYSET } else { 0 }
                | if is_keyset_by_time { BY_TIME_FLAG } else { 0 }
                | if live.cursor.is_some() { CURSOR } else { 0 }
                | if from_envelope { ENVELOPE } else { 0 }
                | if inclusive { INCLUSIVE_FLAG } else { 0 },
        );
        self = self.byte(live.moves as u8).text(live.id);
        if has_own_list {
            self = self.number(live.max as i64);
            self = self.rows_field(live.rows);
        }
        if let Some(keyset) = live.keyset {
            self = self.text(keyset.field);
        }
        match live.cursor {
            Some(cursor) => self.texts(cursor.send).texts(cursor.take),
            None => self,
        }
    }

    const fn row(mut self, row: &Endpoint) -> Self {
        let sortable = matches!(row.page, Some(page) if page.sortable);
        self = self.text(row.path).byte(
            if matches!(row.verb, Verb::Post) { POST } else { 0 }
                | if row.also_post { ALSO_POST_FLAG } else { 0 }
                | if row.idempotent { IDEMPOTENT_FLAG } else { 0 }
                | if row.side_effect { SIDE_EFFECT } else { 0 }
                | if row.rpc { RPC } else { 0 }
                | if row.page.is_some() { PAGED_FLAG } else { 0 }
                | if sortable { SORTABLE_FLAG } else { 0 },
        );
        self = self.texts(row.aliases);
        if let Some(page) = row.page {
            self = self.number(page.max as i64);
            if GATEWAY {
                self = self.number(page.default as i64);
            }
            self = self.rows_field(page.rows);
        }
        self = self.live(row.live_page, row.page.is_none(), row.list);
        if GATEWAY {
            // An immutable result has a TTL above 0.
            let immutable_ttl = match row.cache.immutable_ttl {
                Some(seconds) => seconds as i64,
                None => -1,
            };
            self = self.byte(row.cache.class as u8).number(row.cache.ttl as i64).number(immutable_ttl);
            self = self.byte(row.cache.fixed as u8);
            self = self.texts(row.rpc_aliases).text(row.category.as_str());
        }
        self = self.byte(row.params.len() as u8);
        let mut index = 0;
        while index < row.params.len() {
            self = self.param(&row.params[index]);
            index += 1;
        }
        self = self.byte(row.rules.len() as u8);
        let mut index = 0;
        while index < row.rules.len() {
            self = self.rule(&row.rules[index]);
            index += 1;
        }
        self
    }
}

/// Whether the bound is a time (`end_utime`), not a logical time (`end_lt`).
const fn is_time(bound: &str) -> bool {
    bound.len() > "end_lt".len()
}

#[expect(clippy::indexing_slicing, reason = "as above")]
const fn pack(rows: &[Endpoint]) -> Packer {
    let mut packer = Packer { bytes: [0; MAX_PACKED_BYTES], length: 0 }.byte(rows.len() as u8);
    let mut index = 0;
    while index < rows.len() {
        packer = packer.row(&rows[index]);
        index += 1;
    }
    packer
}

#[expect(clippy::indexing_slicing, reason = "as above")]
const fn cut_to_size<const N: usize>(packer: &Packer) -> [u8; N] {
    let mut bytes = [0; N];
    let mut index = 0;
    while index < N {
        bytes[index] = packer.bytes[index];
        index += 1;
    }
    bytes
}

/// Reads packed bytes. After the end it reads 0, "" and `None`, which never happens: the bytes are packed by this file.
struct Reader(&'static str);

impl Reader {
    fn byte(&mut self) -> u8 {
        self.take_text(1).as_bytes().first().copied().unwrap_or_default()
    }

    fn number(&mut self) -> i64 {
        let mut number = 0_u64;
        for position in 0..10 {
            let byte = self.byte();
            number |= u64::from(byte & 63) << (6 * position);
            if byte < 64 {
                break;
            }
        }
        let size = (number >> 1).cast_signed();
        if number & 1 == 1 { -size } else { size }
    }

    fn text(&mut self) -> &'static str {
        let length = usize::from(self.byte());
        self.take_text(length)
    }

    fn take_text(&mut self, length: usize) -> &'static str {
        let Some((text, rest)) = self.0.split_at_checked(length) else { return "" };
        self.0 = rest;
        text
    }

    fn rows_field(&mut self) -> Option<&'static str> {
        Some(self.text()).filter(|rows_field| !rows_field.is_empty())
    }

    /// Reads a list: first the number of items, then the items.
    fn list<T>(&mut self, item: fn(&mut Self) -> T) -> &'static [T] {
        let count = self.byte();
        let mut items = Vec::with_capacity(usize::from(count));
        for _ in 0..count {
            items.push(item(self));
        }
        // Leaked, because the table is needed until the program ends.
        items.leak()
    }

    fn value(&mut self) -> Value {
        match self.byte() {
            0 => Value::Int(self.number() as i32),
            1 => Value::Bool(self.byte() == 1),
            2 => Value::Text(self.text()),
            3 => Value::Texts(self.list(Self::text)),
            _ => Value::EmptyObject {},
        }
    }

    fn param(&mut self) -> Param {
        let name = self.text();
        let kind = self.byte();
        let parameter_place = match kind / PLACE {
            0 => Place::Query,
            1 => Place::Body,
            _ => Place::Header,
        };
        let flags = self.byte();
        let fields = self.byte();
        Param {
            name,
            place: parameter_place,
            kind: KINDS.get(usize::from(kind % PLACE)).copied().unwrap_or(Kind::String),
            required: flags & REQUIRED_FLAG != 0,
            default: (fields & DEFAULT != 0).then(|| self.value()),
            server_default: (GATEWAY && flags & SERVER_DEFAULT != 0).then(|| self.value()),
            min: (fields & MIN != 0).then(|| self.number() as i32),
            max: (fields & MAX != 0).then(|| self.number() as i32),
            choices: if fields & CHOICES == 0 { &[] } else { self.list(Self::text) },
            array: flags & ARRAY != 0,
            repeat: flags & REPEAT != 0,
            comma: flags & COMMA != 0,
            max_items: (fields & MAX_ITEMS != 0).then(|| self.number() as u16),
            pattern: match fields & (DIGITS | WORD) {
                DIGITS => Some(Pattern::Digits),
                WORD => Some(Pattern::Word),
                _ => None,
            },
            item_type: Doc::NONE,
            documented: flags & UNDOCUMENTED_FLAG == 0,
            implemented: flags & UNIMPLEMENTED_FLAG == 0,
            note: Doc::NONE,
            doc: Doc::NONE,
        }
    }

    fn rule(&mut self) -> Rule {
        let is_enforced = self.byte() == 1;
        let op = match self.byte() {
            0 => Op::ExactlyOne(self.list(Self::text)),
            1 => Op::AtLeastOne(self.list(Self::text)),
            2 => Op::AtMostOne(self.list(Self::text)),
            3 => Op::Together(self.list(Self::text)),
            4 => Op::Requires(self.text(), self.list(Self::text)),
            5 => Op::SeveralNeedOne(self.text(), self.text()),
            6 => Op::Ordered(self.text(), self.text()),
            _ => Op::Cap(self.text(), self.number(), self.text()),
        };
        Rule { op, enforced: is_enforced }
    }

    fn read_live_page(&mut self, page: Option<&Page>, list: &mut &'static str) -> Option<LivePage> {
        let flags = self.byte();
        if flags == NO_PAGER_FLAGS {
            *list = self.text();
            return None;
        }
        let rows_move = self.byte() == 1;
        let id = self.text();
        let max = page.map_or_else(|| self.number() as u32, |page| page.max);
        let rows = page.map_or_else(|| self.rows_field(), |page| page.rows);
        let keyset = (flags & KEYSET != 0).then(|| {
            let field = self.text();
            let (desc, asc) =
                if flags & BY_TIME_FLAG == 0 { ("end_lt", "start_lt") } else { ("end_utime", "start_utime") };
            Keyset { desc, asc, field, inclusive: true, dedupe_by: id, exact: Doc::NONE, warning: Doc::NONE }
        });
        let cursor = (flags & CURSOR != 0).then(|| LiveCursor {
            send: self.list(Self::text),
            take: self.list(Self::text),
            from_envelope: flags & ENVELOPE != 0,
            inclusive: flags & INCLUSIVE_FLAG != 0,
        });
        Some(LivePage {
            style: STYLES.get(usize::from(flags & 3)).copied().unwrap_or(PageStyle::Offset),
            default: 0,
            max,
            sortable: false,
            rows,
            row_type: Doc::NONE,
            id,
            stale: flags & STALE_FLAG != 0,
            moves: rows_move,
            cursor,
            keyset,
            status_over_max: Doc::NONE,
            order: Doc::NONE,
            end: Doc::NONE,
            notes: Doc::NONE,
        })
    }

    fn row(&mut self, generation: Generation) -> Endpoint {
        let path = self.text();
        let flags = self.byte();
        let aliases = self.list(Self::text);
        let page = (flags & PAGED_FLAG != 0).then(|| Page {
            max: self.number() as u32,
            default: if GATEWAY { self.number() as u32 } else { 0 },
            sortable: flags & SORTABLE_FLAG != 0,
            rows: self.rows_field(),
            row_type: Doc::NONE,
            order: Doc::NONE,
            notes: Doc::NONE,
        });
        let mut list = "";
        let live_page = self.read_live_page(page.as_ref(), &mut list);
        let (mut cache, mut rpc_aliases): (_, &'static [&'static str]) = (Cache::NEVER, &[]);
        let mut category = Category::default();
        if GATEWAY {
            cache.class = CacheClass::ALL.get(usize::from(self.byte())).copied().unwrap_or(CacheClass::Never);
            cache.ttl = self.number() as u32;
            cache.immutable_ttl = u32::try_from(self.number()).ok();
            cache.fixed = Fixed::ALL.get(usize::from(self.byte())).copied().unwrap_or(Fixed::Never);
            rpc_aliases = self.list(Self::text);
            category = Category::new(self.text());
        }
        Endpoint {
            generation,
            verb: if flags & POST == 0 { Verb::Get } else { Verb::Post },
            also_post: flags & ALSO_POST_FLAG != 0,
            beyond_specification: false,
            path,
            aliases,
            category,
            title: Doc::NONE,
            doc: Doc::NONE,
            notes: Doc::NONE,
            params: self.list(Self::param),
            rules: self.list(Self::rule),
            page,
            live_page,
            list,
            result: Doc::NONE,
            last_lt: Doc::NONE,
            cache,
            idempotent: flags & IDEMPOTENT_FLAG != 0,
            side_effect: flags & SIDE_EFFECT != 0,
            rpc: flags & RPC != 0,
            rpc_aliases,
        }
    }
}

fn unpack(packed_text: &'static str, generation: Generation) -> &'static [Endpoint] {
    let mut reader = Reader(packed_text);
    let count = reader.byte();
    let mut rows = Vec::with_capacity(usize::from(count));
    for _ in 0..count {
        rows.push(reader.row(generation));
    }
    rows.leak()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a row as it is after packing: without the fields that only people and tests read.
    fn without_prose(row: &Endpoint) -> Endpoint {
        let without_docs =
            |param: &Param| Param { item_type: Doc::NONE, note: Doc::NONE, doc: Doc::NONE, ..*param };
        let params: Vec<Param> = row.params.iter().map(without_docs).collect();
        Endpoint {
            title: Doc::NONE,
            doc: Doc::NONE,
            notes: Doc::NONE,
            beyond_specification: false,
            params: params.leak(),
            page: row.page.map(|page| Page {
                row_type: Doc::NONE,
                order: Doc::NONE,
                notes: Doc::NONE,
                ..page
            }),
            live_page: row
                .live_page
                .filter(|live| !live.id.is_empty())
                .map(|live| without_live_prose(&live, row.page)),
            result: Doc::NONE,
            last_lt: Doc::NONE,
            cache: Cache { immutable_when: Doc::NONE, ..row.cache },
            ..*row
        }
    }

    fn without_live_prose(live: &LivePage, page: Option<Page>) -> LivePage {
        LivePage {
            default: 0,
            max: page.map_or(live.max, |page| page.max),
            sortable: false,
            row_type: Doc::NONE,
            keyset: live.keyset.map(|keyset| Keyset { exact: Doc::NONE, warning: Doc::NONE, ..keyset }),
            status_over_max: Doc::NONE,
            order: Doc::NONE,
            end: Doc::NONE,
            notes: Doc::NONE,
            ..*live
        }
    }

    #[test]
    fn packed_rows_are_unpacked_unchanged() {
        for generation in [Generation::V2, Generation::V3] {
            let rows: Vec<Endpoint> = generation.rows().iter().map(without_prose).collect();
            assert_eq!(super::rows(generation), rows);
        }
    }

    #[test]
    fn numbers_of_kinds_and_classes_are_their_places() {
        assert!(STYLES.iter().enumerate().all(|(number, style)| *style as usize == number));
        assert!(KINDS.iter().enumerate().all(|(number, kind)| *kind as usize == number));
        assert!(Fixed::ALL.iter().enumerate().all(|(number, condition)| *condition as usize == number));
        assert!(CacheClass::ALL.iter().enumerate().all(|(number, class)| *class as usize == number));
    }
}
