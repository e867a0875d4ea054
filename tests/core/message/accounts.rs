//! Accounts, and accounts in the dictionary of a shard.

use super::{build, hash_of, load, remove_properties, rows, shown};
use std::collections::HashSet;
use ton_edge::cell::{BuildError, Cells};
use ton_edge::message::{Account, AccountState, DecodeFault, ShardAccount};

#[test]
fn accounts_are_decoded_and_encoded() {
    let mut kinds = HashSet::new();
    for row in rows("accounts", "accounts", 20) {
        let (mut cells, root) = load(&row);
        let entry = ShardAccount::load(&cells, root).unwrap();
        let expected = remove_properties(&row, &["origin", "boc", "hash"]);
        assert_eq!(shown::shard_account(&cells, &entry), expected);
        let encoded_id = entry.add(&mut cells).unwrap();
        assert_eq!(hash_of(&cells, encoded_id), hash_of(&cells, root));
        let account = Account::load(&cells, entry.account).unwrap();
        let second_id = Account::add(account.as_ref(), &mut cells).unwrap();
        assert_eq!(hash_of(&cells, second_id), hash_of(&cells, entry.account));
        kinds.insert(expected["account"]["state"]["type"].to_string());
    }
    assert_eq!(kinds.len(), 4, "three states, and no account: {kinds:?}");
}

#[test]
fn tags_are_checked() {
    let mut cells = Cells::new();
    let cell_without_account = build(&mut cells, |builder| _ = builder.store_bit(false).unwrap());
    assert_eq!(Account::load(&cells, cell_without_account), Ok(None));
    let cell_with_more_bits = build(&mut cells, |builder| _ = builder.store_uint(0, 2).unwrap());
    assert!(Account::load(&cells, cell_with_more_bits).is_err());
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
    let mut large_account = account.clone();
    large_account.used.cells = 1 << 56;
    assert_eq!(Account::add(Some(&large_account), &mut cells), Err(BuildError::Range));
    let mut rich_account = account;
    rich_account.balance.coins = u128::MAX;
    assert_eq!(Account::add(Some(&rich_account), &mut cells), Err(BuildError::Range));
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
        let result = Account::load(&cells, id);
        assert_eq!(result.as_ref().err().map(|error| error.field), (!right).then_some("cells"), "{result:?}");
    }
}
