//! The offset cursor against naive slicing.

use ton_edge::endpoint::{Generation, V2, V3, find};
use ton_edge::error::Code;
use ton_edge::page::Cursor;

#[test]
fn pages_concatenate_to_the_whole() {
    for total in 0..=40_u32 {
        let rows: Vec<u32> = (0..total).collect();
        for size in 1..=40_u32 {
            for left in (0..=total + 1).map(u64::from).map(Some).chain([None]) {
                let mut cursor = Cursor { offset: 0, size, left, done: left == Some(0) };
                let mut seen = Vec::new();
                let mut requests = 0;
                while let Some(limit) = cursor.limit() {
                    requests += 1;
                    let from = usize::try_from(cursor.offset).unwrap().min(rows.len());
                    let page = &rows[from..(from + limit as usize).min(rows.len())];
                    let wanted = cursor.accept(u32::try_from(page.len()).unwrap());
                    seen.extend_from_slice(&page[..wanted as usize]);
                }
                let wanted = left.map_or(total, |left| u32::try_from(left).unwrap().min(total));
                assert_eq!(seen, rows[..wanted as usize], "total {total}, size {size}, left {left:?}");
                // A full last page costs one empty request, nothing else does.
                assert!(
                    requests <= wanted / size + 1,
                    "total {total}, size {size}, left {left:?}: {requests}"
                );
            }
        }
    }
}

#[test]
fn page_sizes_keep_to_the_table() {
    let transactions = find::by_name(Generation::V3, "transactions").unwrap();
    assert_eq!(Cursor::new(transactions, None, None).unwrap().size, 100);
    assert_eq!(Cursor::new(transactions, Some(1000), None).unwrap().size, 1000);
    for size in [0, 1001] {
        let error = Cursor::new(transactions, Some(size), None).unwrap_err();
        assert_eq!(error.code, Code::InvalidOption);
        assert_eq!(error.to_string(), "`pageSize` must be a whole number from 1 to 1000");
    }
    let paged = V2.iter().chain(V3).filter(|row| Cursor::new(row, None, None).is_ok()).count();
    assert_eq!(paged, 20);
}

#[test]
fn the_404_past_the_end_is_an_end_and_no_error() {
    let mut cursor = Cursor { offset: 10, size: 10, left: None, done: false };
    assert!(!cursor.ends(500));
    assert!(cursor.ends(404));
    assert_eq!(cursor.limit(), None);
    let mut first = Cursor { offset: 0, size: 10, left: None, done: false };
    assert!(!first.ends(404), "on the first page it is news");
}
