//! Gives back the memory of code that only the start of the arcade or of a screen needs.

use std::{
    fs,
    ops::Range,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use rustix::mm::{Advice, madvise};

/// How long after the call the start is certainly over.
const START_TIME: Duration = Duration::from_secs(1);

static IS_WAITING: AtomicBool = AtomicBool::new(false);

/// Gives back the code of a start on another thread, once the start is over.
pub fn give_back_later() {
    if IS_WAITING.swap(true, Ordering::Relaxed) {
        return;
    }
    let thread = thread::Builder::new().name("code memory".to_owned()).spawn(|| {
        thread::sleep(START_TIME);
        IS_WAITING.store(false, Ordering::Relaxed);
        give_back();
    });
    if thread.is_err() {
        // The code stays mapped.
        IS_WAITING.store(false, Ordering::Relaxed);
    }
}

/// Unmaps all code of the program and of its libraries. The system maps again what is still needed,
/// usually without reading the disk.
///
/// The system maps code in large pieces, so after the start most of it is mapped although little of
/// it runs again. Unmapped code stays in the cache of the file until the memory is needed for
/// something else.
fn give_back() {
    let mappings = fs::read_to_string("/proc/self/smaps").unwrap_or_default();
    for range in code(&mappings) {
        let start = std::ptr::with_exposed_provenance_mut(range.start);
        // SAFETY: these pages are not writable and do not differ from their file, so each of them
        // has the same content when it is mapped again.
        #[allow(unsafe_code)]
        let result = unsafe { madvise(start, range.len(), Advice::LinuxDontNeed) };
        // If it fails, the code stays mapped.
        let _ = result;
    }
}

/// Returns the addresses of unchanged code, given the text of `/proc/self/smaps`.
fn code(mappings: &str) -> Vec<Range<usize>> {
    let (mut all, mut last) = (Vec::new(), None);
    for line in mappings.lines() {
        let mut words = line.split_whitespace();
        let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        if let Some(range) = parse_range(first) {
            // The path of the file is the last word.
            let is_file = words.nth(3).is_some_and(|path| path.starts_with('/'));
            last = (second == "r-xp" && is_file).then_some(range);
        } else if first == "Anonymous:" {
            // A debugger may have changed some pages, which are then no longer those of the file.
            all.extend(last.take().filter(|_| second == "0"));
        }
    }
    all
}

/// Reads two hexadecimal addresses with a hyphen between them.
fn parse_range(text: &str) -> Option<Range<usize>> {
    let (start, end) = text.split_once('-')?;
    Some(usize::from_str_radix(start, 16).ok()?..usize::from_str_radix(end, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unchanged_code_of_files_is_found() {
        let mapping = |range: &str, access: &str, path: &str, anonymous: u32| {
            format!(
                "{range} {access} 00000000 fe:00 42       {path}\nRss:      8 kB\n\
                 Anonymous:      {anonymous} kB\n"
            )
        };
        let mappings = [
            mapping("1000-2000", "r--p", "/bin/fourcade", 0),
            mapping("2000-3000", "r-xp", "/bin/fourcade", 0),
            mapping("3000-4000", "rw-p", "/bin/fourcade", 4),
            mapping("5000-6000", "r-xp", "/lib/changed.so", 4),
            mapping("7000-8000", "r-xp", "/lib/with a space.so", 0),
            mapping("9000-a000", "r-xp", "[vdso]", 0),
            mapping("b000-c000", "r-xp", "", 0),
        ];
        assert_eq!(code(&mappings.concat()), [0x2000..0x3000, 0x7000..0x8000]);
    }

    #[test]
    fn the_program_goes_on_without_its_code() {
        let mappings = || fs::read_to_string("/proc/self/smaps").unwrap();
        assert!(!code(&mappings()).is_empty());
        give_back();
        assert!(!code(&mappings()).is_empty());
    }
}
