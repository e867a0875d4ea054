//! The limits of a bag, each at its bound and beyond it.

use ton_edge::cell::{
    BocFault, BuildError, Builder, CellFault, CellId, Cells, Limits, MAX_DEPTH, Position, parse, parse_text,
};

/// A chain of cells, each of which refers to the next one.
fn chain(cells: &mut Cells, depth: u16) -> CellId {
    let mut id = cells.add(&Builder::new()).unwrap();
    for _ in 0..depth {
        id = cells.add(Builder::new().store_ref(id).unwrap()).unwrap();
    }
    id
}

fn pruned_branch(depth: u16) -> Builder {
    let mut builder = Builder::new();
    builder.store_bytes(&[1, 1]).unwrap().store_bytes(&[0; 32]).unwrap().store_uint(depth, 16).unwrap();
    builder.set_exotic(true);
    builder
}

#[test]
fn bytes() {
    let bag = parse_text("te6cckEBAQEAAgAAAEysuc0=", &Limits::default()).unwrap().root().unwrap().to_boc();
    assert_eq!(bag.len(), 17);
    let limits = |max_bytes| Limits { max_bytes, ..Limits::default() };
    assert!(parse(&bag, &limits(17)).is_ok());
    let error = parse(&bag, &limits(16)).unwrap_err();
    assert_eq!((error.fault, error.position), (BocFault::TooManyBytes, Position::Byte(16)));
    for text in ["te6cckEBAQEAAgAAAEysuc0=", "te6cckEBAQEAAgAAAEysuc0", "b5ee9c724101010100020000004cacb9cd"]
    {
        assert!(parse_text(text, &limits(17)).is_ok());
        assert_eq!(parse_text(text, &limits(16)).unwrap_err().fault, BocFault::TooManyBytes);
    }
    // A long text is refused before it is decoded, whatever its content.
    let error = parse_text(&"!".repeat(36), &limits(17)).unwrap_err();
    assert_eq!((error.fault, error.position), (BocFault::TooManyBytes, Position::Character(36)));
    assert_eq!(parse_text(&"!".repeat(35), &limits(17)).unwrap_err().fault, BocFault::Text);
}

#[test]
fn cells() {
    let mut cells = Cells::new();
    let root = chain(&mut cells, 9);
    let bag = cells.get(root).unwrap().to_boc();
    let limits = |max_cells| Limits { max_cells, ..Limits::default() };
    assert!(parse(&bag, &limits(10)).is_ok());
    assert_eq!(parse(&bag, &limits(9)).unwrap_err().fault, BocFault::TooManyCells);
    // The limit applies to each bag, not to the arena.
    assert!(cells.add_boc(&bag, &limits(10)).is_ok());
    // The count is refused before memory for it is allocated.
    let mut huge_header = vec![0xB5, 0xEE, 0x9C, 0x72, 4, 8];
    huge_header.extend([0xFF; 4]);
    huge_header.extend([0, 0, 0, 1, 0, 0, 0, 0]);
    huge_header.extend((u64::from(u32::MAX) * 2).to_be_bytes());
    huge_header.extend([0; 4]);
    assert!(parse(&huge_header, &Limits { max_cells: u32::MAX, ..Limits::default() }).is_err());
}

#[test]
fn depth() {
    let mut cells = Cells::new();
    let deepest_cell = chain(&mut cells, MAX_DEPTH);
    assert_eq!(cells.get(deepest_cell).unwrap().depth(), 1024);
    let mut parent_builder = Builder::new();
    parent_builder.store_ref(deepest_cell).unwrap();
    assert_eq!(cells.add(&parent_builder), Err(BuildError::Cell(CellFault::Depth)));
    let bag = cells.get(deepest_cell).unwrap().to_boc();
    let limits = |max_depth| Limits { max_depth, ..Limits::default() };
    assert_eq!(parse(&bag, &limits(1024)).unwrap().root().unwrap().depth(), 1024);
    // A limit above the format's own permits no more than the format.
    assert!(parse(&bag, &limits(u16::MAX)).is_ok());
    let error = parse(&bag, &limits(1023)).unwrap_err();
    assert_eq!((error.fault, error.position), (BocFault::Cell(CellFault::Depth), Position::Cell(0)));
    let error = parse(&bag, &limits(0)).unwrap_err();
    assert_eq!((error.fault, error.position), (BocFault::Cell(CellFault::Depth), Position::Cell(1023)));
    // One level more than the node accepts, with one unnecessary byte in each cell.
    let mut deep_bag = vec![0xB5, 0xEE, 0x9C, 0x72, 2, 2];
    deep_bag.extend([1026_u16, 1, 0, 1025 * 4 + 2, 0].iter().flat_map(|number| number.to_be_bytes()));
    (1..=1025_u16).for_each(|next| deep_bag.extend([[1, 0], next.to_be_bytes()].concat()));
    deep_bag.extend([0, 0]);
    let error = parse(&deep_bag, &limits(u16::MAX)).unwrap_err();
    assert_eq!((error.fault, error.position), (BocFault::Cell(CellFault::Depth), Position::Cell(0)));
}

#[test]
fn depth_of_pruned_cells() {
    let mut cells = Cells::new();
    let cell_at_limit = cells.add(&pruned_branch(1024)).unwrap();
    assert_eq!(cells.get(cell_at_limit).unwrap().depth_at(0), 1024);
    for depth in [1025, u16::MAX] {
        assert_eq!(cells.add(&pruned_branch(depth)), Err(BuildError::Cell(CellFault::Depth)));
    }
    // A cell above it would be too deep, also without pruned branches.
    assert_eq!(
        cells.add(Builder::new().store_ref(cell_at_limit).unwrap()),
        Err(BuildError::Cell(CellFault::Depth))
    );
    let cell_below_limit = cells.add(&pruned_branch(1023)).unwrap();
    let cell_above = cells.add(Builder::new().store_ref(cell_below_limit).unwrap()).unwrap();
    let cell_above = cells.get(cell_above).unwrap();
    assert_eq!((cell_above.depth(), cell_above.depth_at(0)), (1, 1024));
}

#[test]
fn references_and_bits() {
    let mut cells = Cells::new();
    let id = cells.add(&Builder::new()).unwrap();
    let mut builder = Builder::new();
    for _ in 0..4 {
        builder.store_ref(id).unwrap();
    }
    assert_eq!(builder.clone().store_ref(id).err(), Some(BuildError::References));
    builder.store_bytes(&[0xFF; 127]).unwrap().store_uint(0x7F, 7).unwrap();
    assert_eq!(builder.store_bit(true).err(), Some(BuildError::Overflow { needed: 1, free: 0 }));
    let full_cell = cells.add(&builder).unwrap();
    let bag = parse(&cells.get(full_cell).unwrap().to_boc(), &Limits::default()).unwrap();
    let root = bag.root().unwrap();
    assert_eq!((root.bits(), root.refs().len()), (1023, 4));
}
