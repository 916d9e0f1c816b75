//! Choosing among words, with the nearest spelling in the message.

use ligament_spec::compile::nearest;

/// Says which words are possible in place of one that is not.
pub fn choose(word: &str, words: &[&str]) -> String {
    match nearest(word, words.iter().copied()) {
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
