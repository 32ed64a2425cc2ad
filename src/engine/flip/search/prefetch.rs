//! Prefetching: asking the processor to load memory before it is needed.

/// Asks the processor to load the memory of `value` into its cache. This has no other effect.
#[allow(clippy::inline_always)] // inlined into code compiled for one instruction set
#[allow(unsafe_code)]
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        // SAFETY: every x86-64 processor has this instruction, and it never faults.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
