//! Finds out whether a wallet had too little TON for a message that it should send. Reported only if both amounts are known.
//! `pkg/lib/actions/shortage.js` does the same in JavaScript.

use super::response::{Reading, read_address, read_amount, read_lt};
use crate::address::Address;
use crate::amount::from_nano;
use crate::cell::{CellId, Cells, Limits, parse_text};
use crate::message::{Action, Body, Message, MessageInfo, Row, Value};
use crate::types::v3::Transaction;

/// Bodies of wallet requests without an opcode; the length of a request matches only one of them.
const SIGNED_BODIES: [&str; 3] = ["wallet_v3_signed", "wallet_v4_signed", "highload_v3_signed"];
/// Send modes that send the balance of the account or the value of the incoming message.
const CARRYING_MODES: u8 = 64 | 128;

/// A message that a transaction sent, or should have sent.
struct Payment {
    /// The account; `None` for a message to the outside of the blockchain.
    receiver: Option<Address>,
    value: u128,
}

/// The amounts of a transaction of a wallet.
pub(super) struct PaymentAmounts {
    /// The messages that the request lists, in their order; `None` unless the body is a request of exactly one kind.
    requested: Option<Vec<Payment>>,
    /// The messages that the transaction sent to accounts, in their order.
    sent_payments: Vec<Payment>,
    /// The balance of the wallet after the transaction, in nanocoins.
    balance: u128,
    fees: u128,
    /// The index of the action that failed.
    failed_index: usize,
}

impl PaymentAmounts {
    /// Returns the amounts of a row; `None` if the balance or the request is unknown.
    pub(super) fn of_row(row: &Transaction) -> Reading<Option<Self>> {
        let balance = row.account_state_after.as_ref().and_then(|state| state.balance.as_deref());
        let content = row.in_msg.as_ref().and_then(|message| message.message_content.as_ref());
        let (Some(balance), Some(body)) = (balance, content.and_then(|content| content.body.as_deref()))
        else {
            return Ok(None);
        };
        let balance = read_amount("balance", balance)?;
        let mut fees = read_amount("total_fees", &row.total_fees)?;
        let mut sent_messages = Vec::new();
        for message in row.out_msgs.iter().flatten() {
            let Some(destination) = &message.destination else { continue };
            let amount = |field, text: &Option<String>| {
                text.as_deref().map_or(Ok(0), |digits| read_amount(field, digits))
            };
            fees = fees.saturating_add(amount("fwd_fee", &message.fwd_fee)?);
            let to = Some(read_address("destination", destination)?);
            let lt = read_lt("created_lt", message.created_lt.as_deref().unwrap_or("0"))?;
            sent_messages.push((lt, Payment { receiver: to, value: amount("value", &message.value)? }));
        }
        sent_messages.sort_by_key(|(lt, _)| *lt);
        let sent_messages = sent_messages.into_iter().map(|(_, payment)| payment).collect();
        let argument = row.description.action.as_ref().and_then(|action| action.result_arg);
        let failed_index = usize::try_from(argument.unwrap_or(0)).unwrap_or(usize::MAX);
        Ok(Some(Self {
            requested: read_requested(body),
            sent_payments: sent_messages,
            balance,
            fees,
            failed_index,
        }))
    }

    /// Returns why one of `count` skipped messages was not sent, if that is certain.
    pub(super) fn explain_skipped(&self, count: u32) -> Option<String> {
        let requested_payments = self.requested.as_ref()?;
        // Otherwise the account did something other than the request says.
        if requested_payments.len().checked_sub(self.sent_payments.len())? != count as usize {
            return None;
        }
        let mut later_payments = self.sent_payments.as_slice();
        for Payment { receiver: to, value } in requested_payments {
            if let Some((next, next_payments)) = later_payments.split_first()
                && next.receiver == *to
            {
                later_payments = next_payments;
                continue;
            }
            let available_amount = self.balance.saturating_add(sum_values(later_payments));
            // The TON that later messages carried was available for this one, too.
            let reserve = if later_payments.is_empty() { 0 } else { self.fees };
            if *value > available_amount.saturating_add(reserve) {
                return Some(format!("not enough TON: {}", describe_shortage(available_amount, *value)));
            }
        }
        None
    }

    /// Returns the amounts if one message made all actions fail: the transaction reports too little TON for it.
    pub(super) fn explain_failed_action(&self) -> Option<String> {
        let requested_payments = self.requested.as_ref()?;
        let failed_action = requested_payments.get(self.failed_index)?;
        let available = self.balance.checked_sub(sum_values(requested_payments.get(..self.failed_index)?))?;
        (failed_action.value > 0).then(|| describe_shortage(available, failed_action.value))
    }
}

fn sum_values(payments: &[Payment]) -> u128 {
    payments.iter().fold(0, |sum, payment| sum.saturating_add(payment.value))
}

fn describe_shortage(available: u128, needed: u128) -> String {
    let [available_ton, needed_ton] = [available, needed].map(from_nano);
    format!("the wallet had {available_ton} TON left, and the message needs {needed_ton} TON")
}

/// Returns the messages that a wallet should send, in their order; `None` unless the body is a request of exactly one kind.
fn read_requested(body: &str) -> Option<Vec<Payment>> {
    let mut cells = Cells::new();
    let bag = parse_text(body, &Limits::default()).ok()?;
    let root = bag.root().ok()?;
    let id = cells.copy_from(root.cells(), root.id()).ok()?;
    let body = Body::decode(&mut cells, id);
    let actions = match body.get("actions") {
        Some(Value::Actions(actions)) => actions.clone(),
        _ => read_signed_actions(&mut cells, id)?,
    };
    let messages = actions.into_iter().filter_map(|action| match action {
        Action::SendMessage { mode, message } => Some((mode, message)),
        _ => None,
    });
    messages.map(|(mode, message)| read_payment(&mut cells, mode, message)).collect()
}

/// Returns the actions of a request without an opcode.
fn read_signed_actions(cells: &mut Cells, id: CellId) -> Option<Vec<Action>> {
    let rows = SIGNED_BODIES.iter().filter_map(|name| Row::find(name));
    let mut requests = Vec::new();
    for row in rows {
        if let Ok(known_body) = row.decode(cells, id)
            && known_body.rest.is_none()
        {
            requests.push(Body::Known(known_body));
        }
    }
    let [request] = requests.as_slice() else { return None };
    match (request.get("actions"), request.get("mode"), request.get("message")) {
        (Some(Value::Actions(actions)), ..) => Some(actions.clone()),
        (None, Some(Value::Uint(mode)), Some(Value::Cell(Some(message)))) => {
            Some(vec![Action::SendMessage { mode: u8::try_from(*mode).ok()?, message: *message }])
        }
        _ => None,
    }
}

fn read_payment(cells: &mut Cells, mode: u8, message: CellId) -> Option<Payment> {
    let payment = match Message::load(cells, message).ok()?.info {
        MessageInfo::Internal { dest, value, .. } => Payment { receiver: Some(dest), value: value.coins },
        MessageInfo::ExternalIn { dest, .. } => Payment { receiver: Some(dest), value: 0 },
        MessageInfo::ExternalOut { .. } => Payment { receiver: None, value: 0 },
    };
    Some(if mode & CARRYING_MODES == 0 { payment } else { Payment { value: 0, ..payment } })
}
