"""The part of MjSpec that reads and writes: files, texts, archives."""

import io
import os
import posixpath
import stat
import zipfile

from . import _ligament, _spec_messages, _spec_text
from ._functions import FatalError
from ._spec_rows import text


def _content(value):
    return value.encode() if isinstance(value, str) else bytes(memoryview(value))


def _opened(vfs):
    """The files of an MjVfs."""
    if vfs is None:
        return None
    if getattr(vfs, "_files", None) is None:
        raise RuntimeError("VFS is closed")
    return dict(vfs._files)


def _files(include, assets, vfs):
    """The files in memory that come with a model."""
    files = _opened(vfs)
    if files is not None:
        if include or assets:
            raise ValueError("give either include and assets or vfs, not both")
        return files
    return {os.fspath(n): _content(v) for part in (include, assets) for n, v in (part or {}).items()}


# Most bytes of all files of an archive, and of the archive.
_MOST_BYTES = 1 << 30


def _archive(file):
    """An archive that was checked: it has an end, names lie inside and stand for one file, and the files together are not too large."""
    try:
        status = os.stat(file) if isinstance(file, (str, os.PathLike)) else os.fstat(file.fileno())
    except (AttributeError, io.UnsupportedOperation):
        status = None  # a file in memory
    if status is not None and not stat.S_ISREG(status.st_mode):
        raise ValueError(f"Error: '{file}' is not a regular file")
    if status is not None and status.st_size > _MOST_BYTES:
        raise ValueError(f"Error: '{file}' is larger than {_MOST_BYTES} bytes")
    try:
        archive = zipfile.ZipFile(file)
    except zipfile.BadZipFile as error:
        raise ValueError(f"Error: this is not a readable zip archive: {error}") from None
    seen, total = set(), 0
    for entry in archive.infolist():
        name = posixpath.normpath(entry.filename.replace("\\", "/"))
        if name.startswith(("/", "../")) or name == ".." or ":" in name.split("/")[0]:
            raise ValueError(f"Error: the file '{entry.filename}' of the archive leads out of it")
        if name in seen:
            raise ValueError(f"Error: the archive has several files of one name: '{entry.filename}'")
        seen.add(name)
        total += entry.file_size
        if total > _MOST_BYTES:
            raise ValueError(f"Error: the files of the archive are too much together: more than {_MOST_BYTES} bytes")
    return archive


def _of_mesh(cls, filename, files, assets):
    """A model of one mesh."""
    spec = cls()
    name = os.path.splitext(os.path.basename(filename))[0]
    spec.add_mesh(name=name, file=filename)
    spec.worldbody.add_geom(type=7, meshname=name)
    spec._assets = files if assets is None else dict(assets)
    spec._trial(None)
    return spec


def _refuse_pixels(spec):
    """MJCF has no place for pixels."""
    for texture in spec.textures:
        if texture._read("data") and not texture.file:
            raise ValueError(f"Error: the pixels of a texture cannot be written as XML\nElement name '{texture.name}'")


class Files:
    """Reads and writes models."""

    __slots__ = ()

    @classmethod
    def from_file(cls, filename, include=None, assets=None, vfs=None):
        """Reads a model file; `include` and `assets`, or `vfs`, are files in memory that come before those on disk."""
        filename = os.fspath(filename)
        files = _files(include, assets, vfs)
        if os.path.splitext(filename)[1].lower() in (".stl", ".obj", ".msh"):
            return _of_mesh(cls, filename, files, assets)
        content = files.get(filename)
        return cls._loaded(_ligament.Spec.read_file(filename, files), assets, content or filename, content is None)

    @classmethod
    def from_string(cls, xml, include=None, assets=None, vfs=None):
        """Reads a model given as text; `include` and `assets`, or `vfs`, are files in memory."""
        xml = bytes(xml).decode() if isinstance(xml, (bytes, bytearray)) else text(xml)
        files = _files(include, assets, vfs)
        return cls._loaded(_ligament.Spec.read_text(xml, files), assets, xml, False)

    @classmethod
    def _loaded(cls, outcome, assets, source, on_disk):
        native, problems = outcome
        if native is None:
            _spec_messages.fail(problems)
        spec = cls._of(native)
        _spec_messages.warn(problems, 4)
        if assets is not None:
            spec._assets = dict(assets)
        spec._read_foreign(source, on_disk)
        return spec

    @classmethod
    def from_zip(cls, file):
        """Reads a model and its files from a zip archive, given by path or as an open file."""
        with _archive(file) as archive:
            names = [name for name in archive.namelist() if not name.endswith("/")]
            models = [name for name in names if name.endswith(".xml")]
            if not models:
                raise ValueError("No XML file found in zip file.")
            folder = os.path.dirname(models[-1])
            others = (name for name in names if name != models[-1])
            assets = {os.path.relpath(name, folder or "."): archive.read(name) for name in others}
            return cls.from_string(archive.read(models[-1]), assets=assets)

    def to_xml(self):
        """The model as MJCF."""
        self._push()
        _refuse_pixels(self)
        return self._write_foreign(_spec_text.arranged(self._native.write(), self._class_size))

    def _class_size(self, name):
        default = self.find_default(name)
        return [0.0] * 3 if default is None else default.geom.size.tolist()

    def to_file(self, filename):
        """Writes the model as MJCF."""
        content = self.to_xml()
        with open(filename, "w", encoding="utf-8") as file:
            file.write(content)

    def to_zip(self, file):
        """Writes the model with its files in memory into a zip archive, given by path or as an open file."""
        if isinstance(file, str) and os.path.dirname(file):
            os.makedirs(os.path.dirname(file), exist_ok=True)
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in self.assets.items():
                archive.writestr(name, _content(content))
            archive.writestr(self.modelname + ".xml", self.to_xml())

    def encode(self, filename, model=None, content_type=None):
        """Writes the model in the format that the name or media type says; returns the number of bytes."""
        if content_type not in (None, "", "text/xml", "application/xml") or (
            not content_type and os.path.splitext(filename)[1].lower() != ".xml"
        ):
            raise FatalError(f"there is no encoder for '{content_type or filename}'; models are written as .xml")
        content = self.to_xml().encode()
        with open(filename, "wb") as file:
            return file.write(content)

    def _memory(self, vfs):
        files = _opened(vfs)
        if files is None:
            return {name: _content(value) for name, value in self._assets.items()}
        if self._assets:
            raise ValueError("the model has assets of its own: give either assets or vfs, not both")
        return files
