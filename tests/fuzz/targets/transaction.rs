//! Decodes the roots of any bag as transactions, in steps that are bounded by the greatest number of messages of a transaction. An accepted
//! transaction stays equal when it is encoded and decoded again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ton_edge::cell::{Limits, parse};
use ton_edge::message::Transaction;
use ton_edge_fuzz::steps::bounded_parts;

/// Most messages in the dictionary of a transaction, and most currencies of each message.
const MOST: usize = 256;

fuzz_target!(|bytes: &[u8]| {
    let Ok(bag) = parse(bytes, &Limits::default()) else { return };
    let mut cells = bag.cells;
    for id in bag.roots.into_iter().take(3) {
        // The refused message may be the last one.
        let parts = |read: &Result<Transaction, _>| read.as_ref().map_or(MOST, |one| one.out_msgs.len()) + 3;
        let read =
            bounded_parts("Transaction::load", bytes.len(), parts, || Transaction::load(&mut cells, id));
        let transaction = match read {
            Ok(transaction) => transaction,
            Err(error) => {
                let text = error.to_string();
                assert!(!error.field.is_empty() && text.len() < 150, "{text}");
                continue;
            }
        };
        assert!(transaction.out_msgs.len() <= MOST);
        let count = transaction.out_msgs.len() + 3;
        let second_id =
            bounded_parts("Transaction::add", bytes.len(), |_| count, || transaction.add(&mut cells));
        let second_id = second_id.expect("it was decoded from a cell");
        let same = Transaction::load(&mut cells, second_id).expect("it was encoded");
        assert_eq!(same.description, transaction.description);
        assert_eq!(
            (&same.total_fees, &same.state_update),
            (&transaction.total_fees, &transaction.state_update)
        );
        let infos = |one: &Transaction| {
            let all = one.in_msg.iter().chain(&one.out_msgs);
            all.map(|message| (message.info.clone(), message.init.clone(), message.body_in))
                .collect::<Vec<_>>()
        };
        assert_eq!(infos(&same), infos(&transaction));
        // After the first time, the cell stays the same.
        let last = same.add(&mut cells).expect("it was encoded");
        let hash = |id| cells.get(id).map(|cell| cell.hash());
        assert_eq!(hash(last), hash(second_id));
        assert_eq!(transaction.description.compute_phase(), same.description.compute_phase());
    }
});
