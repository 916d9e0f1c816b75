//! Reading attributes of URDF elements.

use ligament_math::Quat;
use ligament_spec::compile::orientation::resolve;
use ligament_spec::element::Orientation;
use ligament_spec::settings::Compiler;
use ligament_spec::{Origin, Problem};

use crate::number;
use crate::xml::Element;

/// An error at an element.
pub fn problem(element: &Element, message: impl Into<String>) -> Problem {
    Problem::error(&element.at, &element.tag, element.label(), message)
}

/// An attribute that must be there.
pub fn required<'a>(element: &'a Element, attribute: &str) -> Result<&'a str, Problem> {
    element
        .get(attribute)
        .ok_or_else(|| problem(element, format!("the attribute '{attribute}' is missing")))
}

/// A child element that may be there, once.
pub fn child<'a>(element: &'a Element, tag: &str) -> Result<Option<&'a Element>, Problem> {
    let mut found = element.children.iter().filter(|c| c.tag == tag);
    let first = found.next();
    match found.next() {
        Some(second) => {
            let message = format!("<{}> can have only one <{tag}>", element.tag);
            Err(problem(second, message))
        }
        None => Ok(first),
    }
}

/// A child element that must be there.
pub fn required_child<'a>(element: &'a Element, tag: &str) -> Result<&'a Element, Problem> {
    child(element, tag)?.ok_or_else(|| problem(element, format!("the element <{tag}> is missing")))
}

/// Exactly `N` numbers, if the attribute is there.
pub fn numbers<const N: usize>(
    element: &Element,
    attribute: &str,
) -> Result<Option<[f64; N]>, Problem> {
    let Some(text) = element.get(attribute) else {
        return Ok(None);
    };
    let at: Origin = element.place(attribute);
    let error = |message: String| Problem::error(&at, &element.tag, element.label(), message);
    let values: Vec<f64> =
        number::parse_list(text).map_err(|e| error(format!("attribute '{attribute}': {e}")))?;
    let count = values.len();
    values.try_into().map(Some).map_err(|_| {
        error(format!(
            "the attribute '{attribute}' needs {N} numbers and has {count}"
        ))
    })
}

/// Exactly `N` numbers that must be there.
pub fn required_numbers<const N: usize>(
    element: &Element,
    attribute: &str,
) -> Result<[f64; N], Problem> {
    required(element, attribute)?;
    Ok(numbers(element, attribute)?.unwrap_or([0.0; N]))
}

/// One number that must be there.
pub fn required_number(element: &Element, attribute: &str) -> Result<f64, Problem> {
    required_numbers::<1>(element, attribute).map(|[x]| x)
}

/// The pose in the `origin` child: position, and roll, pitch and yaw about fixed axes.
pub fn origin(element: &Element) -> Result<([f64; 3], Quat), Problem> {
    let Some(origin) = child(element, "origin")? else {
        return Ok(([0.0; 3], Quat::default()));
    };
    let pos = numbers(origin, "xyz")?.unwrap_or([0.0; 3]);
    let quat = match numbers(origin, "rpy")? {
        None => Quat::default(),
        Some(rpy) => {
            let settings = Compiler {
                degree: false,
                eulerseq: *b"XYZ",
                ..Compiler::default()
            };
            resolve(&Orientation::Euler(rpy), &settings).map_err(|e| problem(origin, e))?
        }
    };
    Ok((pos, quat))
}

/// The link that a joint moves.
pub fn child_link(joint: &Element) -> Result<&str, Problem> {
    required(required_child(joint, "child")?, "link")
}

/// The link that a joint is fixed to.
pub fn parent_link(joint: &Element) -> Result<&str, Problem> {
    required(required_child(joint, "parent")?, "link")
}
