//! The instruction sets for which the inner loops of searches are compiled. The best is chosen at
//! run time, so the same program runs on any processor.

#![allow(clippy::inline_always)] // inlined into code compiled for one instruction set

#[cfg(target_arch = "x86_64")]
mod avx2;

use crate::flip::model::bitboard::{Bitboard, Position};

/// An instruction set, with the fastest way to find moves and flips on it.
pub trait InstructionSet: Copy + Send + Sync {
    /// See [`Position::flips`].
    fn flips(self, position: Position, at: u32) -> Bitboard;
    /// See [`Position::moves`].
    fn moves(self, position: Position, empty: Bitboard) -> Bitboard;
}

/// The instructions that every processor of the target has.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl InstructionSet for Portable {
    #[inline(always)]
    fn flips(self, position: Position, at: u32) -> Bitboard {
        position.flips(at)
    }

    #[inline(always)]
    fn moves(self, position: Position, empty: Bitboard) -> Bitboard {
        position.moves(empty)
    }
}

/// The x86-64 extensions AVX2, BMI1, BMI2, LZCNT and POPCNT, which most processors have had since
/// 2013. A value exists only on a processor that has all of them.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// Returns the instruction set if the processor has it.
    pub fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl InstructionSet for Avx2 {
    #[inline(always)]
    fn flips(self, position: Position, at: u32) -> Bitboard {
        // SAFETY: an `Avx2` exists only on a processor with these extensions.
        unsafe { avx2::flips(position, at) }
    }

    #[inline(always)]
    fn moves(self, position: Position, empty: Bitboard) -> Bitboard {
        // SAFETY: an `Avx2` exists only on a processor with these extensions.
        unsafe { avx2::moves(position, empty) }
    }
}

/// Declares a trait of kernels: functions that are compiled once for each instruction set. They may
/// have one type parameter.
///
/// Each kernel has a body that is generic over the instruction set and always inlined. Its first
/// argument, the context, is the same for all kernels of a trait. Calls between kernels go through
/// the trait: without that boundary a body would be compiled for the caller's instruction set.
macro_rules! kernels {
    (
        $(#[$trait_doc:meta])*
        pub trait $kernels:ident: $base:ident for $context:ty {
            $(
                $(#[$doc:meta])*
                fn $name:ident $(<$param:ident: $bound:ident>)? ($($arg:ident: $kind:ty),*)
                    -> $output:ty = $body:path;
            )*
        }
    ) => {
        $(#[$trait_doc])*
        pub trait $kernels: $base {
            $(
                $(#[$doc])*
                fn $name $(<$param: $bound>)? (self, context: $context, $($arg: $kind),*)
                    -> $output;
            )*
        }

        impl $kernels for $crate::flip::search::instruction_set::Portable {
            $(fn $name $(<$param: $bound>)? (self, context: $context, $($arg: $kind),*) -> $output {
                $body(context, self, $($arg),*)
            })*
        }

        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        impl $kernels for $crate::flip::search::instruction_set::Avx2 {
            $(
                #[inline(always)]
                fn $name $(<$param: $bound>)? (self, context: $context, $($arg: $kind),*)
                    -> $output
                {
                    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                    fn compiled $(<$param: $bound>)? (
                        isa: $crate::flip::search::instruction_set::Avx2,
                        context: $context,
                        $($arg: $kind),*
                    ) -> $output {
                        $body(context, isa, $($arg),*)
                    }
                    // SAFETY: an `Avx2` exists only on a processor with these extensions.
                    unsafe { compiled(self, context, $($arg),*) }
                }
            )*
        }
    };
}
pub(super) use kernels;
