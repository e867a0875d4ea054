//! Ids of blocks (`block_id_ext`), by their definition in `block.tlb`.

use super::{build, hash_of};
use proptest::prelude::*;
use ton_edge::cell::{BuildError, CellId, Cells};
use ton_edge::hash::Hash;
use ton_edge::message::{BlockId, DecodeFault};

/// `shard_ident$00 shard_pfx_bits:(#<= 60) workchain_id:int32 shard_prefix:uint64`, then the rest.
fn store_shard_ident(cells: &mut Cells, tag: u8, length: u8, workchain: i32, prefix: u64) -> CellId {
    build(cells, |builder| {
        builder.store_uint(tag, 2).unwrap().store_uint(length, 6).unwrap();
        builder.store_int(workchain, 32).unwrap().store_uint(prefix, 64).unwrap().store_uint(9, 32).unwrap();
        builder.store_bytes(&[1; 32]).unwrap().store_bytes(&[2; 32]).unwrap();
    })
}

proptest! {
    #[test]
    fn shards_are_their_prefixes(length in 0..=60_u8, bits: u64, workchain: i32) {
        let mut cells = Cells::new();
        let prefix = if length == 0 { 0 } else { bits >> (64 - length) << (64 - length) };
        let id = store_shard_ident(&mut cells, 0, length, workchain, prefix);
        let block = BlockId::load(&cells, id).unwrap();
        prop_assert_eq!(block.shard, prefix | 1 << (63 - length));
        prop_assert_eq!((block.workchain, block.seqno), (workchain, 9));
        prop_assert_eq!((block.root_hash, block.file_hash), (Hash([1; 32]), Hash([2; 32])));
        let encoded_id = block.add(&mut cells).unwrap();
        prop_assert_eq!(hash_of(&cells, encoded_id), hash_of(&cells, id));
    }

    #[test]
    fn any_shard_is_stored_or_refused(shard: u64) {
        let hash = Hash([0; 32]);
        let block = BlockId { workchain: 0, shard, seqno: 1, root_hash: hash, file_hash: hash };
        let mut cells = Cells::new();
        match block.add(&mut cells) {
            Ok(id) => prop_assert_eq!(BlockId::load(&cells, id), Ok(block)),
            Err(error) => {
                prop_assert_eq!(error, BuildError::Range);
                prop_assert!(shard.trailing_zeros() < 3 || shard == 0);
            }
        }
    }
}

#[test]
fn prefixes_that_are_too_long_are_refused() {
    let mut cells = Cells::new();
    for (length, prefix, right) in [
        (0, 0, true),
        (0, 1 << 63, false),
        (1, 1 << 63, true),
        (1, 1 << 62, false),
        (60, 0xFFFF_FFFF_FFFF_FFF0, true),
        (60, 0xFFFF_FFFF_FFFF_FFF8, false),
        (61, 0, false),
        (63, 0, false),
    ] {
        let id = store_shard_ident(&mut cells, 0, length, -1, prefix);
        match BlockId::load(&cells, id) {
            Ok(_) => assert!(right, "{length} {prefix:x}"),
            Err(error) => {
                assert!(!right, "{length} {prefix:x}");
                assert_eq!((error.field, error.fault), ("shard_pfx_bits", DecodeFault::Value));
            }
        }
    }
    for tag in 1..4 {
        let id = store_shard_ident(&mut cells, tag, 0, -1, 0);
        assert_eq!(BlockId::load(&cells, id).unwrap_err().field, "shard_id");
    }
    for shard in [0, 1, 2, 4] {
        let hash = Hash([0; 32]);
        let block = BlockId { workchain: 0, shard, seqno: 1, root_hash: hash, file_hash: hash };
        assert_eq!(block.add(&mut cells), Err(BuildError::Range), "{shard}");
    }
}
