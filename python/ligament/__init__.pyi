"""Types of the ligament module, written by tests/python/generate_stubs.py: do not edit."""

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from os import PathLike
from types import ModuleType
from typing import IO, Any, Final, Generic, SupportsFloat, SupportsIndex, SupportsInt, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: Final[str]
MJTNUM_DTYPE: Final[type[np.float64]]
MJTNUM_BYTES: Final[int]

_Number = TypeVar("_Number", bound=np.generic)
_Item = TypeVar("_Item")

class _Live(Generic[_Number]):
    def __get__(self, owner: Any, kind: Any = None) -> NDArray[_Number]: ...
    def __set__(self, owner: Any, value: ArrayLike) -> None: ...

class FatalError(Exception): ...
class UnexpectedError(Exception): ...

class MjVfs:
    def __init__(self) -> None: ...
    def __setitem__(self, name: str, content: bytes | str) -> None: ...
    def __getitem__(self, name: str) -> bytes: ...
    def __delitem__(self, name: str) -> None: ...
    def __contains__(self, name: str) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __enter__(self) -> MjVfs: ...
    def __exit__(self, *_: object) -> None: ...
    def close(self) -> None: ...

class _Vec(Generic[_Item]):
    def __init__(self, values: Iterable[_Item] | _Item = ..., count: int | None = None) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[_Item]: ...
    def __getitem__(self, index: SupportsIndex) -> _Item: ...
    def __setitem__(self, index: SupportsIndex, value: _Item) -> None: ...

class MjByteVec(_Vec[int]): ...
class MjCharVec(_Vec[str]): ...
class MjDoubleVec(_Vec[float]): ...
class MjFloatVec(_Vec[float]): ...
class MjIntVec(_Vec[int]): ...
class MjStringVec(_Vec[str]): ...

class MjLROpt:
    def __init__(self) -> None: ...
    mode: int
    useexisting: int
    uselimit: int
    accel: float
    maxforce: float
    timeconst: float
    timestep: float
    inttotal: float
    interval: float
    tolrange: float

class MjPreContact:
    def __init__(self) -> None: ...
    dist: float
    pos: _Live[np.float64]
    normal: _Live[np.float64]
    tangent: _Live[np.float64]

class MjrVertexAttribute:
    def __init__(self) -> None: ...
    type: int
    usage: int

class MjLogConfig:
    def __init__(self) -> None: ...
    @staticmethod
    def get() -> MjLogConfig: ...
    def set(self) -> None: ...
    logfile: str
    logto_console: bool
    logto_file: bool
    topics: int

class MjLogMessage:
    def __init__(self) -> None: ...
    level: int
    topic: int
    timestamp: bool
    subject: str | None
    body: str | None
    func: str | None
    file: str | None
    line: int

def install_as_mujoco(compat: str = "3") -> None: ...
def uninstall_as_mujoco() -> None: ...
def real_mujoco() -> AbstractContextManager[ModuleType]: ...

def mj_version() -> int: ...
def mj_versionString() -> str: ...
def mj_name2id(m: MjModel, type: SupportsIndex, name: str) -> int: ...
def mj_id2name(m: MjModel, type: SupportsIndex, id: SupportsIndex) -> str | None: ...
def mj_sizeModel(m: MjModel) -> int: ...
def mj_defaultOption(opt: MjOption) -> None: ...
def mju_printMat(mat: ArrayLike) -> None: ...
def mju_standardNormal(num2: float | None = None) -> float: ...
def mju_writeNumBytes(nbytes: int) -> str: ...
def mj_saveModel(
    m: MjModel,
    filename: str | PathLike[str] | None = None,
    buffer: NDArray[np.uint8] | None = None,
) -> None: ...

class MjOption:
    def __init__(self) -> None: ...
    timestep: float
    impratio: float
    tolerance: float
    ls_tolerance: float
    noslip_tolerance: float
    ccd_tolerance: float
    sleep_tolerance: float
    gravity: _Live[np.float64]
    wind: _Live[np.float64]
    magnetic: _Live[np.float64]
    density: float
    viscosity: float
    o_margin: float
    o_solref: _Live[np.float64]
    o_solimp: _Live[np.float64]
    o_friction: _Live[np.float64]
    integrator: int
    cone: int
    jacobian: int
    solver: int
    iterations: int
    ls_iterations: int
    noslip_iterations: int
    ccd_iterations: int
    disableflags: int
    enableflags: int
    disableactuator: int
    sdf_initpoints: int
    sdf_iterations: int
    contactmemory: int

class MjStatistic:
    def __init__(self) -> None: ...
    meaninertia: float
    meanmass: float
    meansize: float
    extent: float
    center: _Live[np.float64]

class MjVisual:
    class Global:
        cameraid: int
        orthographic: int
        fovy: float
        ipd: float
        azimuth: float
        elevation: float
        linewidth: float
        glow: float
        realtime: float
        offwidth: int
        offheight: int
        ellipsoidinertia: int
        bvactive: int
    class Quality:
        shadowsize: int
        offsamples: int
        numslices: int
        numstacks: int
        numquads: int
    class Headlight:
        ambient: _Live[np.float32]
        diffuse: _Live[np.float32]
        specular: _Live[np.float32]
        active: int
    class Map:
        stiffness: float
        stiffnessrot: float
        force: float
        torque: float
        alpha: float
        fogstart: float
        fogend: float
        znear: float
        zfar: float
        haze: float
        shadowclip: float
        shadowscale: float
        actuatortendon: float
    class Scale:
        forcewidth: float
        contactwidth: float
        contactheight: float
        connect: float
        com: float
        camera: float
        light: float
        selectpoint: float
        jointlength: float
        jointwidth: float
        actuatorlength: float
        actuatorwidth: float
        framelength: float
        framewidth: float
        constraint: float
        slidercrank: float
        frustum: float
    class Rgba:
        fog: _Live[np.float32]
        haze: _Live[np.float32]
        force: _Live[np.float32]
        inertia: _Live[np.float32]
        joint: _Live[np.float32]
        actuator: _Live[np.float32]
        actuatornegative: _Live[np.float32]
        actuatorpositive: _Live[np.float32]
        com: _Live[np.float32]
        camera: _Live[np.float32]
        light: _Live[np.float32]
        selectpoint: _Live[np.float32]
        connect: _Live[np.float32]
        contactpoint: _Live[np.float32]
        contactforce: _Live[np.float32]
        contactfriction: _Live[np.float32]
        contacttorque: _Live[np.float32]
        contactgap: _Live[np.float32]
        rangefinder: _Live[np.float32]
        constraint: _Live[np.float32]
        slidercrank: _Live[np.float32]
        crankbroken: _Live[np.float32]
        frustum: _Live[np.float32]
        bv: _Live[np.float32]
        bvactive: _Live[np.float32]
    global_: Global
    quality: Quality
    headlight: Headlight
    map: Map
    scale: Scale
    rgba: Rgba

MjVisualHeadlight = MjVisual.Headlight
MjVisualRgba = MjVisual.Rgba

class _MjModelActuatorViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    ctrllimited: _Live[np.bool_]
    ctrlrange: _Live[np.float64]
    gear: _Live[np.float64]
    acc0: _Live[np.float64]
    length0: _Live[np.float64]
    lengthrange: _Live[np.float64]
    trntype: _Live[np.int32]
    dyntype: _Live[np.int32]
    gaintype: _Live[np.int32]
    biastype: _Live[np.int32]
    ctrladr: _Live[np.int32]
    ctrlnum: _Live[np.int32]
    ctrlspec: _Live[np.int32]
    outadr: _Live[np.int32]
    outnum: _Live[np.int32]
    actadr: _Live[np.int32]
    actnum: _Live[np.int32]
    trnid: _Live[np.int32]
    cranklength: _Live[np.float64]
    dynprm: _Live[np.float64]
    gainprm: _Live[np.float64]
    biasprm: _Live[np.float64]
    actlimited: _Live[np.bool_]
    actrange: _Live[np.float64]
    actearly: _Live[np.bool_]
    history: _Live[np.int32]
    historyadr: _Live[np.int32]
    delay: _Live[np.float64]
    damping: _Live[np.float64]
    dampingpoly: _Live[np.float64]
    armature: _Live[np.float64]
    group: _Live[np.int32]
    user: _Live[np.float64]
    plugin: _Live[np.int32]
    forcelimited: _Live[np.bool_]
    forcerange: _Live[np.float64]

class _MjModelBodyViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    parentid: _Live[np.int32]
    rootid: _Live[np.int32]
    weldid: _Live[np.int32]
    mocapid: _Live[np.int32]
    jntnum: _Live[np.int32]
    jntadr: _Live[np.int32]
    dofnum: _Live[np.int32]
    dofadr: _Live[np.int32]
    treeid: _Live[np.int32]
    geomnum: _Live[np.int32]
    geomadr: _Live[np.int32]
    simple: _Live[np.uint8]
    sameframe: _Live[np.uint8]
    pos: _Live[np.float64]
    quat: _Live[np.float64]
    ipos: _Live[np.float64]
    iquat: _Live[np.float64]
    mass: _Live[np.float64]
    subtreemass: _Live[np.float64]
    inertia: _Live[np.float64]
    invweight0: _Live[np.float64]
    gravcomp: _Live[np.float64]
    margin: _Live[np.float64]
    user: _Live[np.float64]
    plugin: _Live[np.int32]
    contype: _Live[np.int32]
    conaffinity: _Live[np.int32]
    bvhadr: _Live[np.int32]
    bvhnum: _Live[np.int32]

class _MjModelCameraViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    mode: _Live[np.int32]
    bodyid: _Live[np.int32]
    targetbodyid: _Live[np.int32]
    pos: _Live[np.float64]
    quat: _Live[np.float64]
    poscom0: _Live[np.float64]
    pos0: _Live[np.float64]
    mat0: _Live[np.float64]
    projection: _Live[np.int32]
    fovy: _Live[np.float64]
    ipd: _Live[np.float64]
    resolution: _Live[np.int32]
    output: _Live[np.int32]
    sensorsize: _Live[np.float32]
    intrinsic: _Live[np.float32]
    user: _Live[np.float64]

class _MjModelEqualityViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    type: _Live[np.int32]
    obj1id: _Live[np.int32]
    obj2id: _Live[np.int32]
    objtype: _Live[np.int32]
    active0: _Live[np.bool_]
    solref: _Live[np.float64]
    solimp: _Live[np.float64]
    data: _Live[np.float64]

class _MjModelExcludeViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    signature: _Live[np.int32]

class _MjModelGeomViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    type: _Live[np.int32]
    contype: _Live[np.int32]
    conaffinity: _Live[np.int32]
    condim: _Live[np.int32]
    bodyid: _Live[np.int32]
    dataid: _Live[np.int32]
    matid: _Live[np.int32]
    group: _Live[np.int32]
    priority: _Live[np.int32]
    plugin: _Live[np.int32]
    sameframe: _Live[np.uint8]
    castshadow: _Live[np.bool_]
    solmix: _Live[np.float64]
    solref: _Live[np.float64]
    solimp: _Live[np.float64]
    size: _Live[np.float64]
    aabb: _Live[np.float64]
    rbound: _Live[np.float64]
    pos: _Live[np.float64]
    quat: _Live[np.float64]
    friction: _Live[np.float64]
    margin: _Live[np.float64]
    gap: _Live[np.float64]
    surfacevel: _Live[np.float64]
    adhesion: _Live[np.float64]
    fluid: _Live[np.float64]
    user: _Live[np.float64]
    rgba: _Live[np.float32]

class _MjModelHfieldViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    data: _Live[np.float32]
    size: _Live[np.float64]
    nrow: _Live[np.int32]
    ncol: _Live[np.int32]
    adr: _Live[np.int32]
    pathadr: _Live[np.int32]

class _MjModelJointViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    qpos0: _Live[np.float64]
    qpos_spring: _Live[np.float64]
    bodyid: _Live[np.int32]
    jntid: _Live[np.int32]
    parentid: _Live[np.int32]
    treeid: _Live[np.int32]
    Madr: _Live[np.int32]
    simplenum: _Live[np.int32]
    solref: _Live[np.float64]
    solimp: _Live[np.float64]
    frictionloss: _Live[np.float64]
    armature: _Live[np.float64]
    damping: _Live[np.float64]
    dampingpoly: _Live[np.float64]
    invweight0: _Live[np.float64]
    M0: _Live[np.float64]
    length: _Live[np.float64]
    type: _Live[np.int32]
    qposadr: _Live[np.int32]
    dofadr: _Live[np.int32]
    actuatorid: _Live[np.int32]
    group: _Live[np.int32]
    plasticadr: _Live[np.int32]
    limited: _Live[np.bool_]
    actfrclimited: _Live[np.bool_]
    actgravcomp: _Live[np.bool_]
    pos: _Live[np.float64]
    axis: _Live[np.float64]
    stiffness: _Live[np.float64]
    stiffnesspoly: _Live[np.float64]
    springyield: _Live[np.float64]
    range: _Live[np.float64]
    actfrcrange: _Live[np.float64]
    margin: _Live[np.float64]
    user: _Live[np.float64]

class _MjModelKeyframeViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    time: _Live[np.float64]
    qpos: _Live[np.float64]
    qvel: _Live[np.float64]
    act: _Live[np.float64]
    mpos: _Live[np.float64]
    mquat: _Live[np.float64]
    ctrl: _Live[np.float64]
    plastic: _Live[np.float64]

class _MjModelLightViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    mode: _Live[np.int32]
    bodyid: _Live[np.int32]
    targetbodyid: _Live[np.int32]
    type: _Live[np.int32]
    texid: _Live[np.int32]
    castshadow: _Live[np.bool_]
    bulbradius: _Live[np.float32]
    intensity: _Live[np.float32]
    range: _Live[np.float32]
    active: _Live[np.bool_]
    pos: _Live[np.float64]
    dir: _Live[np.float64]
    poscom0: _Live[np.float64]
    pos0: _Live[np.float64]
    dir0: _Live[np.float64]
    attenuation: _Live[np.float32]
    cutoff: _Live[np.float32]
    softness: _Live[np.float32]
    exponent: _Live[np.float32]
    ambient: _Live[np.float32]
    diffuse: _Live[np.float32]
    specular: _Live[np.float32]

class _MjModelMaterialViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    texid: _Live[np.int32]
    texuniform: _Live[np.bool_]
    texrepeat: _Live[np.float32]
    emission: _Live[np.float32]
    specular: _Live[np.float32]
    shininess: _Live[np.float32]
    reflectance: _Live[np.float32]
    metallic: _Live[np.float32]
    roughness: _Live[np.float32]
    rgba: _Live[np.float32]

class _MjModelMeshViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    vertadr: _Live[np.int32]
    vertnum: _Live[np.int32]
    faceadr: _Live[np.int32]
    facenum: _Live[np.int32]
    bvhadr: _Live[np.int32]
    bvhnum: _Live[np.int32]
    octadr: _Live[np.int32]
    octnum: _Live[np.int32]
    normaladr: _Live[np.int32]
    normalnum: _Live[np.int32]
    texcoordadr: _Live[np.int32]
    texcoordnum: _Live[np.int32]
    graphadr: _Live[np.int32]
    extrema: _Live[np.int32]
    scale: _Live[np.float64]
    pos: _Live[np.float64]
    quat: _Live[np.float64]
    pathadr: _Live[np.int32]
    polynum: _Live[np.int32]
    polyadr: _Live[np.int32]

class _MjModelNumericViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    data: _Live[np.float64]
    adr: _Live[np.int32]
    size: _Live[np.int32]

class _MjModelPairViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    dim: _Live[np.int32]
    geom1: _Live[np.int32]
    geom2: _Live[np.int32]
    signature: _Live[np.int32]
    solref: _Live[np.float64]
    solreffriction: _Live[np.float64]
    solimp: _Live[np.float64]
    margin: _Live[np.float64]
    gap: _Live[np.float64]
    adhesion: _Live[np.float64]
    friction: _Live[np.float64]

class _MjModelSensorViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    type: _Live[np.int32]
    datatype: _Live[np.int32]
    needstage: _Live[np.int32]
    objtype: _Live[np.int32]
    objid: _Live[np.int32]
    reftype: _Live[np.int32]
    refid: _Live[np.int32]
    intprm: _Live[np.int32]
    dim: _Live[np.int32]
    adr: _Live[np.int32]
    cutoff: _Live[np.float64]
    noise: _Live[np.float64]
    history: _Live[np.int32]
    historyadr: _Live[np.int32]
    delay: _Live[np.float64]
    interval: _Live[np.float64]
    user: _Live[np.float64]
    plugin: _Live[np.int32]

class _MjModelSiteViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    type: _Live[np.int32]
    bodyid: _Live[np.int32]
    dataid: _Live[np.int32]
    matid: _Live[np.int32]
    group: _Live[np.int32]
    sameframe: _Live[np.uint8]
    size: _Live[np.float64]
    pos: _Live[np.float64]
    quat: _Live[np.float64]
    user: _Live[np.float64]
    rgba: _Live[np.float32]

class _MjModelSkinViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    matid: _Live[np.int32]
    group: _Live[np.int32]
    rgba: _Live[np.float32]
    inflate: _Live[np.float32]
    vertadr: _Live[np.int32]
    vertnum: _Live[np.int32]
    texcoordadr: _Live[np.int32]
    faceadr: _Live[np.int32]
    facenum: _Live[np.int32]
    boneadr: _Live[np.int32]
    bonenum: _Live[np.int32]
    pathadr: _Live[np.int32]

class _MjModelTendonViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    J_rownnz: _Live[np.int32]
    J_rowadr: _Live[np.int32]
    J_colind: _Live[np.int32]
    type: _Live[np.int32]
    adr: _Live[np.int32]
    num: _Live[np.int32]
    matid: _Live[np.int32]
    actuatorid: _Live[np.int32]
    group: _Live[np.int32]
    plasticadr: _Live[np.int32]
    treenum: _Live[np.int32]
    treeid: _Live[np.int32]
    limited: _Live[np.bool_]
    actfrclimited: _Live[np.bool_]
    width: _Live[np.float64]
    solref_lim: _Live[np.float64]
    solimp_lim: _Live[np.float64]
    solref_fri: _Live[np.float64]
    solimp_fri: _Live[np.float64]
    range: _Live[np.float64]
    actfrcrange: _Live[np.float64]
    margin: _Live[np.float64]
    stiffness: _Live[np.float64]
    stiffnesspoly: _Live[np.float64]
    damping: _Live[np.float64]
    dampingpoly: _Live[np.float64]
    armature: _Live[np.float64]
    frictionloss: _Live[np.float64]
    lengthspring: _Live[np.float64]
    springyield: _Live[np.float64]
    length0: _Live[np.float64]
    invweight0: _Live[np.float64]
    user: _Live[np.float64]
    rgba: _Live[np.float32]

class _MjModelTextureViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    data: _Live[np.uint8]
    type: _Live[np.int32]
    colorspace: _Live[np.int32]
    height: _Live[np.int32]
    width: _Live[np.int32]
    nchannel: _Live[np.int32]
    adr: _Live[np.int64]
    pathadr: _Live[np.int32]
    contenttypeadr: _Live[np.int32]

class _MjModelTupleViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    objtype: _Live[np.int32]
    objid: _Live[np.int32]
    objprm: _Live[np.float64]
    adr: _Live[np.int32]
    size: _Live[np.int32]

class MjModel:
    @classmethod
    def from_xml_path(
        cls,
        filename: str | PathLike[str],
        assets: Mapping[str, bytes] | None = None,
        vfs: MjVfs | None = None,
    ) -> MjModel: ...
    @classmethod
    def from_xml_string(
        cls, xml: str | bytes, assets: Mapping[str, bytes] | None = None, vfs: MjVfs | None = None
    ) -> MjModel: ...
    @classmethod
    def from_binary_path(
        cls,
        filename: str | PathLike[str],
        assets: Mapping[str, bytes] | None = None,
        vfs: MjVfs | None = None,
    ) -> MjModel: ...
    def __copy__(self) -> MjModel: ...
    def __deepcopy__(self, memo: object) -> MjModel: ...
    @property
    def signature(self) -> int: ...
    @property
    def nq(self) -> int: ...
    @property
    def nv(self) -> int: ...
    @property
    def nu(self) -> int: ...
    @property
    def nactuator(self) -> int: ...
    @property
    def nout(self) -> int: ...
    @property
    def na(self) -> int: ...
    @property
    def nbody(self) -> int: ...
    @property
    def nbvh(self) -> int: ...
    @property
    def nbvhstatic(self) -> int: ...
    @property
    def nbvhdynamic(self) -> int: ...
    @property
    def noct(self) -> int: ...
    @property
    def njnt(self) -> int: ...
    @property
    def ntree(self) -> int: ...
    @property
    def nM(self) -> int: ...
    @property
    def nB(self) -> int: ...
    @property
    def nC(self) -> int: ...
    @property
    def nD(self) -> int: ...
    @property
    def ngeom(self) -> int: ...
    @property
    def nsite(self) -> int: ...
    @property
    def ncam(self) -> int: ...
    @property
    def nlight(self) -> int: ...
    @property
    def nflex(self) -> int: ...
    @property
    def nflexnode(self) -> int: ...
    @property
    def nflexvert(self) -> int: ...
    @property
    def nflexedge(self) -> int: ...
    @property
    def nflexelem(self) -> int: ...
    @property
    def nflexelemdata(self) -> int: ...
    @property
    def nflexstiffness(self) -> int: ...
    @property
    def nflexbending(self) -> int: ...
    @property
    def nefm0dof(self) -> int: ...
    @property
    def nefm0L(self) -> int: ...
    @property
    def nefmCvert(self) -> int: ...
    @property
    def nflexelemedge(self) -> int: ...
    @property
    def nflexshelldata(self) -> int: ...
    @property
    def nflextexcoord(self) -> int: ...
    @property
    def nJfe(self) -> int: ...
    @property
    def nmesh(self) -> int: ...
    @property
    def nmeshvert(self) -> int: ...
    @property
    def nmeshnormal(self) -> int: ...
    @property
    def nmeshtexcoord(self) -> int: ...
    @property
    def nmeshface(self) -> int: ...
    @property
    def nmeshgraph(self) -> int: ...
    @property
    def nmeshpoly(self) -> int: ...
    @property
    def nmeshpolyvert(self) -> int: ...
    @property
    def nmeshpolymap(self) -> int: ...
    @property
    def nskin(self) -> int: ...
    @property
    def nskinvert(self) -> int: ...
    @property
    def nskintexvert(self) -> int: ...
    @property
    def nskinface(self) -> int: ...
    @property
    def nskinbone(self) -> int: ...
    @property
    def nskinbonevert(self) -> int: ...
    @property
    def nhfield(self) -> int: ...
    @property
    def nhfielddata(self) -> int: ...
    @property
    def ntex(self) -> int: ...
    @property
    def ntexdata(self) -> int: ...
    @property
    def nmat(self) -> int: ...
    @property
    def npair(self) -> int: ...
    @property
    def nexclude(self) -> int: ...
    @property
    def neq(self) -> int: ...
    @property
    def ntendon(self) -> int: ...
    @property
    def nJten(self) -> int: ...
    @property
    def nwrap(self) -> int: ...
    @property
    def nsensor(self) -> int: ...
    @property
    def nnumeric(self) -> int: ...
    @property
    def nnumericdata(self) -> int: ...
    @property
    def ntext(self) -> int: ...
    @property
    def ntextdata(self) -> int: ...
    @property
    def ntuple(self) -> int: ...
    @property
    def ntupledata(self) -> int: ...
    @property
    def nkey(self) -> int: ...
    @property
    def nmocap(self) -> int: ...
    @property
    def nplugin(self) -> int: ...
    @property
    def npluginattr(self) -> int: ...
    @property
    def nuser_body(self) -> int: ...
    @property
    def nuser_jnt(self) -> int: ...
    @property
    def nuser_geom(self) -> int: ...
    @property
    def nuser_site(self) -> int: ...
    @property
    def nuser_cam(self) -> int: ...
    @property
    def nuser_tendon(self) -> int: ...
    @property
    def nuser_actuator(self) -> int: ...
    @property
    def nuser_sensor(self) -> int: ...
    @property
    def nnames(self) -> int: ...
    @property
    def npaths(self) -> int: ...
    @property
    def nplastic(self) -> int: ...
    @property
    def nnames_map(self) -> int: ...
    @property
    def nJmom(self) -> int: ...
    @property
    def ngravcomp(self) -> int: ...
    @property
    def nemax(self) -> int: ...
    @property
    def njmax(self) -> int: ...
    @property
    def nconmax(self) -> int: ...
    @property
    def npolygonmax(self) -> int: ...
    @property
    def nmeshdegmax(self) -> int: ...
    @property
    def nuserdata(self) -> int: ...
    @property
    def nsensordata(self) -> int: ...
    @property
    def npluginstate(self) -> int: ...
    @property
    def nhistory(self) -> int: ...
    @property
    def narena(self) -> int: ...
    @property
    def nbuffer(self) -> int: ...
    qpos0: _Live[np.float64]
    qpos_spring: _Live[np.float64]
    body_parentid: _Live[np.int32]
    body_rootid: _Live[np.int32]
    body_weldid: _Live[np.int32]
    body_mocapid: _Live[np.int32]
    body_jntnum: _Live[np.int32]
    body_jntadr: _Live[np.int32]
    body_dofnum: _Live[np.int32]
    body_dofadr: _Live[np.int32]
    body_treeid: _Live[np.int32]
    body_geomnum: _Live[np.int32]
    body_geomadr: _Live[np.int32]
    body_simple: _Live[np.uint8]
    body_sameframe: _Live[np.uint8]
    body_pos: _Live[np.float64]
    body_quat: _Live[np.float64]
    body_ipos: _Live[np.float64]
    body_iquat: _Live[np.float64]
    body_mass: _Live[np.float64]
    body_subtreemass: _Live[np.float64]
    body_inertia: _Live[np.float64]
    body_invweight0: _Live[np.float64]
    body_gravcomp: _Live[np.float64]
    body_margin: _Live[np.float64]
    body_user: _Live[np.float64]
    body_plugin: _Live[np.int32]
    body_contype: _Live[np.int32]
    body_conaffinity: _Live[np.int32]
    body_bvhadr: _Live[np.int32]
    body_bvhnum: _Live[np.int32]
    bvh_depth: _Live[np.int32]
    bvh_child: _Live[np.int32]
    bvh_nodeid: _Live[np.int32]
    bvh_aabb: _Live[np.float64]
    oct_depth: _Live[np.int32]
    oct_child: _Live[np.int32]
    oct_aabb: _Live[np.float64]
    oct_coeff: _Live[np.float64]
    jnt_type: _Live[np.int32]
    jnt_qposadr: _Live[np.int32]
    jnt_dofadr: _Live[np.int32]
    jnt_bodyid: _Live[np.int32]
    jnt_actuatorid: _Live[np.int32]
    jnt_group: _Live[np.int32]
    jnt_plasticadr: _Live[np.int32]
    jnt_limited: _Live[np.bool_]
    jnt_actfrclimited: _Live[np.bool_]
    jnt_actgravcomp: _Live[np.bool_]
    jnt_solref: _Live[np.float64]
    jnt_solimp: _Live[np.float64]
    jnt_pos: _Live[np.float64]
    jnt_axis: _Live[np.float64]
    jnt_stiffness: _Live[np.float64]
    jnt_stiffnesspoly: _Live[np.float64]
    jnt_springyield: _Live[np.float64]
    jnt_range: _Live[np.float64]
    jnt_actfrcrange: _Live[np.float64]
    jnt_margin: _Live[np.float64]
    jnt_user: _Live[np.float64]
    dof_bodyid: _Live[np.int32]
    dof_jntid: _Live[np.int32]
    dof_parentid: _Live[np.int32]
    dof_treeid: _Live[np.int32]
    dof_Madr: _Live[np.int32]
    dof_simplenum: _Live[np.int32]
    dof_solref: _Live[np.float64]
    dof_solimp: _Live[np.float64]
    dof_frictionloss: _Live[np.float64]
    dof_armature: _Live[np.float64]
    dof_damping: _Live[np.float64]
    dof_dampingpoly: _Live[np.float64]
    dof_invweight0: _Live[np.float64]
    dof_M0: _Live[np.float64]
    dof_length: _Live[np.float64]
    tree_bodyadr: _Live[np.int32]
    tree_bodynum: _Live[np.int32]
    tree_dofadr: _Live[np.int32]
    tree_dofnum: _Live[np.int32]
    tree_sleep_policy: _Live[np.int32]
    geom_type: _Live[np.int32]
    geom_contype: _Live[np.int32]
    geom_conaffinity: _Live[np.int32]
    geom_condim: _Live[np.int32]
    geom_bodyid: _Live[np.int32]
    geom_dataid: _Live[np.int32]
    geom_matid: _Live[np.int32]
    geom_group: _Live[np.int32]
    geom_priority: _Live[np.int32]
    geom_plugin: _Live[np.int32]
    geom_sameframe: _Live[np.uint8]
    geom_castshadow: _Live[np.bool_]
    geom_solmix: _Live[np.float64]
    geom_solref: _Live[np.float64]
    geom_solimp: _Live[np.float64]
    geom_size: _Live[np.float64]
    geom_aabb: _Live[np.float64]
    geom_rbound: _Live[np.float64]
    geom_pos: _Live[np.float64]
    geom_quat: _Live[np.float64]
    geom_friction: _Live[np.float64]
    geom_margin: _Live[np.float64]
    geom_gap: _Live[np.float64]
    geom_surfacevel: _Live[np.float64]
    geom_adhesion: _Live[np.float64]
    geom_fluid: _Live[np.float64]
    geom_user: _Live[np.float64]
    geom_rgba: _Live[np.float32]
    site_type: _Live[np.int32]
    site_bodyid: _Live[np.int32]
    site_dataid: _Live[np.int32]
    site_matid: _Live[np.int32]
    site_group: _Live[np.int32]
    site_sameframe: _Live[np.uint8]
    site_size: _Live[np.float64]
    site_pos: _Live[np.float64]
    site_quat: _Live[np.float64]
    site_user: _Live[np.float64]
    site_rgba: _Live[np.float32]
    cam_mode: _Live[np.int32]
    cam_bodyid: _Live[np.int32]
    cam_targetbodyid: _Live[np.int32]
    cam_pos: _Live[np.float64]
    cam_quat: _Live[np.float64]
    cam_poscom0: _Live[np.float64]
    cam_pos0: _Live[np.float64]
    cam_mat0: _Live[np.float64]
    cam_projection: _Live[np.int32]
    cam_fovy: _Live[np.float64]
    cam_ipd: _Live[np.float64]
    cam_resolution: _Live[np.int32]
    cam_output: _Live[np.int32]
    cam_sensorsize: _Live[np.float32]
    cam_intrinsic: _Live[np.float32]
    cam_user: _Live[np.float64]
    light_mode: _Live[np.int32]
    light_bodyid: _Live[np.int32]
    light_targetbodyid: _Live[np.int32]
    light_type: _Live[np.int32]
    light_texid: _Live[np.int32]
    light_castshadow: _Live[np.bool_]
    light_bulbradius: _Live[np.float32]
    light_intensity: _Live[np.float32]
    light_range: _Live[np.float32]
    light_active: _Live[np.bool_]
    light_pos: _Live[np.float64]
    light_dir: _Live[np.float64]
    light_poscom0: _Live[np.float64]
    light_pos0: _Live[np.float64]
    light_dir0: _Live[np.float64]
    light_attenuation: _Live[np.float32]
    light_cutoff: _Live[np.float32]
    light_softness: _Live[np.float32]
    light_exponent: _Live[np.float32]
    light_ambient: _Live[np.float32]
    light_diffuse: _Live[np.float32]
    light_specular: _Live[np.float32]
    flex_contype: _Live[np.int32]
    flex_conaffinity: _Live[np.int32]
    flex_condim: _Live[np.int32]
    flex_priority: _Live[np.int32]
    flex_solmix: _Live[np.float64]
    flex_solref: _Live[np.float64]
    flex_solimp: _Live[np.float64]
    flex_friction: _Live[np.float64]
    flex_margin: _Live[np.float64]
    flex_gap: _Live[np.float64]
    flex_selfcollide: _Live[np.int32]
    flex_activelayers: _Live[np.int32]
    flex_passive: _Live[np.int32]
    flex_dim: _Live[np.int32]
    flex_matid: _Live[np.int32]
    flex_group: _Live[np.int32]
    flex_interp: _Live[np.int32]
    flex_cellnum: _Live[np.int32]
    flex_nodeadr: _Live[np.int32]
    flex_nodenum: _Live[np.int32]
    flex_vertadr: _Live[np.int32]
    flex_vertnum: _Live[np.int32]
    flex_edgeadr: _Live[np.int32]
    flex_edgenum: _Live[np.int32]
    flex_elemadr: _Live[np.int32]
    flex_elemnum: _Live[np.int32]
    flex_elemdataadr: _Live[np.int32]
    flex_stiffnessadr: _Live[np.int32]
    flex_elemedgeadr: _Live[np.int32]
    flex_bendingadr: _Live[np.int32]
    flex_plasticadr: _Live[np.int32]
    flex_plasticmode: _Live[np.int32]
    flex_shellnum: _Live[np.int32]
    flex_shelldataadr: _Live[np.int32]
    flex_texcoordadr: _Live[np.int32]
    flex_nodebodyid: _Live[np.int32]
    flex_vertbodyid: _Live[np.int32]
    flex_vertcell: _Live[np.int32]
    flex_edge: _Live[np.int32]
    flex_edgeflap: _Live[np.int32]
    flex_elem: _Live[np.int32]
    flex_elemtexcoord: _Live[np.int32]
    flex_elemedge: _Live[np.int32]
    flex_elemlayer: _Live[np.int32]
    flex_shell: _Live[np.int32]
    flex_vert: _Live[np.float64]
    flex_vert0: _Live[np.float64]
    flex_node: _Live[np.float64]
    flex_node0: _Live[np.float64]
    flex_radius: _Live[np.float64]
    flex_size: _Live[np.float64]
    flex_stiffness: _Live[np.float64]
    flex_bending: _Live[np.float64]
    flex_damping: _Live[np.float64]
    flex_yield: _Live[np.float64]
    flex_edgestiffness: _Live[np.float64]
    flex_edgedamping: _Live[np.float64]
    flex_edgeequality: _Live[np.int32]
    flex_rigid: _Live[np.bool_]
    flex_centered: _Live[np.bool_]
    flex_flatskin: _Live[np.bool_]
    flex_bvhadr: _Live[np.int32]
    flex_bvhnum: _Live[np.int32]
    flex_rgba: _Live[np.float32]
    flex_texcoord: _Live[np.float32]
    flexedge_length0: _Live[np.float64]
    flexedge_invweight0: _Live[np.float64]
    flexedge_rigid: _Live[np.bool_]
    flexedge_J_rownnz: _Live[np.int32]
    flexedge_J_rowadr: _Live[np.int32]
    flexedge_J_colind: _Live[np.int32]
    efm0_dofid: _Live[np.int32]
    efm0_L_rownnz: _Live[np.int32]
    efm0_L_rowadr: _Live[np.int32]
    efm0_L_colind: _Live[np.int32]
    efm0_L: _Live[np.float64]
    efmC_perm: _Live[np.int32]
    mesh_vertadr: _Live[np.int32]
    mesh_vertnum: _Live[np.int32]
    mesh_faceadr: _Live[np.int32]
    mesh_facenum: _Live[np.int32]
    mesh_bvhadr: _Live[np.int32]
    mesh_bvhnum: _Live[np.int32]
    mesh_octadr: _Live[np.int32]
    mesh_octnum: _Live[np.int32]
    mesh_normaladr: _Live[np.int32]
    mesh_normalnum: _Live[np.int32]
    mesh_texcoordadr: _Live[np.int32]
    mesh_texcoordnum: _Live[np.int32]
    mesh_graphadr: _Live[np.int32]
    mesh_extrema: _Live[np.int32]
    mesh_vert: _Live[np.float32]
    mesh_normal: _Live[np.float32]
    mesh_texcoord: _Live[np.float32]
    mesh_face: _Live[np.int32]
    mesh_facenormal: _Live[np.int32]
    mesh_facetexcoord: _Live[np.int32]
    mesh_graph: _Live[np.int32]
    mesh_scale: _Live[np.float64]
    mesh_pos: _Live[np.float64]
    mesh_quat: _Live[np.float64]
    mesh_pathadr: _Live[np.int32]
    mesh_polynum: _Live[np.int32]
    mesh_polyadr: _Live[np.int32]
    mesh_polynormal: _Live[np.float64]
    mesh_polyvertadr: _Live[np.int32]
    mesh_polyvertnum: _Live[np.int32]
    mesh_polyvert: _Live[np.int32]
    mesh_polymapadr: _Live[np.int32]
    mesh_polymapnum: _Live[np.int32]
    mesh_polymap: _Live[np.int32]
    skin_matid: _Live[np.int32]
    skin_group: _Live[np.int32]
    skin_rgba: _Live[np.float32]
    skin_inflate: _Live[np.float32]
    skin_vertadr: _Live[np.int32]
    skin_vertnum: _Live[np.int32]
    skin_texcoordadr: _Live[np.int32]
    skin_faceadr: _Live[np.int32]
    skin_facenum: _Live[np.int32]
    skin_boneadr: _Live[np.int32]
    skin_bonenum: _Live[np.int32]
    skin_vert: _Live[np.float32]
    skin_texcoord: _Live[np.float32]
    skin_face: _Live[np.int32]
    skin_bonevertadr: _Live[np.int32]
    skin_bonevertnum: _Live[np.int32]
    skin_bonebindpos: _Live[np.float32]
    skin_bonebindquat: _Live[np.float32]
    skin_bonebodyid: _Live[np.int32]
    skin_bonevertid: _Live[np.int32]
    skin_bonevertweight: _Live[np.float32]
    skin_pathadr: _Live[np.int32]
    hfield_size: _Live[np.float64]
    hfield_nrow: _Live[np.int32]
    hfield_ncol: _Live[np.int32]
    hfield_adr: _Live[np.int32]
    hfield_data: _Live[np.float32]
    hfield_pathadr: _Live[np.int32]
    tex_type: _Live[np.int32]
    tex_colorspace: _Live[np.int32]
    tex_height: _Live[np.int32]
    tex_width: _Live[np.int32]
    tex_nchannel: _Live[np.int32]
    tex_adr: _Live[np.int64]
    tex_data: _Live[np.uint8]
    tex_pathadr: _Live[np.int32]
    tex_contenttypeadr: _Live[np.int32]
    mat_texid: _Live[np.int32]
    mat_texuniform: _Live[np.bool_]
    mat_texrepeat: _Live[np.float32]
    mat_emission: _Live[np.float32]
    mat_specular: _Live[np.float32]
    mat_shininess: _Live[np.float32]
    mat_reflectance: _Live[np.float32]
    mat_metallic: _Live[np.float32]
    mat_roughness: _Live[np.float32]
    mat_rgba: _Live[np.float32]
    pair_dim: _Live[np.int32]
    pair_geom1: _Live[np.int32]
    pair_geom2: _Live[np.int32]
    pair_signature: _Live[np.int32]
    pair_solref: _Live[np.float64]
    pair_solreffriction: _Live[np.float64]
    pair_solimp: _Live[np.float64]
    pair_margin: _Live[np.float64]
    pair_gap: _Live[np.float64]
    pair_adhesion: _Live[np.float64]
    pair_friction: _Live[np.float64]
    exclude_signature: _Live[np.int32]
    eq_type: _Live[np.int32]
    eq_obj1id: _Live[np.int32]
    eq_obj2id: _Live[np.int32]
    eq_objtype: _Live[np.int32]
    eq_active0: _Live[np.bool_]
    eq_solref: _Live[np.float64]
    eq_solimp: _Live[np.float64]
    eq_data: _Live[np.float64]
    tendon_type: _Live[np.int32]
    tendon_adr: _Live[np.int32]
    tendon_num: _Live[np.int32]
    tendon_matid: _Live[np.int32]
    tendon_actuatorid: _Live[np.int32]
    tendon_group: _Live[np.int32]
    tendon_plasticadr: _Live[np.int32]
    tendon_treenum: _Live[np.int32]
    tendon_treeid: _Live[np.int32]
    ten_J_rownnz: _Live[np.int32]
    ten_J_rowadr: _Live[np.int32]
    ten_J_colind: _Live[np.int32]
    tendon_limited: _Live[np.bool_]
    tendon_actfrclimited: _Live[np.bool_]
    tendon_width: _Live[np.float64]
    tendon_solref_lim: _Live[np.float64]
    tendon_solimp_lim: _Live[np.float64]
    tendon_solref_fri: _Live[np.float64]
    tendon_solimp_fri: _Live[np.float64]
    tendon_range: _Live[np.float64]
    tendon_actfrcrange: _Live[np.float64]
    tendon_margin: _Live[np.float64]
    tendon_stiffness: _Live[np.float64]
    tendon_stiffnesspoly: _Live[np.float64]
    tendon_damping: _Live[np.float64]
    tendon_dampingpoly: _Live[np.float64]
    tendon_armature: _Live[np.float64]
    tendon_frictionloss: _Live[np.float64]
    tendon_lengthspring: _Live[np.float64]
    tendon_springyield: _Live[np.float64]
    tendon_length0: _Live[np.float64]
    tendon_invweight0: _Live[np.float64]
    tendon_user: _Live[np.float64]
    tendon_rgba: _Live[np.float32]
    wrap_type: _Live[np.int32]
    wrap_objid: _Live[np.int32]
    wrap_prm: _Live[np.float64]
    actuator_trntype: _Live[np.int32]
    actuator_dyntype: _Live[np.int32]
    actuator_gaintype: _Live[np.int32]
    actuator_biastype: _Live[np.int32]
    actuator_ctrladr: _Live[np.int32]
    actuator_ctrlnum: _Live[np.int32]
    actuator_ctrlspec: _Live[np.int32]
    actuator_outadr: _Live[np.int32]
    actuator_outnum: _Live[np.int32]
    actuator_actadr: _Live[np.int32]
    actuator_actnum: _Live[np.int32]
    actuator_trnid: _Live[np.int32]
    actuator_cranklength: _Live[np.float64]
    actuator_dynprm: _Live[np.float64]
    actuator_gainprm: _Live[np.float64]
    actuator_biasprm: _Live[np.float64]
    actuator_actlimited: _Live[np.bool_]
    actuator_actrange: _Live[np.float64]
    actuator_actearly: _Live[np.bool_]
    actuator_history: _Live[np.int32]
    actuator_historyadr: _Live[np.int32]
    actuator_delay: _Live[np.float64]
    actuator_damping: _Live[np.float64]
    actuator_dampingpoly: _Live[np.float64]
    actuator_armature: _Live[np.float64]
    actuator_group: _Live[np.int32]
    actuator_user: _Live[np.float64]
    actuator_plugin: _Live[np.int32]
    actuator_forcelimited: _Live[np.bool_]
    actuator_forcerange: _Live[np.float64]
    actuator_ctrllimited: _Live[np.bool_]
    actuator_ctrlrange: _Live[np.float64]
    actuator_gear: _Live[np.float64]
    actuator_acc0: _Live[np.float64]
    actuator_length0: _Live[np.float64]
    actuator_lengthrange: _Live[np.float64]
    sensor_type: _Live[np.int32]
    sensor_datatype: _Live[np.int32]
    sensor_needstage: _Live[np.int32]
    sensor_objtype: _Live[np.int32]
    sensor_objid: _Live[np.int32]
    sensor_reftype: _Live[np.int32]
    sensor_refid: _Live[np.int32]
    sensor_intprm: _Live[np.int32]
    sensor_dim: _Live[np.int32]
    sensor_adr: _Live[np.int32]
    sensor_cutoff: _Live[np.float64]
    sensor_noise: _Live[np.float64]
    sensor_history: _Live[np.int32]
    sensor_historyadr: _Live[np.int32]
    sensor_delay: _Live[np.float64]
    sensor_interval: _Live[np.float64]
    sensor_user: _Live[np.float64]
    sensor_plugin: _Live[np.int32]
    plugin: _Live[np.int32]
    plugin_stateadr: _Live[np.int32]
    plugin_statenum: _Live[np.int32]
    plugin_attr: _Live[np.int8]
    plugin_attradr: _Live[np.int32]
    numeric_adr: _Live[np.int32]
    numeric_size: _Live[np.int32]
    numeric_data: _Live[np.float64]
    text_adr: _Live[np.int32]
    text_size: _Live[np.int32]
    @property
    def text_data(self) -> bytes: ...
    tuple_adr: _Live[np.int32]
    tuple_size: _Live[np.int32]
    tuple_objtype: _Live[np.int32]
    tuple_objid: _Live[np.int32]
    tuple_objprm: _Live[np.float64]
    key_time: _Live[np.float64]
    key_qpos: _Live[np.float64]
    key_qvel: _Live[np.float64]
    key_act: _Live[np.float64]
    key_mpos: _Live[np.float64]
    key_mquat: _Live[np.float64]
    key_ctrl: _Live[np.float64]
    key_plastic: _Live[np.float64]
    name_bodyadr: _Live[np.int32]
    name_jntadr: _Live[np.int32]
    name_geomadr: _Live[np.int32]
    name_siteadr: _Live[np.int32]
    name_camadr: _Live[np.int32]
    name_lightadr: _Live[np.int32]
    name_flexadr: _Live[np.int32]
    name_meshadr: _Live[np.int32]
    name_skinadr: _Live[np.int32]
    name_hfieldadr: _Live[np.int32]
    name_texadr: _Live[np.int32]
    name_matadr: _Live[np.int32]
    name_pairadr: _Live[np.int32]
    name_excludeadr: _Live[np.int32]
    name_eqadr: _Live[np.int32]
    name_tendonadr: _Live[np.int32]
    name_actuatoradr: _Live[np.int32]
    name_sensoradr: _Live[np.int32]
    name_numericadr: _Live[np.int32]
    name_textadr: _Live[np.int32]
    name_tupleadr: _Live[np.int32]
    name_keyadr: _Live[np.int32]
    name_pluginadr: _Live[np.int32]
    @property
    def names(self) -> bytes: ...
    names_map: _Live[np.int32]
    @property
    def paths(self) -> bytes: ...
    B_rownnz: _Live[np.int32]
    B_rowadr: _Live[np.int32]
    B_colind: _Live[np.int32]
    M_rownnz: _Live[np.int32]
    M_rowadr: _Live[np.int32]
    M_colind: _Live[np.int32]
    mapM2M: _Live[np.int32]
    D_rownnz: _Live[np.int32]
    D_rowadr: _Live[np.int32]
    D_diag: _Live[np.int32]
    D_colind: _Live[np.int32]
    mapM2D: _Live[np.int32]
    mapD2M: _Live[np.int32]
    flg_gravcomp: bool
    flg_surfacevel: bool
    flg_adhesion: bool
    opt: MjOption
    vis: MjVisual
    stat: MjStatistic
    def bind(self, elements: Any) -> Any: ...
    def actuator(self, name: str | SupportsIndex = "") -> _MjModelActuatorViews: ...
    def body(self, name: str | SupportsIndex = "") -> _MjModelBodyViews: ...
    def cam(self, name: str | SupportsIndex = "") -> _MjModelCameraViews: ...
    def camera(self, name: str | SupportsIndex = "") -> _MjModelCameraViews: ...
    def eq(self, name: str | SupportsIndex = "") -> _MjModelEqualityViews: ...
    def equality(self, name: str | SupportsIndex = "") -> _MjModelEqualityViews: ...
    def exclude(self, name: str | SupportsIndex = "") -> _MjModelExcludeViews: ...
    def geom(self, name: str | SupportsIndex = "") -> _MjModelGeomViews: ...
    def hfield(self, name: str | SupportsIndex = "") -> _MjModelHfieldViews: ...
    def jnt(self, name: str | SupportsIndex = "") -> _MjModelJointViews: ...
    def joint(self, name: str | SupportsIndex = "") -> _MjModelJointViews: ...
    def key(self, name: str | SupportsIndex = "") -> _MjModelKeyframeViews: ...
    def keyframe(self, name: str | SupportsIndex = "") -> _MjModelKeyframeViews: ...
    def light(self, name: str | SupportsIndex = "") -> _MjModelLightViews: ...
    def mat(self, name: str | SupportsIndex = "") -> _MjModelMaterialViews: ...
    def material(self, name: str | SupportsIndex = "") -> _MjModelMaterialViews: ...
    def mesh(self, name: str | SupportsIndex = "") -> _MjModelMeshViews: ...
    def numeric(self, name: str | SupportsIndex = "") -> _MjModelNumericViews: ...
    def pair(self, name: str | SupportsIndex = "") -> _MjModelPairViews: ...
    def sensor(self, name: str | SupportsIndex = "") -> _MjModelSensorViews: ...
    def site(self, name: str | SupportsIndex = "") -> _MjModelSiteViews: ...
    def skin(self, name: str | SupportsIndex = "") -> _MjModelSkinViews: ...
    def tendon(self, name: str | SupportsIndex = "") -> _MjModelTendonViews: ...
    def tex(self, name: str | SupportsIndex = "") -> _MjModelTextureViews: ...
    def texture(self, name: str | SupportsIndex = "") -> _MjModelTextureViews: ...
    def tuple(self, name: str | SupportsIndex = "") -> _MjModelTupleViews: ...

class MjContact:
    def __init__(self) -> None: ...
    dist: float
    pos: _Live[np.float64]
    frame: _Live[np.float64]
    includemargin: float
    friction: _Live[np.float64]
    solref: _Live[np.float64]
    solreffriction: _Live[np.float64]
    solimp: _Live[np.float64]
    adhesion: float
    surfacevel: _Live[np.float64]
    mu: float
    H: _Live[np.float64]
    dim: int
    geom1: int
    geom2: int
    geom: _Live[np.int32]
    flex: _Live[np.int32]
    elem: _Live[np.int32]
    vert: _Live[np.int32]
    exclude: int
    efc_address: int

class _MjContactList:
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[MjContact]: ...
    def __getitem__(self, index: SupportsIndex) -> MjContact: ...
    @property
    def dist(self) -> NDArray[np.float64]: ...
    @property
    def pos(self) -> NDArray[np.float64]: ...
    @property
    def frame(self) -> NDArray[np.float64]: ...
    @property
    def includemargin(self) -> NDArray[np.float64]: ...
    @property
    def friction(self) -> NDArray[np.float64]: ...
    @property
    def solref(self) -> NDArray[np.float64]: ...
    @property
    def solreffriction(self) -> NDArray[np.float64]: ...
    @property
    def solimp(self) -> NDArray[np.float64]: ...
    @property
    def adhesion(self) -> NDArray[np.float64]: ...
    @property
    def surfacevel(self) -> NDArray[np.float64]: ...
    @property
    def mu(self) -> NDArray[np.float64]: ...
    @property
    def H(self) -> NDArray[np.float64]: ...
    @property
    def dim(self) -> NDArray[np.int32]: ...
    @property
    def geom1(self) -> NDArray[np.int32]: ...
    @property
    def geom2(self) -> NDArray[np.int32]: ...
    @property
    def geom(self) -> NDArray[np.int32]: ...
    @property
    def flex(self) -> NDArray[np.int32]: ...
    @property
    def elem(self) -> NDArray[np.int32]: ...
    @property
    def vert(self) -> NDArray[np.int32]: ...
    @property
    def exclude(self) -> NDArray[np.int32]: ...
    @property
    def efc_address(self) -> NDArray[np.int32]: ...

class MjWarningStat:
    def __init__(self) -> None: ...
    lastinfo: int
    number: int

class _MjWarningStatList:
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[MjWarningStat]: ...
    def __getitem__(self, index: SupportsIndex) -> MjWarningStat: ...
    lastinfo: _Live[np.int32]
    number: _Live[np.int32]

class MjTimerStat:
    def __init__(self) -> None: ...
    duration: float
    number: int

class _MjTimerStatList:
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[MjTimerStat]: ...
    def __getitem__(self, index: SupportsIndex) -> MjTimerStat: ...
    duration: _Live[np.float64]
    number: _Live[np.int32]

class MjSolverStat:
    def __init__(self) -> None: ...
    improvement: float
    gradient: float
    lineslope: float
    nactive: int
    nchange: int
    neval: int
    nupdate: int

class _MjSolverStatList:
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[MjSolverStat]: ...
    def __getitem__(self, index: SupportsIndex) -> MjSolverStat: ...
    improvement: _Live[np.float64]
    gradient: _Live[np.float64]
    lineslope: _Live[np.float64]
    nactive: _Live[np.int32]
    nchange: _Live[np.int32]
    neval: _Live[np.int32]
    nupdate: _Live[np.int32]

class _MjDataActuatorViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    ctrl: _Live[np.float64]
    length: _Live[np.float64]
    velocity: _Live[np.float64]
    force: _Live[np.float64]
    @property
    def moment(self) -> NDArray[np.float64]: ...

class _MjDataBodyViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    xfrc_applied: _Live[np.float64]
    xpos: _Live[np.float64]
    xquat: _Live[np.float64]
    xmat: _Live[np.float64]
    xipos: _Live[np.float64]
    xiquat: _Live[np.float64]
    ximat: _Live[np.float64]
    subtree_com: _Live[np.float64]
    cinert: _Live[np.float64]
    crb: _Live[np.float64]
    cvel: _Live[np.float64]
    subtree_linvel: _Live[np.float64]
    subtree_angmom: _Live[np.float64]
    cacc: _Live[np.float64]
    cfrc_int: _Live[np.float64]
    cfrc_ext: _Live[np.float64]

class _MjDataCameraViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    xpos: _Live[np.float64]
    xmat: _Live[np.float64]

class _MjDataGeomViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    xpos: _Live[np.float64]
    xquat: _Live[np.float64]
    xmat: _Live[np.float64]

class _MjDataJointViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    qpos: _Live[np.float64]
    qvel: _Live[np.float64]
    qacc_warmstart: _Live[np.float64]
    qfrc_applied: _Live[np.float64]
    xanchor: _Live[np.float64]
    xaxis: _Live[np.float64]
    cdof: _Live[np.float64]
    qLDiagInv: _Live[np.float64]
    cdof_dot: _Live[np.float64]
    qfrc_bias: _Live[np.float64]
    qfrc_spring: _Live[np.float64]
    qfrc_damper: _Live[np.float64]
    qfrc_gravcomp: _Live[np.float64]
    qfrc_fluid: _Live[np.float64]
    qfrc_adhesion: _Live[np.float64]
    qfrc_passive: _Live[np.float64]
    qfrc_actuator: _Live[np.float64]
    qfrc_smooth: _Live[np.float64]
    qfrc_constraint: _Live[np.float64]
    qfrc_inverse: _Live[np.float64]
    qacc: _Live[np.float64]
    qacc_smooth: _Live[np.float64]
    qHDiagInv: _Live[np.float64]
    efm_c: _Live[np.float64]
    efm_diag: _Live[np.float64]
    efm_ck: _Live[np.float64]
    efm_sdiag: _Live[np.float64]
    efm_ca: _Live[np.float64]
    @property
    def plastic(self) -> NDArray[np.float64]: ...

class _MjDataLightViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    xpos: _Live[np.float64]
    xdir: _Live[np.float64]

class _MjDataSensorViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    data: _Live[np.float64]

class _MjDataSiteViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    xpos: _Live[np.float64]
    xquat: _Live[np.float64]
    xmat: _Live[np.float64]

class _MjDataTendonViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    wrapadr: _Live[np.int32]
    wrapnum: _Live[np.int32]
    J: _Live[np.float64]
    length: _Live[np.float64]
    velocity: _Live[np.float64]
    @property
    def plastic(self) -> NDArray[np.float64]: ...

class MjData:
    def __init__(self, model: MjModel) -> None: ...
    def __copy__(self) -> MjData: ...
    def __deepcopy__(self, memo: object) -> MjData: ...
    time: float
    @property
    def model(self) -> MjModel: ...
    @property
    def signature(self) -> int: ...
    @property
    def contact(self) -> _MjContactList: ...
    @property
    def efm_K_colind(self) -> NDArray[np.int32]: ...
    @property
    def efm_K_rowadr(self) -> NDArray[np.int32]: ...
    @property
    def efm_K_rownnz(self) -> NDArray[np.int32]: ...
    @property
    def efm_K_val(self) -> NDArray[np.float64]: ...
    @property
    def efm_L(self) -> NDArray[np.float64]: ...
    @property
    def efm_con_ind(self) -> NDArray[np.int32]: ...
    @property
    def efm_con_val(self) -> NDArray[np.float64]: ...
    @property
    def efm_dofid(self) -> NDArray[np.int32]: ...
    @property
    def plugin(self) -> NDArray[np.int32]: ...
    @property
    def plugin_data(self) -> NDArray[np.uint64]: ...
    @property
    def nefmK(self) -> int: ...
    @property
    def nefmL(self) -> int: ...
    @property
    def nefmcon(self) -> int: ...
    @property
    def nefmdof(self) -> int: ...
    @property
    def pbase(self) -> int: ...
    @property
    def threadpool(self) -> int: ...
    @property
    def narena(self) -> int: ...
    @property
    def nbuffer(self) -> int: ...
    @property
    def parena(self) -> int: ...
    @property
    def pstack(self) -> int: ...
    def bind(self, elements: Any) -> Any: ...
    qpos: _Live[np.float64]
    qvel: _Live[np.float64]
    act: _Live[np.float64]
    history: _Live[np.float64]
    plastic: _Live[np.float64]
    qacc_warmstart: _Live[np.float64]
    plugin_state: _Live[np.float64]
    ctrl: _Live[np.float64]
    qfrc_applied: _Live[np.float64]
    xfrc_applied: _Live[np.float64]
    eq_active: _Live[np.bool_]
    mocap_pos: _Live[np.float64]
    mocap_quat: _Live[np.float64]
    userdata: _Live[np.float64]
    xpos: _Live[np.float64]
    xquat: _Live[np.float64]
    xmat: _Live[np.float64]
    xipos: _Live[np.float64]
    xiquat: _Live[np.float64]
    ximat: _Live[np.float64]
    xanchor: _Live[np.float64]
    xaxis: _Live[np.float64]
    geom_xpos: _Live[np.float64]
    geom_xquat: _Live[np.float64]
    geom_xmat: _Live[np.float64]
    site_xpos: _Live[np.float64]
    site_xquat: _Live[np.float64]
    site_xmat: _Live[np.float64]
    cam_xpos: _Live[np.float64]
    cam_xmat: _Live[np.float64]
    light_xpos: _Live[np.float64]
    light_xdir: _Live[np.float64]
    subtree_com: _Live[np.float64]
    cdof: _Live[np.float64]
    cinert: _Live[np.float64]
    ten_wrapadr: _Live[np.int32]
    ten_wrapnum: _Live[np.int32]
    ten_J: _Live[np.float64]
    ten_length: _Live[np.float64]
    wrap_obj: _Live[np.int32]
    wrap_xpos: _Live[np.float64]
    actuator_length: _Live[np.float64]
    moment_rownnz: _Live[np.int32]
    moment_rowadr: _Live[np.int32]
    moment_colind: _Live[np.int32]
    actuator_moment: _Live[np.float64]
    crb: _Live[np.float64]
    M: _Live[np.float64]
    qLD: _Live[np.float64]
    qLDiagInv: _Live[np.float64]
    bvh_aabb_dyn: _Live[np.float64]
    bvh_active: _Live[np.bool_]
    tree_asleep: _Live[np.int32]
    tree_awake: _Live[np.int32]
    body_awake: _Live[np.int32]
    body_awake_ind: _Live[np.int32]
    parent_awake_ind: _Live[np.int32]
    dof_awake_ind: _Live[np.int32]
    flexedge_velocity: _Live[np.float64]
    ten_velocity: _Live[np.float64]
    actuator_velocity: _Live[np.float64]
    cvel: _Live[np.float64]
    cdof_dot: _Live[np.float64]
    subtree_linvel: _Live[np.float64]
    subtree_angmom: _Live[np.float64]
    qfrc_bias: _Live[np.float64]
    qfrc_spring: _Live[np.float64]
    qfrc_damper: _Live[np.float64]
    qfrc_gravcomp: _Live[np.float64]
    qfrc_fluid: _Live[np.float64]
    qfrc_adhesion: _Live[np.float64]
    qfrc_passive: _Live[np.float64]
    actuator_force: _Live[np.float64]
    qfrc_actuator: _Live[np.float64]
    qfrc_smooth: _Live[np.float64]
    qfrc_constraint: _Live[np.float64]
    qfrc_inverse: _Live[np.float64]
    qacc: _Live[np.float64]
    act_dot: _Live[np.float64]
    qacc_smooth: _Live[np.float64]
    cacc: _Live[np.float64]
    cfrc_int: _Live[np.float64]
    cfrc_ext: _Live[np.float64]
    qH: _Live[np.float64]
    qHDiagInv: _Live[np.float64]
    qDeriv: _Live[np.float64]
    qLU: _Live[np.float64]
    efm_c: _Live[np.float64]
    efm_diag: _Live[np.float64]
    efm_ck: _Live[np.float64]
    efm_sdiag: _Live[np.float64]
    efm_fluid: _Live[np.float64]
    efm_tid: _Live[np.int32]
    efm_ts: _Live[np.float64]
    efm_tk: _Live[np.float64]
    efm_aid: _Live[np.int32]
    efm_as: _Live[np.float64]
    efm_ak: _Live[np.float64]
    efm_ca: _Live[np.float64]
    sensordata: _Live[np.float64]
    flexvert_xpos: _Live[np.float64]
    flexelem_aabb: _Live[np.float64]
    flexelem_krot: _Live[np.float64]
    flex_hessian_valid: _Live[np.bool_]
    flexvert_hessian: _Live[np.float64]
    flexedge_hessian: _Live[np.float64]
    flexedge_J: _Live[np.float64]
    flexedge_length: _Live[np.float64]
    flexvert_lambda: _Live[np.float64]
    flexvert_conage: _Live[np.int32]
    @property
    def efc_type(self) -> NDArray[np.int32]: ...
    @property
    def efc_id(self) -> NDArray[np.int32]: ...
    @property
    def efc_J(self) -> NDArray[np.float64]: ...
    @property
    def efc_pos(self) -> NDArray[np.float64]: ...
    @property
    def efc_margin(self) -> NDArray[np.float64]: ...
    @property
    def efc_frictionloss(self) -> NDArray[np.float64]: ...
    @property
    def efc_diagA(self) -> NDArray[np.float64]: ...
    @property
    def efc_KBIP(self) -> NDArray[np.float64]: ...
    @property
    def efc_D(self) -> NDArray[np.float64]: ...
    @property
    def efc_R(self) -> NDArray[np.float64]: ...
    @property
    def tendon_efcadr(self) -> NDArray[np.int32]: ...
    @property
    def efc_vel(self) -> NDArray[np.float64]: ...
    @property
    def efc_aref(self) -> NDArray[np.float64]: ...
    @property
    def efc_b(self) -> NDArray[np.float64]: ...
    @property
    def efc_state(self) -> NDArray[np.int32]: ...
    @property
    def efc_force(self) -> NDArray[np.float64]: ...
    @property
    def tree_island(self) -> NDArray[np.int32]: ...
    @property
    def island_ntree(self) -> NDArray[np.int32]: ...
    @property
    def island_itreeadr(self) -> NDArray[np.int32]: ...
    @property
    def map_itree2tree(self) -> NDArray[np.int32]: ...
    @property
    def dof_island(self) -> NDArray[np.int32]: ...
    @property
    def island_nv(self) -> NDArray[np.int32]: ...
    @property
    def island_idofadr(self) -> NDArray[np.int32]: ...
    @property
    def island_dofadr(self) -> NDArray[np.int32]: ...
    @property
    def map_dof2idof(self) -> NDArray[np.int32]: ...
    @property
    def map_idof2dof(self) -> NDArray[np.int32]: ...
    @property
    def efc_island(self) -> NDArray[np.int32]: ...
    @property
    def island_ne(self) -> NDArray[np.int32]: ...
    @property
    def island_nf(self) -> NDArray[np.int32]: ...
    @property
    def island_nefc(self) -> NDArray[np.int32]: ...
    @property
    def island_iefcadr(self) -> NDArray[np.int32]: ...
    @property
    def map_efc2iefc(self) -> NDArray[np.int32]: ...
    @property
    def map_iefc2efc(self) -> NDArray[np.int32]: ...
    @property
    def efc_J_rownnz(self) -> NDArray[np.int32]: ...
    @property
    def efc_J_rowadr(self) -> NDArray[np.int32]: ...
    @property
    def efc_J_rowsuper(self) -> NDArray[np.int32]: ...
    @property
    def efc_J_colind(self) -> NDArray[np.int32]: ...
    @property
    def efc_Y_rownnz(self) -> NDArray[np.int32]: ...
    @property
    def efc_Y_rowadr(self) -> NDArray[np.int32]: ...
    @property
    def efc_Y_colind(self) -> NDArray[np.int32]: ...
    @property
    def efc_Y(self) -> NDArray[np.float64]: ...
    @property
    def efc_AR_rownnz(self) -> NDArray[np.int32]: ...
    @property
    def efc_AR_rowadr(self) -> NDArray[np.int32]: ...
    @property
    def efc_AR_colind(self) -> NDArray[np.int32]: ...
    @property
    def efc_AR(self) -> NDArray[np.float64]: ...
    @property
    def iefc_type(self) -> NDArray[np.int32]: ...
    @property
    def iefc_id(self) -> NDArray[np.int32]: ...
    @property
    def iefc_state(self) -> NDArray[np.int32]: ...
    @property
    def iefc_frictionloss(self) -> NDArray[np.float64]: ...
    @property
    def iefc_D(self) -> NDArray[np.float64]: ...
    @property
    def iefc_R(self) -> NDArray[np.float64]: ...
    @property
    def iefc_aref(self) -> NDArray[np.float64]: ...
    @property
    def iefc_force(self) -> NDArray[np.float64]: ...
    @property
    def iacc(self) -> NDArray[np.float64]: ...
    @property
    def iacc_smooth(self) -> NDArray[np.float64]: ...
    @property
    def ifrc_smooth(self) -> NDArray[np.float64]: ...
    @property
    def ifrc_constraint(self) -> NDArray[np.float64]: ...
    @property
    def ncon(self) -> int: ...
    @property
    def nefc(self) -> int: ...
    @property
    def ne(self) -> int: ...
    @property
    def nf(self) -> int: ...
    @property
    def nl(self) -> int: ...
    @property
    def nJ(self) -> int: ...
    @property
    def efm_active(self) -> int: ...
    @property
    def nefmT(self) -> int: ...
    @property
    def nefmA(self) -> int: ...
    @property
    def nY(self) -> int: ...
    @property
    def nA(self) -> int: ...
    @property
    def nisland(self) -> int: ...
    @property
    def nidof(self) -> int: ...
    @property
    def ntree_awake(self) -> int: ...
    @property
    def nbody_awake(self) -> int: ...
    @property
    def nparent_awake(self) -> int: ...
    @property
    def nv_awake(self) -> int: ...
    @property
    def maxuse_con(self) -> int: ...
    @property
    def maxuse_efc(self) -> int: ...
    @property
    def nplugin(self) -> int: ...
    @property
    def flg_energypos(self) -> bool: ...
    @property
    def flg_energyvel(self) -> bool: ...
    @property
    def flg_subtreevel(self) -> bool: ...
    @property
    def flg_rnepost(self) -> bool: ...
    energy: _Live[np.float64]
    solver_niter: _Live[np.int32]
    solver_nnz: _Live[np.int32]
    solver_fwdinv: _Live[np.float64]
    @property
    def warning(self) -> _MjWarningStatList: ...
    @property
    def timer(self) -> _MjTimerStatList: ...
    @property
    def solver(self) -> _MjSolverStatList: ...
    def actuator(self, name: str | SupportsIndex = "") -> _MjDataActuatorViews: ...
    def body(self, name: str | SupportsIndex = "") -> _MjDataBodyViews: ...
    def cam(self, name: str | SupportsIndex = "") -> _MjDataCameraViews: ...
    def camera(self, name: str | SupportsIndex = "") -> _MjDataCameraViews: ...
    def geom(self, name: str | SupportsIndex = "") -> _MjDataGeomViews: ...
    def jnt(self, name: str | SupportsIndex = "") -> _MjDataJointViews: ...
    def joint(self, name: str | SupportsIndex = "") -> _MjDataJointViews: ...
    def light(self, name: str | SupportsIndex = "") -> _MjDataLightViews: ...
    def sensor(self, name: str | SupportsIndex = "") -> _MjDataSensorViews: ...
    def site(self, name: str | SupportsIndex = "") -> _MjDataSiteViews: ...
    def tendon(self, name: str | SupportsIndex = "") -> _MjDataTendonViews: ...
    def ten(self, name: str | SupportsIndex = "") -> _MjDataTendonViews: ...

class MjrRect:
    def __init__(
        self, left: SupportsIndex, bottom: SupportsIndex, width: SupportsIndex, height: SupportsIndex
    ) -> None: ...
    left: int
    bottom: int
    width: int
    height: int

class MjvOption:
    def __init__(self) -> None: ...
    label: int
    frame: int
    geomgroup: _Live[np.uint8]
    sitegroup: _Live[np.uint8]
    jointgroup: _Live[np.uint8]
    tendongroup: _Live[np.uint8]
    actuatorgroup: _Live[np.uint8]
    flexgroup: _Live[np.uint8]
    skingroup: _Live[np.uint8]
    flags: _Live[np.uint8]
    bvh_depth: int
    flex_layer: int

class MjvCamera:
    def __init__(self) -> None: ...
    type: int
    fixedcamid: int
    trackbodyid: int
    lookat: _Live[np.float64]
    distance: float
    azimuth: float
    elevation: float
    orthographic: int

class MjvPerturb:
    def __init__(self) -> None: ...
    select: int
    flexselect: int
    skinselect: int
    active: int
    active2: int
    refpos: _Live[np.float64]
    refquat: _Live[np.float64]
    refselpos: _Live[np.float64]
    localpos: _Live[np.float64]
    localmass: float
    scale: float

class MjvFigure:
    def __init__(self) -> None: ...
    flg_legend: int
    flg_ticklabel: _Live[np.int32]
    flg_extend: int
    flg_barplot: int
    flg_selection: int
    flg_symmetric: int
    linewidth: float
    gridwidth: float
    gridsize: _Live[np.int32]
    gridrgb: _Live[np.float32]
    figurergba: _Live[np.float32]
    panergba: _Live[np.float32]
    legendrgba: _Live[np.float32]
    textrgb: _Live[np.float32]
    linergb: _Live[np.float32]
    range: _Live[np.float32]
    xformat: str
    yformat: str
    minwidth: str
    title: str
    xlabel: str
    linename: NDArray[np.bytes_]
    legendoffset: int
    subplot: int
    highlight: _Live[np.int32]
    highlightid: int
    selection: float
    linepnt: _Live[np.int32]
    linedata: _Live[np.float32]
    xaxispixel: _Live[np.int32]
    yaxispixel: _Live[np.int32]
    xaxisdata: _Live[np.float32]
    yaxisdata: _Live[np.float32]

class MjvGLCamera:
    def __init__(self) -> None: ...
    pos: _Live[np.float32]
    forward: _Live[np.float32]
    up: _Live[np.float32]
    frustum_center: float
    frustum_width: float
    frustum_bottom: float
    frustum_top: float
    frustum_near: float
    frustum_far: float
    orthographic: int

class MjvLight:
    def __init__(self) -> None: ...
    id: int
    pos: _Live[np.float32]
    dir: _Live[np.float32]
    type: int
    texid: int
    attenuation: _Live[np.float32]
    cutoff: float
    exponent: float
    ambient: _Live[np.float32]
    diffuse: _Live[np.float32]
    specular: _Live[np.float32]
    headlight: int
    castshadow: int
    bulbradius: float
    intensity: float
    range: float
    softness: float

class MjvGeom:
    def __init__(self) -> None: ...
    type: int
    dataid: int
    objtype: int
    objid: int
    category: int
    matid: int
    texid: int
    texuniform: int
    texcoord: int
    segid: int
    size: _Live[np.float32]
    pos: _Live[np.float32]
    mat: _Live[np.float32]
    rgba: _Live[np.float32]
    emission: float
    specular: float
    shininess: float
    reflectance: float
    texrepeat: _Live[np.float32]
    castshadow: int
    label: str
    camdist: float
    modelrbound: float
    transparent: int

class MjvScene:
    def __init__(self, model: MjModel | None = None, maxgeom: SupportsIndex = 0) -> None: ...
    @property
    def geoms(self) -> Sequence[MjvGeom]: ...
    @property
    def lights(self) -> Sequence[MjvLight]: ...
    @property
    def camera(self) -> tuple[MjvGLCamera, MjvGLCamera]: ...
    maxgeom: int
    ngeom: int
    nlight: int
    nflex: int
    nskin: int
    geomorder: NDArray[np.int32]
    flexedgeadr: NDArray[np.int32]
    flexedgenum: NDArray[np.int32]
    flexvertadr: NDArray[np.int32]
    flexvertnum: NDArray[np.int32]
    flexfaceadr: NDArray[np.int32]
    flexfacenum: NDArray[np.int32]
    flexfaceused: NDArray[np.int32]
    flexedge: NDArray[np.int32]
    flexvert: NDArray[np.float32]
    flexface: NDArray[np.float32]
    flexnormal: NDArray[np.float32]
    flextexcoord: NDArray[np.float32]
    skinfacenum: NDArray[np.int32]
    skinvertadr: NDArray[np.int32]
    skinvertnum: NDArray[np.int32]
    skinvert: NDArray[np.float32]
    skinnormal: NDArray[np.float32]
    enabletransform: int
    translate: _Live[np.float32]
    rotate: _Live[np.float32]
    scale: float
    stereo: int
    flags: _Live[np.uint8]
    framewidth: int
    framergb: _Live[np.float32]
    status: int
    flexvertopt: int
    flexedgeopt: int
    flexfaceopt: int
    flexskinopt: int

class MjSpec:
    def __init__(self) -> None: ...
    def activate_plugin(self, name: str) -> None: ...
    def actuator(self, name: str) -> MjsActuator | None: ...
    @property
    def actuators(self) -> list[MjsActuator]: ...
    def add_actuator(self, *args: MjsDefault, **values: object) -> MjsActuator: ...
    def add_default(self, name: str, parent: MjsDefault | str | None = ...) -> MjsDefault | None: ...
    def add_equality(self, *args: MjsDefault, **values: object) -> MjsEquality: ...
    def add_exclude(self, *args: MjsDefault, **values: object) -> MjsExclude: ...
    def add_flex(self, **values: object) -> MjsFlex: ...
    def add_hfield(self, *args: MjsDefault, **values: object) -> MjsHField: ...
    def add_key(self, *args: MjsDefault, **values: object) -> MjsKey: ...
    def add_material(self, *args: MjsDefault, **values: object) -> MjsMaterial: ...
    def add_mesh(self, *args: MjsDefault, **values: object) -> MjsMesh: ...
    def add_numeric(self, *args: MjsDefault, **values: object) -> MjsNumeric: ...
    def add_pair(self, *args: MjsDefault, **values: object) -> MjsPair: ...
    def add_plugin(self, **values: object) -> MjsPlugin: ...
    def add_sensor(self, *args: MjsDefault, **values: object) -> MjsSensor: ...
    def add_skin(self, *args: MjsDefault, **values: object) -> MjsSkin: ...
    def add_tendon(self, *args: MjsDefault, **values: object) -> MjsTendon: ...
    def add_text(self, *args: MjsDefault, **values: object) -> MjsText: ...
    def add_texture(self, *args: MjsDefault, **values: object) -> MjsTexture: ...
    def add_tuple(self, *args: MjsDefault, **values: object) -> MjsTuple: ...
    def adopt_inertial(self, body: MjsBody, vfs: MjVfs | None = ...) -> None: ...
    assets: dict[str, Any]
    def attach(self, child: MjSpec, prefix: str | None = ..., suffix: str | None = ..., site: MjsSite | str | None = ..., frame: MjsFrame | str | None = ...) -> MjsFrame: ...
    @property
    def authored(self) -> MjsAuthored: ...
    @property
    def bodies(self) -> list[MjsBody]: ...
    def body(self, name: str) -> MjsBody | None: ...
    def camera(self, name: str) -> MjsCamera | None: ...
    @property
    def cameras(self) -> list[MjsCamera]: ...
    comment: str
    def compile(self, vfs: MjVfs | None = ...) -> MjModel: ...
    @property
    def compiler(self) -> MjsCompiler: ...
    def copy(self) -> MjSpec: ...
    def copy_back(self, model: MjModel) -> None: ...
    copy_during_attach: bool
    def dedup_assets(self) -> int: ...
    @property
    def default(self) -> MjsDefault: ...
    def delete(self, element: object) -> None: ...
    def discard_visual(self, vfs: MjVfs | None = ...) -> int: ...
    def encode(self, filename: str | PathLike[str], model: MjModel | None = ..., content_type: str | None = ...) -> int: ...
    @property
    def equalities(self) -> list[MjsEquality]: ...
    def equality(self, name: str) -> MjsEquality | None: ...
    def exclude(self, name: str) -> MjsExclude | None: ...
    @property
    def excludes(self) -> list[MjsExclude]: ...
    def find_default(self, name: str) -> MjsDefault | None: ...
    def flex(self, name: str) -> MjsFlex | None: ...
    @property
    def flexes(self) -> list[MjsFlex]: ...
    def frame(self, name: str) -> MjsFrame | None: ...
    @property
    def frames(self) -> list[MjsFrame]: ...
    @classmethod
    def from_file(cls, filename: str | PathLike[str], include: Mapping[str, bytes] | None = ..., assets: Mapping[str, bytes] | None = ..., vfs: MjVfs | None = ...) -> MjSpec: ...
    @classmethod
    def from_string(cls, xml: str | bytes, include: Mapping[str, bytes] | None = ..., assets: Mapping[str, bytes] | None = ..., vfs: MjVfs | None = ...) -> MjSpec: ...
    @classmethod
    def from_zip(cls, file: str | PathLike[str] | IO[bytes]) -> MjSpec: ...
    def fuse_static(self, vfs: MjVfs | None = ...) -> int: ...
    def geom(self, name: str) -> MjsGeom | None: ...
    @property
    def geoms(self) -> list[MjsGeom]: ...
    hasImplicitPluginElem: bool
    def hfield(self, name: str) -> MjsHField | None: ...
    @property
    def hfields(self) -> list[MjsHField]: ...
    def joint(self, name: str) -> MjsJoint | None: ...
    @property
    def joints(self) -> list[MjsJoint]: ...
    def key(self, name: str) -> MjsKey | None: ...
    @property
    def keys(self) -> list[MjsKey]: ...
    def light(self, name: str) -> MjsLight | None: ...
    @property
    def lights(self) -> list[MjsLight]: ...
    def material(self, name: str) -> MjsMaterial | None: ...
    @property
    def materials(self) -> list[MjsMaterial]: ...
    memory: int
    def mesh(self, name: str) -> MjsMesh | None: ...
    meshdir: str
    @property
    def meshes(self) -> list[MjsMesh]: ...
    modelfiledir: str
    modelname: str
    nconmax: int
    nemax: int
    njmax: int
    nkey: int
    nstack: int
    def numeric(self, name: str) -> MjsNumeric | None: ...
    @property
    def numerics(self) -> list[MjsNumeric]: ...
    nuser_actuator: int
    nuser_body: int
    nuser_cam: int
    nuser_geom: int
    nuser_jnt: int
    nuser_sensor: int
    nuser_site: int
    nuser_tendon: int
    nuserdata: int
    option: MjOption
    override_assets: str
    def pair(self, name: str) -> MjsPair | None: ...
    @property
    def pairs(self) -> list[MjsPair]: ...
    @property
    def parent(self) -> MjSpec | None: ...
    def plugin(self, name: str) -> MjsPlugin | None: ...
    @property
    def plugins(self) -> list[MjsPlugin]: ...
    def recompile(self, m: MjModel, d: MjData, vfs: MjVfs | None = ...) -> tuple[MjModel, MjData]: ...
    @staticmethod
    def resolve_orientation(degree: bool, sequence: str | None = ..., orientation: MjsOrientation | None = ...) -> list[float]: ...
    def sensor(self, name: str) -> MjsSensor | None: ...
    @property
    def sensors(self) -> list[MjsSensor]: ...
    def site(self, name: str) -> MjsSite | None: ...
    @property
    def sites(self) -> list[MjsSite]: ...
    def skin(self, name: str) -> MjsSkin | None: ...
    @property
    def skins(self) -> list[MjsSkin]: ...
    stat: MjStatistic
    strippath: bool
    def tendon(self, name: str) -> MjsTendon | None: ...
    @property
    def tendons(self) -> list[MjsTendon]: ...
    def text(self, name: str) -> MjsText | None: ...
    @property
    def texts(self) -> list[MjsText]: ...
    def texture(self, name: str) -> MjsTexture | None: ...
    texturedir: str
    @property
    def textures(self) -> list[MjsTexture]: ...
    @property
    def timer(self) -> _Live[np.float64]: ...
    def to_file(self, filename: str | PathLike[str]) -> None: ...
    def to_xml(self) -> str: ...
    def to_zip(self, file: str | PathLike[str] | IO[bytes]) -> None: ...
    def tuple(self, name: str) -> MjsTuple | None: ...
    @property
    def tuples(self) -> list[MjsTuple]: ...
    visual: MjVisual
    @property
    def worldbody(self) -> MjsBody: ...

class MjsDefault:
    actuator: MjsActuator
    camera: MjsCamera
    equality: MjsEquality
    @property
    def flex(self) -> MjsFlex: ...
    geom: MjsGeom
    joint: MjsJoint
    light: MjsLight
    material: MjsMaterial
    mesh: MjsMesh
    name: str
    pair: MjsPair
    site: MjsSite
    tendon: MjsTendon
    texture: MjsTexture

class MjsElement:
    ...

class MjsFlex:
    activelayers: int
    cellcount: _Live[np.int32]
    classname: MjsDefault
    @property
    def compiler(self) -> MjsCompiler: ...
    conaffinity: int
    condim: int
    contype: int
    damping: float
    dim: int
    edgedamping: float
    edgestiffness: float
    elastic2d: int
    elastic3d: int
    elem: MjIntVec
    elemtexcoord: MjIntVec
    flatskin: bool
    friction: _Live[np.float64]
    gap: float
    group: int
    @property
    def id(self) -> int: ...
    info: str
    margin: float
    material: MjStringVec
    name: str
    node: MjDoubleVec
    nodebody: MjStringVec
    order: int
    passive: int
    poisson: float
    priority: int
    radius: float
    rgba: _Live[np.float32]
    section: mjtFlexSection
    sectionsize: _Live[np.float64]
    selfcollide: mjtFlexSelf
    shear: float
    @property
    def signature(self) -> int: ...
    size: _Live[np.float64]
    solimp: _Live[np.float64]
    solmix: float
    solref: _Live[np.float64]
    stressyield: _Live[np.float64]
    texcoord: MjFloatVec
    thickness: float
    vert: MjDoubleVec
    vertbody: MjStringVec
    young: float

class MjsPlugin:
    active: bool
    classname: MjsDefault
    @property
    def compiler(self) -> MjsCompiler: ...
    config: dict[str, str]
    @property
    def id(self) -> int: ...
    info: str
    name: str
    plugin_name: str
    @property
    def signature(self) -> int: ...

class MjsOrientation:
    axisangle: _Live[np.float64]
    euler: _Live[np.float64]
    type: int
    xyaxes: _Live[np.float64]
    zaxis: _Live[np.float64]

class MjsTendonPath:
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex) -> MjsWrap: ...

class MjsWrap:
    @property
    def coef(self) -> float: ...
    @property
    def divisor(self) -> float: ...
    info: str
    @property
    def sidesite(self) -> MjsSite | None: ...
    @property
    def target(self) -> Any: ...
    @property
    def type(self) -> int: ...

class MjsAuthored:
    disableactuator: int
    disableflags: int
    enableflags: int
    option: int
    visual_global: int
    visual_headlight: int
    visual_map: int
    visual_quality: int
    visual_rgba: int
    visual_scale: int

class MjsCompiler:
    LRopt: MjLROpt
    alignfree: bool
    @property
    def authored(self) -> int: ...
    autolimits: bool
    balanceinertia: bool
    boundinertia: float
    boundmass: float
    conflict: mjtConflict
    degree: bool
    discardvisual: bool
    eulerseq: MjCharVec
    fitaabb: bool
    fusestatic: bool
    inertiafromgeom: mjtInertiaFromGeom
    inertiagrouprange: _Live[np.int32]
    meshdir: str
    passthrough: mjtPassthrough
    savecanonical: bool
    savecompiled: bool
    saveinertial: bool
    settotalmass: float
    texturedir: str
    usethread: bool

class MjsBody:
    def add_body(self, default: MjsDefault | None = ..., **values: object) -> MjsBody: ...
    def add_camera(self, default: MjsDefault | None = ..., **values: object) -> MjsCamera: ...
    def add_frame(self, default: MjsDefault | None = ..., **values: object) -> MjsFrame: ...
    def add_freejoint(self, **values: object) -> MjsJoint: ...
    def add_geom(self, default: MjsDefault | None = ..., **values: object) -> MjsGeom: ...
    def add_joint(self, default: MjsDefault | None = ..., **values: object) -> MjsJoint: ...
    def add_light(self, default: MjsDefault | None = ..., **values: object) -> MjsLight: ...
    def add_site(self, default: MjsDefault | None = ..., **values: object) -> MjsSite: ...
    alt: MjsOrientation
    def attach_frame(self, frame: MjsFrame | str, prefix: str | None = ..., suffix: str | None = ...) -> MjsFrame: ...
    @property
    def bodies(self) -> list[MjsBody]: ...
    @property
    def cameras(self) -> list[MjsCamera]: ...
    childclass: str
    classname: MjsDefault
    @property
    def compiler(self) -> MjsCompiler: ...
    explicitinertial: bool
    def find_all(self, kind: mjtObj | str) -> list[Any]: ...
    def find_child(self, name: str) -> MjsBody | None: ...
    def first_body(self) -> MjsBody | None: ...
    def first_camera(self) -> MjsCamera | None: ...
    def first_frame(self) -> MjsFrame | None: ...
    def first_geom(self) -> MjsGeom | None: ...
    def first_joint(self) -> MjsJoint | None: ...
    def first_light(self) -> MjsLight | None: ...
    def first_site(self) -> MjsSite | None: ...
    @property
    def frame(self) -> MjsFrame | None: ...
    @property
    def frames(self) -> list[MjsFrame]: ...
    fullinertia: _Live[np.float64]
    fuse: int
    @property
    def geoms(self) -> list[MjsGeom]: ...
    gravcomp: float
    ialt: MjsOrientation
    @property
    def id(self) -> int: ...
    inertia: _Live[np.float64]
    info: str
    ipos: _Live[np.float64]
    iquat: _Live[np.float64]
    @property
    def joints(self) -> list[MjsJoint]: ...
    @property
    def lights(self) -> list[MjsLight]: ...
    def make_flex(self, name: str, type: str | None = ..., dim: SupportsFloat = ..., mesh: str | None = ..., file: str | PathLike[str] | IO[bytes] | None = ..., **values: object) -> MjsFlex: ...
    mass: float
    mocap: bool
    name: str
    def next_body(self, element: object) -> MjsBody | None: ...
    def next_camera(self, element: object) -> MjsCamera | None: ...
    def next_frame(self, element: object) -> MjsFrame | None: ...
    def next_geom(self, element: object) -> MjsGeom | None: ...
    def next_joint(self, element: object) -> MjsJoint | None: ...
    def next_light(self, element: object) -> MjsLight | None: ...
    def next_site(self, element: object) -> MjsSite | None: ...
    @property
    def parent(self) -> MjsBody | None: ...
    plugin: MjsPlugin
    pos: _Live[np.float64]
    quat: _Live[np.float64]
    def set_frame(self, frame: MjsFrame | str) -> None: ...
    @property
    def signature(self) -> int: ...
    simple: int
    @property
    def sites(self) -> list[MjsSite]: ...
    sleep: mjtSleepPolicy
    def to_frame(self) -> MjsFrame: ...
    userdata: MjDoubleVec

class MjsFrame:
    def add_body(self, default: MjsDefault | None = ..., **values: object) -> MjsBody: ...
    def add_camera(self, default: MjsDefault | None = ..., **values: object) -> MjsCamera: ...
    def add_frame(self, default: MjsDefault | None = ..., **values: object) -> MjsFrame: ...
    def add_geom(self, default: MjsDefault | None = ..., **values: object) -> MjsGeom: ...
    def add_joint(self, default: MjsDefault | None = ..., **values: object) -> MjsJoint: ...
    def add_light(self, default: MjsDefault | None = ..., **values: object) -> MjsLight: ...
    def add_site(self, default: MjsDefault | None = ..., **values: object) -> MjsSite: ...
    alt: MjsOrientation
    def attach_body(self, body: MjsBody, prefix: str | None = ..., suffix: str | None = ...) -> MjsBody: ...
    childclass: str
    @property
    def compiler(self) -> MjsCompiler: ...
    @property
    def frame(self) -> MjsFrame | None: ...
    @property
    def id(self) -> int: ...
    info: str
    massscale: float
    name: str
    @property
    def parent(self) -> MjsBody | None: ...
    pos: _Live[np.float64]
    quat: _Live[np.float64]
    scale: _Live[np.float64]
    scaling: mjtScaling
    def set_frame(self, frame: MjsFrame | str) -> None: ...
    @property
    def signature(self) -> int: ...

class MjsJoint:
    actfrclimited: mjtLimited
    actfrcrange: _Live[np.float64]
    actgravcomp: bool
    align: mjtAlignFree
    armature: float
    axis: _Live[np.float64]
    classname: MjsDefault
    @property
    def compiler(self) -> MjsCompiler: ...
    damping: _Live[np.float64]
    @property
    def frame(self) -> MjsFrame | None: ...
    frictionloss: float
    group: int
    @property
    def id(self) -> int: ...
    info: str
    limited: mjtLimited
    margin: float
    name: str
    @property
    def parent(self) -> MjsBody | None: ...
    pos: _Live[np.float64]
    range: _Live[np.float64]
    ref: float
    def set_frame(self, frame: MjsFrame | str) -> None: ...
    @property
    def signature(self) -> int: ...
    solimp_friction: _Live[np.float64]
    solimp_limit: _Live[np.float64]
    solref_friction: _Live[np.float64]
    solref_limit: _Live[np.float64]
    springdamper: _Live[np.float64]
    springref: float
    springyield: float
    stiffness: _Live[np.float64]
    type: mjtJoint
    userdata: MjDoubleVec

class MjsGeom:
    adhesion: float
    alt: MjsOrientation
    castshadow: bool
    classname: MjsDefault
    @property
    def compiler(self) -> MjsCompiler: ...
    conaffinity: int
    condim: int
    contype: int
    density: float
    fitscale: float
    fluid_coefs: _Live[np.float64]
    fluid_ellipsoid: float
    @property
    def frame(self) -> MjsFrame | None: ...
    friction: _Live[np.float64]
    fromto: _Live[np.float64]
    gap: float
    group: int
    hfieldname: str
    @property
    def id(self) -> int: ...
    info: str
    margin: float
    mass: float
    material: str
    meshname: str
    name: str
    @property
    def parent(self) -> MjsBody | None: ...
    plugin: MjsPlugin
    pos: _Live[np.float64]
    priority: int
    quat: _Live[np.float64]
    rgba: _Live[np.float32]
    def set_frame(self, frame: MjsFrame | str) -> None: ...
    @property
    def signature(self) -> int: ...
    size: _Live[np.float64]
    solimp: _Live[np.float64]
    solmix: float
    solref: _Live[np.float64]
    surfacevel: _Live[np.float64]
    type: mjtGeom
    typeinertia: mjtGeomInertia
    userdata: MjDoubleVec

class MjsSite:
    alt: MjsOrientation
    def attach_body(self, body: MjsBody, prefix: str | None = ..., suffix: str | None = ...) -> MjsBody: ...
    classname: MjsDefault
    @property
    def compiler(self) -> MjsCompiler: ...
    @property
    def frame(self) -> MjsFrame | None: ...
    fromto: _Live[np.float64]
    group: int
    @property
    def id(self) -> int: ...
    info: str
    material: str
    meshname: str
    name: str
    @property
    def parent(self) -> MjsBody | None: ...
    pos: _Live[np.float64]
    quat: _Live[np.float64]
    rgba: _Live[np.float32]
    def set_frame(self, frame: MjsFrame | str) -> None: ...
    @property
    def signature(self) -> int: ...
    size: _Live[np.float64]
    type: mjtGeom
    userdata: MjDoubleVec

class MjsCamera:
    alt: MjsOrientation
    classname: MjsDefault
    @property
    def compiler(self) -> MjsCompiler: ...
    focal_length: _Live[np.float32]
    focal_pixel: _Live[np.float32]
    fovy: float
    @property
    def frame(self) -> MjsFrame | None: ...
    @property
    def id(self) -> int: ...
    info: str
    intrinsic: _Live[np.float32]
    ipd: float
    mode: mjtCamLight
    name: str
    output: int
    @property
    def parent(self) -> MjsBody | None: ...
    pos: _Live[np.float64]
    principal_length: _Live[np.float32]
    principal_pixel: _Live[np.float32]
    proj: mjtProjection
    quat: _Live[np.float64]
    resolution: _Live[np.int32]
    sensor_size: _Live[np.float32]
    def set_frame(self, frame: MjsFrame | str) -> None: ...
    @property
    def signature(self) -> int: ...
    targetbody: str
    userdata: MjDoubleVec

class MjsLight:
    active: bool
    ambient: _Live[np.float32]
    attenuation: _Live[np.float32]
    bulbradius: float
    castshadow: bool
    classname: MjsDefault
    @property
    def compiler(self) -> MjsCompiler: ...
    cutoff: float
    diffuse: _Live[np.float32]
    dir: _Live[np.float64]
    exponent: float
    @property
    def frame(self) -> MjsFrame | None: ...
    @property
    def id(self) -> int: ...
    info: str
    intensity: float
    mode: mjtCamLight
    name: str
    @property
    def parent(self) -> MjsBody | None: ...
    pos: _Live[np.float64]
    range: float
    def set_frame(self, frame: MjsFrame | str) -> None: ...
    @property
    def signature(self) -> int: ...
    softness: float
    specular: _Live[np.float32]
    targetbody: str
    texture: str
    type: mjtLightType

class MjsMesh:
    classname: MjsDefault
    @property
    def compiler(self) -> MjsCompiler: ...
    content_type: str
    file: str
    @property
    def id(self) -> int: ...
    inertia: mjtMeshInertia
    info: str
    def make_box(self, count: ArrayLike, spacing: ArrayLike, dim: SupportsFloat = ...) -> None: ...
    def make_cone(self, nedge: SupportsInt, radius: SupportsFloat) -> None: ...
    def make_cylinder(self, count: ArrayLike, spacing: ArrayLike, dim: SupportsFloat = ...) -> None: ...
    def make_disc(self, count: ArrayLike, spacing: ArrayLike) -> None: ...
    def make_ellipsoid(self, count: ArrayLike, spacing: ArrayLike, dim: SupportsFloat = ...) -> None: ...
    def make_grid(self, count: ArrayLike, spacing: ArrayLike, dim: SupportsFloat = ...) -> None: ...
    def make_hemisphere(self, resolution: SupportsInt | ArrayLike) -> None: ...
    def make_plate(self, resolution: SupportsInt | ArrayLike = ...) -> None: ...
    def make_sphere(self, subdivision: SupportsInt) -> None: ...
    def make_square(self, count: ArrayLike, spacing: ArrayLike) -> None: ...
    def make_supersphere(self, resolution: SupportsInt | ArrayLike, e: SupportsFloat, n: SupportsFloat) -> None: ...
    def make_supertorus(self, resolution: SupportsInt | ArrayLike, radius: SupportsFloat, s: SupportsFloat, t: SupportsFloat) -> None: ...
    def make_wedge(self, resolution: SupportsInt | ArrayLike = ..., fov: ArrayLike = ..., gamma: SupportsFloat = ...) -> None: ...
    material: str
    maxhullvert: int
    name: str
    needsdf: bool
    octree_maxdepth: int
    plugin: MjsPlugin
    refpos: _Live[np.float64]
    refquat: _Live[np.float64]
    scale: _Live[np.float64]
    @property
    def signature(self) -> int: ...
    smoothnormal: bool
    userface: MjIntVec
    userfacenormal: MjIntVec
    userfacetexcoord: MjIntVec
    usernode: MjDoubleVec
    usernormal: MjFloatVec
    usertet: MjIntVec
    usertexcoord: MjFloatVec
    uservert: MjFloatVec

class MjsHField:
    @property
    def compiler(self) -> MjsCompiler: ...
    content_type: str
    file: str
    @property
    def id(self) -> int: ...
    info: str
    name: str
    ncol: int
    nrow: int
    @property
    def signature(self) -> int: ...
    size: _Live[np.float64]
    userdata: MjFloatVec

class MjsTexture:
    builtin: mjtBuiltin
    classname: MjsDefault
    colorspace: mjtColorSpace
    @property
    def compiler(self) -> MjsCompiler: ...
    content_type: str
    cubefiles: MjStringVec
    data: bytes
    embed: mjtEmbed
    file: str
    gridlayout: MjCharVec
    gridsize: _Live[np.int32]
    height: int
    hflip: bool
    @property
    def id(self) -> int: ...
    info: str
    mark: mjtMark
    markrgb: _Live[np.float64]
    name: str
    nchannel: int
    random: float
    rgb1: _Live[np.float64]
    rgb2: _Live[np.float64]
    @property
    def signature(self) -> int: ...
    type: mjtTexture
    vflip: bool
    width: int

class MjsMaterial:
    classname: MjsDefault
    @property
    def compiler(self) -> MjsCompiler: ...
    emission: float
    @property
    def id(self) -> int: ...
    info: str
    metallic: float
    name: str
    reflectance: float
    rgba: _Live[np.float32]
    roughness: float
    shininess: float
    @property
    def signature(self) -> int: ...
    specular: float
    texrepeat: _Live[np.float32]
    textures: MjStringVec
    texuniform: bool

class MjsSkin:
    bindpos: MjFloatVec
    bindquat: MjFloatVec
    bodyname: MjStringVec
    @property
    def compiler(self) -> MjsCompiler: ...
    face: MjIntVec
    file: str
    group: int
    @property
    def id(self) -> int: ...
    inflate: float
    info: str
    material: str
    name: str
    rgba: _Live[np.float32]
    @property
    def signature(self) -> int: ...
    texcoord: MjFloatVec
    vert: MjFloatVec
    vertid: list[list[int]]
    vertweight: list[list[float]]

class MjsPair:
    adhesion: float
    classname: MjsDefault
    @property
    def compiler(self) -> MjsCompiler: ...
    condim: int
    friction: _Live[np.float64]
    gap: float
    geomname1: str
    geomname2: str
    @property
    def id(self) -> int: ...
    info: str
    margin: float
    name: str
    @property
    def signature(self) -> int: ...
    solimp: _Live[np.float64]
    solref: _Live[np.float64]
    solreffriction: _Live[np.float64]

class MjsExclude:
    bodyname1: str
    bodyname2: str
    @property
    def compiler(self) -> MjsCompiler: ...
    @property
    def id(self) -> int: ...
    info: str
    name: str
    @property
    def signature(self) -> int: ...

class MjsEquality:
    active: bool
    classname: MjsDefault
    @property
    def compiler(self) -> MjsCompiler: ...
    data: _Live[np.float64]
    @property
    def id(self) -> int: ...
    info: str
    name: str
    name1: str
    name2: str
    objtype: mjtObj
    @property
    def signature(self) -> int: ...
    solimp: _Live[np.float64]
    solref: _Live[np.float64]
    type: mjtEq

class MjsTendon:
    actfrclimited: mjtLimited
    actfrcrange: _Live[np.float64]
    armature: float
    @property
    def compiler(self) -> MjsCompiler: ...
    damping: _Live[np.float64]
    def default(self) -> MjsDefault: ...
    frictionloss: float
    group: int
    @property
    def id(self) -> int: ...
    info: str
    limited: mjtLimited
    margin: float
    material: str
    name: str
    @property
    def path(self) -> MjsTendonPath: ...
    range: _Live[np.float64]
    rgba: _Live[np.float32]
    @property
    def signature(self) -> int: ...
    solimp_friction: _Live[np.float64]
    solimp_limit: _Live[np.float64]
    solref_friction: _Live[np.float64]
    solref_limit: _Live[np.float64]
    springlength: _Live[np.float64]
    springyield: float
    stiffness: _Live[np.float64]
    userdata: MjDoubleVec
    width: float
    def wrap_geom(self, name: str, sidesite: str) -> MjsWrap: ...
    def wrap_joint(self, name: str, coef: SupportsFloat) -> MjsWrap: ...
    def wrap_pulley(self, divisor: SupportsFloat) -> MjsWrap: ...
    def wrap_site(self, name: str) -> MjsWrap: ...

class MjsActuator:
    actdim: int
    actearly: bool
    actlimited: mjtLimited
    actrange: _Live[np.float64]
    armature: float
    biasprm: _Live[np.float64]
    biastype: mjtBias
    classname: MjsDefault
    @property
    def compiler(self) -> MjsCompiler: ...
    cranklength: float
    ctrllimited: mjtLimited
    ctrlrange: _Live[np.float64]
    ctrlspec: int
    damping: _Live[np.float64]
    delay: float
    dynprm: _Live[np.float64]
    dyntype: mjtDyn
    ffrange: _Live[np.float64]
    forcelimited: mjtLimited
    forcerange: _Live[np.float64]
    gainprm: _Live[np.float64]
    gaintype: mjtGain
    gear: _Live[np.float64]
    group: int
    @property
    def id(self) -> int: ...
    info: str
    inheritrange: float
    interp: int
    lengthrange: _Live[np.float64]
    name: str
    nsample: int
    plugin: MjsPlugin
    refsite: str
    def set_to_adhesion(self, gain: SupportsFloat) -> None: ...
    def set_to_cylinder(self, timeconst: SupportsFloat | ArrayLike, bias: SupportsFloat, area: SupportsFloat, diameter: SupportsFloat = ...) -> None: ...
    def set_to_damper(self, kv: SupportsFloat) -> None: ...
    def set_to_dcmotor(self, motorconst: ArrayLike, resistance: SupportsFloat, nominal: ArrayLike = ..., saturation: ArrayLike = ..., inductance: ArrayLike = ..., cogging: ArrayLike = ..., controller: ArrayLike = ..., thermal: ArrayLike = ..., lugre: ArrayLike = ..., ctrlspec: SupportsFloat = ...) -> None: ...
    def set_to_intvelocity(self, kp: SupportsFloat, kv: SupportsFloat = ..., dampratio: SupportsFloat = ..., timeconst: SupportsFloat | ArrayLike = ..., inheritrange: SupportsFloat = ...) -> None: ...
    def set_to_motor(self) -> None: ...
    def set_to_muscle(self, timeconst: SupportsFloat | ArrayLike = ..., tausmooth: SupportsFloat = ..., range: ArrayLike = ..., force: SupportsFloat = ..., scale: SupportsFloat = ..., lmin: SupportsFloat = ..., lmax: SupportsFloat = ..., vmax: SupportsFloat = ..., fpmax: SupportsFloat = ..., fvmax: SupportsFloat = ...) -> None: ...
    def set_to_orientation(self, kp: SupportsFloat, kv: SupportsFloat = ..., dampratio: SupportsFloat = ..., ctrlspec: SupportsFloat = ...) -> None: ...
    def set_to_pid(self, kp: SupportsFloat, kv: SupportsFloat = ..., dampratio: SupportsFloat = ..., ki: SupportsFloat = ..., imax: SupportsFloat = ..., slewmax: SupportsFloat = ..., inheritrange: SupportsFloat = ..., ctrlspec: SupportsFloat = ...) -> None: ...
    def set_to_position(self, kp: SupportsFloat, kv: SupportsFloat = ..., dampratio: SupportsFloat = ..., timeconst: SupportsFloat | ArrayLike = ..., inheritrange: SupportsFloat = ...) -> None: ...
    def set_to_velocity(self, kv: SupportsFloat) -> None: ...
    @property
    def signature(self) -> int: ...
    slidersite: str
    target: str
    trntype: mjtTrn
    type: mjtActuator
    userdata: MjDoubleVec
    velrange: _Live[np.float64]

class MjsSensor:
    @property
    def compiler(self) -> MjsCompiler: ...
    cutoff: float
    datatype: mjtDataType
    delay: float
    dim: int
    def get_data_size(self) -> int: ...
    @property
    def id(self) -> int: ...
    info: str
    interp: int
    interval: _Live[np.float64]
    intprm: _Live[np.int32]
    name: str
    needstage: mjtStage
    noise: float
    nsample: int
    objname: str
    objtype: mjtObj
    plugin: MjsPlugin
    refname: str
    reftype: mjtObj
    @property
    def signature(self) -> int: ...
    type: mjtSensor
    userdata: MjDoubleVec

class MjsNumeric:
    @property
    def compiler(self) -> MjsCompiler: ...
    data: MjDoubleVec
    @property
    def id(self) -> int: ...
    info: str
    name: str
    @property
    def signature(self) -> int: ...
    size: int

class MjsText:
    @property
    def compiler(self) -> MjsCompiler: ...
    data: str
    @property
    def id(self) -> int: ...
    info: str
    name: str
    @property
    def signature(self) -> int: ...

class MjsTuple:
    @property
    def compiler(self) -> MjsCompiler: ...
    @property
    def id(self) -> int: ...
    info: str
    name: str
    objname: MjStringVec
    objprm: MjDoubleVec
    objtype: MjIntVec
    @property
    def signature(self) -> int: ...

class MjsKey:
    act: MjDoubleVec
    @property
    def compiler(self) -> MjsCompiler: ...
    ctrl: MjDoubleVec
    @property
    def id(self) -> int: ...
    info: str
    mpos: MjDoubleVec
    mquat: MjDoubleVec
    name: str
    plastic: MjDoubleVec
    qpos: MjDoubleVec
    qvel: MjDoubleVec
    @property
    def signature(self) -> int: ...
    time: float

MjStruct: Any

def from_zip(file: Any) -> Any: ...
def get_mju_user_free() -> object: ...
def get_mju_user_malloc() -> object: ...
def get_mju_user_warning() -> object: ...
def mj_Euler(m: MjModel, d: MjData) -> None: ...
def mj_RungeKutta(m: MjModel, d: MjData, N: SupportsInt) -> None: ...
def mj_actuatorInputName(m: MjModel, id: SupportsInt, input: SupportsInt) -> str: ...
def mj_addContact(m: MjModel, d: MjData, con: MjContact) -> int: ...
def mj_addM(m: MjModel, d: MjData, dst: NDArray[np.float64], rownnz: NDArray[np.int32], rowadr: NDArray[np.int32], colind: NDArray[np.int32]) -> None: ...
def mj_angmomMat(m: MjModel, d: MjData, mat: NDArray[np.float64], body: SupportsInt) -> None: ...
def mj_applyFT(m: MjModel, d: MjData, force: ArrayLike, torque: ArrayLike, point: ArrayLike, body: SupportsInt, qfrc_target: NDArray[np.float64]) -> None: ...
def mj_camlight(m: MjModel, d: MjData) -> None: ...
def mj_checkAcc(m: MjModel, d: MjData) -> None: ...
def mj_checkPos(m: MjModel, d: MjData) -> None: ...
def mj_checkVel(m: MjModel, d: MjData) -> None: ...
def mj_clearCache(cache: object) -> None: ...
def mj_collision(m: MjModel, d: MjData) -> None: ...
def mj_comPos(m: MjModel, d: MjData) -> None: ...
def mj_comVel(m: MjModel, d: MjData) -> None: ...
def mj_compareFwdInv(m: MjModel, d: MjData) -> None: ...
def mj_constraintUpdate(m: MjModel, d: MjData, jar: ArrayLike, cost: NDArray[np.float64] | None, flg_coneHessian: SupportsInt) -> None: ...
def mj_contactForce(m: MjModel, d: MjData, id: SupportsInt, result: NDArray[np.float64]) -> None: ...
def mj_copyData(dest: MjData, m: MjModel, src: MjData) -> None: ...
def mj_copyState(m: MjModel, src: MjData, dst: MjData, sig: SupportsInt) -> None: ...
def mj_crb(m: MjModel, d: MjData) -> None: ...
def mj_defaultLROpt(opt: MjLROpt) -> None: ...
def mj_defaultSolRefImp(solref: NDArray[np.float64] | None, solimp: NDArray[np.float64] | None) -> None: ...
def mj_defaultVisual(vis: MjVisual) -> None: ...
def mj_differentiatePos(m: MjModel, qvel: NDArray[np.float64], dt: float, qpos1: ArrayLike, qpos2: ArrayLike) -> None: ...
def mj_embedAssets(m: MjModel) -> MjModel: ...
def mj_energyPos(m: MjModel, d: MjData) -> None: ...
def mj_energyVel(m: MjModel, d: MjData) -> None: ...
def mj_extractState(m: MjModel, src: ArrayLike, srcsig: SupportsInt, dst: NDArray[np.float64], dstsig: SupportsInt) -> None: ...
def mj_factorM(m: MjModel, d: MjData) -> None: ...
def mj_flex(m: MjModel, d: MjData) -> None: ...
def mj_forward(m: MjModel, d: MjData) -> None: ...
def mj_forwardSkip(m: MjModel, d: MjData, skipstage: SupportsInt, skipsensor: SupportsInt) -> None: ...
def mj_fullM(m: MjModel, d: MjData, dst: NDArray[np.float64]) -> None: ...
def mj_fwdAcceleration(m: MjModel, d: MjData) -> None: ...
def mj_fwdActuation(m: MjModel, d: MjData) -> None: ...
def mj_fwdConstraint(m: MjModel, d: MjData) -> None: ...
def mj_fwdKinematics(m: MjModel, d: MjData) -> None: ...
def mj_fwdPosition(m: MjModel, d: MjData) -> None: ...
def mj_fwdVelocity(m: MjModel, d: MjData) -> None: ...
def mj_geomDistance(m: MjModel, d: MjData, geom1: SupportsInt, geom2: SupportsInt, distmax: float, fromto: NDArray[np.float64] | None) -> float: ...
def mj_getCache() -> object: ...
def mj_getCacheCapacity(cache: object) -> int: ...
def mj_getCacheSize(cache: object) -> int: ...
def mj_getState(m: MjModel, d: MjData, state: NDArray[np.float64], sig: SupportsInt) -> None: ...
def mj_getTotalmass(m: MjModel) -> float: ...
def mj_implicit(m: MjModel, d: MjData) -> None: ...
def mj_initCtrlHistory(m: MjModel, d: MjData, id: SupportsInt, times: ArrayLike | None, values: ArrayLike) -> None: ...
def mj_initSensorHistory(m: MjModel, d: MjData, id: SupportsInt, times: ArrayLike | None, values: ArrayLike, phase: float) -> None: ...
def mj_insideSite(m: MjModel, d: MjData, siteid: SupportsInt, point: ArrayLike) -> int: ...
def mj_integratePos(m: MjModel, qpos: NDArray[np.float64], qvel: ArrayLike, dt: float) -> None: ...
def mj_invConstraint(m: MjModel, d: MjData) -> None: ...
def mj_invPosition(m: MjModel, d: MjData) -> None: ...
def mj_invVelocity(m: MjModel, d: MjData) -> None: ...
def mj_inverse(m: MjModel, d: MjData) -> None: ...
def mj_inverseSkip(m: MjModel, d: MjData, skipstage: SupportsInt, skipsensor: SupportsInt) -> None: ...
def mj_isDual(m: MjModel) -> int: ...
def mj_isPyramidal(m: MjModel) -> int: ...
def mj_isSparse(m: MjModel) -> int: ...
def mj_island(m: MjModel, d: MjData) -> None: ...
def mj_jac(m: MjModel, d: MjData, jacp: NDArray[np.float64] | None, jacr: NDArray[np.float64] | None, point: ArrayLike, body: SupportsInt) -> None: ...
def mj_jacBody(m: MjModel, d: MjData, jacp: NDArray[np.float64] | None, jacr: NDArray[np.float64] | None, body: SupportsInt) -> None: ...
def mj_jacBodyCom(m: MjModel, d: MjData, jacp: NDArray[np.float64] | None, jacr: NDArray[np.float64] | None, body: SupportsInt) -> None: ...
def mj_jacDot(m: MjModel, d: MjData, jacp: NDArray[np.float64] | None, jacr: NDArray[np.float64] | None, point: ArrayLike, body: SupportsInt) -> None: ...
def mj_jacGeom(m: MjModel, d: MjData, jacp: NDArray[np.float64] | None, jacr: NDArray[np.float64] | None, geom: SupportsInt) -> None: ...
def mj_jacPointAxis(m: MjModel, d: MjData, jacPoint: NDArray[np.float64] | None, jacAxis: NDArray[np.float64] | None, point: ArrayLike, axis: ArrayLike, body: SupportsInt) -> None: ...
def mj_jacSite(m: MjModel, d: MjData, jacp: NDArray[np.float64] | None, jacr: NDArray[np.float64] | None, site: SupportsInt) -> None: ...
def mj_jacSubtreeCom(m: MjModel, d: MjData, jacp: NDArray[np.float64] | None, body: SupportsInt) -> None: ...
def mj_kinematics(m: MjModel, d: MjData) -> None: ...
def mj_loadAllPluginLibraries(directory: str) -> None: ...
def mj_loadPluginLibrary(path: str) -> None: ...
def mj_loadTexture(m: MjModel, id: SupportsInt) -> tuple[NDArray[np.uint8], int]: ...
def mj_local2Global(d: MjData, xpos: NDArray[np.float64], xmat: NDArray[np.float64], pos: ArrayLike, quat: ArrayLike, body: SupportsInt, sameframe: SupportsInt) -> None: ...
def mj_makeConstraint(m: MjModel, d: MjData) -> None: ...
def mj_makeM(m: MjModel, d: MjData) -> None: ...
def mj_maxContact(m: MjModel, g1: SupportsInt, g2: SupportsInt, has_margin: SupportsInt) -> int: ...
def mj_mulJacTVec(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None: ...
def mj_mulJacVec(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None: ...
def mj_mulM(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None: ...
def mj_mulM2(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None: ...
def mj_multiRay(m: MjModel, d: MjData, pnt: ArrayLike, vec: ArrayLike, geomgroup: ArrayLike | None, flg_static: bool, bodyexclude: SupportsInt, geomid: NDArray[np.int32], dist: NDArray[np.float64], normal: NDArray[np.float64] | None, nray: SupportsInt, cutoff: float) -> None: ...
def mj_normalizeQuat(m: MjModel, qpos: NDArray[np.float64]) -> None: ...
def mj_objectAcceleration(m: MjModel, d: MjData, objtype: SupportsInt, objid: SupportsInt, res: NDArray[np.float64], flg_local: SupportsInt) -> None: ...
def mj_objectVelocity(m: MjModel, d: MjData, objtype: SupportsInt, objid: SupportsInt, res: NDArray[np.float64], flg_local: SupportsInt) -> None: ...
def mj_passive(m: MjModel, d: MjData) -> None: ...
def mj_printData(m: MjModel, d: MjData, filename: str) -> None: ...
def mj_printFormattedData(m: MjModel, d: MjData, filename: str, float_format: str) -> None: ...
def mj_printFormattedModel(m: MjModel, filename: str, float_format: str) -> None: ...
def mj_printFormattedScene(s: MjvScene, filename: str, float_format: str) -> None: ...
def mj_printModel(m: MjModel, filename: str) -> None: ...
def mj_printScene(s: MjvScene, filename: str) -> None: ...
def mj_printSchema(flg_html: bool = False, flg_pad: bool = False) -> str: ...
def mj_projectConstraint(m: MjModel, d: MjData) -> None: ...
def mj_ray(m: MjModel, d: MjData, pnt: ArrayLike, vec: ArrayLike, geomgroup: ArrayLike | None, flg_static: bool, bodyexclude: SupportsInt, geomid: NDArray[np.int32] | None, normal: NDArray[np.float64] | None = None) -> float: ...
def mj_rayFlex(m: MjModel, d: MjData, flex_layer: SupportsInt, flg_vert: bool, flg_edge: bool, flg_face: bool, flg_skin: bool, flexid: SupportsInt, pnt: ArrayLike, vec: ArrayLike, vertid: NDArray[np.int32] | None = None, normal: NDArray[np.float64] | None = None) -> float: ...
def mj_rayHfield(m: MjModel, d: MjData, geomid: SupportsInt, pnt: ArrayLike, vec: ArrayLike, normal: NDArray[np.float64] | None = None) -> float: ...
def mj_rayMesh(m: MjModel, d: MjData, geomid: SupportsInt, pnt: ArrayLike, vec: ArrayLike, normal: NDArray[np.float64] | None = None) -> float: ...
def mj_readCtrl(m: MjModel, d: MjData, id: SupportsInt, time: float, result: NDArray[np.float64], interp: SupportsInt) -> NDArray[np.float64]: ...
def mj_readSensor(m: MjModel, d: MjData, id: SupportsInt, time: float, result: NDArray[np.float64], interp: SupportsInt) -> NDArray[np.float64]: ...
def mj_referenceConstraint(m: MjModel, d: MjData) -> None: ...
def mj_resetCtrl(m: MjModel, d: MjData) -> None: ...
def mj_resetData(m: MjModel, d: MjData) -> None: ...
def mj_resetDataDebug(m: MjModel, d: MjData, debug_value: SupportsInt) -> None: ...
def mj_resetDataKeyframe(m: MjModel, d: MjData, key: SupportsInt) -> None: ...
def mj_rne(m: MjModel, d: MjData, flg_acc: SupportsInt, result: NDArray[np.float64]) -> None: ...
def mj_rnePostConstraint(m: MjModel, d: MjData) -> None: ...
def mj_saveLastXML(filename: str, m: MjModel | None = None) -> None: ...
def mj_sensorAcc(m: MjModel, d: MjData) -> None: ...
def mj_sensorPos(m: MjModel, d: MjData) -> None: ...
def mj_sensorVel(m: MjModel, d: MjData) -> None: ...
def mj_setCacheCapacity(cache: object, size: SupportsInt) -> int: ...
def mj_setConst(m: MjModel, d: MjData) -> None: ...
def mj_setKeyframe(m: MjModel, d: MjData, k: SupportsInt) -> None: ...
def mj_setLengthRange(m: MjModel, d: MjData, index: SupportsInt, opt: MjLROpt) -> None: ...
def mj_setState(m: MjModel, d: MjData, state: ArrayLike, sig: SupportsInt) -> None: ...
def mj_setTotalmass(m: MjModel, newmass: float) -> None: ...
def mj_solveM(m: MjModel, d: MjData, x: NDArray[np.float64], y: ArrayLike) -> None: ...
def mj_solveM2(m: MjModel, d: MjData, x: NDArray[np.float64], y: ArrayLike, sqrtInvD: ArrayLike) -> None: ...
def mj_stateSize(m: MjModel, sig: SupportsInt) -> int: ...
def mj_step(m: MjModel, d: MjData, nstep: SupportsInt = 1) -> None: ...
def mj_step1(m: MjModel, d: MjData) -> None: ...
def mj_step2(m: MjModel, d: MjData) -> None: ...
def mj_subtreeVel(m: MjModel, d: MjData) -> None: ...
def mj_tendon(m: MjModel, d: MjData) -> None: ...
def mj_transmission(m: MjModel, d: MjData) -> None: ...
def mjd_inverseFD(m: MjModel, d: MjData, eps: float, flg_actuation: bool, DfDq: NDArray[np.float64] | None, DfDv: NDArray[np.float64] | None, DfDa: NDArray[np.float64] | None, DsDq: NDArray[np.float64] | None, DsDv: NDArray[np.float64] | None, DsDa: NDArray[np.float64] | None, DmDq: NDArray[np.float64] | None) -> None: ...
def mjd_quatIntegrate(vel: ArrayLike, scale: float, Dquat: NDArray[np.float64], Dvel: NDArray[np.float64], Dscale: NDArray[np.float64]) -> None: ...
def mjd_subQuat(qa: ArrayLike, qb: ArrayLike, Da: NDArray[np.float64] | None, Db: NDArray[np.float64] | None) -> None: ...
def mjd_transitionFD(m: MjModel, d: MjData, eps: float, flg_centered: bool, A: NDArray[np.float64] | None, B: NDArray[np.float64] | None, C: NDArray[np.float64] | None, D: NDArray[np.float64] | None) -> None: ...
def mjr_addAux(index: SupportsInt, width: SupportsInt, height: SupportsInt, samples: SupportsInt, con: mujoco._render.MjrContext) -> None: ...
def mjr_blitAux(index: SupportsInt, src: MjrRect, left: SupportsInt, bottom: SupportsInt, con: mujoco._render.MjrContext) -> None: ...
def mjr_blitBuffer(src: MjrRect, dst: MjrRect, flg_color: SupportsInt, flg_depth: SupportsInt, con: mujoco._render.MjrContext) -> None: ...
def mjr_changeFont(fontscale: SupportsInt, con: mujoco._render.MjrContext) -> None: ...
def mjr_defaultContext(con: Any) -> Any: ...
def mjr_defaultRendererInfo(info: mujoco._render.MjrRendererInfo) -> None: ...
def mjr_drawPixels(rgb: ArrayLike | None, depth: ArrayLike | None, viewport: MjrRect, con: mujoco._render.MjrContext) -> None: ...
def mjr_figure(viewport: MjrRect, fig: MjvFigure, con: mujoco._render.MjrContext) -> None: ...
def mjr_findRect(x: SupportsInt, y: SupportsInt, nrect: SupportsInt, rect: MjrRect) -> int: ...
def mjr_finish() -> None: ...
def mjr_freeContext(con: Any) -> Any: ...
def mjr_getError() -> int: ...
def mjr_getRendererInfo(info: mujoco._render.MjrRendererInfo) -> None: ...
def mjr_label(viewport: MjrRect, font: SupportsInt, txt: str, r: float, g: float, b: float, a: float, rt: float, gt: float, bt: float, con: mujoco._render.MjrContext) -> None: ...
def mjr_makeContext(m: Any, con: Any, fontscale: Any) -> Any: ...
def mjr_maxViewport(con: mujoco._render.MjrContext) -> MjrRect: ...
def mjr_overlay(font: SupportsInt, gridpos: SupportsInt, viewport: MjrRect, overlay: str, overlay2: str, con: mujoco._render.MjrContext) -> None: ...
def mjr_readPixels(rgb: Annotated[ArrayLike, np.uint8] | None, depth: Annotated[ArrayLike, np.float32] | None, viewport: MjrRect, con: mujoco._render.MjrContext) -> None: ...
def mjr_rectangle(viewport: MjrRect, r: float, g: float, b: float, a: float) -> None: ...
def mjr_render(viewport: MjrRect, scn: MjvScene, con: mujoco._render.MjrContext) -> None: ...
def mjr_resizeOffscreen(width: SupportsInt, height: SupportsInt, con: mujoco._render.MjrContext) -> None: ...
def mjr_restoreBuffer(con: mujoco._render.MjrContext) -> None: ...
def mjr_setAux(index: SupportsInt, con: mujoco._render.MjrContext) -> None: ...
def mjr_setBuffer(framebuffer: SupportsInt, con: mujoco._render.MjrContext) -> None: ...
def mjr_text(font: SupportsInt, txt: str, con: mujoco._render.MjrContext, x: float, y: float, r: float, g: float, b: float) -> None: ...
def mjr_uploadHField(m: MjModel, con: mujoco._render.MjrContext, hfieldid: SupportsInt) -> None: ...
def mjr_uploadMesh(m: MjModel, con: mujoco._render.MjrContext, meshid: SupportsInt) -> None: ...
def mjr_uploadTexture(m: MjModel, con: mujoco._render.MjrContext, texid: SupportsInt) -> None: ...
def mju_Halton(index: SupportsInt, base: SupportsInt) -> float: ...
def mju_L1(vec: NDArray[np.float64]) -> float: ...
def mju_add(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None: ...
def mju_add3(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None: ...
def mju_addScl(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike, scl: float) -> None: ...
def mju_addScl3(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike, scl: float) -> None: ...
def mju_addTo(res: NDArray[np.float64], vec: ArrayLike) -> None: ...
def mju_addTo3(res: NDArray[np.float64], vec: ArrayLike) -> None: ...
def mju_addToScl(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None: ...
def mju_addToScl3(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None: ...
def mju_axisAngle2Quat(res: NDArray[np.float64], axis: ArrayLike, angle: float) -> None: ...
def mju_band2Dense(res: NDArray[np.float64], mat: ArrayLike, ntotal: SupportsInt, nband: SupportsInt, ndense: SupportsInt, flg_sym: bool) -> None: ...
def mju_bandDiag(i: SupportsInt, ntotal: SupportsInt, nband: SupportsInt, ndense: SupportsInt) -> int: ...
def mju_bandMulMatVec(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike, ntotal: SupportsInt, nband: SupportsInt, ndense: SupportsInt, nvec: SupportsInt, flg_sym: bool) -> None: ...
def mju_boxQP(res: NDArray[np.float64], R: NDArray[np.float64], index: NDArray[np.int32] | None, H: ArrayLike, g: ArrayLike, lower: ArrayLike | None, upper: ArrayLike | None) -> int: ...
def mju_cholFactor(mat: NDArray[np.float64], mindiag: float) -> int: ...
def mju_cholFactorBand(mat: NDArray[np.float64], ntotal: SupportsInt, nband: SupportsInt, ndense: SupportsInt, diagadd: float, diagmul: float) -> float: ...
def mju_cholSolve(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None: ...
def mju_cholSolveBand(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike, ntotal: SupportsInt, nband: SupportsInt, ndense: SupportsInt) -> None: ...
def mju_cholUpdate(mat: NDArray[np.float64], x: NDArray[np.float64], flg_plus: SupportsInt) -> int: ...
def mju_clip(x: float, min: float, max: float) -> float: ...
def mju_copy(res: NDArray[np.float64], vec: ArrayLike) -> None: ...
def mju_copy3(res: NDArray[np.float64], data: ArrayLike) -> None: ...
def mju_copy4(res: NDArray[np.float64], data: ArrayLike) -> None: ...
def mju_cross(res: NDArray[np.float64], a: ArrayLike, b: ArrayLike) -> None: ...
def mju_d2n(res: NDArray[np.float64], vec: ArrayLike) -> None: ...
def mju_decodePyramid(force: NDArray[np.float64], pyramid: ArrayLike, mu: ArrayLike) -> None: ...
def mju_dense2Band(res: NDArray[np.float64], mat: ArrayLike, ntotal: SupportsInt, nband: SupportsInt, ndense: SupportsInt) -> None: ...
def mju_dense2sparse(res: NDArray[np.float64], mat: ArrayLike, rownnz: NDArray[np.int32], rowadr: NDArray[np.int32], colind: NDArray[np.int32]) -> int: ...
def mju_derivQuat(res: NDArray[np.float64], quat: ArrayLike, vel: ArrayLike) -> None: ...
def mju_dist3(pos1: ArrayLike, pos2: ArrayLike) -> float: ...
def mju_dot(vec1: ArrayLike, vec2: ArrayLike) -> float: ...
def mju_dot3(vec1: ArrayLike, vec2: ArrayLike) -> float: ...
def mju_eig3(eigval: NDArray[np.float64], eigvec: NDArray[np.float64], quat: NDArray[np.float64], mat: ArrayLike) -> int: ...
def mju_encodePyramid(pyramid: NDArray[np.float64], force: ArrayLike, mu: ArrayLike) -> None: ...
def mju_euler2Quat(quat: NDArray[np.float64], euler: ArrayLike, seq: str) -> None: ...
def mju_eye(mat: NDArray[np.float64]) -> None: ...
def mju_f2n(res: NDArray[np.float64], vec: ArrayLike) -> None: ...
def mju_fill(res: NDArray[np.float64], val: float) -> None: ...
def mju_getXMLDependencies(filename: str) -> list[str]: ...
def mju_insertionSort(list: NDArray[np.float64]) -> None: ...
def mju_insertionSortInt(list: NDArray[np.int32]) -> None: ...
def mju_isBad(x: float) -> int: ...
def mju_isZero(vec: NDArray[np.float64]) -> int: ...
def mju_mat2Quat(quat: NDArray[np.float64], mat: ArrayLike) -> None: ...
def mju_mat2Rot(quat: NDArray[np.float64], mat: ArrayLike) -> int: ...
def mju_max(a: float, b: float) -> float: ...
def mju_min(a: float, b: float) -> float: ...
def mju_mulMatMat(res: NDArray[np.float64], mat1: ArrayLike, mat2: ArrayLike) -> None: ...
def mju_mulMatMatT(res: NDArray[np.float64], mat1: ArrayLike, mat2: ArrayLike) -> None: ...
def mju_mulMatTMat(res: NDArray[np.float64], mat1: ArrayLike, mat2: ArrayLike) -> None: ...
def mju_mulMatTVec(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None: ...
def mju_mulMatTVec3(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None: ...
def mju_mulMatVec(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None: ...
def mju_mulMatVec3(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None: ...
def mju_mulPose(posres: NDArray[np.float64], quatres: NDArray[np.float64], pos1: ArrayLike, quat1: ArrayLike, pos2: ArrayLike, quat2: ArrayLike) -> None: ...
def mju_mulQuat(res: NDArray[np.float64], quat1: ArrayLike, quat2: ArrayLike) -> None: ...
def mju_mulQuatAxis(res: NDArray[np.float64], quat: ArrayLike, axis: ArrayLike) -> None: ...
def mju_mulVecMatVec(vec1: ArrayLike, mat: ArrayLike, vec2: ArrayLike) -> float: ...
def mju_muscleBias(len: float, lengthrange: ArrayLike, acc0: float, prm: ArrayLike) -> float: ...
def mju_muscleDynamics(ctrl: float, act: float, prm: ArrayLike) -> float: ...
def mju_muscleGain(len: float, vel: float, lengthrange: ArrayLike, acc0: float, prm: ArrayLike) -> float: ...
def mju_n2d(res: NDArray[np.float64], vec: ArrayLike) -> None: ...
def mju_n2f(res: NDArray[np.float32], vec: ArrayLike) -> None: ...
def mju_negPose(posres: NDArray[np.float64], quatres: NDArray[np.float64], pos: ArrayLike, quat: ArrayLike) -> None: ...
def mju_negQuat(res: NDArray[np.float64], quat: ArrayLike) -> None: ...
def mju_norm(res: ArrayLike) -> float: ...
def mju_norm3(vec: ArrayLike) -> float: ...
def mju_normalize(res: NDArray[np.float64]) -> float: ...
def mju_normalize3(vec: NDArray[np.float64]) -> float: ...
def mju_normalize4(vec: NDArray[np.float64]) -> float: ...
def mju_printMatSparse(mat: ArrayLike, rownnz: ArrayLike, rowadr: ArrayLike, colind: ArrayLike) -> None: ...
def mju_quat2Mat(res: NDArray[np.float64], quat: ArrayLike) -> None: ...
def mju_quat2Vel(res: NDArray[np.float64], quat: ArrayLike, dt: float) -> None: ...
def mju_quatIntegrate(quat: NDArray[np.float64], vel: ArrayLike, scale: float) -> None: ...
def mju_quatZ2Vec(quat: NDArray[np.float64], vec: ArrayLike) -> None: ...
def mju_rayGeom(pos: ArrayLike, mat: ArrayLike, size: ArrayLike, pnt: ArrayLike, vec: ArrayLike, geomtype: SupportsInt, normal: NDArray[np.float64] | None = None) -> float: ...
def mju_raySkin(nface: SupportsInt, nvert: SupportsInt, face: ArrayLike, vert: ArrayLike, pnt: ArrayLike, vec: ArrayLike, vertid: NDArray[np.int32] | None) -> float: ...
def mju_rotVecQuat(res: NDArray[np.float64], vec: ArrayLike, quat: ArrayLike) -> None: ...
def mju_round(x: float) -> int: ...
def mju_scl(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None: ...
def mju_scl3(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None: ...
def mju_sigmoid(x: float) -> float: ...
def mju_sign(x: float) -> float: ...
def mju_sparse2dense(res: NDArray[np.float64], mat: ArrayLike, rownnz: ArrayLike, rowadr: ArrayLike, colind: ArrayLike) -> None: ...
def mju_springDamper(pos0: float, vel0: float, Kp: float, Kv: float, dt: float) -> float: ...
def mju_sqrMatTD(res: NDArray[np.float64], mat: ArrayLike, diag: NDArray[np.float64] | None) -> None: ...
def mju_str2Type(str: str) -> int: ...
def mju_sub(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None: ...
def mju_sub3(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None: ...
def mju_subFrom(res: NDArray[np.float64], vec: ArrayLike) -> None: ...
def mju_subFrom3(res: NDArray[np.float64], vec: ArrayLike) -> None: ...
def mju_subQuat(res: NDArray[np.float64], qa: ArrayLike, qb: ArrayLike) -> None: ...
def mju_sum(vec: NDArray[np.float64]) -> float: ...
def mju_sym2dense(res: NDArray[np.float64], mat: ArrayLike, rownnz: ArrayLike, rowadr: ArrayLike, colind: ArrayLike) -> None: ...
def mju_symmetrize(res: NDArray[np.float64], mat: ArrayLike) -> None: ...
def mju_threadpool(d: MjData, nthread: SupportsInt) -> None: ...
def mju_transformSpatial(res: NDArray[np.float64], vec: ArrayLike, flg_force: SupportsInt, newpos: ArrayLike, oldpos: ArrayLike, rotnew2old: ArrayLike) -> None: ...
def mju_transpose(res: NDArray[np.float64], mat: ArrayLike) -> None: ...
def mju_trnVecPose(res: NDArray[np.float64], pos: ArrayLike, quat: ArrayLike, vec: ArrayLike) -> None: ...
def mju_type2Str(type: SupportsInt) -> str: ...
def mju_unit4(res: NDArray[np.float64]) -> None: ...
def mju_warningText(warning: SupportsInt, info: SupportsInt) -> str: ...
def mju_writeLog(type: str, msg: str) -> None: ...
def mju_zero(res: NDArray[np.float64]) -> None: ...
def mju_zero3(res: NDArray[np.float64]) -> None: ...
def mju_zero4(res: NDArray[np.float64]) -> None: ...
def mjv_addGeoms(m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb, catmask: SupportsInt, scn: MjvScene) -> None: ...
def mjv_alignToCamera(res: NDArray[np.float64], vec: ArrayLike, forward: ArrayLike) -> None: ...
def mjv_applyPerturbForce(m: MjModel, d: MjData, pert: MjvPerturb) -> None: ...
def mjv_applyPerturbPose(m: MjModel, d: MjData, pert: MjvPerturb, flg_paused: SupportsInt) -> None: ...
def mjv_averageCamera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera: ...
def mjv_camera2GLCamera(m: MjModel, d: MjData, cam: MjvCamera) -> MjvGLCamera: ...
def mjv_cameraFrame(headpos: NDArray[np.float64], forward: NDArray[np.float64], up: NDArray[np.float64], right: NDArray[np.float64], d: MjData, cam: MjvCamera) -> None: ...
def mjv_cameraFrustum(zver: NDArray[np.float32], zhor: NDArray[np.float32], zclip: NDArray[np.float32], m: MjModel, cam: MjvCamera) -> None: ...
def mjv_cameraInModel(headpos: NDArray[np.float64], forward: NDArray[np.float64], up: NDArray[np.float64], scn: MjvScene) -> None: ...
def mjv_cameraInRoom(headpos: NDArray[np.float64], forward: NDArray[np.float64], up: NDArray[np.float64], scn: MjvScene) -> None: ...
def mjv_connector(geom: MjvGeom, type: SupportsInt, width: float, from_: ArrayLike, to: ArrayLike) -> None: ...
def mjv_defaultCamera(cam: MjvCamera) -> None: ...
def mjv_defaultFigure(fig: MjvFigure) -> None: ...
def mjv_defaultFreeCamera(m: MjModel, cam: MjvCamera) -> None: ...
def mjv_defaultOption(opt: MjvOption) -> None: ...
def mjv_defaultPerturb(pert: MjvPerturb) -> None: ...
def mjv_frustumHeight(scn: MjvScene) -> float: ...
def mjv_initGeom(geom: MjvGeom, type: SupportsInt, size: ArrayLike, pos: ArrayLike, mat: ArrayLike, rgba: ArrayLike) -> None: ...
def mjv_initPerturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None: ...
def mjv_makeLights(m: MjModel, d: MjData, scn: MjvScene) -> None: ...
def mjv_model2room(roompos: NDArray[np.float64], roomquat: NDArray[np.float64], modelpos: ArrayLike, modelquat: ArrayLike, scn: MjvScene) -> None: ...
def mjv_moveCamera(m: MjModel, action: SupportsInt, reldx: float, reldy: float, cam: MjvCamera) -> None: ...
def mjv_moveModel(m: MjModel, action: SupportsInt, reldx: float, reldy: float, roomup: ArrayLike, scn: MjvScene) -> None: ...
def mjv_movePerturb(m: MjModel, d: MjData, action: SupportsInt, reldx: float, reldy: float, scn: MjvScene, pert: MjvPerturb) -> None: ...
def mjv_room2model(modelpos: NDArray[np.float64], modelquat: NDArray[np.float64], roompos: ArrayLike, roomquat: ArrayLike, scn: MjvScene) -> None: ...
def mjv_select(m: MjModel, d: MjData, vopt: MjvOption, aspectratio: float, relx: float, rely: float, scn: MjvScene, selpnt: NDArray[np.float64], geomid: NDArray[np.int32], flexid: NDArray[np.int32], skinid: NDArray[np.int32]) -> int: ...
def mjv_updateCamera(m: MjModel, d: MjData, cam: MjvCamera, scn: MjvScene) -> None: ...
def mjv_updateScene(m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb | None, cam: MjvCamera, catmask: SupportsInt, scn: MjvScene) -> None: ...
def mjv_updateSkin(m: MjModel, d: MjData, scn: MjvScene) -> None: ...
def set_mju_user_free(function: Any) -> None: ...
def set_mju_user_malloc(function: Any) -> None: ...
def set_mju_user_warning(function: Any) -> None: ...
def to_zip(spec: Any, file: Any) -> Any: ...
def get_mjcb_act_bias() -> Callable[..., Any] | None: ...
def get_mjcb_act_dyn() -> Callable[..., Any] | None: ...
def get_mjcb_act_gain() -> Callable[..., Any] | None: ...
def get_mjcb_contactfilter() -> Callable[..., Any] | None: ...
def get_mjcb_control() -> Callable[..., Any] | None: ...
def get_mjcb_passive() -> Callable[..., Any] | None: ...
def get_mjcb_sensor() -> Callable[..., Any] | None: ...
def get_mjcb_time() -> Callable[..., Any] | None: ...
def mj_resetCallbacks() -> None: ...
def set_mjcb_act_bias(function: Callable[..., Any] | None) -> None: ...
def set_mjcb_act_dyn(function: Callable[..., Any] | None) -> None: ...
def set_mjcb_act_gain(function: Callable[..., Any] | None) -> None: ...
def set_mjcb_contactfilter(function: Callable[..., Any] | None) -> None: ...
def set_mjcb_control(function: Callable[..., Any] | None) -> None: ...
def set_mjcb_passive(function: Callable[..., Any] | None) -> None: ...
def set_mjcb_sensor(function: Callable[..., Any] | None) -> None: ...
def set_mjcb_time(function: Callable[..., Any] | None) -> None: ...

mjDISABLESTRING: Final[tuple[str, ...]]
mjENABLESTRING: Final[tuple[str, ...]]
mjFRAMESTRING: Final[tuple[str, ...]]
mjLABELSTRING: Final[tuple[str, ...]]
mjMAXCONPAIR: Final[int]
mjMAXFLEXNODES: Final[int]
mjMAXIMP: Final[float]
mjMAXLIGHT: Final[int]
mjMAXLINE: Final[int]
mjMAXLINEPNT: Final[int]
mjMAXOVERLAY: Final[int]
mjMAXPLANEGRID: Final[int]
mjMAXTREEDEPTH: Final[int]
mjMAXVAL: Final[float]
mjMINAWAKE: Final[int]
mjMINIMP: Final[float]
mjMINMU: Final[float]
mjMINVAL: Final[float]
mjNBIAS: Final[int]
mjNDYN: Final[int]
mjNEQDATA: Final[int]
mjNFLUID: Final[int]
mjNGAIN: Final[int]
mjNGROUP: Final[int]
mjNIMP: Final[int]
mjNISLAND: Final[int]
mjNPOLY: Final[int]
mjNREF: Final[int]
mjNSENS: Final[int]
mjNSOLVER: Final[int]
mjPI: Final[float]
mjRNDSTRING: Final[tuple[tuple[str, ...], ...]]
mjSC_IN: Final[int]
mjSC_INOUT: Final[int]
mjSC_OUT: Final[int]
mjTIMERSTRING: Final[tuple[str, ...]]
mjVERSION_HEADER: Final[int]
mjVISSTRING: Final[tuple[tuple[str, ...], ...]]

class mjtDisableBit(enum.IntEnum):
    mjDSBL_CONSTRAINT = 1
    mjDSBL_EQUALITY = 2
    mjDSBL_FRICTIONLOSS = 4
    mjDSBL_LIMIT = 8
    mjDSBL_CONTACT = 16
    mjDSBL_SPRING = 32
    mjDSBL_DAMPER = 64
    mjDSBL_GRAVITY = 128
    mjDSBL_CLAMPCTRL = 256
    mjDSBL_WARMSTART = 512
    mjDSBL_FILTERPARENT = 1024
    mjDSBL_ACTUATION = 2048
    mjDSBL_REFSAFE = 4096
    mjDSBL_SENSOR = 8192
    mjDSBL_MIDPHASE = 16384
    mjDSBL_EULERDAMP = 32768
    mjDSBL_AUTORESET = 65536
    mjDSBL_NATIVECCD = 131072
    mjDSBL_ISLAND = 262144
    mjDSBL_MULTICCD = 524288
    mjNDISABLE = 20

class mjtEnableBit(enum.IntEnum):
    mjENBL_OVERRIDE = 1
    mjENBL_ENERGY = 2
    mjENBL_FWDINV = 4
    mjENBL_INVDISCRETE = 8
    mjENBL_SLEEP = 16
    mjENBL_DIAGEXACT = 32
    mjENBL_IPC = 64
    mjENBL_SPECULATIVE = 128
    mjNENABLE = 8

class mjtJoint(enum.IntEnum):
    mjJNT_FREE = 0
    mjJNT_BALL = 1
    mjJNT_SLIDE = 2
    mjJNT_HINGE = 3

class mjtGeom(enum.IntEnum):
    mjGEOM_PLANE = 0
    mjGEOM_HFIELD = 1
    mjGEOM_SPHERE = 2
    mjGEOM_CAPSULE = 3
    mjGEOM_ELLIPSOID = 4
    mjGEOM_CYLINDER = 5
    mjGEOM_BOX = 6
    mjGEOM_MESH = 7
    mjGEOM_SDF = 8
    mjNGEOMTYPES = 9
    mjGEOM_ARROW = 100
    mjGEOM_ARROW1 = 101
    mjGEOM_ARROW2 = 102
    mjGEOM_LINE = 103
    mjGEOM_LINEBOX = 104
    mjGEOM_FLEX = 105
    mjGEOM_SKIN = 106
    mjGEOM_LABEL = 107
    mjGEOM_TRIANGLE = 108
    mjGEOM_NONE = 1001

class mjtProjection(enum.IntEnum):
    mjPROJ_PERSPECTIVE = 0
    mjPROJ_ORTHOGRAPHIC = 1

class mjtCamLight(enum.IntEnum):
    mjCAMLIGHT_FIXED = 0
    mjCAMLIGHT_TRACK = 1
    mjCAMLIGHT_TRACKCOM = 2
    mjCAMLIGHT_TARGETBODY = 3
    mjCAMLIGHT_TARGETBODYCOM = 4

class mjtLightType(enum.IntEnum):
    mjLIGHT_SPOT = 0
    mjLIGHT_DIRECTIONAL = 1
    mjLIGHT_POINT = 2
    mjLIGHT_IMAGE = 3

class mjtTexture(enum.IntEnum):
    mjTEXTURE_2D = 0
    mjTEXTURE_CUBE = 1
    mjTEXTURE_SKYBOX = 2

class mjtTextureRole(enum.IntEnum):
    mjTEXROLE_USER = 0
    mjTEXROLE_RGB = 1
    mjTEXROLE_OCCLUSION = 2
    mjTEXROLE_ROUGHNESS = 3
    mjTEXROLE_METALLIC = 4
    mjTEXROLE_NORMAL = 5
    mjTEXROLE_OPACITY = 6
    mjTEXROLE_EMISSIVE = 7
    mjTEXROLE_RGBA = 8
    mjTEXROLE_ORM = 9
    mjNTEXROLE = 10

class mjtColorSpace(enum.IntEnum):
    mjCOLORSPACE_AUTO = 0
    mjCOLORSPACE_LINEAR = 1
    mjCOLORSPACE_SRGB = 2

class mjtIntegrator(enum.IntEnum):
    mjINT_EULER = 0
    mjINT_RK4 = 1
    mjINT_IMPLICIT = 2
    mjINT_IMPLICITFAST = 3
    mjINT_DISCRETE = 4

class mjtCone(enum.IntEnum):
    mjCONE_PYRAMIDAL = 0
    mjCONE_ELLIPTIC = 1

class mjtJacobian(enum.IntEnum):
    mjJAC_DENSE = 0
    mjJAC_SPARSE = 1
    mjJAC_AUTO = 2

class mjtSolver(enum.IntEnum):
    mjSOL_PGS = 0
    mjSOL_CG = 1
    mjSOL_NEWTON = 2

class mjtEq(enum.IntEnum):
    mjEQ_CONNECT = 0
    mjEQ_WELD = 1
    mjEQ_JOINT = 2
    mjEQ_TENDON = 3
    mjEQ_FLEX = 4
    mjEQ_FLEXVERT = 5
    mjEQ_FLEXSTRAIN = 6
    mjEQ_DISTANCE = 7

class mjtTendon(enum.IntEnum):
    mjTENDON_FIXED = 0
    mjTENDON_SPATIAL = 1

class mjtWrap(enum.IntEnum):
    mjWRAP_NONE = 0
    mjWRAP_JOINT = 1
    mjWRAP_PULLEY = 2
    mjWRAP_SITE = 3
    mjWRAP_SPHERE = 4
    mjWRAP_CYLINDER = 5

class mjtTrn(enum.IntEnum):
    mjTRN_JOINT = 0
    mjTRN_JOINTINPARENT = 1
    mjTRN_SLIDERCRANK = 2
    mjTRN_TENDON = 3
    mjTRN_SITE = 4
    mjTRN_BODY = 5
    mjTRN_SO3 = 6
    mjTRN_UNDEFINED = 1000

class mjtDyn(enum.IntEnum):
    mjDYN_NONE = 0
    mjDYN_INTEGRATOR = 1
    mjDYN_FILTER = 2
    mjDYN_FILTEREXACT = 3
    mjDYN_MUSCLE = 4
    mjDYN_DCMOTOR = 5
    mjDYN_PID = 6
    mjDYN_USER = 7

class mjtGain(enum.IntEnum):
    mjGAIN_FIXED = 0
    mjGAIN_AFFINE = 1
    mjGAIN_MUSCLE = 2
    mjGAIN_DCMOTOR = 3
    mjGAIN_SO3 = 4
    mjGAIN_PID = 5
    mjGAIN_USER = 6

class mjtBias(enum.IntEnum):
    mjBIAS_NONE = 0
    mjBIAS_AFFINE = 1
    mjBIAS_MUSCLE = 2
    mjBIAS_DCMOTOR = 3
    mjBIAS_SO3 = 4
    mjBIAS_USER = 5

class mjtCtrlChart(enum.IntEnum):
    mjCHART_EXPMAP = 1
    mjCHART_QUAT = 2

class mjtCtrlInput(enum.IntEnum):
    mjINPUT_POS = 1
    mjINPUT_VEL = 2
    mjINPUT_FF = 4
    mjINPUT_VOLTAGE = 8
    mjINPUT_NONE = 16
    mjINPUT_PRESSURE = 32

class mjtObj(enum.IntEnum):
    mjOBJ_UNKNOWN = 0
    mjOBJ_BODY = 1
    mjOBJ_XBODY = 2
    mjOBJ_JOINT = 3
    mjOBJ_DOF = 4
    mjOBJ_GEOM = 5
    mjOBJ_SITE = 6
    mjOBJ_CAMERA = 7
    mjOBJ_LIGHT = 8
    mjOBJ_FLEX = 9
    mjOBJ_MESH = 10
    mjOBJ_SKIN = 11
    mjOBJ_HFIELD = 12
    mjOBJ_TEXTURE = 13
    mjOBJ_MATERIAL = 14
    mjOBJ_PAIR = 15
    mjOBJ_EXCLUDE = 16
    mjOBJ_EQUALITY = 17
    mjOBJ_TENDON = 18
    mjOBJ_ACTUATOR = 19
    mjOBJ_SENSOR = 20
    mjOBJ_NUMERIC = 21
    mjOBJ_TEXT = 22
    mjOBJ_TUPLE = 23
    mjOBJ_KEY = 24
    mjOBJ_PLUGIN = 25
    mjNOBJECT = 26
    mjOBJ_FRAME = 100
    mjOBJ_DEFAULT = 101
    mjOBJ_MODEL = 102

class mjtSensor(enum.IntEnum):
    mjSENS_TOUCH = 0
    mjSENS_ACCELEROMETER = 1
    mjSENS_VELOCIMETER = 2
    mjSENS_GYRO = 3
    mjSENS_FORCE = 4
    mjSENS_TORQUE = 5
    mjSENS_MAGNETOMETER = 6
    mjSENS_RANGEFINDER = 7
    mjSENS_CAMPROJECTION = 8
    mjSENS_JOINTPOS = 9
    mjSENS_JOINTVEL = 10
    mjSENS_TENDONPOS = 11
    mjSENS_TENDONVEL = 12
    mjSENS_ACTUATORPOS = 13
    mjSENS_ACTUATORVEL = 14
    mjSENS_ACTUATORFRC = 15
    mjSENS_JOINTACTFRC = 16
    mjSENS_TENDONACTFRC = 17
    mjSENS_BALLQUAT = 18
    mjSENS_BALLANGVEL = 19
    mjSENS_JOINTLIMITPOS = 20
    mjSENS_JOINTLIMITVEL = 21
    mjSENS_JOINTLIMITFRC = 22
    mjSENS_TENDONLIMITPOS = 23
    mjSENS_TENDONLIMITVEL = 24
    mjSENS_TENDONLIMITFRC = 25
    mjSENS_FRAMEPOS = 26
    mjSENS_FRAMEQUAT = 27
    mjSENS_FRAMEXAXIS = 28
    mjSENS_FRAMEYAXIS = 29
    mjSENS_FRAMEZAXIS = 30
    mjSENS_FRAMELINVEL = 31
    mjSENS_FRAMEANGVEL = 32
    mjSENS_FRAMELINACC = 33
    mjSENS_FRAMEANGACC = 34
    mjSENS_SUBTREECOM = 35
    mjSENS_SUBTREELINVEL = 36
    mjSENS_SUBTREEANGMOM = 37
    mjSENS_INSIDESITE = 38
    mjSENS_GEOMDIST = 39
    mjSENS_GEOMNORMAL = 40
    mjSENS_GEOMFROMTO = 41
    mjSENS_CONTACT = 42
    mjSENS_E_POTENTIAL = 43
    mjSENS_E_KINETIC = 44
    mjSENS_CLOCK = 45
    mjSENS_TACTILE = 46
    mjSENS_PLUGIN = 47
    mjSENS_USER = 48

class mjtStage(enum.IntEnum):
    mjSTAGE_NONE = 0
    mjSTAGE_POS = 1
    mjSTAGE_VEL = 2
    mjSTAGE_ACC = 3

class mjtDataType(enum.IntEnum):
    mjDATATYPE_REAL = 0
    mjDATATYPE_POSITIVE = 1
    mjDATATYPE_AXIS = 2
    mjDATATYPE_QUATERNION = 3

class mjtConDataField(enum.IntEnum):
    mjCONDATA_FOUND = 0
    mjCONDATA_FORCE = 1
    mjCONDATA_TORQUE = 2
    mjCONDATA_DIST = 3
    mjCONDATA_POS = 4
    mjCONDATA_NORMAL = 5
    mjCONDATA_TANGENT = 6
    mjCONDATA_LINVEL = 7
    mjCONDATA_ANGVEL = 8
    mjNCONDATA = 9

class mjtRayDataField(enum.IntEnum):
    mjRAYDATA_DIST = 0
    mjRAYDATA_DIR = 1
    mjRAYDATA_ORIGIN = 2
    mjRAYDATA_POINT = 3
    mjRAYDATA_NORMAL = 4
    mjRAYDATA_DEPTH = 5
    mjNRAYDATA = 6

class mjtCamOutBit(enum.IntEnum):
    mjCAMOUT_RGB = 1
    mjCAMOUT_DEPTH = 2
    mjCAMOUT_DIST = 4
    mjCAMOUT_NORMAL = 8
    mjCAMOUT_SEG = 16
    mjNCAMOUT = 5

class mjtSameFrame(enum.IntEnum):
    mjSAMEFRAME_NONE = 0
    mjSAMEFRAME_BODY = 1
    mjSAMEFRAME_INERTIA = 2
    mjSAMEFRAME_BODYROT = 3
    mjSAMEFRAME_INERTIAROT = 4

class mjtSleepPolicy(enum.IntEnum):
    mjSLEEP_AUTO = 0
    mjSLEEP_AUTO_NEVER = 1
    mjSLEEP_AUTO_ALLOWED = 2
    mjSLEEP_NEVER = 3
    mjSLEEP_ALLOWED = 4
    mjSLEEP_INIT = 5

class mjtLRMode(enum.IntEnum):
    mjLRMODE_NONE = 0
    mjLRMODE_MUSCLE = 1
    mjLRMODE_MUSCLEUSER = 2
    mjLRMODE_ALL = 3

class mjtFlexSelf(enum.IntEnum):
    mjFLEXSELF_NONE = 0
    mjFLEXSELF_NARROW = 1
    mjFLEXSELF_BVH = 2
    mjFLEXSELF_SAP = 3
    mjFLEXSELF_AUTO = 4

class mjtSDFType(enum.IntEnum):
    mjSDFTYPE_SINGLE = 0
    mjSDFTYPE_INTERSECTION = 1
    mjSDFTYPE_MIDSURFACE = 2
    mjSDFTYPE_COLLISION = 3

class mjtState(enum.IntEnum):
    mjSTATE_TIME = 1
    mjSTATE_QPOS = 2
    mjSTATE_QVEL = 4
    mjSTATE_ACT = 8
    mjSTATE_HISTORY = 16
    mjSTATE_WARMSTART = 32
    mjSTATE_CTRL = 64
    mjSTATE_QFRC_APPLIED = 128
    mjSTATE_XFRC_APPLIED = 256
    mjSTATE_EQ_ACTIVE = 512
    mjSTATE_MOCAP_POS = 1024
    mjSTATE_MOCAP_QUAT = 2048
    mjSTATE_USERDATA = 4096
    mjSTATE_PLUGIN = 8192
    mjSTATE_PLASTIC = 16384
    mjNSTATE = 15
    mjSTATE_PHYSICS = 16414
    mjSTATE_FULLPHYSICS = 24607
    mjSTATE_USER = 8128
    mjSTATE_INTEGRATION = 32767

class mjtConstraint(enum.IntEnum):
    mjCNSTR_EQUALITY = 0
    mjCNSTR_FRICTION_DOF = 1
    mjCNSTR_FRICTION_TENDON = 2
    mjCNSTR_LIMIT_JOINT = 3
    mjCNSTR_LIMIT_TENDON = 4
    mjCNSTR_CONTACT_FRICTIONLESS = 5
    mjCNSTR_CONTACT_PYRAMIDAL = 6
    mjCNSTR_CONTACT_ELLIPTIC = 7

class mjtConstraintState(enum.IntEnum):
    mjCNSTRSTATE_SATISFIED = 0
    mjCNSTRSTATE_QUADRATIC = 1
    mjCNSTRSTATE_LINEARNEG = 2
    mjCNSTRSTATE_LINEARPOS = 3
    mjCNSTRSTATE_CONE = 4

class mjtWarning(enum.IntEnum):
    mjWARN_INERTIA = 0
    mjWARN_CONTACTFULL = 1
    mjWARN_CNSTRFULL = 2
    mjWARN_BADQPOS = 3
    mjWARN_BADQVEL = 4
    mjWARN_BADQACC = 5
    mjWARN_BADCTRL = 6
    mjNWARNING = 7

class mjtTimer(enum.IntEnum):
    mjTIMER_STEP = 0
    mjTIMER_FORWARD = 1
    mjTIMER_INVERSE = 2
    mjTIMER_POSITION = 3
    mjTIMER_VELOCITY = 4
    mjTIMER_ACTUATION = 5
    mjTIMER_CONSTRAINT = 6
    mjTIMER_ADVANCE = 7
    mjTIMER_POS_KINEMATICS = 8
    mjTIMER_POS_INERTIA = 9
    mjTIMER_POS_COLLISION = 10
    mjTIMER_POS_MAKE = 11
    mjTIMER_POS_PROJECT = 12
    mjTIMER_COL_BROAD = 13
    mjTIMER_COL_NARROW = 14
    mjNTIMER = 15

class mjtSleepState(enum.IntEnum):
    mjS_STATIC = -1
    mjS_ASLEEP = 0
    mjS_AWAKE = 1

class mjtLogLevel(enum.IntEnum):
    mjLOG_DEBUG = 0
    mjLOG_INFO = 1
    mjLOG_WARNING = 2
    mjLOG_ERROR = 3

class mjtLogTopic(enum.IntEnum):
    mjTOPIC_NONE = 0
    mjTOPIC_TIME_STP = 1
    mjTOPIC_TIME_CMP = 2
    mjTOPIC_SLEEP = 3
    mjNTOPIC = 3

class mjtGeomInertia(enum.IntEnum):
    mjINERTIA_VOLUME = 0
    mjINERTIA_SHELL = 1

class mjtMeshInertia(enum.IntEnum):
    mjMESH_INERTIA_CONVEX = 0
    mjMESH_INERTIA_EXACT = 1
    mjMESH_INERTIA_LEGACY = 2
    mjMESH_INERTIA_SHELL = 3

class mjtMeshBuiltin(enum.IntEnum):
    mjMESH_BUILTIN_NONE = 0
    mjMESH_BUILTIN_SPHERE = 1
    mjMESH_BUILTIN_HEMISPHERE = 2
    mjMESH_BUILTIN_CONE = 3
    mjMESH_BUILTIN_SUPERSPHERE = 4
    mjMESH_BUILTIN_SUPERTORUS = 5
    mjMESH_BUILTIN_WEDGE = 6
    mjMESH_BUILTIN_PLATE = 7
    mjMESH_BUILTIN_GRID = 8
    mjMESH_BUILTIN_BOX = 9
    mjMESH_BUILTIN_CYLINDER = 10
    mjMESH_BUILTIN_ELLIPSOID = 11
    mjMESH_BUILTIN_SQUARE = 12
    mjMESH_BUILTIN_DISC = 13

class mjtFlexSection(enum.IntEnum):
    mjFLEXSECTION_CIRCLE = 0
    mjFLEXSECTION_BOX = 1

class mjtBuiltin(enum.IntEnum):
    mjBUILTIN_NONE = 0
    mjBUILTIN_GRADIENT = 1
    mjBUILTIN_CHECKER = 2
    mjBUILTIN_FLAT = 3

class mjtMark(enum.IntEnum):
    mjMARK_NONE = 0
    mjMARK_EDGE = 1
    mjMARK_CROSS = 2
    mjMARK_RANDOM = 3

class mjtLimited(enum.IntEnum):
    mjLIMITED_FALSE = 0
    mjLIMITED_TRUE = 1
    mjLIMITED_AUTO = 2

class mjtAlignFree(enum.IntEnum):
    mjALIGNFREE_FALSE = 0
    mjALIGNFREE_TRUE = 1
    mjALIGNFREE_AUTO = 2

class mjtPassthrough(enum.IntEnum):
    mjPASSTHROUGH_NONE = 0
    mjPASSTHROUGH_TEXTURES = 1

class mjtEmbed(enum.IntEnum):
    mjEMBED_FALSE = 0
    mjEMBED_TRUE = 1
    mjEMBED_AUTO = 2

class mjtInertiaFromGeom(enum.IntEnum):
    mjINERTIAFROMGEOM_FALSE = 0
    mjINERTIAFROMGEOM_TRUE = 1
    mjINERTIAFROMGEOM_AUTO = 2

class mjtOrientation(enum.IntEnum):
    mjORIENTATION_QUAT = 0
    mjORIENTATION_AXISANGLE = 1
    mjORIENTATION_XYAXES = 2
    mjORIENTATION_ZAXIS = 3
    mjORIENTATION_EULER = 4

class mjtConflict(enum.IntEnum):
    mjCONFLICT_WARNING = 0
    mjCONFLICT_MERGE = 1
    mjCONFLICT_ERROR = 2

class mjtScaling(enum.IntEnum):
    mjSCALING_SIMILAR = 0
    mjSCALING_GEOMETRY = 1

class mjtActuator(enum.IntEnum):
    mjACTUATOR_GENERAL = 0
    mjACTUATOR_MOTOR = 1
    mjACTUATOR_POSITION = 2
    mjACTUATOR_VELOCITY = 3
    mjACTUATOR_INTVELOCITY = 4
    mjACTUATOR_DAMPER = 5
    mjACTUATOR_CYLINDER = 6
    mjACTUATOR_MUSCLE = 7
    mjACTUATOR_ADHESION = 8
    mjACTUATOR_PID = 9
    mjACTUATOR_ORIENTATION = 10
    mjACTUATOR_DCMOTOR = 11

class mjtCTimer(enum.IntEnum):
    mjCTIMER_TOTAL = 0
    mjCTIMER_ASSETS = 1
    mjCTIMER_TEXTURE = 2
    mjCTIMER_MESH_LOAD = 3
    mjCTIMER_MESH_HULL = 4
    mjCTIMER_MESH_POLYGON = 5
    mjCTIMER_MESH_INERTIA = 6
    mjCTIMER_MESH_BVH = 7
    mjCTIMER_MESH_OCTREE = 8
    mjNCTIMER = 9

class mjtCatBit(enum.IntEnum):
    mjCAT_STATIC = 1
    mjCAT_DYNAMIC = 2
    mjCAT_DECOR = 4
    mjCAT_ALL = 7

class mjtMouse(enum.IntEnum):
    mjMOUSE_NONE = 0
    mjMOUSE_ROTATE_V = 1
    mjMOUSE_ROTATE_H = 2
    mjMOUSE_MOVE_V = 3
    mjMOUSE_MOVE_H = 4
    mjMOUSE_ZOOM = 5
    mjMOUSE_MOVE_V_REL = 6
    mjMOUSE_MOVE_H_REL = 7
    mjMOUSE_TURN_V = 8
    mjMOUSE_TURN_H = 9

class mjtPertBit(enum.IntEnum):
    mjPERT_TRANSLATE = 1
    mjPERT_ROTATE = 2

class mjtCamera(enum.IntEnum):
    mjCAMERA_FREE = 0
    mjCAMERA_TRACKING = 1
    mjCAMERA_FIXED = 2
    mjCAMERA_USER = 3

class mjtLabel(enum.IntEnum):
    mjLABEL_NONE = 0
    mjLABEL_BODY = 1
    mjLABEL_JOINT = 2
    mjLABEL_GEOM = 3
    mjLABEL_SITE = 4
    mjLABEL_CAMERA = 5
    mjLABEL_LIGHT = 6
    mjLABEL_TENDON = 7
    mjLABEL_ACTUATOR = 8
    mjLABEL_CONSTRAINT = 9
    mjLABEL_FLEX = 10
    mjLABEL_SKIN = 11
    mjLABEL_SELECTION = 12
    mjLABEL_SELPNT = 13
    mjLABEL_CONTACTPOINT = 14
    mjLABEL_CONTACTFORCE = 15
    mjLABEL_ISLAND = 16
    mjNLABEL = 17

class mjtFrame(enum.IntEnum):
    mjFRAME_NONE = 0
    mjFRAME_BODY = 1
    mjFRAME_GEOM = 2
    mjFRAME_SITE = 3
    mjFRAME_CAMERA = 4
    mjFRAME_LIGHT = 5
    mjFRAME_CONTACT = 6
    mjFRAME_WORLD = 7
    mjNFRAME = 8

class mjtVisFlag(enum.IntEnum):
    mjVIS_CONVEXHULL = 0
    mjVIS_TEXTURE = 1
    mjVIS_JOINT = 2
    mjVIS_CAMERA = 3
    mjVIS_ACTUATOR = 4
    mjVIS_ACTIVATION = 5
    mjVIS_LIGHT = 6
    mjVIS_TENDON = 7
    mjVIS_RANGEFINDER = 8
    mjVIS_CONSTRAINT = 9
    mjVIS_INERTIA = 10
    mjVIS_SCLINERTIA = 11
    mjVIS_PERTFORCE = 12
    mjVIS_PERTOBJ = 13
    mjVIS_CONTACTPOINT = 14
    mjVIS_ISLAND = 15
    mjVIS_CONTACTFORCE = 16
    mjVIS_CONTACTSPLIT = 17
    mjVIS_TRANSPARENT = 18
    mjVIS_AUTOCONNECT = 19
    mjVIS_COM = 20
    mjVIS_SELECT = 21
    mjVIS_STATIC = 22
    mjVIS_SKIN = 23
    mjVIS_FLEXVERT = 24
    mjVIS_FLEXEDGE = 25
    mjVIS_FLEXFACE = 26
    mjVIS_FLEXSKIN = 27
    mjVIS_BODYBVH = 28
    mjVIS_MESHBVH = 29
    mjVIS_SDFITER = 30
    mjNVISFLAG = 31

class mjtRndFlag(enum.IntEnum):
    mjRND_SHADOW = 0
    mjRND_WIREFRAME = 1
    mjRND_REFLECTION = 2
    mjRND_ADDITIVE = 3
    mjRND_SKYBOX = 4
    mjRND_FOG = 5
    mjRND_HAZE = 6
    mjRND_DEPTH = 7
    mjRND_SEGMENT = 8
    mjRND_IDCOLOR = 9
    mjRND_CULL_FACE = 10
    mjRND_POST_PROCESSING = 11
    mjNRNDFLAG = 12

class mjtStereo(enum.IntEnum):
    mjSTEREO_NONE = 0
    mjSTEREO_QUADBUFFERED = 1
    mjSTEREO_SIDEBYSIDE = 2

class mjtPluginCapabilityBit(enum.IntEnum):
    mjPLUGIN_ACTUATOR = 1
    mjPLUGIN_SENSOR = 2
    mjPLUGIN_PASSIVE = 4
    mjPLUGIN_SDF = 8

class mjtGridPos(enum.IntEnum):
    mjGRID_TOPLEFT = 0
    mjGRID_TOPRIGHT = 1
    mjGRID_BOTTOMLEFT = 2
    mjGRID_BOTTOMRIGHT = 3
    mjGRID_TOP = 4
    mjGRID_BOTTOM = 5
    mjGRID_LEFT = 6
    mjGRID_RIGHT = 7

class mjtFramebuffer(enum.IntEnum):
    mjFB_WINDOW = 0
    mjFB_OFFSCREEN = 1

class mjtDepthMap(enum.IntEnum):
    mjDEPTH_ZERONEAR = 0
    mjDEPTH_ZEROFAR = 1

class mjtFontScale(enum.IntEnum):
    mjFONTSCALE_50 = 50
    mjFONTSCALE_100 = 100
    mjFONTSCALE_150 = 150
    mjFONTSCALE_200 = 200
    mjFONTSCALE_250 = 250
    mjFONTSCALE_300 = 300

class mjtFont(enum.IntEnum):
    mjFONT_NORMAL = 0
    mjFONT_SHADOW = 1
    mjFONT_BIG = 2

class mjrPixelFormat(enum.IntEnum):
    mjPIXEL_FORMAT_UNKNOWN = 0
    mjPIXEL_FORMAT_R8 = 1
    mjPIXEL_FORMAT_RGB8 = 2
    mjPIXEL_FORMAT_RGBA8 = 3
    mjPIXEL_FORMAT_R32F = 4
    mjPIXEL_FORMAT_DEPTH32F = 5
    mjPIXEL_FORMAT_KTX = 6

class mjrVertexAttributeUsage(enum.IntEnum):
    mjVERTEX_ATTRIBUTE_USAGE_POSITION = 0
    mjVERTEX_ATTRIBUTE_USAGE_NORMAL = 1
    mjVERTEX_ATTRIBUTE_USAGE_TANGENTS = 2
    mjVERTEX_ATTRIBUTE_USAGE_UV = 3
    mjVERTEX_ATTRIBUTE_USAGE_COLOR = 4

class mjrVertexAttributeType(enum.IntEnum):
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT2 = 0
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT3 = 1
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT4 = 2
    mjVERTEX_ATTRIBUTE_TYPE_UBYTE4 = 3

class mjrIndexType(enum.IntEnum):
    mjINDEX_TYPE_U16 = 0
    mjINDEX_TYPE_U32 = 1

class mjrMeshPrimitiveType(enum.IntEnum):
    mjMESH_PRIMITIVE_TYPE_TRIANGLES = 0
    mjMESH_PRIMITIVE_TYPE_LINES = 1

class mjtButton(enum.IntEnum):
    mjBUTTON_NONE = 0
    mjBUTTON_LEFT = 1
    mjBUTTON_RIGHT = 2
    mjBUTTON_MIDDLE = 3

class mjtEvent(enum.IntEnum):
    mjEVENT_NONE = 0
    mjEVENT_MOVE = 1
    mjEVENT_PRESS = 2
    mjEVENT_RELEASE = 3
    mjEVENT_SCROLL = 4
    mjEVENT_KEY = 5
    mjEVENT_RESIZE = 6
    mjEVENT_REDRAW = 7
    mjEVENT_FILESDROP = 8

class mjtItem(enum.IntEnum):
    mjITEM_END = -2
    mjITEM_SECTION = -1
    mjITEM_SEPARATOR = 0
    mjITEM_STATIC = 1
    mjITEM_BUTTON = 2
    mjITEM_CHECKINT = 3
    mjITEM_CHECKBYTE = 4
    mjITEM_RADIO = 5
    mjITEM_RADIOLINE = 6
    mjITEM_SELECT = 7
    mjITEM_SLIDERINT = 8
    mjITEM_SLIDERNUM = 9
    mjITEM_EDITINT = 10
    mjITEM_EDITNUM = 11
    mjITEM_EDITFLOAT = 12
    mjITEM_EDITTXT = 13
    mjNITEM = 14

class mjtSection(enum.IntEnum):
    mjSECT_CLOSED = 0
    mjSECT_OPEN = 1
    mjSECT_FIXED = 2
