//! The XML schema of the format, made from the grammar.

use std::fmt::Write as _;

use crate::catalog::{entries, names};
use crate::schema::{Attribute, Kind};

/// The schema, as a document.
pub fn xsd() -> String {
    let entries = entries();
    let names = names(&entries);
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">\n\
         \x20 <xs:element name=\"mujoco\" type=\"mujoco\"/>\n\
         \x20 <xs:complexType name=\"include\">\n\
         \x20   <xs:attribute name=\"file\" type=\"xs:string\" use=\"required\"/>\n\
         \x20 </xs:complexType>\n",
    );
    for entry in &entries {
        push(
            &mut out,
            1,
            &format!("<xs:complexType name=\"{}\">", entry.name),
        );
        annotate(&mut out, 2, entry.node.doc);
        push(
            &mut out,
            2,
            "<xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\">",
        );
        push(
            &mut out,
            3,
            "<xs:element name=\"include\" type=\"include\"/>",
        );
        for child in entry.node.children {
            let name = names
                .get(&std::ptr::from_ref(child.node))
                .map_or("", String::as_str);
            let tag = child.node.tag;
            push(
                &mut out,
                3,
                &format!("<xs:element name=\"{tag}\" type=\"{name}\"/>"),
            );
        }
        push(&mut out, 2, "</xs:choice>");
        for attribute in entry.node.attributes() {
            self::attribute(&mut out, attribute);
        }
        push(&mut out, 1, "</xs:complexType>");
    }
    out.push_str("</xs:schema>\n");
    out
}

fn push(out: &mut String, depth: usize, line: &str) {
    let _ = writeln!(out, "{:1$}{line}", "", 2 * depth);
}

fn annotate(out: &mut String, depth: usize, doc: &str) {
    let text = doc.replace('&', "&amp;").replace('<', "&lt;");
    let line =
        format!("<xs:annotation><xs:documentation>{text}</xs:documentation></xs:annotation>");
    push(out, depth, &line);
}

fn attribute(out: &mut String, attribute: &Attribute) {
    let needed = if attribute.required {
        " use=\"required\""
    } else {
        ""
    };
    push(
        out,
        2,
        &format!("<xs:attribute name=\"{}\"{needed}>", attribute.name),
    );
    annotate(out, 3, attribute.doc);
    push(out, 3, "<xs:simpleType>");
    match attribute.kind {
        Kind::Text | Kind::File | Kind::Special(_) => {
            push(out, 4, "<xs:restriction base=\"xs:string\"/>");
        }
        Kind::Word(words) => enumeration(out, 4, &words()),
        Kind::Words(words) => {
            push(out, 4, "<xs:list><xs:simpleType>");
            enumeration(out, 5, &words());
            push(out, 4, "</xs:simpleType></xs:list>");
        }
        Kind::Numbers {
            integer,
            least,
            most,
        } => {
            let item = if integer { "xs:int" } else { "xs:double" };
            push(out, 4, "<xs:restriction>");
            push(
                out,
                5,
                &format!("<xs:simpleType><xs:list itemType=\"{item}\"/></xs:simpleType>"),
            );
            push(out, 5, &format!("<xs:minLength value=\"{least}\"/>"));
            if let Some(most) = most {
                push(out, 5, &format!("<xs:maxLength value=\"{most}\"/>"));
            }
            push(out, 4, "</xs:restriction>");
        }
    }
    push(out, 3, "</xs:simpleType>");
    push(out, 2, "</xs:attribute>");
}

fn enumeration(out: &mut String, depth: usize, words: &[&str]) {
    push(out, depth, "<xs:restriction base=\"xs:string\">");
    for word in words {
        push(
            out,
            depth + 1,
            &format!("<xs:enumeration value=\"{word}\"/>"),
        );
    }
    push(out, depth, "</xs:restriction>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml;

    #[test]
    fn the_schema_is_well_formed_and_names_what_it_uses() {
        let text = xsd();
        let root = xml::parse(&text, &"mjcf.xsd".into(), 0, 0).expect("parses");
        let types: Vec<&str> = root
            .children
            .iter()
            .filter(|c| c.tag == "xs:complexType")
            .filter_map(|c| c.get("name"))
            .collect();
        let mut used = 0;
        for element in root
            .children
            .iter()
            .filter_map(|c| c.child("xs:choice"))
            .flat_map(|c| &c.children)
        {
            let name = element.get("type").unwrap_or("");
            assert!(types.contains(&name), "{name}");
            used += 1;
        }
        assert!(used > 200);
    }
}
