"""Functions of arrays give what MuJoCo's give. Outputs are poisoned first."""

import ligament
import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")

# Arguments per function. Arrays: o output, x input and output, i input, with their shape; j and p the same for whole
# numbers, f input and g output in single precision, q and u a unit quaternion, r a rotation matrix, s a positive definite
# matrix. Everything else is a number or a word as it is written.
CALLS = """
mju_zero o5
mju_zero3 o3
mju_zero4 o4
mju_unit4 o4
mju_fill o5 1.5
mju_copy o5 i5
mju_copy3 o3 i3
mju_copy4 o4 i4
mju_add o5 i5 i5
mju_add3 o3 i3 i3
mju_sub o5 i5 i5
mju_sub3 o3 i3 i3
mju_addScl o5 i5 i5 0.3
mju_addScl3 o3 i3 i3 0.3
mju_addTo x5 i5
mju_addTo3 x3 i3
mju_subFrom x5 i5
mju_subFrom3 x3 i3
mju_addToScl x5 i5 -0.7
mju_addToScl3 x3 i3 -0.7
mju_scl o5 i5 2.5
mju_scl3 o3 i3 2.5
mju_sum x5
mju_L1 x5
mju_dot i5 i5
mju_dot3 i3 i3
mju_dist3 i3 i3
mju_norm i5
mju_norm3 i3
mju_normalize x5
mju_normalize3 x3
mju_normalize4 x4
mju_isZero x5
mju_cross o3 i3 i3
mju_f2n o5 f5
mju_n2f g5 i5
mju_d2n o5 i5
mju_n2d o5 i5
mju_insertionSort x9
mju_insertionSortInt p9
mju_rotVecQuat o3 i3 q
mju_negQuat o4 q
mju_mulQuat o4 q q
mju_mulQuatAxis o4 q i3
mju_axisAngle2Quat o4 i3 0.8
mju_axisAngle2Quat o4 i3 0.0
mju_quat2Vel o3 q 0.1
mju_subQuat o3 q q
mju_quat2Mat o9 q
mju_mat2Quat o4 r
mju_derivQuat o4 q i3
mju_quatIntegrate u i3 0.2
mju_quatZ2Vec o4 i3
mju_mulPose o3 o4 i3 q i3 q
mju_negPose o3 o4 i3 q
mju_trnVecPose o3 i3 q i3
mju_mulMatVec3 o3 i9 i3
mju_mulMatTVec3 o3 i9 i3
mju_transformSpatial o6 i6 1 i3 i3 r
mju_transformSpatial o6 i6 0 i3 i3 r
mju_euler2Quat o4 i3 xyz
mju_euler2Quat o4 i3 XzY
mjd_subQuat q q o3,3 o3,3
mjd_subQuat q q None o3,3
mjd_quatIntegrate i3 0.3 o9 o9 o3
mju_eye o4,4
mju_mulMatVec o3 i3,5 i5
mju_mulMatTVec o5 i3,5 i3
mju_mulVecMatVec i4 i4,4 i4
mju_mulMatMat o3,4 i3,5 i5,4
mju_mulMatMatT o3,4 i3,5 i4,5
mju_mulMatTMat o3,4 i5,3 i5,4
mju_sqrMatTD o4,4 i6,4 x6
mju_sqrMatTD o4,4 i6,4 None
mju_transpose o5,3 i3,5
mju_symmetrize o4,4 i4,4
mju_bandDiag 3 6 2 1
mju_band2Dense o6,6 i16 6 2 1 1
mju_bandMulMatVec o6,1 i16,1 i6,1 6 2 1 1 1
mju_clip 1.5 0 1
mju_min 1 2
mju_max 1 2
mju_sign -3.5
mju_sign 0.0
mju_round 2.5
mju_round -2.5
mju_isBad 1e11
mju_isBad 3.0
mju_sigmoid 0.3
mju_sigmoid -1.0
mju_Halton 17 3
mju_springDamper 0.3 -0.2 1.5 0.4 0.7
mju_springDamper 0.3 -0.2 1.5 4.4 0.7
mju_springDamper 0.3 -0.2 1.0 2.0 0.7
mju_muscleGain 0.9 0.3 i2 1.2 i9
mju_muscleBias 0.9 i2 1.2 i9
mju_muscleDynamics 0.4 0.2 i3
mju_str2Type body
mju_str2Type nothing
mju_type2Str 3
mj_defaultSolRefImp o2 o5
mju_rayGeom i3 r i3 i3 i3 2 o3
mju_rayGeom i3 r i3 i3 i3 6 o3
"""


def shape(word):
    return tuple(map(int, word.split(",")))


def argument(word, rng):
    """The argument a word stands for, and whether it is an array that the function fills."""
    kind, rest = word[0], word[1:]
    if word == "None":
        return None
    if word in ("q", "u"):
        q = rng.standard_normal(4)
        return q / np.linalg.norm(q)
    if word == "r":
        q = rng.standard_normal((3, 3))
        q, _ = np.linalg.qr(q)
        return (q * np.sign(np.linalg.det(q))).ravel()
    if rest and rest.replace(",", "").isdigit():
        if kind == "o":
            return np.full(shape(rest), np.nan)
        if kind in "xi":
            return rng.standard_normal(shape(rest))
        if kind in "jp":
            return rng.integers(-9, 9, shape(rest)).astype(np.int32)
        if kind == "f":
            return rng.standard_normal(shape(rest)).astype(np.float32)
        if kind == "g":
            return np.full(shape(rest), np.nan, np.float32)
    try:
        return int(word)
    except ValueError:
        pass
    try:
        return float(word)
    except ValueError:
        return word


@pytest.mark.parametrize("call", CALLS.split("\n")[1:-1])
def test_function_agrees(call):
    name, *words = call.split()
    for seed in range(5):
        theirs = [argument(word, np.random.default_rng([seed, i])) for i, word in enumerate(words)]
        ours = [x.copy() if isinstance(x, np.ndarray) else x for x in theirs]
        expected = getattr(mujoco, name)(*theirs)
        found = getattr(ligament, name)(*ours)
        assert (
            found == pytest.approx(expected, rel=1e-12, abs=1e-14) if isinstance(expected, float) else found == expected
        )
        for a, b in zip(theirs, ours):
            if isinstance(a, np.ndarray):
                np.testing.assert_allclose(b, a, rtol=1e-11, atol=1e-13)


def positive(n, rng):
    a = rng.standard_normal((n, n))
    return a @ a.T + n * np.eye(n)


def test_nearest_rotation():
    mat = np.random.default_rng(5).standard_normal(9)
    quats = [np.array([1.0, 0, 0, 0]) for _ in range(2)]
    counts = [module.mju_mat2Rot(quat, mat) for module, quat in zip((mujoco, ligament), quats)]
    assert counts[0] == counts[1]
    np.testing.assert_allclose(quats[1], quats[0], atol=1e-9)


def test_pyramids():
    mu, force = np.array([0.5, 0.8]), np.array([2.0, 0.3, -0.4])
    pyramid, back = np.full(4, np.nan), np.full(3, np.nan)
    ligament.mju_encodePyramid(pyramid, force, mu)
    ligament.mju_decodePyramid(back, pyramid, mu)
    np.testing.assert_allclose(back, force, rtol=1e-14)


def test_cholesky():
    rng = np.random.default_rng(1)
    a, x, b = positive(5, rng), rng.standard_normal(5), rng.standard_normal(5)
    results = []
    for module in (mujoco, ligament):
        mat, res, y = a.copy(), np.full(5, np.nan), x.copy()
        ranks = [module.mju_cholFactor(mat, 1e-10)]
        ranks.append(module.mju_cholUpdate(mat, y, 1))
        module.mju_cholSolve(res, mat, b)
        results.append((ranks, np.tril(mat), res))
    assert results[0][0] == results[1][0]
    np.testing.assert_allclose(results[1][1], results[0][1], rtol=1e-12)
    np.testing.assert_allclose((a + np.outer(x, x)) @ results[1][2], b, rtol=1e-10)


def test_banded_matrices():
    rng = np.random.default_rng(2)
    n, band, dense = 7, 3, 2
    full = positive(n, rng)
    for i in range(n - dense):
        for j in range(n - dense):
            if abs(i - j) >= band:
                full[i, j] = 0
    stored = np.zeros((n - dense) * band + dense * n)
    vec = rng.standard_normal(n)
    results = []
    for module in (mujoco, ligament):
        mat, res = stored.copy(), np.full(n, np.nan)
        module.mju_dense2Band(mat, full, n, band, dense)
        smallest = module.mju_cholFactorBand(mat, n, band, dense, 0.1, 0.2)
        module.mju_cholSolveBand(res, mat, vec, n, band, dense)
        results.append((smallest, res))
    assert results[1][0] == pytest.approx(results[0][0], rel=1e-12)
    np.testing.assert_allclose(results[1][1], results[0][1], rtol=1e-10)


def test_sparse_matrices():
    rng = np.random.default_rng(3)
    mat = rng.standard_normal((4, 6)) * (rng.random((4, 6)) < 0.5)
    nnz = np.count_nonzero(mat)
    for size in (nnz, nnz - 1):
        found = []
        for module in (mujoco, ligament):
            res, col = np.zeros(size), np.zeros(size, np.int32)
            num, adr = np.zeros(4, np.int32), np.zeros(4, np.int32)
            found.append((module.mju_dense2sparse(res, mat, num, adr, col), res, num, adr, col))
        assert found[0][0] == found[1][0]
        if size == nnz:
            for a, b in zip(found[0][1:], found[1][1:]):
                np.testing.assert_array_equal(a, b)
            back = np.full(mat.shape, np.nan)
            ligament.mju_sparse2dense(back, *found[1][1:])
            np.testing.assert_array_equal(back, mat)


def test_eigenvalues():
    rng = np.random.default_rng(4)
    a = positive(3, rng)
    results = []
    for module in (mujoco, ligament):
        val, vec, quat = np.full(3, np.nan), np.full(9, np.nan), np.full(4, np.nan)
        module.mju_eig3(val, vec, quat, a.ravel())
        results.append((val, vec, quat))
    for x, y in zip(*results):
        np.testing.assert_allclose(y, x, rtol=1e-9, atol=1e-10)


def test_results_may_overwrite_arguments():
    q = np.array([0.5, 0.5, -0.5, 0.5])
    expected = np.empty(4)
    ligament.mju_mulQuat(expected, q, q)
    ligament.mju_mulQuat(q, q, q)
    np.testing.assert_array_equal(q, expected)


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.mju_mulQuat(np.zeros(3), np.zeros(4), np.zeros(4)),
        lambda m: m.mju_mulQuat([0, 0, 0, 0], np.zeros(4), np.zeros(4)),
        lambda m: m.mju_add(np.zeros(3), np.zeros(3), np.zeros(4)),
        lambda m: m.mju_mulMatVec(np.zeros(3), np.zeros((3, 4)), np.zeros(3)),
        lambda m: m.mju_scl(np.zeros(3), np.zeros(3), "x"),
        lambda m: m.mju_zero(np.zeros(3, np.float32)),
    ],
)
def test_wrong_arguments_raise_type_errors(call):
    for module in (mujoco, ligament):
        with pytest.raises(TypeError):
            call(module)


def test_arrays_that_cannot_be_filled_are_refused():
    fixed = np.zeros(3)
    fixed.flags.writeable = False
    with pytest.raises(TypeError, match="res cannot be written to"):
        ligament.mju_zero(fixed)
    with pytest.raises(TypeError, match="contiguous"):
        ligament.mju_zero(np.zeros((3, 3))[:, 0])


def test_numbers_of_contacts_agree():
    shapes = {
        "plane": "size='1 1 1'", "hfield": "hfield='h'", "sphere": "size='1'", "capsule": "size='1 1'", "ellipsoid": "size='1 1 1'",
        "cylinder": "size='1 1'", "box": "size='1 1 1'", "mesh": "mesh='m'", "sdf": "mesh='m'",
    }  # fmt: skip
    assets = "<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/><hfield name='h' nrow='2' ncol='2' size='1 1 1 1'/>"
    geoms = "".join(f"<geom type='{kind}' {size}/>" for kind, size in shapes.items())
    text = f"<mujoco><asset>{assets}</asset><worldbody>{geoms}</worldbody></mujoco>"
    theirs, ours = mujoco.MjModel.from_xml_string(text), ligament.MjModel.from_xml_string(text)
    bits = ligament.mjtDisableBit
    for flags in (0, bits.mjDSBL_MULTICCD, bits.mjDSBL_NATIVECCD, bits.mjDSBL_MULTICCD | bits.mjDSBL_NATIVECCD):
        theirs.opt.disableflags = ours.opt.disableflags = int(flags)
        for first in range(ours.ngeom):
            for second in range(ours.ngeom):
                for margin in (-1, 0, 1):
                    pair = first, second, margin
                    assert mujoco.mj_maxContact(theirs, *pair) == ligament.mj_maxContact(ours, *pair), (flags, pair)
    with pytest.raises(IndexError):
        ligament.mj_maxContact(ours, 0, ours.ngeom, 0)
