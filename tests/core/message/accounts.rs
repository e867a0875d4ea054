//! Accounts, and accounts in the dictionary of a shard.

use super::{build, hash_of, load, rows, shown, without};
use std::collections::HashSet;
use ton_edge::cell::{BuildError, Cells};
use ton_edge::message::{Account, AccountState, DecodeFault, ShardAccount};

#[test]
fn accounts_are_decoded_and_encoded() {
    let mut kinds = HashSet::new();
    for row in rows("accounts", "accounts", 20) {
        let (mut cells, root) = load(&row);
        let entry = ShardAccount::load(&cells, root).unwrap();
        let expected = without(&row, &["origin", "boc", "hash"]);
        assert_eq!(shown::shard_account(&cells, &entry), expected);
        let again = entry.add(&mut cells).unwrap();
        assert_eq!(hash_of(&cells, again), hash_of(&cells, root));
        let account = Account::load(&cells, entry.account).unwrap();
        let again = Account::add(account.as_ref(), &mut cells).unwrap();
        assert_eq!(hash_of(&cells, again), hash_of(&cells, entry.account));
        kinds.insert(expected["account"]["state"]["type"].to_string());
    }
    assert_eq!(kinds.len(), 4, "three states, and no account: {kinds:?}");
}

#[test]
fn tags_are_checked() {
    let mut cells = Cells::new();
    let none = build(&mut cells, |builder| _ = builder.store_bit(false).unwrap());
    assert_eq!(Account::load(&cells, none), Ok(None));
    let more = build(&mut cells, |builder| _ = builder.store_uint(0, 2).unwrap());
    assert!(Account::load(&cells, more).is_err());
    // `StorageExtraInfo` has the tags 000 and 001.
    let address = "0:000000000000000000000000000000000000000000000000000000000000000f".parse().unwrap();
    for tag in 0..8_u8 {
        let id = build(&mut cells, |builder| {
            builder.store_bit(true).unwrap().store_address(&address).unwrap();
            builder.store_uint(0, 6).unwrap().store_uint(tag, 3).unwrap();
            if tag == 1 {
                builder.store_uint(77, 256).unwrap();
            }
            builder.store_uint(0, 32 + 1 + 64).unwrap().store_uint(0, 5 + 2).unwrap();
        });
        match Account::load(&cells, id) {
            Ok(Some(account)) => {
                assert_eq!(account.state, AccountState::Uninit);
                assert_eq!(account.storage_extra.is_some(), tag == 1);
            }
            other => {
                let error = other.unwrap_err();
                assert!(
                    tag > 1 && error.field == "storage_extra" && error.fault == DecodeFault::Tag,
                    "{error}"
                );
            }
        }
    }
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let row = &rows("accounts", "accounts", 20)[1];
    let (mut cells, root) = load(row);
    let entry = ShardAccount::load(&cells, root).unwrap();
    let account = Account::load(&cells, entry.account).unwrap().unwrap();
    let mut large = account.clone();
    large.used.cells = 1 << 56;
    assert_eq!(Account::add(Some(&large), &mut cells), Err(BuildError::Range));
    let mut rich = account;
    rich.balance.coins = u128::MAX;
    assert_eq!(Account::add(Some(&rich), &mut cells), Err(BuildError::Range));
    assert_eq!(entry.add(&mut Cells::new()), Err(BuildError::UnknownCell));
}

/// `VarUInteger 7` has up to 6 bytes; `@ton/core` accepts 7.
#[test]
fn sizes_have_six_bytes_at_most() {
    let address = "0:000000000000000000000000000000000000000000000000000000000000000f".parse().unwrap();
    for (length, right) in [(6, true), (7, false)] {
        let mut cells = Cells::new();
        let id = build(&mut cells, |builder| {
            builder.store_bit(true).unwrap().store_address(&address).unwrap();
            builder.store_uint(length, 3).unwrap().store_uint(1, length as u16 * 8).unwrap();
            builder.store_uint(0, 3 + 3 + 32 + 1 + 64).unwrap().store_uint(0, 5 + 2).unwrap();
        });
        let found = Account::load(&cells, id);
        assert_eq!(found.as_ref().err().map(|error| error.field), (!right).then_some("cells"), "{found:?}");
    }
}
