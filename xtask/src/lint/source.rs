//! Rust sources as the lints see them: without comments, without tests, with or without the contents of strings.

use std::path::{Path, PathBuf};

/// A file that is not a test.
pub struct Source {
    /// From the root of the repository, with forward slashes.
    pub path: String,
    /// Its text with spaces in place of comments and tests. Lines stay where they are.
    pub text: String,
    /// The same with spaces in place of what strings hold.
    pub code: String,
}

impl Source {
    /// Reads text that was found at a path.
    pub fn new(path: &str, text: &str) -> Self {
        let (mut text, mut code) = blank(text);
        for (from, to) in test_items(&code) {
            text.replace_range(from..to, &spaces(&text[from..to]));
            code.replace_range(from..to, &spaces(&code[from..to]));
        }
        Self {
            path: path.to_owned(),
            text,
            code,
        }
    }

    /// The number of the line that a byte is in.
    pub fn line(&self, at: usize) -> usize {
        self.code[..at].matches('\n').count() + 1
    }

    /// Every word of the code, with the place where it starts.
    pub fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        words(&self.code)
    }

    /// Whether the file has this word, outside strings.
    pub fn has_word(&self, word: &str) -> bool {
        self.words().any(|(_, found)| found == word)
    }
}

/// All sources of the crates, in order of their paths: `crates/*/src`, without tests.
pub fn crates(root: &Path) -> Result<Vec<Source>, String> {
    let mut sources = Vec::new();
    for folder in folders(&root.join("crates"))? {
        sources.extend(below(root, &folder.join("src"))?);
    }
    Ok(sources)
}

/// All sources below a folder, in order of their paths, without tests.
pub fn below(root: &Path, folder: &Path) -> Result<Vec<Source>, String> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let mut sources = Vec::new();
    let mut tests = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let path = file.strip_prefix(root).unwrap_or(file);
        let path = path.to_string_lossy().replace('\\', "/");
        tests.extend(test_modules(&path, &text));
        sources.push(Source::new(&path, &text));
    }
    sources.retain(|source| {
        let test = |module: &String| {
            source.path == format!("{module}.rs") || source.path.starts_with(&format!("{module}/"))
        };
        !tests.iter().any(test) && !source.path.ends_with("/tests.rs")
    });
    Ok(sources)
}

/// The folders in a folder, in order.
pub fn folders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found: Vec<_> = entries(folder)?
        .into_iter()
        .filter(|p| p.is_dir())
        .collect();
    found.sort();
    Ok(found)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let read = || -> std::io::Result<Vec<PathBuf>> {
        std::fs::read_dir(folder)?
            .map(|entry| Ok(entry?.path()))
            .collect()
    };
    read().map_err(|e| format!("{}: {e}", folder.display()))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for path in entries(folder)? {
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The words of some code: identifiers, keywords and numbers.
pub fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + code[rest..].find(inside)?;
        let length = code[start..]
            .find(|c| !inside(c))
            .unwrap_or(code.len() - start);
        rest = start + length;
        Some((start, &code[start..rest]))
    })
}

/// As many bytes, all of them spaces but for the ends of lines.
fn spaces(text: &str) -> String {
    text.bytes()
        .map(|b| if b == b'\n' { '\n' } else { ' ' })
        .collect()
}

/// The text without comments, and the text without comments and without the contents of strings.
fn blank(text: &str) -> (String, String) {
    let (mut kept, mut code) = (String::new(), String::new());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (length, kind) = token(rest, first);
        let (token, tail) = rest.split_at(length);
        match kind {
            Token::Comment => kept.push_str(&spaces(token)),
            Token::String | Token::Code => kept.push_str(token),
        }
        match kind {
            Token::Code => code.push_str(token),
            Token::Comment | Token::String => code.push_str(&spaces(token)),
        }
        rest = tail;
    }
    (kept, code)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Comment,
    String,
    Code,
}

/// The length in bytes and the kind of what a text starts with.
fn token(text: &str, first: char) -> (usize, Token) {
    if text.starts_with("//") {
        return (text.find('\n').unwrap_or(text.len()), Token::Comment);
    }
    if text.starts_with("/*") {
        let mut depth = 0;
        let mut at = 0;
        loop {
            let rest = &text[at..];
            if rest.starts_with("/*") {
                depth += 1;
                at += 2;
            } else if rest.starts_with("*/") {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return (at, Token::Comment);
                }
            } else if let Some(c) = rest.chars().next() {
                at += c.len_utf8();
            } else {
                return (at, Token::Comment);
            }
        }
    }
    if first == '"' {
        return (quoted(text, '"'), Token::String);
    }
    if first == '\'' {
        let mut chars = text.chars().skip(1);
        let one = chars.next();
        if one == Some('\\') || chars.next() == Some('\'') {
            return (quoted(text, '\''), Token::String);
        }
        return (1, Token::Code);
    }
    if first.is_alphanumeric() || first == '_' {
        let (_, word) = words(text).next().unwrap_or((0, ""));
        let rest = &text[word.len()..];
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        if matches!(word, "r" | "br" | "cr") && rest[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let start = word.len() + hashes + 1;
            let length = text[start..]
                .find(&end)
                .map_or(text.len(), |n| start + n + end.len());
            return (length, Token::String);
        }
        return (word.len(), Token::Code);
    }
    (first.len_utf8(), Token::Code)
}

/// The length of a literal with its quotes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if !escaped && c == quote {
            return at + 1;
        }
        escaped = !escaped && c == '\\';
    }
    text.len()
}

/// Where the items are that only tests have: `#[cfg(test)]`, further attributes and what follows, to the end of its braces or
/// to a semicolon.
fn test_items(code: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = code[at..].find("#[cfg(test)]") {
        let start = at + next;
        at = end_of_item(code, start + "#[cfg(test)]".len());
        found.push((start, at));
    }
    found
}

/// Where an item ends: after its semicolon or after the brace that closes its first one.
pub fn end_of_item(code: &str, start: usize) -> usize {
    let mut depth = 0_usize;
    for (offset, c) in code[start..].char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && c == '}' {
                    return start + offset + 1;
                }
            }
            ';' if depth == 0 => return start + offset + 1,
            _ => {}
        }
    }
    code.len()
}

/// Paths, without ending, of modules that a file declares for tests only.
fn test_modules(path: &str, text: &str) -> Vec<String> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = match name {
        "mod.rs" | "lib.rs" | "main.rs" => folder.to_owned(),
        _ => format!("{folder}/{}", name.trim_end_matches(".rs")),
    };
    let code = blank(text).1;
    let items = test_items(&code);
    let modules = items.iter().filter_map(|&(from, to)| {
        let item = code[from..to].strip_suffix(';')?;
        let mut words = item.rsplit(char::is_whitespace);
        let name = words.next()?;
        (words.next() == Some("mod")).then(|| format!("{folder}/{name}"))
    });
    modules.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_strings_and_tests_are_cut() {
        let text = "a /* b /* c */ */ \"d // e\" // f\nr#\"g\"h\"# 'i' &'j k\n#[cfg(test)]\n#[x]\nmod tests { l { \"}\" } }\nm";
        let source = Source::new("x.rs", text);
        let words: Vec<_> = source.words().map(|(_, word)| word).collect();
        assert_eq!(words, ["a", "j", "k", "m"]);
        assert!(source.text.contains("\"d // e\"") && source.text.contains("r#\"g\"h\"#"));
        assert!(!source.text.contains('l') && !source.text.contains('f'));
        assert_eq!(source.line(source.code.find('m').unwrap_or(0)), 6);
    }

    #[test]
    fn modules_of_tests_are_known_by_their_declaration() {
        let text = "#[cfg(test)]\nmod corrupt;\nmod other;\n#[cfg(test)]\nuse x;";
        assert_eq!(test_modules("a/src/b.rs", text), ["a/src/b/corrupt"]);
        assert_eq!(test_modules("a/src/b/mod.rs", text), ["a/src/b/corrupt"]);
    }
}
