#![doc = include_str!("../README.md")]

// Words.
pub mod address;
pub mod ascii;
mod base64;
pub mod boc;
mod crc16;
pub mod error;
pub mod hash;
mod hex;
pub mod network;
mod spot;
mod text;

// The table.
pub mod endpoint;
#[cfg(feature = "types")]
pub mod types;

// The client's way.
pub mod pace;
pub mod page;
pub mod plan;
pub mod reply;

// What is written of the table for others.
#[cfg(feature = "types")]
pub mod example;
#[cfg(feature = "types")]
pub mod openapi;
#[cfg(feature = "types")]
pub mod reference;

// The gateway's way.
pub mod gateway;

// The JavaScript face.
#[cfg(feature = "js")]
mod js;
