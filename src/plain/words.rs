//! Words that can be typed, and shortened to what is unambiguous, and numbers.

use unicode_normalization::UnicodeNormalization as _;

/// Returns what was typed in its usual form (Unicode's NFKC): full-width digits, letters and signs
/// become those of ASCII.
pub fn usual(typed: &str) -> String {
    typed.nfkc().collect()
}

/// Reads a typed number.
pub fn number(typed: &str) -> Option<usize> {
    usual(typed).parse().ok()
}

/// Finds the word that was typed or shortened. `None` if no word begins like this; the error names
/// those that do, if there are several.
pub fn find<'w>(
    typed: &str,
    words: impl IntoIterator<Item = &'w str>,
) -> Result<Option<&'w str>, String> {
    let typed = usual(typed).to_lowercase();
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
    fn words_can_be_shortened_to_what_is_unambiguous() {
        let words = ["row", "repeat", "rest", "hint", "his"];
        assert_eq!(find("HINT", words), Ok(Some("hint")));
        assert_eq!(find("ro", words), Ok(Some("row")));
        assert_eq!(find("ｒｏ", words), Ok(Some("row")));
        assert_eq!(find("re", words), Err("re can be repeat or rest.".to_owned()));
        assert_eq!(find("go", words), Ok(None));
        // A word is not ambiguous because another one begins with it.
        assert_eq!(find("hi", ["hi", "hint"]), Ok(Some("hi")));
    }

    #[test]
    fn full_width_digits_are_digits() {
        assert_eq!(number("１２"), Some(12));
        assert_eq!(usual("３，４　５"), "3,4 5");
        assert_eq!([number("é"), number(""), number("一")], [None; 3]);
    }
}
