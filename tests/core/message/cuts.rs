//! Every cell of every fixture, shortened or extended at its end: a field refuses it, or the decoded value encodes to the same
//! cell.

use super::{content, hash_of, load, load_text, rows};
use serde_json::Value;
use std::collections::HashMap;
use ton_edge::cell::{Builder, CellId, Cells};
use ton_edge::message::{
    Account, DecodeError, Message, ShardAccount, StateInit, Transaction, normalized_hash,
};

/// Decodes a cell and encodes the value again.
type Decode = fn(&mut Cells, CellId) -> Result<CellId, DecodeError>;

fn message(cells: &mut Cells, id: CellId) -> Result<CellId, DecodeError> {
    let message = Message::load(cells, id)?;
    // Every message that can be decoded has a normal form.
    normalized_hash(cells, id).unwrap();
    Ok(message.add(cells).unwrap())
}

fn transaction(cells: &mut Cells, id: CellId) -> Result<CellId, DecodeError> {
    Transaction::load(cells, id).map(|transaction| transaction.add(cells).unwrap())
}

fn account(cells: &mut Cells, id: CellId) -> Result<CellId, DecodeError> {
    let mut entry = ShardAccount::load(cells, id)?;
    let account = Account::load(cells, entry.account)?;
    entry.account = Account::add(account.as_ref(), cells).unwrap();
    Ok(entry.add(cells).unwrap())
}

fn init(cells: &mut Cells, id: CellId) -> Result<CellId, DecodeError> {
    StateInit::load(cells, id).map(|init| init.add(cells).unwrap())
}

/// A cell and all cells below it; each comes after its references.
pub(super) fn order(cells: &Cells, root: CellId) -> Vec<CellId> {
    fn visit(cells: &Cells, id: CellId, order: &mut Vec<CellId>) {
        if !order.contains(&id) {
            cells.get(id).unwrap().refs().for_each(|cell| visit(cells, cell.id(), order));
            order.push(id);
        }
    }
    let mut order = Vec::new();
    visit(cells, root, &mut order);
    order
}

/// The root after one cell was replaced by another one; `None` if the new cell is invalid.
pub(super) fn replace(cells: &mut Cells, order: &[CellId], old: CellId, new: &Builder) -> Option<CellId> {
    let mut new_ids = HashMap::from([(old, cells.add(new).ok()?)]);
    for id in order {
        let cell = cells.get(*id).unwrap();
        if new_ids.contains_key(id) || !cell.refs().any(|cell| new_ids.contains_key(&cell.id())) {
            continue;
        }
        let mut slice = cell.slice_exotic();
        let mut builder = Builder::new();
        builder.store_bits(&slice.load_bits(cell.bits()).unwrap()).unwrap();
        for cell in cell.refs() {
            builder.store_ref(new_ids.get(&cell.id()).copied().unwrap_or(cell.id())).unwrap();
        }
        builder.set_exotic(cell.slice().is_err());
        new_ids.insert(*id, cells.add(&builder).ok()?);
    }
    order.last().and_then(|root| new_ids.get(root)).copied()
}

/// The content of a cell, with another number of bits or references.
fn resize_content(cells: &Cells, id: CellId, bits: u16, refs: usize) -> Builder {
    let cell = cells.get(id).unwrap();
    let mut builder = Builder::new();
    builder.store_bits(&cell.slice_exotic().load_bits(bits).unwrap()).unwrap();
    cell.refs().take(refs).for_each(|cell| _ = builder.store_ref(cell.id()).unwrap());
    builder.set_exotic(cell.slice().is_err());
    builder
}

/// All changes at the end of a cell.
fn changes(cells: &Cells, id: CellId, filler: CellId) -> Vec<(String, Builder)> {
    let cell = cells.get(id).unwrap();
    let (bits, refs) = (cell.bits(), cell.refs().len());
    let mut changed_sizes = Vec::new();
    // All short cuts, and a sample of the longer ones.
    for cut in (1..=bits).filter(|cut| *cut <= 24 || cut % 7 == 0 || *cut == bits) {
        changed_sizes.push((format!("{cut} bits less"), resize_content(cells, id, bits - cut, refs)));
    }
    for kept in 0..refs {
        changed_sizes
            .push((format!("{} references less", refs - kept), resize_content(cells, id, bits, kept)));
    }
    for (value, count) in [(0_u8, 1), (1, 1), (0, 8), (255, 8)] {
        let mut builder = content(&cell);
        if builder.store_uint(value, count).is_ok() {
            changed_sizes.push((format!("{count} bits of {value} more"), builder));
        }
    }
    let mut builder = content(&cell);
    if builder.store_ref(filler).is_ok() {
        changed_sizes.push(("a reference more".to_owned(), builder));
    }
    changed_sizes
}

#[derive(Default)]
struct Counts {
    refused_count: u32,
    unchanged_count: u32,
}

fn try_cuts(counts: &mut Counts, (mut cells, root): (Cells, CellId), decode: Decode) {
    let filler = cells.add(&Builder::new()).unwrap();
    let order = order(&cells, root);
    for (place, id) in order.iter().enumerate() {
        for (what, builder) in changes(&cells, *id, filler) {
            let Some(changed) = replace(&mut cells, &order, *id, &builder) else { continue };
            match decode(&mut cells, changed) {
                Ok(encoded_id) => {
                    counts.unchanged_count += 1;
                    assert_eq!(
                        hash_of(&cells, encoded_id),
                        hash_of(&cells, changed),
                        "{what} in cell {place} of {}",
                        order.len()
                    );
                }
                Err(error) => {
                    counts.refused_count += 1;
                    assert!(!error.field.is_empty(), "{error}: {what} in cell {place} of {}", order.len());
                    assert!(error.to_string().starts_with('`') && error.to_string().len() < 150, "{error}");
                }
            }
        }
    }
}

fn count_cut_outcomes(rows: &[Value], decode: Decode) -> Counts {
    let mut counts = Counts::default();
    rows.iter().for_each(|row| try_cuts(&mut counts, load(row), decode));
    counts
}

#[test]
fn cut_messages() {
    let counts = count_cut_outcomes(&rows("messages", "messages", 100), message);
    assert!(
        counts.refused_count > 3_000 && counts.unchanged_count > 10_000,
        "{} {}",
        counts.refused_count,
        counts.unchanged_count
    );
}

#[test]
fn cut_transactions() {
    let counts = count_cut_outcomes(&rows("transactions", "transactions", 30), transaction);
    assert!(
        counts.refused_count > 5_000 && counts.unchanged_count > 1_000,
        "{} {}",
        counts.refused_count,
        counts.unchanged_count
    );
}

#[test]
fn cut_accounts() {
    let counts = count_cut_outcomes(&rows("accounts", "accounts", 20), account);
    assert!(
        counts.refused_count > 2_000 && counts.unchanged_count > 500,
        "{} {}",
        counts.refused_count,
        counts.unchanged_count
    );
}

#[test]
fn cut_states() {
    let mut counts = Counts::default();
    for text in rows("wallets", "drafts", 20) {
        let (mut cells, root) = load_text(text.as_str().unwrap());
        let Some(state) = Message::load(&mut cells, root).unwrap().init else { continue };
        let id = state.add(&mut cells).unwrap();
        try_cuts(&mut counts, (cells, id), init);
    }
    assert!(
        counts.refused_count > 10 && counts.unchanged_count > 50,
        "{} {}",
        counts.refused_count,
        counts.unchanged_count
    );
}
