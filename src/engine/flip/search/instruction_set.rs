//! The instruction sets for which the inner loops of searches are compiled. The best is chosen at
//! run time, so the same program runs on any processor.

#![allow(clippy::inline_always)] // inlined into code compiled for one instruction set

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

/// Moves and flips with AVX2 instructions: four directions at a time, one in each 64-bit lane.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
        _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
        _mm256_cmpgt_epi64, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_epi64x,
        _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64,
        _mm256_sub_epi64,
    };

    use crate::flip::model::bitboard::{Bitboard, INNER, Position, RAYS};

    /// Returns the vector of four rays. It is written out because the closure of `array::map` would
    /// be a function without these instructions, which the compiler may leave as a call.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn ray_lanes(rays: &[Bitboard]) -> __m256i {
        lanes([
            rays[0].cast_signed(),
            rays[1].cast_signed(),
            rays[2].cast_signed(),
            rays[3].cast_signed(),
        ])
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn lanes(values: [i64; 4]) -> __m256i {
        _mm256_set_epi64x(values[3], values[2], values[1], values[0])
    }

    /// Returns the shift for this many squares in each of the four directions of [`RAYS`].
    #[inline]
    #[target_feature(enable = "avx2")]
    fn steps(times: i64) -> __m256i {
        lanes([times, 7 * times, 8 * times, 9 * times])
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn union(sets: __m256i) -> Bitboard {
        let two = _mm_or_si128(_mm256_castsi256_si128(sets), _mm256_extracti128_si256::<1>(sets));
        _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))).cast_unsigned()
    }

    /// See [`Position::flips`].
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn flips(Position { own, opp }: Position, at: u32) -> Bitboard {
        let rays = &RAYS[at as usize % 64];
        let own = _mm256_set1_epi64x(own.cast_signed());
        let opp = _mm256_set1_epi64x(opp.cast_signed());

        // Towards higher bits the lowest square of the ray that is not the opponent's must be own.
        let ray = ray_lanes(&rays[..4]);
        let others = _mm256_andnot_si256(opp, ray);
        let lowest = _mm256_and_si256(others, _mm256_sub_epi64(_mm256_setzero_si256(), others));
        let closing = _mm256_and_si256(lowest, own);
        let open = _mm256_cmpeq_epi64(closing, _mm256_setzero_si256());
        let before = _mm256_and_si256(ray, _mm256_add_epi64(closing, _mm256_set1_epi64x(-1)));
        let up = _mm256_andnot_si256(open, before);

        // Towards lower bits the highest own square must be above the highest empty one. `shadow`
        // is that square with all below it.
        let ray = ray_lanes(&rays[4..]);
        let mine = _mm256_and_si256(own, ray);
        let empty = _mm256_andnot_si256(_mm256_or_si256(opp, mine), ray);
        let mut shadow = _mm256_or_si256(mine, _mm256_srlv_epi64(mine, steps(1)));
        shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, steps(2)));
        shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, steps(4)));
        let down =
            _mm256_and_si256(_mm256_andnot_si256(shadow, ray), _mm256_cmpgt_epi64(mine, empty));

        union(_mm256_or_si256(up, down))
    }

    /// See [`Position::moves`].
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn moves(Position { own, opp }: Position, empty: Bitboard) -> Bitboard {
        let inner = INNER.cast_signed();
        let own = _mm256_set1_epi64x(own.cast_signed());
        // Only vertical runs may use the edge columns.
        let opp = _mm256_and_si256(
            _mm256_set1_epi64x(opp.cast_signed()),
            lanes([inner, inner, -1, inner]),
        );
        let extend = |runs: __m256i, opp: __m256i, next: __m256i| {
            _mm256_or_si256(runs, _mm256_and_si256(opp, next))
        };
        let (one, two) = (steps(1), steps(2));
        let mut up = _mm256_and_si256(opp, _mm256_sllv_epi64(own, one));
        let mut down = _mm256_and_si256(opp, _mm256_srlv_epi64(own, one));
        up = extend(up, opp, _mm256_sllv_epi64(up, one));
        down = extend(down, opp, _mm256_srlv_epi64(down, one));
        let pairs_up = _mm256_and_si256(opp, _mm256_sllv_epi64(opp, one));
        let pairs_down = _mm256_srlv_epi64(pairs_up, one);
        for _ in 0..2 {
            up = extend(up, pairs_up, _mm256_sllv_epi64(up, two));
            down = extend(down, pairs_down, _mm256_srlv_epi64(down, two));
        }
        union(_mm256_or_si256(_mm256_sllv_epi64(up, one), _mm256_srlv_epi64(down, one))) & empty
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
