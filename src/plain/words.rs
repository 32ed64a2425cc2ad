//! Typed numbers, and words abbreviated to any unambiguous prefix.

use unicode_normalization::UnicodeNormalization as _;

/// Unicode's NFKC form: full-width digits, letters and signs become ASCII.
pub fn normalized(typed: &str) -> String {
    typed.nfkc().collect()
}

pub fn number(typed: &str) -> Option<usize> {
    normalized(typed).parse().ok()
}

/// Finds the word with this prefix. `None` if there is no such word.
///
/// # Errors
///
/// Names the candidates if the prefix is ambiguous.
pub fn find<'w>(
    typed: &str,
    words: impl IntoIterator<Item = &'w str>,
) -> Result<Option<&'w str>, String> {
    let typed = normalized(typed).to_lowercase();
    let mut found: Vec<&str> = Vec::new();
    for word in words {
        if word == typed {
            return Ok(Some(word));
        }
        if word.starts_with(&typed) {
            found.push(word);
        }
    }
    match found.as_slice() {
        [] => Ok(None),
        [word] => Ok(Some(word)),
        words => Err(format!("{typed} can be {}.", words.join(" or "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_unambiguous_prefix_of_a_word_is_enough() {
        let words = ["row", "repeat", "rest", "hint", "his"];
        assert_eq!(find("HINT", words), Ok(Some("hint")));
        assert_eq!(find("ro", words), Ok(Some("row")));
        assert_eq!(find("ｒｏ", words), Ok(Some("row")));
        assert_eq!(find("re", words), Err("re can be repeat or rest.".to_owned()));
        assert_eq!(find("go", words), Ok(None));
        // An exact match wins over longer words.
        assert_eq!(find("hi", ["hi", "hint"]), Ok(Some("hi")));
    }

    #[test]
    fn full_width_digits_are_read_as_numbers() {
        assert_eq!(number("１２"), Some(12));
        assert_eq!(normalized("３，４　５"), "3,4 5");
        assert_eq!([number("é"), number(""), number("一")], [None; 3]);
    }
}
