"""Writes `tests/golden/stages.txt`: what MuJoCo computes for our own models, field by field.

`crates/ligament/tests/stages.rs` compares with it without Python, and names the stage of the first field that differs. A line
has model, field, how many numbers, the sum of their absolute values, and a sum with weights that tell places apart.
"""

import pathlib

import mujoco
import numpy as np

ROOT = pathlib.Path(__file__).parents[2]
NAMES = "actuators closed_loops discrete everything frames pendulums sensors settings shapes tendons".split()
FIELDS = """xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos light_xpos
subtree_com cdof cinert ten_length ten_J actuator_length crb M qLD qLDiagInv ten_velocity actuator_velocity cvel cdof_dot
qfrc_bias qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive actuator_force qfrc_actuator qfrc_smooth qacc_smooth qacc
qfrc_constraint sensordata act_dot efc_pos efc_margin efc_D efc_R efc_vel efc_aref efc_b efc_force""".split()


def main():
    lines = []
    for name in NAMES:
        m = mujoco.MjModel.from_xml_path(str(ROOT / "tests/models" / f"{name}.xml"))
        d = mujoco.MjData(m)
        d.qvel[:] = 0.1 * np.cos(np.arange(m.nv))
        d.ctrl[:] = 0.2 * np.sin(1.0 + np.arange(m.nu))
        mujoco.mj_forward(m, d)
        for field in FIELDS:
            values = np.asarray(getattr(d, field), float).ravel()
            weights = 1.0 + np.arange(values.size) % 17
            lines.append(f"{name} {field} {values.size} {np.abs(values).sum():.12e} {(weights * values).sum():.12e}")
    target = ROOT / "tests/golden/stages.txt"
    target.write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} lines")


if __name__ == "__main__":
    main()
