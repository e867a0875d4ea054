//! The single binary of all Rust integration tests, so that they link once.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::duplicate_mod, reason = "the calls of the Rust client run over each transport")]

mod address;
mod admission;
mod attempts;
mod boc;
mod cache;
mod callers;
#[cfg(feature = "cell")]
mod cell;
#[cfg(feature = "schema")]
mod codes;
mod compatibility;
mod cors;
mod doc_links;
#[cfg(feature = "tvm")]
mod emulator;
mod features;
mod gateway;
mod golden;
mod growth;
mod hash;
mod keys;
mod layers;
mod leniency;
mod leniency_of_bodies;
mod limits;
#[cfg(feature = "message")]
mod message;
mod operations;
mod pace;
mod pace_lab;
mod page;
mod plan;
mod readiness;
#[cfg(feature = "schema")]
mod reference;
mod reply;
#[cfg(feature = "schema")]
mod requests;
#[cfg(feature = "reqwest-no-tls")]
mod rust_client;
mod samples;
mod settings;
mod sources;
mod spec;
mod table;
#[cfg(feature = "tvm")]
mod tvm;
#[cfg(feature = "schema")]
mod types;
mod wire_request;
