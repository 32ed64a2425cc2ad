//! Guests over a real SSH server. Without OpenSSH these tests say that they are skipped.

pub mod attempts;
mod sessions;
mod sshd;
