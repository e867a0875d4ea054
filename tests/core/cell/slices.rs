//! Slices: a failed read consumes nothing; strings of bits at every position.

use proptest::prelude::*;
use ton_edge::cell::{Bits, Builder, Cells, ReadError, Slice};

use super::{bits, bits_of, read};

/// The rest of a slice.
fn remaining_content(slice: &Slice<'_>) -> (String, usize) {
    let mut copy = *slice;
    (copy.load_bits(copy.bits()).unwrap().to_string(), copy.refs())
}

proptest! {
    #[test]
    fn a_failed_call_reads_nothing(data in prop::collection::vec(any::<bool>(), 0..300), refs in 0..3_usize, skip in 0..9_u16, count in 0..1100_u16) {
        let mut cells = Cells::new();
        let leaf = cells.add(&Builder::new()).unwrap();
        let mut builder = Builder::new();
        data.iter().for_each(|bit| _ = builder.store_bit(*bit).unwrap());
        (0..refs).for_each(|_| _ = builder.store_ref(leaf).unwrap());
        let id = cells.add(&builder).unwrap();
        let mut slice = cells.get(id).unwrap().slice().unwrap();
        slice.skip(skip.min(data.len() as u16)).unwrap();
        let content_before = remaining_content(&slice);
        type Load<'a> = Box<dyn Fn(&mut Slice<'_>) -> Result<(), ReadError> + 'a>;
        let loads: Vec<Load<'_>> = vec![
            Box::new(|from| from.skip(count)),
            Box::new(|from| from.load_bit().map(drop)),
            Box::new(|from| from.load_bits(count).map(drop)),
            Box::new(|from| from.load_bytes(count).map(drop)),
            Box::new(|from| from.load_hash().map(drop)),
            Box::new(|from| from.load_u64(count).map(drop)),
            Box::new(|from| from.load_uint(count).map(drop)),
            Box::new(|from| from.load_int(count).map(drop)),
            Box::new(|from| from.load_coins().map(drop)),
            Box::new(|from| from.load_var_uint(count.to_be_bytes()[1]).map(drop)),
            Box::new(|from| from.load_msg_address().map(drop)),
            Box::new(|from| from.load_address().map(drop)),
            Box::new(|from| from.load_ref().map(drop)),
            Box::new(|from| from.load_maybe_ref().map(drop)),
            Box::new(|from| from.load_either().map(drop)),
            Box::new(|from| from.load_snake(count.into()).map(drop)),
            Box::new(|from| from.load_snake_text(count.into()).map(drop)),
            Box::new(|from| from.load_chunked(count.into()).map(drop)),
            Box::new(|from| from.load_chunked_text(count.into()).map(drop)),
            Box::new(|from| ton_edge::cell::Dict::load(from, count).map(drop)),
        ];
        for (at, load) in loads.iter().enumerate() {
            let mut copy = slice;
            if load(&mut copy).is_err() {
                prop_assert_eq!(&remaining_content(&copy), &content_before, "{}", at);
            } else {
                prop_assert!(copy.bits() <= slice.bits() && copy.refs() <= slice.refs());
            }
        }
        prop_assert_eq!(slice.end().is_ok(), content_before == (String::new(), 0));
    }

    #[test]
    fn bits_at_every_position(data in prop::collection::vec(any::<bool>(), 0..1024), at in any::<prop::sample::Index>(), end in any::<prop::sample::Index>()) {
        let start_bit = at.index(data.len() + 1);
        let count = end.index(data.len() - start_bit + 1);
        let part = &data[start_bit..start_bit + count];
        let part_text: String = part.iter().map(|bit| if *bit { '1' } else { '0' }).collect();
        let build = |_: &mut Cells, builder: &mut Builder| data.iter().for_each(|bit| _ = builder.store_bit(*bit).unwrap());
        let loaded_bits = read(build, |slice| {
            slice.skip(start_bit as u16).unwrap();
            slice.load_bits(count as u16).unwrap()
        });
        prop_assert_eq!(loaded_bits.to_string(), &part_text[..]);
        prop_assert_eq!(loaded_bits, bits_of(part.iter().copied()));
        prop_assert_eq!(usize::from(loaded_bits.len()), count);
        prop_assert_eq!(loaded_bits.is_empty(), count == 0);
        prop_assert_eq!(loaded_bits.bit(count as u16), None);
        prop_assert!((0..count).all(|at| loaded_bits.bit(at as u16) == Some(part[at])));
        let number = (count <= 64).then(|| u64::from_str_radix(&format!("0{part_text}"), 2).unwrap());
        prop_assert_eq!(loaded_bits.to_u64(), number);
        if let Some(number) = number {
            prop_assert_eq!(Bits::from_u64(number, count as u16), Some(loaded_bits));
        }
        // The order of dictionaries, for keys of the same length.
        let mut other_bits = part.to_vec();
        if let Some(bit) = other_bits.last_mut() {
            *bit = !*bit;
        }
        prop_assert_eq!(loaded_bits.cmp(&bits_of(other_bits.iter().copied())), part.cmp(&other_bits));
    }
}

#[test]
fn strings_of_bits_have_their_bounds() {
    assert_eq!(Bits::from_bytes(&[0xAB; 127]).unwrap().len(), 1016);
    assert_eq!(Bits::from_bytes(&[0xAB; 128]), None);
    assert_eq!(Bits::from_bytes(&[1, 2]).unwrap().as_bytes(), [1, 2]);
    assert_eq!(Bits::from_u64(1, 0), None);
    assert_eq!(Bits::from_u64(0, 0), Some(bits("")));
    assert_eq!(Bits::from_u64(u64::MAX, 64).map(|bits| bits.to_u64()), Some(Some(u64::MAX)));
    assert_eq!((Bits::from_u64(u64::MAX, 63), Bits::from_u64(0, 65)), (None, None));
    assert_eq!(bits("101").as_bytes(), [0b1010_0000]);
    assert_eq!(format!("{:?}", bits("0101")), "Bits(0101)");
}

#[test]
fn numbers_that_are_too_wide_are_refused_before_bits_are_counted() {
    read(
        |_, builder| _ = builder.store_bytes(&[0xFF; 127]).unwrap(),
        |slice| {
            assert_eq!(slice.load_u64(65), Err(ReadError::Width));
            assert_eq!(slice.load_uint(257), Err(ReadError::Width));
            assert_eq!(slice.load_int(258), Err(ReadError::Width));
            assert_eq!(slice.load_bytes(u16::MAX), Err(ReadError::Bits { needed: u16::MAX, left: 1016 }));
            assert_eq!(slice.load_u64(64), Ok(u64::MAX));
            assert_eq!(slice.load_int(257), Ok((-1).into()));
            assert_eq!(slice.bits(), 1016 - 64 - 257);
        },
    );
}
