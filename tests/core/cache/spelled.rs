//! Random requests in random spellings: two spellings of one request share a cache key, two requests never do.

use super::*;

/// Random numbers.
pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn draw_below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// One of three values of a parameter, in its canonical form.
pub(super) fn canonical_value(param: &Param, which: usize) -> String {
    let hash_of_byte = |byte: u8| (0..32).map(|_| format!("{byte:02x}")).collect::<String>();
    match param.kind {
        Kind::Address | Kind::AddressOrNull => format!("0:{}", hash_of_byte(which as u8 + 0xA0)),
        Kind::AddressText => ["alice.ton", "bob", "carol"][which].into(),
        Kind::AccountHash | Kind::Hash => hash_of_byte(which as u8 + 0xB0),
        Kind::Lt | Kind::Dec => (which + 41).to_string(),
        Kind::Utime => (which + 1_700_000_000).to_string(),
        Kind::Int => {
            (param.min.unwrap_or(0).max(0) + which as i32).min(param.max.unwrap_or(i32::MAX)).to_string()
        }
        Kind::Bool => (which == 1).to_string(),
        Kind::Enum => param.choices[which % param.choices.len()].into(),
        Kind::String => ["one", "two", "three"][which].into(),
        Kind::ShardDec => ["-9223372036854775808", "4611686018427387904", "6"][which].into(),
        Kind::ShardHex => ["8000000000000000", "4000000000000000", "6"][which].into(),
        Kind::Opcode => ["0f8a7ea5", "00000001", "ffffffff"][which].into(),
        Kind::Method => ["seqno", "get_wallet_data", "85143"][which].into(),
        Kind::Stack => ["[]", r#"[["num","0x1"]]"#, r#"[["num","0x2"]]"#][which].into(),
        Kind::Boc | Kind::BocOrHex => "te6cckEBAQEAAgAAAEysuc0=".into(),
        Kind::Scalar | Kind::Object => panic!("{}: no cached row takes one", param.name),
    }
}

/// The same value in another spelling.
pub(super) fn spell_value(
    param: &Param,
    generation: Generation,
    canonical: &str,
    random: &mut Chance,
) -> Arg<'static> {
    let text = |text: String| Arg::Text(Cow::Owned(text));
    let zeros = |chance: &mut Chance| format!("{}{canonical}", ["", "0", "000"][chance.draw_below(3)]);
    match param.kind {
        Kind::Address | Kind::AddressOrNull => {
            let parsed = address::parse(canonical).unwrap().address;
            let write_friendly = |bounceable, chance: &mut Chance| {
                let flags = address::Flags {
                    bounceable,
                    test_only: chance.draw_below(2) == 1,
                    ..address::Flags::default()
                };
                parsed.to_friendly(flags).to_string()
            };
            text(match random.draw_below(4) {
                0 => parsed.to_raw().to_string(),
                1 => parsed.to_raw_lower().to_string(),
                2 => write_friendly(true, random),
                _ => write_friendly(false, random),
            })
        }
        Kind::AccountHash | Kind::Hash => {
            let parsed = hash::parse(canonical).unwrap();
            text(match random.draw_below(5) {
                0 => parsed.to_hex().to_string(),
                1 => parsed.to_hex().to_uppercase(),
                2 => parsed.to_b64().to_string(),
                3 if generation == Generation::V3 => format!("0x{}", parsed.to_hex()),
                _ => parsed.to_b64url().to_string(),
            })
        }
        Kind::Lt | Kind::Dec => text(zeros(random)),
        Kind::Int | Kind::Utime if random.draw_below(2) == 0 => Arg::Number(Cow::Owned(canonical.into())),
        // In a body, a number parameter is a JSON number.
        Kind::Int | Kind::Utime if param.place == Place::Body => text(canonical.into()),
        Kind::Int | Kind::Utime => text(zeros(random)),
        Kind::Bool => {
            let spellings =
                if canonical == "true" { ["true", "T", "1", "on"] } else { ["false", "F", "0", "OFF"] };
            text(spellings[random.draw_below(4)].into())
        }
        Kind::ShardHex => text(match (random.draw_below(3), canonical) {
            (0, "8000000000000000") => "-9223372036854775808".into(),
            (1, _) => format!("0x{canonical}"),
            _ => format!("{}{canonical}", if canonical.len() < 16 { "0" } else { "" }),
        }),
        Kind::Opcode => text(match (random.draw_below(4), canonical) {
            (0, "ffffffff") => "-1".into(),
            (1, _) => format!("0x{canonical}"),
            (2, _) => canonical.to_uppercase(),
            _ => canonical.trim_start_matches('0').into(),
        }),
        Kind::Stack => Arg::Json(Cow::Owned(if random.draw_below(2) == 0 {
            canonical.into()
        } else {
            canonical.replace(',', " , ")
        })),
        _ => text(canonical.into()),
    }
}

/// A request: its row, and the number of the value of each parameter.
type SampleRequest = (usize, BTreeMap<&'static str, Vec<usize>>);

fn random_request(chance: &mut Chance, rows: &[&'static Endpoint]) -> SampleRequest {
    let row_index = chance.draw_below(rows.len());
    let row = rows[row_index];
    let args = if chance.draw_below(2) == 0 { samples::full_args(row) } else { samples::required_args(row) };
    let mut value_numbers = BTreeMap::new();
    for (name, arg) in args {
        let param = row.param(&name).unwrap();
        let count = if matches!(arg, Arg::List(_)) { 1 + chance.draw_below(3) } else { 1 };
        value_numbers.insert(param.name, (0..count).map(|_| chance.draw_below(3)).collect());
    }
    (row_index, value_numbers)
}

/// The canonical meaning of a request: lists without order as sets, and no values that equal their default.
fn request_meaning(
    (at, said): &SampleRequest,
    rows: &[&'static Endpoint],
) -> (usize, BTreeMap<&'static str, Vec<String>>) {
    let mut sense = BTreeMap::new();
    for (name, values) in said {
        let param = rows[*at].param(name).unwrap();
        let mut values: Vec<String> = values.iter().map(|which| canonical_value(param, *which)).collect();
        if matches!(
            param.kind,
            Kind::Address | Kind::AddressOrNull | Kind::AddressText | Kind::Hash | Kind::AccountHash
        ) {
            values.sort();
            values.dedup();
        }
        let default = match param.server_default {
            Some(Value::Int(number)) => Some(number.to_string()),
            Some(Value::Bool(flag)) => Some(flag.to_string()),
            Some(Value::Text(text) | Value::Texts(&[text])) => Some(text.into()),
            _ => None,
        };
        let is_default_agreed = param.default.is_none() || param.default == param.server_default;
        if !(is_default_agreed && values.len() == 1 && Some(&values[0]) == default.as_ref()) {
            sense.insert(*name, values);
        }
    }
    // The two rows of `decode` mean one request.
    let row_name =
        rows.iter().position(|row| (row.generation, row.path) == (rows[*at].generation, rows[*at].path));
    (row_name.unwrap(), sense)
}

fn spell_request(
    (at, said): &SampleRequest,
    rows: &[&'static Endpoint],
    chance: &mut Chance,
) -> Option<Vec<String>> {
    let row = rows[*at];
    let mut args: Args = Args::new();
    for (name, values) in said {
        let param = row.param(name).unwrap();
        let mut items: Vec<_> = values
            .iter()
            .map(|which| spell_value(param, row.generation, &canonical_value(param, *which), chance))
            .collect();
        let set = matches!(param.kind, Kind::Address | Kind::AddressText | Kind::Hash | Kind::AccountHash);
        if set && items.len() > 1 && chance.draw_below(2) == 0 {
            items.reverse();
        }
        let list = param.array && param.kind != Kind::Stack;
        let arg = if list { Arg::List(items) } else { items.remove(0) };
        let index = chance.draw_below(args.len() + 1);
        args.insert(index, (Cow::Borrowed(*name), arg));
    }
    // A request that breaks the rules between parameters is refused, so it has no key.
    plan(row, &args, Unknown::Refuse).ok()?;
    Some(styles(row, &args).into_iter().map(|one| one.cache_use.unwrap().key).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    /// Two spellings of one request share one entry, two requests never do.
    #[test]
    fn equal_meaning_is_equal_cache_key(seed in any::<u64>()) {
        let rows: Vec<_> = cached_rows().collect();
        let mut chance = Chance(seed);
        let first_request = random_request(&mut chance, &rows);
        // Mostly the same operation with one value changed, because two random requests would almost never be alike.
        let mut second_request = if chance.draw_below(4) == 0 { random_request(&mut chance, &rows) } else { first_request.clone() };
        for values in second_request.1.values_mut() {
            if chance.draw_below(3) == 0 { values[0] = chance.draw_below(3); }
        }
        let (Some(first_keys), Some(second_keys)) = (spell_request(&first_request, &rows, &mut chance), spell_request(&first_request, &rows, &mut chance)) else { return Ok(()) };
        for key in first_keys.iter().chain(&second_keys) {
            prop_assert_eq!(key, &first_keys[0]);
        }
        let Some(another) = spell_request(&second_request, &rows, &mut chance) else { return Ok(()) };
        prop_assert_eq!(request_meaning(&first_request, &rows) == request_meaning(&second_request, &rows), another[0] == first_keys[0], "{:?} {:?}", &first_keys[0], &another[0]);
    }

    /// No name or body causes a panic, and only 200 and 404 are cached.
    #[test]
    fn no_response_causes_a_panic(key in "[ -~]{0,60}", status in 0..600u16, body in "[ -~]{0,80}") {
        let entry = cached_entry(&config(), &key, status, None, &body);
        prop_assert!(entry.is_none() || matches!(status, 200 | 404));
        let entry = cached_entry(&config(), "mainnet/v3/masterchainInfo", status, Some(&key), &body);
        prop_assert!(entry.is_none() || matches!(status, 200 | 404));
    }
}
