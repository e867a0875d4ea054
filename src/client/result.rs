//! The JSON of a result, and reading it as the type that the caller named.

use super::api_key::redact;
use super::error::Error;
use crate::error::{self, Code};
use serde::de::DeserializeOwned;

/// A result, and the facts that an error about it needs.
pub(super) struct CallResult {
    pub(super) json: String,
    /// The masterchain block that the response shows, if a gateway of this package reports it; otherwise 0.
    pub(super) seqno: u32,
    pub(super) url: String,
    pub(super) secrets: Vec<String>,
}

impl CallResult {
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, Error> {
        serde_json::from_str(&self.json).map_err(|error| self.describe_unreadable(&error))
    }

    /// Makes the error for a result that does not have the requested type. Serde's error quotes the JSON, which can contain the API key if a server
    /// echoes it; `invalid_response` removes the key.
    pub(super) fn describe_unreadable(&self, error: &serde_json::Error) -> Error {
        let message = format!("the response does not have the requested type: {error}");
        self.invalid_response(message)
    }

    pub(super) fn invalid_response(&self, message: String) -> Error {
        let error = Error::from(error::Error::new(Code::InvalidResponse, message));
        error.with_url(&self.url, |text| redact(text, &self.secrets))
    }
}
