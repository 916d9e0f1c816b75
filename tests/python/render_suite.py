"""Compares pictures with MuJoCo's own renderer on a list of models: `render_suite.py LIST [COUNT]`.

MuJoCo draws with software OpenGL (Debian: libegl1 libgl1-mesa-dri). Prints, per model and camera, the share of pixels with
equal ids, median and 99.9th percentile of the relative difference of depth, structural similarity of the colours, and the
processor time of both. Not part of the tests that always run.
"""

import os
import resource
import sys
from pathlib import Path

os.environ.setdefault("MUJOCO_GL", "egl")

import mujoco
import numpy as np

import ligament


def seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def timed(f):
    f()
    start = seconds()
    result = f()
    return 1e3 * (seconds() - start), np.array(result)


def mean(x, k=7):
    """Means over windows of k by k pixels."""
    for axis in (0, 1):
        pad = [(1, 0) if a == axis else (0, 0) for a in (0, 1)]
        c = np.cumsum(np.pad(x, pad), axis)
        n = c.shape[axis]
        x = (np.take(c, range(k, n), axis) - np.take(c, range(n - k), axis)) / k
    return x


def ssim(a, b):
    a, b = (x.astype(float).mean(-1) for x in (a, b))
    ma, mb = mean(a), mean(b)
    va, vb, cov = mean(a * a) - ma**2, mean(b * b) - mb**2, mean(a * b) - ma * mb
    c1, c2 = 2.55**2, 7.65**2
    return (((2 * ma * mb + c1) * (2 * cov + c2)) / ((ma**2 + mb**2 + c1) * (va + vb + c2))).mean()


def pictures(module, path, camera):
    model = module.MjModel.from_xml_path(str(path))
    model.vis.global_.offwidth, model.vis.global_.offheight = 640, 480
    data = module.MjData(model)
    if model.nkey:
        module.mj_resetDataKeyframe(model, data, 0)
    module.mj_forward(model, data)
    with module.Renderer(model, 480, 640) as renderer:
        renderer.update_scene(data, camera)
        color = timed(renderer.render)
        renderer.enable_depth_rendering()
        depth = timed(renderer.render)
        renderer.enable_segmentation_rendering()
        return color, depth, timed(renderer.render)


def compare(path):
    cameras = min(mujoco.MjModel.from_xml_path(str(path)).ncam, 2)
    for camera in range(-1, cameras):
        theirs, ours = (pictures(module, path, camera) for module in (mujoco, ligament))
        (tc, color), (td, depth), (ts, ids) = theirs
        (oc, our_color), (od, our_depth), (os_, our_ids) = ours
        same = (ids == our_ids).all(-1)
        seen = same & (ids[..., 0] >= 0)
        off = np.abs(our_depth - depth)[seen] / depth[seen] if seen.any() else np.zeros(1)
        print(
            f"{path.name:30} {camera:2} ids {100 * same.mean():7.3f} % depth {np.median(off):.1e} "
            f"{np.quantile(off, 0.999):.1e} ssim {ssim(color, our_color):.4f} "
            f"ms {tc:.0f}/{oc:.0f} {td:.0f}/{od:.0f} {ts:.0f}/{os_:.0f}",
            flush=True,
        )


def main():
    listing = Path(sys.argv[1])
    names = [line for line in listing.read_text().split("\n") if line.strip()]
    for name in names[: int(sys.argv[2]) if len(sys.argv) > 2 else 40]:
        try:
            compare(listing.parent / name)
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {str(error)[:100]}", flush=True)


if __name__ == "__main__":
    main()
