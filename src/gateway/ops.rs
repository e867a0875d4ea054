//! The operators' endpoints: health, readiness, metrics, and the OpenAPI documents.

pub(super) mod handle;
pub(super) mod readiness;
