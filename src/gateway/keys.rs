//! API keys of callers: where a key is read, what its record allows, and whether the request is authorized.

pub(super) mod access;
pub(super) mod key_record;
pub(super) mod lookup;
