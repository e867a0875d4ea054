//! API keys of callers: what the record of a key allows, and the result of looking one up.

pub mod calendar;
pub(super) mod key_record;
pub(super) mod lookup;
