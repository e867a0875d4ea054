//! Builders: every width of integers, lengths, addresses, optional parts; a value that does not fit leaves the builder
//! unchanged.

use proptest::prelude::*;
use ton_edge::address::Address;
use ton_edge::cell::{Bits, BuildError, Builder, CellId, Cells, Int, MsgAddress, ReadError};

use super::numbers::{power, predecessor_of};
use super::{bits, bits_of, read};

/// The bits of a builder, as a text.
fn text(builder: &Builder) -> String {
    let mut cells = Cells::new();
    let id = cells.add(builder).unwrap();
    cells.get(id).unwrap().slice().unwrap().load_bits(builder.bits()).unwrap().to_string()
}

/// The bits that a method stores in an empty builder, as a text.
fn stored_bits(
    store: impl FnOnce(&mut Builder) -> Result<&mut Builder, BuildError>,
) -> Result<String, BuildError> {
    let mut builder = Builder::new();
    store(&mut builder)?;
    Ok(text(&builder))
}

fn int(text: &str) -> Int {
    text.parse().unwrap()
}

#[test]
fn integers_without_a_sign_at_the_edges_of_every_width() {
    for width in 0..=256_usize {
        let bits = width as u16;
        let store = |number: Int| stored_bits(|builder| builder.store_uint(number, bits));
        assert_eq!(store(int("0")), Ok("0".repeat(width)));
        let max_text = predecessor_of(&power(width));
        assert_eq!(store(int(&max_text)), Ok("1".repeat(width)), "{width}");
        if width > 0 {
            let middle_int = int(&power(width - 1));
            assert_eq!(store(middle_int), Ok(format!("1{}", "0".repeat(width - 1))), "{width}");
        }
        if let Ok(int_above) = power(width).parse::<Int>() {
            assert_eq!(store(int_above), Err(BuildError::Range), "{width}");
        }
        assert_eq!(store(int("-1")), Err(BuildError::Range));
        // At every bit position in a byte, next to set bits.
        for shift in 0..8 {
            for number in ["0", &max_text] {
                let build = |builder: &mut Builder| {
                    builder.store_uint((1_u16 << shift) - 1, shift).unwrap();
                    builder.store_uint(int(number), bits).unwrap().store_uint(5, 3).unwrap();
                };
                read(
                    |_, builder| build(builder),
                    |slice| {
                        assert_eq!(slice.load_u64(shift), Ok((1 << shift) - 1));
                        assert_eq!(slice.load_uint(bits), Ok(int(number)), "{width} {shift}");
                        assert_eq!(slice.load_u64(3), Ok(5));
                        assert_eq!(slice.end(), Ok(()));
                    },
                );
            }
        }
    }
    for width in [257, 1023, u16::MAX] {
        assert_eq!(stored_bits(|builder| builder.store_uint(0, width)), Err(BuildError::Width));
    }
}

#[test]
fn integers_with_a_sign_at_the_edges_of_every_width() {
    for width in 0..=257_usize {
        let bits = width as u16;
        let store = |number: Int| stored_bits(|builder| builder.store_int(number, bits));
        assert_eq!(store(int("0")), Ok("0".repeat(width)));
        if width == 0 {
            assert_eq!((store(int("-1")), store(int("1"))), (Err(BuildError::Range), Err(BuildError::Range)));
            continue;
        }
        let [min_text, max_text] = [format!("-{}", power(width - 1)), predecessor_of(&power(width - 1))];
        assert_eq!(store(int("-1")), Ok("1".repeat(width)));
        assert_eq!(store(int(&min_text)), Ok(format!("1{}", "0".repeat(width - 1))), "{width}");
        assert_eq!(store(int(&max_text)), Ok(format!("0{}", "1".repeat(width - 1))), "{width}");
        if width < 257 {
            assert_eq!(store(int(&power(width - 1))), Err(BuildError::Range), "{width}");
            let below_min = format!("-{}", predecessor_of(&power(width - 1)));
            assert!(store(int(&below_min)).is_ok(), "{width}");
            // One below the minimum: -2^n - 1, written in the next width.
            assert_eq!(store(int(&format!("-{}", power(width)))), Err(BuildError::Range), "{width}");
        }
        for shift in [0, 1, 7] {
            for number in [&min_text, "-1", "0", &max_text] {
                read(
                    |_, builder| {
                        builder.store_uint(0, shift).unwrap().store_int(int(number), bits).unwrap();
                    },
                    |slice| {
                        slice.skip(shift).unwrap();
                        assert_eq!(slice.load_int(bits), Ok(int(number)), "{width} {shift}");
                        assert_eq!(slice.end(), Ok(()));
                    },
                );
            }
        }
    }
    for width in [258, 1023, u16::MAX] {
        assert_eq!(stored_bits(|builder| builder.store_int(0, width)), Err(BuildError::Width));
    }
}

proptest! {
    #[test]
    fn integers_that_fit_are_those_of_the_language(number in any::<i128>(), shift in 0..128_u32, width in 0..=130_u16) {
        let number = number >> shift;
        let is_in_range = width >= 128 || (width > 0 && number >> (width - 1) == number >> 127) || number == 0;
        let result = stored_bits(|builder| builder.store_int(number, width));
        prop_assert_eq!(result.is_ok(), is_in_range);
        if is_in_range {
            let expected_bits: String = (0..width).rev().map(|at| if number >> at.min(127) & 1 == 1 { '1' } else { '0' }).collect();
            prop_assert_eq!(result, Ok(expected_bits));
        }
        let unsigned_number = number.cast_unsigned() >> (shift / 2);
        let fits = width >= 128 || unsigned_number >> width == 0;
        prop_assert_eq!(stored_bits(|builder| builder.store_uint(unsigned_number, width)).is_ok(), fits);
    }
}

#[test]
fn lengths_of_numbers() {
    for limit in 1..=32_u8 {
        let length_bits = (32 - u32::from(limit - 1).leading_zeros()) as u16;
        let max_number = predecessor_of(&power(8 * (usize::from(limit) - 1)));
        for number in ["0", &max_number] {
            let bytes = int(number).bit_len(false).unwrap().div_ceil(8);
            read(
                |_, builder| {
                    builder.store_var_uint(int(number), limit).unwrap();
                    assert_eq!(builder.bits(), length_bits + bytes * 8, "{limit}");
                },
                |slice| assert_eq!(slice.load_var_uint(limit), Ok(int(number)), "{limit}"),
            );
        }
        if limit < 32 || power(248).parse::<Int>().is_ok() {
            let above_max = int(&power(8 * (usize::from(limit) - 1)));
            assert_eq!(
                stored_bits(|builder| builder.store_var_uint(above_max, limit)),
                Err(BuildError::Range),
                "{limit}"
            );
        }
        // A length above the limit that the length's bits can still hold.
        for length in limit..1 << length_bits {
            read(
                |_, builder| {
                    builder.store_uint(length, length_bits).unwrap().store_bytes(&[0; 32]).unwrap();
                },
                |slice| {
                    assert_eq!(slice.load_var_uint(limit), Err(ReadError::Length), "{limit}");
                    assert_eq!(slice.bits(), length_bits + 256);
                },
            );
        }
    }
    assert_eq!(stored_bits(|builder| builder.store_var_uint(-1, 16)), Err(BuildError::Range));
    for limit in [0, 33, 255] {
        assert_eq!(stored_bits(|builder| builder.store_var_uint(0, limit)), Err(BuildError::Width));
        assert_eq!(read(|_, _| (), |slice| slice.load_var_uint(limit)), Err(ReadError::Width));
    }
}

#[test]
fn coins() {
    assert_eq!(stored_bits(|builder| builder.store_coins(0)), Ok("0000".to_owned()));
    assert_eq!(stored_bits(|builder| builder.store_coins(1)), Ok("000100000001".to_owned()));
    assert_eq!(stored_bits(|builder| builder.store_coins(256)), Ok("00100000000100000000".to_owned()));
    let max_number = (1_u128 << 120) - 1;
    assert_eq!(stored_bits(|builder| builder.store_coins(max_number)), Ok("1".repeat(124)));
    for coins in [max_number + 1, u128::MAX] {
        assert_eq!(stored_bits(|builder| builder.store_coins(coins)), Err(BuildError::Range));
    }
    assert_eq!(
        read(|_, builder| _ = builder.store_coins(max_number).unwrap(), |slice| slice.load_coins()),
        Ok(max_number)
    );
    // Leading zeros, which a careless writer leaves, and a number that breaks off.
    assert_eq!(
        read(|_, builder| _ = builder.store_uint(0x3_00_00_07, 28).unwrap(), |slice| slice.load_coins()),
        Ok(7)
    );
    let truncated_read = read(
        |_, builder| _ = builder.store_uint(0x3_00, 12).unwrap(),
        |slice| (slice.load_coins(), slice.bits()),
    );
    assert_eq!(truncated_read, (Err(ReadError::Bits { needed: 24, left: 8 }), 12));
}

fn address(workchain: i8, byte: u8) -> Address {
    Address { workchain, hash: [byte; 32] }
}

#[test]
fn addresses() {
    for workchain in [0, -1, 1, i8::MIN, i8::MAX] {
        for byte in [0, 1, 0x80, 0xFF] {
            let address = address(workchain, byte);
            let expected =
                format!("100{:08b}{}", workchain.cast_unsigned(), format!("{byte:08b}").repeat(32));
            assert_eq!(stored_bits(|builder| builder.store_address(&address)), Ok(expected.clone()));
            assert_eq!(
                stored_bits(|builder| builder.store_msg_address(&MsgAddress::Std(address))),
                Ok(expected.clone())
            );
            for shift in 0..8 {
                let build = |builder: &mut Builder| {
                    builder.store_uint(0, shift).unwrap().store_bits(&bits(&expected)).unwrap();
                };
                read(
                    |_, builder| build(builder),
                    |slice| {
                        slice.skip(shift).unwrap();
                        let mut copy = *slice;
                        assert_eq!(copy.load_msg_address(), Ok(MsgAddress::Std(address)));
                        assert_eq!(slice.load_address(), Ok(Some(address)));
                        assert_eq!(slice.end(), Ok(()));
                    },
                );
            }
        }
    }
    assert_eq!(stored_bits(|builder| builder.store_msg_address(&MsgAddress::None)), Ok("00".to_owned()));
    assert_eq!(
        read(|_, builder| _ = builder.store_uint(0, 2).unwrap(), |slice| slice.load_address()),
        Ok(None)
    );
}

#[test]
fn external_addresses() {
    for length in [0, 1, 8, 510, 511_u16] {
        let external = MsgAddress::Extern(bits_of((0..length).map(|at| at % 3 == 0)));
        read(
            |_, builder| {
                builder.store_msg_address(&external).unwrap();
                assert_eq!(builder.bits(), 11 + length);
            },
            |slice| {
                let mut copy = *slice;
                assert_eq!(copy.load_address(), Err(ReadError::AddressKind));
                assert_eq!(copy.bits(), 11 + length);
                assert_eq!(slice.load_msg_address(), Ok(external));
                assert_eq!(slice.end(), Ok(()));
            },
        );
    }
    let long_address = MsgAddress::Extern(bits_of([false; 512]));
    assert_eq!(stored_bits(|builder| builder.store_msg_address(&long_address)), Err(BuildError::Width));
}

#[test]
fn addresses_that_the_network_does_not_use_are_refused_by_name() {
    // addr_std with anycast of depth 1, addr_var with and without anycast: complete, and with nothing after the tag.
    let anycast = format!("101000011{}", "0".repeat(264));
    let variable_address = format!("110000010000{}", "0".repeat(40));
    for (data, error) in [
        (anycast.as_str(), ReadError::Anycast),
        ("101", ReadError::Anycast),
        (&variable_address, ReadError::AddressVar),
        ("11", ReadError::AddressVar),
    ] {
        let build = |_: &mut Cells, builder: &mut Builder| _ = builder.store_bits(&bits(data)).unwrap();
        let (first, second, left) =
            read(build, |slice| (slice.load_msg_address(), slice.load_address(), usize::from(slice.bits())));
        assert_eq!((first, second, left), (Err(error), Err(error), data.len()));
    }
    for (data, needed, left) in
        [("1", 2, 1), ("100", 8, 0), ("10000000000", 256, 0), ("0100000001", 9, 8), ("01000000001", 1, 0)]
    {
        let result =
            read(|_, builder| _ = builder.store_bits(&bits(data)).unwrap(), |slice| slice.load_msg_address());
        assert_eq!(result, Err(ReadError::Bits { needed, left }), "{data}");
    }
    assert_eq!(ReadError::Anycast.to_string(), "the address has anycast, which is not supported");
    assert_eq!(
        ReadError::AddressVar.to_string(),
        "the address has a variable length (addr_var), which is not supported"
    );
}

#[test]
fn optional_parts_are_stored_with_their_flag() {
    let mut cells = Cells::new();
    let leaf = cells.add(Builder::new().store_uint(7, 5).unwrap()).unwrap();
    let mut content = Builder::new();
    content.store_uint(3, 9).unwrap().store_ref(leaf).unwrap();
    let mut builder = Builder::new();
    builder.store_maybe_ref(Some(leaf)).unwrap().store_maybe_ref(None).unwrap();
    builder.store_either_ref(leaf).unwrap().store_either_inline(&content).unwrap();
    assert_eq!((builder.bits(), builder.refs()), (13, &[leaf; 3][..]));
    let id = cells.add(&builder).unwrap();
    let mut slice = cells.get(id).unwrap().slice().unwrap();
    assert_eq!(slice.load_maybe_ref().unwrap().map(|cell| cell.id()), Some(leaf));
    assert!(slice.load_maybe_ref().unwrap().is_none());
    use ton_edge::cell::Either;
    assert!(matches!(slice.load_either(), Ok(Either::Ref(cell)) if cell.id() == leaf));
    let Ok(Either::Inline(mut rest)) = slice.load_either() else { panic!("inline") };
    assert_eq!(slice.end(), Ok(()));
    assert_eq!(rest.load_u64(9), Ok(3));
    assert_eq!(rest.load_ref().map(|cell| cell.id()), Ok(leaf));
    assert_eq!(rest.end(), Ok(()));
}

#[test]
fn contents_of_other_builders_and_slices() {
    let mut cells = Cells::new();
    let leaf = cells.add(&Builder::new()).unwrap();
    for start in 0..9_u16 {
        for skip in 0..9_u16 {
            let mut source = Builder::new();
            source.store_uint(0xABCDE, 20).unwrap().store_ref(leaf).unwrap();
            let id = cells.add(&source).unwrap();
            let mut slice = cells.get(id).unwrap().slice().unwrap();
            slice.skip(skip).unwrap();
            let mut target = Builder::new();
            target.store_uint(0, start).unwrap().store_slice(&slice).unwrap().store_builder(&source).unwrap();
            let expected_bits = format!(
                "{}{}{}",
                "0".repeat(start.into()),
                &"10101011110011011110"[skip.into()..],
                "10101011110011011110"
            );
            assert_eq!((text_of(&target, &cells), target.refs()), (expected_bits, &[leaf; 2][..]));
            // The bits that were stored can still be read.
            assert_eq!(slice.bits(), 20 - skip);
        }
    }
}

/// The bits of a builder whose references point into this arena.
fn text_of(builder: &Builder, cells: &Cells) -> String {
    let mut cells = cells.clone();
    let id = cells.add(builder).unwrap();
    cells.get(id).unwrap().slice().unwrap().load_bits(builder.bits()).unwrap().to_string()
}

proptest! {
    /// A value that does not fit leaves the builder unchanged; a value that fits is appended.
    #[test]
    fn a_failed_call_changes_nothing(filled in 0..=1023_u16, used in 0..=4_usize, width in 0..300_u16, size in 0..140_usize) {
        let mut cells = Cells::new();
        let leaf = cells.add(&Builder::new()).unwrap();
        let mut builder = Builder::new();
        (0..filled).for_each(|at| _ = builder.store_bit(at % 3 == 0).unwrap());
        (0..used).for_each(|_| _ = builder.store_ref(leaf).unwrap());
        let mut content = Builder::new();
        content.store_uint(0, width.min(256)).unwrap().store_ref(leaf).unwrap().store_ref(leaf).unwrap();
        let id = cells.add(&content).unwrap();
        let slice = cells.get(id).unwrap().slice().unwrap();
        let external = MsgAddress::Extern(bits_of(vec![true; width.into()]));
        let bytes = vec![1; size];
        type Store<'a> = Box<dyn Fn(&mut Builder) -> Result<(), BuildError> + 'a>;
        let store: Vec<Store<'_>> = vec![
            Box::new(|to| to.store_bit(true).map(drop)),
            Box::new(|to| to.store_uint(1, width).map(drop)),
            Box::new(|to| to.store_int(-2, width).map(drop)),
            Box::new(|to| to.store_var_uint(Int::MAX, 32).map(drop)),
            Box::new(|to| to.store_coins(u128::from(u64::MAX)).map(drop)),
            Box::new(|to| to.store_bytes(&bytes).map(drop)),
            Box::new(|to| to.store_bits(&Bits::from_u64(0, 64).unwrap()).map(drop)),
            Box::new(|to| to.store_address(&address(0, 1)).map(drop)),
            Box::new(|to| to.store_msg_address(&external).map(drop)),
            Box::new(|to| to.store_ref(leaf).map(drop)),
            Box::new(|to| to.store_maybe_ref(Some(leaf)).map(drop)),
            Box::new(|to| to.store_maybe_ref(None).map(drop)),
            Box::new(|to| to.store_either_ref(leaf).map(drop)),
            Box::new(|to| to.store_either_inline(&content).map(drop)),
            Box::new(|to| to.store_builder(&content).map(drop)),
            Box::new(|to| to.store_slice(&slice).map(drop)),
        ];
        for (at, store) in store.iter().enumerate() {
            // With exactly as many free bits as needed, and with one bit less.
            let mut empty_builder = Builder::new();
            if store(&mut empty_builder).is_ok() {
                let needed_bits = empty_builder.bits();
                for (free, fits) in [(Some(needed_bits), true), (needed_bits.checked_sub(1), false)] {
                    let Some(free) = free else { continue };
                    let mut full_builder = Builder::new();
                    (0..1023 - free).for_each(|_| _ = full_builder.store_bit(true).unwrap());
                    let unchanged_builder = full_builder.clone();
                    prop_assert_eq!(store(&mut full_builder).is_ok(), fits, "{} with {} bits", at, free);
                    prop_assert!(fits || full_builder == unchanged_builder, "{} with {} bits", at, free);
                }
            }
            let mut changed_builder = builder.clone();
            let result = store(&mut changed_builder);
            let has_grown = changed_builder.bits() > builder.bits() || changed_builder.refs().len() > builder.refs().len();
            match result {
                Ok(()) => prop_assert!(has_grown || width == 0 || size == 0, "{}", at),
                Err(_) => prop_assert!(changed_builder == builder, "{}", at),
            }
        }
        // Snake data continues in the next cell instead, unless the cell has four references.
        let mut changed = builder.clone();
        let fits = size <= usize::from(builder.free_bits() / 8);
        prop_assert_eq!(cells.clone().store_snake(&mut changed, &bytes).is_ok(), fits || used < 4);
        prop_assert!(fits || used < 4 || changed == builder);
    }
}

#[test]
fn errors_say_what_did_not_fit() {
    let mut builder = Builder::new();
    builder.store_bytes(&[0; 127]).unwrap();
    assert_eq!(builder.free_bits(), 7);
    let error = builder.store_uint(0, 8).unwrap_err();
    assert_eq!(error, BuildError::Overflow { needed: 8, free: 7 });
    assert_eq!(error.to_string(), "8 bits do not fit: 7 are free");
    assert_eq!(builder.store_var_uint(1, 16).unwrap_err(), BuildError::Overflow { needed: 12, free: 7 });
    let refs: [CellId; 0] = [];
    assert_eq!(builder.refs(), refs);
}
