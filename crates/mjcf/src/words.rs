//! Choosing among words, with the nearest spelling in the message.

/// The candidate closest in spelling, if one is close: at most one change for every three letters, and one more.
pub fn near<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = 1 + word.chars().count() / 3;
    let scored = candidates.into_iter().map(|c| (distance(word, c), c));
    let close = scored.filter(|(d, c)| *d <= limit && *d < c.chars().count());
    close.min_by_key(|(d, _)| *d).map(|(_, c)| c)
}

/// Number of letters to insert, remove or replace to turn one word into the other; words are taken to 64 letters.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let replaced = above[j] + usize::from(x != y);
            row.push(replaced.min(above[j + 1] + 1).min(row[j] + 1));
        }
        above = row;
    }
    above.last().copied().unwrap_or(0)
}

/// Says which words are possible in place of one that is not.
pub fn choose(word: &str, words: &[&str]) -> String {
    match near(word, words.iter().copied()) {
        Some(near) => format!("'{word}' is not a known word; did you mean '{near}'?"),
        None => format!("'{word}' is not one of: {}", words.join(", ")),
    }
}

/// The value that goes by a word.
pub fn from_words<T: Copy>(word: &str, table: &[(&str, T)]) -> Result<T, String> {
    let found = table.iter().find(|(w, _)| *w == word);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<&str> = table.iter().map(|(w, _)| *w).collect();
        choose(word, &words)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found() {
        assert_eq!(near("goem", ["joint", "geom"]), Some("geom"));
        assert_eq!(near("colour", ["rgba", "size"]), None);
        assert_eq!(near("", ["a"]), None);
    }
}
