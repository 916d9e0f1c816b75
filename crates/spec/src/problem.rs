//! Problems found while reading or compiling: where, what, and what to do about it.

use crate::origin::Origin;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The model cannot be used.
    Error,
    /// The model can be used, but probably does not mean what was intended.
    Warning,
}

/// One problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// Where.
    pub at: Origin,
    /// The element, for example `geom`; empty if it concerns the whole model.
    pub element: String,
    /// The element's name; empty if it has none.
    pub name: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it; empty if the message says it.
    pub help: String,
}

impl Problem {
    /// An error in an element.
    pub fn error(at: &Origin, element: &str, name: &str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            at: at.clone(),
            element: element.into(),
            name: name.into(),
            message: message.into(),
            help: String::new(),
        }
    }

    /// An error that concerns the model as a whole.
    pub fn model(message: impl Into<String>) -> Self {
        Self::error(&Origin::default(), "", "", message)
    }

    /// The same as a warning.
    pub fn warning(self) -> Self {
        Self {
            severity: Severity::Warning,
            ..self
        }
    }

    /// Adds what to do.
    pub fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: help.into(),
            ..self
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{}: {kind}: ", self.at)?;
        match (self.element.as_str(), self.name.as_str()) {
            ("", _) => {}
            (element, "") => write!(f, "<{element}>: ")?,
            (element, name) => write!(f, "<{element}> '{name}': ")?,
        }
        write!(f, "{}", self.message)?;
        if !self.help.is_empty() {
            write!(f, " ({})", self.help)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

/// One or more problems that make a model unusable; warnings may be among them.
#[derive(Clone, Default, PartialEq)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// Collects a problem.
    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Keeps the error of a result and gives the value.
    pub fn keep<T>(&mut self, result: Result<T, Problem>) -> Option<T> {
        result.map_err(|problem| self.push(problem)).ok()
    }

    /// True if there is an error among them.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|p| p.severity == Severity::Error)
    }

    /// `Err` with everything found if there is an error among them, else the warnings.
    pub fn check(self) -> Result<Vec<Problem>, Self> {
        if self.has_errors() {
            Err(self)
        } else {
            Ok(self.0)
        }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl std::fmt::Display for Problems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

/// The text that users read, so that `?` in `main` prints it.
impl std::fmt::Debug for Problems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Problems {}
