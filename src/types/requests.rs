//! Types of the requests: one for each row of the table, with its parameters as fields.
//!
//! The two files below are generated from the endpoint table by `cargo xtask generate`.

#[rustfmt::skip]
pub(super) mod v2;
#[rustfmt::skip]
pub(super) mod v3;

use serde::{Serialize, de::DeserializeOwned};

use crate::endpoint::{Endpoint, Generation, Verb, find};

/// The parameters of one operation, bound to its row and its result.
///
/// ```
/// use ton_edge::types::{Request as _, v3::{Sort, TransactionsRequest}};
/// let request = TransactionsRequest { limit: Some(3), sort: Some(Sort::Asc), ..Default::default() };
/// assert_eq!(serde_json::to_string(&request).unwrap(), r#"{"limit":3,"sort":"asc"}"#);
/// assert_eq!(TransactionsRequest::endpoint().unwrap().path, "/transactions");
/// ```
pub trait Request: Serialize {
    /// Generation, verb and path of the row. For `decode`, which has two verbs, it is the first.
    const ROW: (Generation, Verb, &'static str);

    /// The result; for v2, without the envelope.
    type Response: Serialize + DeserializeOwned;

    /// Finds the row.
    #[must_use]
    fn endpoint() -> Option<&'static Endpoint> {
        let (generation, verb, path) = Self::ROW;
        find::by_path(generation, verb, path)
    }
}
