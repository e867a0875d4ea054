//! Builders that make the rows of the table read like a table; all of them run at compile time.
//!
//! Builders set the usual values first: an optional parameter in the URL that the service
//! documents and implements; a read that may be repeated, is not cached and is not paginated.

use super::{
    Cache, CacheClass, Category, Doc, Endpoint, Fixed, Generation, Keyset, Kind, LiveCursor, LivePage, Op,
    Page, PageStyle, Param, Pattern, Place, Rule, Value, Verb,
};

/// The name of the field with the rows if the result itself is the array.
pub(super) const WHOLE: &str = "";

const fn rows_field(rows: &'static str) -> Option<&'static str> {
    if rows.is_empty() { None } else { Some(rows) }
}

impl Endpoint {
    pub(super) const fn new(
        generation: Generation,
        verb: Verb,
        path: &'static str,
        category: &'static str,
        title: &'static str,
    ) -> Self {
        Self {
            generation,
            verb,
            also_post: false,
            beyond_specification: false,
            path,
            aliases: &[],
            category: Category::new(category),
            title: Doc::new(title),
            doc: Doc::NONE,
            notes: Doc::NONE,
            params: &[],
            rules: &[],
            page: None,
            live_page: None,
            result: Doc::NONE,
            list: "",
            last_lt: Doc::NONE,
            cache: Cache::NEVER,
            idempotent: true,
            side_effect: false,
            rpc: false,
            rpc_aliases: &[],
        }
    }

    pub(super) const fn also_post(mut self) -> Self {
        self.also_post = true;
        self
    }

    /// Marks an operation of a server that the specification does not have.
    pub(super) const fn beyond_specification(mut self) -> Self {
        self.beyond_specification = true;
        self
    }

    pub(super) const fn aliases(mut self, paths: &'static [&'static str]) -> Self {
        self.aliases = paths;
        self
    }

    pub(super) const fn rpc(mut self) -> Self {
        self.rpc = true;
        self
    }

    pub(super) const fn rpc_aliases(mut self, names: &'static [&'static str]) -> Self {
        self.rpc_aliases = names;
        self
    }

    pub(super) const fn doc(mut self, text: &'static str) -> Self {
        self.doc = Doc::new(text);
        self
    }

    /// Sets the notes, one per line.
    pub(super) const fn notes(mut self, lines: &'static str) -> Self {
        self.notes = Doc::new(lines);
        self
    }

    pub(super) const fn params(mut self, params: &'static [Param]) -> Self {
        self.params = params;
        self
    }

    pub(super) const fn rules(mut self, rules: &'static [Rule]) -> Self {
        self.rules = rules;
        self
    }

    pub(super) const fn page(mut self, page: Page) -> Self {
        self.page = Some(page);
        self
    }

    pub(super) const fn live(mut self, page: LivePage) -> Self {
        self.live_page = Some(page);
        self
    }

    pub(super) const fn returns(mut self, result: &'static str) -> Self {
        self.result = Doc::new(result);
        self
    }

    /// Names the field that holds a list in every result.
    pub(super) const fn lists(mut self, field: &'static str) -> Self {
        self.list = field;
        self
    }

    /// Names the fields that lead to the logical time of the account's last transaction. Where a field is a list, its only row is meant.
    pub(super) const fn shows_last_lt(mut self, fields: &'static str) -> Self {
        self.last_lt = Doc::new(fields);
        self
    }

    /// Marks an operation that changes the chain, so that nothing repeats it.
    pub(super) const fn sends(mut self) -> Self {
        self.idempotent = false;
        self.side_effect = true;
        self
    }

    const fn cached(mut self, class: CacheClass, ttl: u32) -> Self {
        self.cache.class = class;
        self.cache.ttl = ttl;
        self
    }

    pub(super) const fn live_for(self, seconds: u32) -> Self {
        self.cached(CacheClass::Live, seconds)
    }

    pub(super) const fn slow_for(self, seconds: u32) -> Self {
        self.cached(CacheClass::Slow, seconds)
    }

    /// Caches results that are immutable once the status is 200.
    pub(super) const fn immutable_for(self, seconds: u32) -> Self {
        self.cached(CacheClass::Immutable, seconds).fixed_when(Fixed::Answered, seconds)
    }

    /// Caches results that depend only on the request.
    pub(super) const fn pure_for(self, seconds: u32) -> Self {
        self.cached(CacheClass::Pure, seconds).fixed_when(Fixed::Answered, seconds)
    }

    /// Caches results like the response of the called method.
    pub(super) const fn cached_as_called(self) -> Self {
        self.cached(CacheClass::AsCalled, 0)
    }

    /// Sets the condition under which a result is immutable, and for how long it is then cached.
    pub(super) const fn fixed_when(mut self, condition: Fixed, seconds: u32) -> Self {
        self.cache.fixed = condition;
        self.cache.immutable_when = condition.words();
        self.cache.immutable_ttl = Some(seconds);
        self
    }
}

impl Cache {
    /// The cache of an operation whose results are not cached.
    pub(super) const NEVER: Self = Self {
        class: CacheClass::Never,
        ttl: 0,
        immutable_when: Doc::NONE,
        fixed: Fixed::Never,
        immutable_ttl: None,
    };
}

/// Makes a parameter in the URL.
pub(super) const fn query_param(name: &'static str, kind: Kind) -> Param {
    Param {
        name,
        place: Place::Query,
        kind,
        required: false,
        default: None,
        server_default: None,
        min: None,
        max: None,
        choices: &[],
        array: false,
        repeat: false,
        comma: false,
        max_items: None,
        pattern: None,
        item_type: Doc::NONE,
        documented: true,
        implemented: true,
        note: Doc::NONE,
        doc: Doc::NONE,
    }
}

/// Makes a list in the URL, with the key repeated.
pub(super) const fn repeated_param(name: &'static str, kind: Kind) -> Param {
    let mut param = query_param(name, kind);
    param.array = true;
    param.repeat = true;
    param
}

/// Makes a list in the URL, either with the key repeated or as one comma-joined value.
pub(super) const fn list_param(name: &'static str, kind: Kind) -> Param {
    let mut param = repeated_param(name, kind);
    param.comma = true;
    param
}

/// Makes a field of the JSON body.
pub(super) const fn body_param(name: &'static str, kind: Kind) -> Param {
    let mut param = query_param(name, kind);
    param.place = Place::Body;
    param
}

/// Makes a list in the JSON body.
pub(super) const fn list(name: &'static str, kind: Kind) -> Param {
    let mut param = body_param(name, kind);
    param.array = true;
    param
}

/// Makes a header of the request.
pub(super) const fn header_param(name: &'static str, kind: Kind) -> Param {
    let mut param = query_param(name, kind);
    param.place = Place::Header;
    param
}

/// Makes the parameter for the page size, 1 to 1000, with the documented default and that of the server's source.
pub(super) const fn limit(default: i32, server_default: i32) -> Param {
    query_param("limit", Kind::Int)
        .default(Value::Int(default))
        .server_default(Some(Value::Int(server_default)))
        .min(1)
        .max(1000)
        .doc("Page size.")
}

/// Makes the parameter for the direction of the order.
pub(super) const fn sort(doc: &'static str) -> Param {
    query_param("sort", Kind::Enum).choices(&["asc", "desc"]).default(Value::Text("desc")).doc(doc)
}

impl Param {
    pub(super) const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Sets the default, for the documents and for the server.
    pub(super) const fn default(mut self, value: Value) -> Self {
        self.default = Some(value);
        self.server_default(Some(value))
    }

    /// Sets the default of the server's source where it differs from the documents or they have none.
    pub(super) const fn server_default(mut self, value: Option<Value>) -> Self {
        self.server_default = value;
        self
    }

    pub(super) const fn min(mut self, value: i32) -> Self {
        self.min = Some(value);
        self
    }

    pub(super) const fn max(mut self, value: i32) -> Self {
        self.max = Some(value);
        self
    }

    pub(super) const fn choices(mut self, values: &'static [&'static str]) -> Self {
        self.choices = values;
        self
    }

    pub(super) const fn max_items(mut self, count: u16) -> Self {
        self.max_items = Some(count);
        self
    }

    pub(super) const fn pattern(mut self, pattern: Pattern) -> Self {
        self.pattern = Some(pattern);
        self
    }

    pub(super) const fn items(mut self, item_type: &'static str) -> Self {
        self.item_type = Doc::new(item_type);
        self
    }

    /// Marks a parameter that works, though neither the specification nor the published OpenAPI lists it.
    pub(super) const fn undocumented(mut self) -> Self {
        self.documented = false;
        self
    }

    /// Marks a parameter that is listed, but that the server ignores.
    pub(super) const fn ignored(mut self) -> Self {
        self.implemented = false;
        self
    }

    pub(super) const fn note(mut self, text: &'static str) -> Self {
        self.note = Doc::new(text);
        self
    }

    pub(super) const fn doc(mut self, text: &'static str) -> Self {
        self.doc = Doc::new(text);
        self
    }
}

impl Rule {
    const fn new(op: Op) -> Self {
        Self { op, enforced: true }
    }

    /// Marks a rule that the server does not enforce: the parameter just has no effect.
    pub(super) const fn unenforced(mut self) -> Self {
        self.enforced = false;
        self
    }
}

pub(super) const fn exactly_one(names: &'static [&'static str]) -> Rule {
    Rule::new(Op::ExactlyOne(names))
}

pub(super) const fn at_least_one(names: &'static [&'static str]) -> Rule {
    Rule::new(Op::AtLeastOne(names))
}

pub(super) const fn at_most_one(names: &'static [&'static str]) -> Rule {
    Rule::new(Op::AtMostOne(names))
}

pub(super) const fn together(names: &'static [&'static str]) -> Rule {
    Rule::new(Op::Together(names))
}

pub(super) const fn requires(name: &'static str, any_of: &'static [&'static str]) -> Rule {
    Rule::new(Op::Requires(name, any_of))
}

pub(super) const fn several_need_one(name: &'static str, need: &'static str) -> Rule {
    Rule::new(Op::SeveralNeedOne(name, need))
}

pub(super) const fn ordered(low: &'static str, high: &'static str) -> Rule {
    Rule::new(Op::Ordered(low, high))
}

pub(super) const fn cap(name: &'static str, max: i64, flag: &'static str) -> Rule {
    Rule::new(Op::Cap(name, max, flag))
}

/// Makes the pages of the specification from the default and the maximum of `limit`, the field that holds the rows, and
/// their type.
pub(super) const fn page(default: u32, max: u32, rows: &'static str, row_type: &'static str) -> Page {
    Page {
        default,
        max,
        sortable: false,
        rows: rows_field(rows),
        row_type: Doc::new(row_type),
        order: Doc::NONE,
        notes: Doc::NONE,
    }
}

impl Page {
    pub(super) const fn sorted_by(mut self, order: &'static str) -> Self {
        self.sortable = true;
        self.order = Doc::new(order);
        self
    }

    /// Sets the notes, one per line.
    pub(super) const fn notes(mut self, lines: &'static str) -> Self {
        self.notes = Doc::new(lines);
        self
    }
}

/// Makes live pages by `limit` and `offset`.
const fn live(
    default: u32,
    max: u32,
    rows: &'static str,
    row_type: &'static str,
    order: &'static str,
) -> LivePage {
    LivePage {
        style: PageStyle::Offset,
        default,
        max,
        sortable: false,
        rows: rows_field(rows),
        row_type: Doc::new(row_type),
        id: "",
        stale: false,
        moves: false,
        cursor: None,
        keyset: None,
        status_over_max: Doc::new("422"),
        order: Doc::new(order),
        end: Doc::new("page < limit"),
        notes: Doc::NONE,
    }
}

/// Makes live pages by `limit` and `offset` from the server's default and maximum, the field and type of the rows, and
/// their order.
pub(super) const fn by_offset(
    default: u32,
    max: u32,
    rows: &'static str,
    row_type: &'static str,
    order: &'static str,
) -> LivePage {
    live(default, max, rows, row_type, order)
}

/// Makes live pages by `limit` alone.
pub(super) const fn by_limit(
    default: u32,
    max: u32,
    rows: &'static str,
    row_type: &'static str,
    order: &'static str,
) -> LivePage {
    let mut page = live(default, max, rows, row_type, order);
    page.style = PageStyle::Limit;
    page
}

/// Makes live pages by values from the last page, which [`LivePage::after`] names.
pub(super) const fn by_cursor(
    default: u32,
    max: u32,
    rows: &'static str,
    row_type: &'static str,
    order: &'static str,
) -> LivePage {
    let mut page = live(default, max, rows, row_type, order);
    page.style = PageStyle::Cursor;
    page
}

impl LivePage {
    /// Sets which values of a page the request of the next page repeats.
    pub(super) const fn after(mut self, cursor: LiveCursor) -> Self {
        self.cursor = Some(cursor);
        self
    }

    pub(super) const fn sortable(mut self) -> Self {
        self.sortable = true;
        self
    }

    /// Sets the status of the response to a limit above the maximum, if it is not 422.
    pub(super) const fn refused_with(mut self, status: &'static str) -> Self {
        self.status_over_max = Doc::new(status);
        self
    }

    /// Sets how the last page can be recognized, if not by having fewer rows than the limit.
    pub(super) const fn ends(mut self, end: &'static str) -> Self {
        self.end = Doc::new(end);
        self
    }

    /// Sets the notes, one per line.
    pub(super) const fn notes(mut self, lines: &'static str) -> Self {
        self.notes = Doc::new(lines);
        self
    }

    /// Sets the fields that identify a row.
    pub(super) const fn id(mut self, paths: &'static str) -> Self {
        self.id = paths;
        self
    }

    /// Marks pages of which a short one may not be the last.
    pub(super) const fn stale(mut self) -> Self {
        self.stale = true;
        self
    }

    /// Marks pages whose rows move, because the values that they are sorted by change.
    pub(super) const fn moves(mut self) -> Self {
        self.moves = true;
        self
    }

    pub(super) const fn keyset(mut self, keyset: Keyset) -> Self {
        self.id = keyset.dedupe_by;
        self.keyset = Some(keyset);
        self
    }
}

/// Makes a cursor in the last row from the parameters to send and the fields that hold their values.
pub(super) const fn last_row(send: &'static [&'static str], take: &'static [&'static str]) -> LiveCursor {
    LiveCursor { send, take, from_envelope: false, inclusive: false }
}

/// Makes a cursor in the envelope from the parameters to send and the fields that hold their values.
pub(super) const fn envelope(send: &'static [&'static str], take: &'static [&'static str]) -> LiveCursor {
    LiveCursor { send, take, from_envelope: true, inclusive: false }
}

impl LiveCursor {
    /// Marks a cursor whose next page begins with the row whose values were sent.
    pub(super) const fn inclusive(mut self) -> Self {
        self.inclusive = true;
        self
    }
}

/// Makes inclusive bounds from the parameters for descending and ascending order, the field that holds the bound, and
/// the field that identifies rows.
pub(super) const fn keyset(
    desc: &'static str,
    asc: &'static str,
    field: &'static str,
    dedupe_by: &'static str,
) -> Keyset {
    Keyset { desc, asc, field, inclusive: true, dedupe_by, exact: Doc::NONE, warning: Doc::NONE }
}

impl Keyset {
    /// Sets when a bound one step past the last row skips no rows.
    pub(super) const fn exact(mut self, condition: &'static str) -> Self {
        self.exact = Doc::new(condition);
        self
    }

    pub(super) const fn warning(mut self, text: &'static str) -> Self {
        self.warning = Doc::new(text);
        self
    }
}
