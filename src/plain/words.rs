//! Words that can be typed, and shortened to what is unambiguous.

/// Finds the word that was typed or shortened. `None` if no word begins like this; the error names
/// those that do, if there are several.
pub fn find<'w>(
    typed: &str,
    words: impl IntoIterator<Item = &'w str>,
) -> Result<Option<&'w str>, String> {
    let typed = typed.to_lowercase();
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
        assert_eq!(find("re", words), Err("re can be repeat or rest.".to_owned()));
        assert_eq!(find("go", words), Ok(None));
        // A word is not ambiguous because another one begins with it.
        assert_eq!(find("hi", ["hi", "hint"]), Ok(Some("hi")));
    }
}
