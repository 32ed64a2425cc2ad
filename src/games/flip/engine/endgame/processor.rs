//! What a processor does better than plain code, chosen at run time, since the program runs on any
//! machine.
//!
//! Code that is written for any [`Processor`] calls its flips and moves, and goes from one position
//! to the next through its doors: behind them is the same code, compiled for this processor. This
//! is the one place with `unsafe` calls.

use super::{close::Close, leaves::Leaves};
use crate::{games::flip::rules::bitboard, play::SearchStop};

#[cfg(target_arch = "x86_64")]
use super::avx2;

macro_rules! processors {
    ($($(#[$words:meta])* $name:ident($context:ty, $($arg:ident: $kind:ty),*) -> $value:ty = $body:path;)*) => {
        /// A way to make moves.
        pub trait Processor: Copy + Send + Sync {
            /// As [`bitboard::flips`].
            fn flips(self, own: u64, opp: u64, at: u32) -> u64;
            /// As [`bitboard::moves`].
            fn moves(self, own: u64, opp: u64, empty: u64) -> u64;
            $($(#[$words])* fn $name(self, context: &mut $context, $($arg: $kind),*) -> $value;)*
        }

        /// Any processor.
        #[derive(Clone, Copy, Debug)]
        pub struct Portable;

        impl Processor for Portable {
            #[inline(always)]
            fn flips(self, own: u64, opp: u64, at: u32) -> u64 {
                bitboard::flips(own, opp, at)
            }

            #[inline(always)]
            fn moves(self, own: u64, opp: u64, empty: u64) -> u64 {
                bitboard::moves(own, opp, empty)
            }

            $(fn $name(self, context: &mut $context, $($arg: $kind),*) -> $value {
                $body(context, self, $($arg),*)
            })*
        }

        /// An x86-64 processor with what most have since 2013. There is a value of it only on such
        /// a one.
        #[cfg(target_arch = "x86_64")]
        #[derive(Clone, Copy, Debug)]
        pub struct Avx2(());

        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)] // in each call: an `Avx2` is only made where its features were found
        impl Processor for Avx2 {
            #[inline(always)]
            fn flips(self, own: u64, opp: u64, at: u32) -> u64 {
                unsafe { avx2::flips(own, opp, at) }
            }

            #[inline(always)]
            fn moves(self, own: u64, opp: u64, empty: u64) -> u64 {
                unsafe { avx2::moves(own, opp, empty) }
            }

            $(#[inline(always)]
            fn $name(self, context: &mut $context, $($arg: $kind),*) -> $value {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn compiled_for_it(p: Avx2, context: &mut $context, $($arg: $kind),*) -> $value {
                    $body(context, p, $($arg),*)
                }
                unsafe { compiled_for_it(self, context, $($arg),*) }
            })*
        }
    };
}

processors! {
    /// [`Close::search`].
    close(Close<'_>, own: u64, opp: u64, alpha: i32) -> Result<i32, SearchStop> = Close::search;
    /// [`Leaves::search`].
    leaves(Leaves<'_>, own: u64, opp: u64, empty: u64, alpha: i32) -> i32 = Leaves::search;
    /// [`Leaves::several`].
    several(Leaves<'_>, own: u64, opp: u64, empty: u64, parity: usize, alpha: i32) -> i32 = Leaves::several;
    /// [`Leaves::four`].
    four(Leaves<'_>, own: u64, opp: u64, empty: u64, parity: usize, alpha: i32) -> i32 = Leaves::four;
    /// [`Leaves::three`].
    three(Leaves<'_>, own: u64, opp: u64, empty: u64, parity: usize, alpha: i32) -> i32 = Leaves::three;
}

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// The processor, if it is such a one.
    pub fn found() -> Option<Self> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Self(()))
    }
}
