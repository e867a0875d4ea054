#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;

pub mod address;
mod base64;
mod crc16;
pub mod endpoint;
pub mod error;
pub mod hash;
pub mod network;
