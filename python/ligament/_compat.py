"""What MuJoCo 4.0.0 removed and code written for 3.x asks for; only there while Ligament stands in with `compat="3"`."""


def names(package):
    """Names for the module `mujoco`."""
    return {}


def install(package):
    """Adds attributes to the classes."""


def uninstall(package):
    """Takes the attributes away again."""
