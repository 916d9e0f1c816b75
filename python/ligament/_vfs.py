"""Files in memory that models are read from."""

import os


class MjVfs:
    """Files in memory: `vfs["box.obj"] = content`. They are used before files on disk.

    `MjModel.from_xml_path`, `MjModel.from_xml_string` and their kin take it as `vfs`.
    """

    __slots__ = ("_files",)
    __module__ = "ligament"

    def __init__(self):
        self._files = {}

    def _open(self):
        if self._files is None:
            raise RuntimeError("this MjVfs is closed")
        return self._files

    def __setitem__(self, name, content):
        files, name = self._open(), os.fspath(name)
        if name in files:
            raise ValueError(f"'{name}' is already there; delete it first")
        content = content.encode() if isinstance(content, str) else content
        files[name] = bytes(memoryview(content))

    def __getitem__(self, name):
        return self._open()[os.fspath(name)]

    def __delitem__(self, name):
        del self._open()[os.fspath(name)]

    def __contains__(self, name):
        return os.fspath(name) in self._open()

    def __iter__(self):
        return iter(self._open())

    def __len__(self):
        return len(self._open())

    def close(self):
        """Forgets all files; nothing can be added afterwards."""
        self._files = None

    def __enter__(self):
        self._open()
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return "<MjVfs, closed>" if self._files is None else f"<MjVfs of {len(self._files)} files>"


def files_of(assets, vfs):
    """The files in memory that come with a model: name and content, or None."""
    if assets is not None and vfs is not None:
        raise ValueError("give either assets or vfs, not both")
    if vfs is not None:
        if not isinstance(vfs, MjVfs):
            raise TypeError(f"vfs must be an MjVfs, not {type(vfs).__name__}")
        return dict(vfs._open())
    if assets is None:
        return None
    files, known = {}, {}
    for name, content in assets.items():
        name = os.fspath(name)
        last = name.replace("\\", "/").rpartition("/")[2]
        if last in known:
            raise ValueError(f"Repeated file name in assets: '{known[last]}' and '{name}'")
        known[last] = name
        content = content.encode() if isinstance(content, str) else content
        files[name] = bytes(memoryview(content))
    return files
