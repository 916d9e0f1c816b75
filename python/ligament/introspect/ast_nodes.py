"""Types and declarations of C."""

import dataclasses
from typing import Dict, Optional, Tuple, Union


def _words(*parts):
    return " ".join(part for part in parts if part)


@dataclasses.dataclass(frozen=True)
class ValueType:
    """A plain type: `const mjtNum`."""

    name: str
    is_const: bool = False
    is_volatile: bool = False
    nullable: bool = False

    def decl(self, name_or_decl: Optional[str] = None) -> str:
        """The declaration of something of this type."""
        return _words("const" * self.is_const, "volatile" * self.is_volatile, self.name, name_or_decl)

    def __str__(self) -> str:
        return self.decl()


@dataclasses.dataclass(frozen=True)
class ArrayType:
    """An array of fixed extents: `mjtNum[3]`."""

    inner_type: Union[ValueType, "PointerType"]
    extents: Tuple[int, ...]
    nullable: bool = False

    def decl(self, name_or_decl: Optional[str] = None) -> str:
        """The declaration of something of this type."""
        extents = "".join(f"[{extent}]" for extent in self.extents)
        return self.inner_type.decl(f"{name_or_decl or ''}{extents}")

    def __str__(self) -> str:
        return self.decl()


@dataclasses.dataclass(frozen=True)
class PointerType:
    """A pointer: `const mjModel *`."""

    inner_type: Union[ValueType, ArrayType, "PointerType"]
    nullable: bool = False
    is_const: bool = False
    is_volatile: bool = False
    is_restrict: bool = False

    def decl(self, name_or_decl: Optional[str] = None) -> str:
        """The declaration of something of this type."""
        words = ("const" * self.is_const, "volatile" * self.is_volatile, "restrict" * self.is_restrict)
        pointer = _words("*", *words, name_or_decl)
        if isinstance(self.inner_type, ArrayType):
            pointer = f"({pointer})"
        return self.inner_type.decl(pointer)

    def __str__(self) -> str:
        return self.decl()


@dataclasses.dataclass(frozen=True)
class FunctionParameterDecl:
    """A parameter of a function."""

    name: str
    type: Union[ValueType, ArrayType, PointerType]
    nullable: bool = False

    @property
    def decltype(self) -> str:
        """Its type."""
        return self.type.decl()

    def __str__(self) -> str:
        return self.type.decl(self.name)


@dataclasses.dataclass(frozen=True)
class FunctionDecl:
    """A function."""

    name: str
    return_type: Union[ValueType, ArrayType, PointerType]
    parameters: Tuple[FunctionParameterDecl, ...]
    doc: str

    @property
    def decltype(self) -> str:
        """Its type."""
        return f"{self.return_type} ({', '.join(parameter.decltype for parameter in self.parameters)})"

    def __str__(self) -> str:
        return f"{self.return_type} {self.name}({', '.join(str(parameter) for parameter in self.parameters)})"


@dataclasses.dataclass(frozen=True)
class EnumDecl:
    """An enumeration."""

    name: str
    declname: str
    values: Dict[str, int]


@dataclasses.dataclass(frozen=True)
class StructFieldDecl:
    """A field of a struct; `array_extent` says what counts the numbers of an array."""

    name: str
    type: Union[ValueType, ArrayType, PointerType, "AnonymousUnionDecl", "AnonymousStructDecl"]
    doc: str
    array_extent: Optional[Tuple[Union[str, int], ...]] = None

    @property
    def decltype(self) -> str:
        """Its type."""
        return self.type.decl()

    def __str__(self) -> str:
        return self.type.decl(self.name)


@dataclasses.dataclass(frozen=True)
class AnonymousStructDecl:
    """A struct within a struct."""

    fields: Tuple[Union[StructFieldDecl, "AnonymousUnionDecl"], ...]

    def decl(self, name_or_decl: Optional[str] = None) -> str:
        """The declaration of something of this type."""
        return _words(f"{self._word} {{{' '.join(f'{field};' for field in self.fields)}}}", name_or_decl)

    def __str__(self) -> str:
        return self.decl()

    _word = "struct"


@dataclasses.dataclass(frozen=True)
class AnonymousUnionDecl(AnonymousStructDecl):
    """A union within a struct."""

    _word = "union"


@dataclasses.dataclass(frozen=True)
class StructDecl:
    """A struct."""

    name: str
    declname: str
    fields: Tuple[Union[StructFieldDecl, AnonymousUnionDecl], ...]

    def decl(self, name_or_decl: Optional[str] = None) -> str:
        """The declaration of something of this type."""
        return _words(self.declname, name_or_decl)
