//! Commitments to hidden choices: who has committed can't choose otherwise later, and nobody can
//! read the choice before it is opened.
//!
//! The nonce follows from the person's key. So nothing needs to be kept: whoever has the key finds
//! the choice by trying the legal ones.

use std::fmt::Write as _;

use fourcade_engine::play::Seat;
use sha2::{Digest as _, Sha256};

use super::TableCode;
use crate::settings::PersonKey;

/// The digits of a hash or a nonce.
const DIGITS: usize = 64;

/// Whether this can be a hash or a nonce.
pub fn is_digest(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// The nonce of a person's choice for a step.
pub fn nonce(key: &PersonKey, code: &TableCode, step: u64, seat: Seat) -> String {
    let place = format!("{code}\n{step}\n{}", seat.index());
    hex(Sha256::new().chain_update(key.as_bytes()).chain_update(place))
}

/// What is published of a choice before it is opened. Nonces have one length, so that a hash can't
/// be read in two ways.
pub fn hash(nonce: &str, step: u64, seat: Seat, action: &str) -> String {
    hex(Sha256::new().chain_update(format!("{nonce}\n{step}\n{}\n{action}", seat.index())))
}

fn hex(digest: Sha256) -> String {
    digest.finalize().iter().fold(String::new(), |mut text, byte| {
        // Writing to a string can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
