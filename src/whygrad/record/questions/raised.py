"""Where in torch an error was raised, and what was running there."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import partial
from sys import _getframe
from types import FrameType

import torch

from whygrad.evidence.processes import DataSetItem
from whygrad.evidence.raised import (
    CapturedByCheckpoint,
    CompiledLine,
    ForwardCall,
    InsideTransform,
    LeftTransform,
    RaisedInside,
    RefusedRandomness,
)
from whygrad.record.copying.snapshot import Copy, Snapshot, Spot
from whygrad.record.live.origin import Origin, made_at, parents_of
from whygrad.record.live.recorder import Recorder
from whygrad.record.questions.traits import FAR_BEHIND
from whygrad.record.seam import private_names, torch_api
from whygrad.record.seam.as_is import (
    attribute_of,
    attributes_of,
    class_name,
    code_of,
    definition_of,
    function_of,
    is_a,
    module_of_class,
    of_class,
    owner_of,
    signature_of,
    text_of,
)
from whygrad.record.seam.holdings import modules_in, named_parameters_in
from whygrad.record.watchers.functions.watched_state import named_by
from whygrad.recording import Place
from whygrad.walk import breadth_first

FOLDER = os.path.dirname(torch.__file__) + os.sep
OURS = f"{os.sep}whygrad{os.sep}record{os.sep}"  # it stands between the program and a function of torch
CHECKPOINT = os.path.join("utils", "checkpoint.py")
TRANSFORMS = "torch.func"
HISTORYLESS = ("Vmap", "Jvp")  # as torch names them
MAPPING = "_flat_vmap"  # its function that runs another one on a whole batch
PARTS = (
    (CHECKPOINT, "checkpoint"),
    (os.path.join("nn", "parallel", "distributed.py"), "DistributedDataParallel"),
    ("_functorch", TRANSFORMS),
    ("autograd", "autograd"),
)
# Torch's words.
DETECTED = re.compile(r"Error detected in (\w+?)(?:Backward\d*)?\. Traceback of forward call that caused the error")
MISFITS = re.compile(
    r"mismatch|must match|n(o|')t match|cannot be multiplied|invalid for input of size|(same|scalar) \w*type"
)
RANDOM = "called random operation while in randomness error mode"
USER_CODE = "from user code:"
FRAME = re.compile(r'^ +File "(.+)", line (\d+), in (.+)$', re.MULTILINE)


def raised_inside(
    recorder: Recorder, error: BaseException, spots: list[Spot], snapshot: Snapshot
) -> Iterator[RaisedInside]:
    """The part of torch that raised the error; nothing where the program or another part of torch did."""
    files = [frame.f_code.co_filename for frame, _ in spots]
    own = [at for at, file in enumerate(files) if recorder.stack.ownership[file]]
    inner = [(at, file) for at, file in enumerate(files) if at > max(own, default=-1) and OURS not in file]
    if not is_a(error, RuntimeError) or not all(file.startswith(FOLDER) for _, file in inner):
        return
    failed = recorder.run.failed_call
    if not inner and (failed is None or failed[0] != signature_of(error) or not _is_of_the_mapping(error, spots)):
        return  # the program's own; a function of torch's that is written in C has no frame
    # What maps a function over a batch changes what every operation in it does: it need not stand innermost.
    mapped = TRANSFORMS if any(_part(file) == TRANSFORMS for file in files) else ""
    part = next((name for _, file in reversed(inner) if (name := _part(file))), mapped)
    if not part:
        return
    running = (_module_of(spots[at][0]) for at, _ in reversed(inner))
    module = next((m for m in running if m is not None), None)
    if module is None:
        yield RaisedInside(part, "", "", ())
        return
    origins = (recorder.origins.get(p) for _, p in named_parameters_in(module))
    made = next((snapshot.chain_of(made_at(o)) for o in origins if o is not None), ())
    yield RaisedInside(part, _name_of(module, snapshot), class_name(module), made)


def _is_of_the_mapping(error: BaseException, spots: list[Spot]) -> bool:
    """Was a function mapped over a batch? That sizes and types fit, operations check wherever they run."""
    return any(frame.f_code.co_name == MAPPING for frame, _ in spots) and not MISFITS.search(text_of(error))


def refused_randomness(error: BaseException, spots: list[Spot], snapshot: Snapshot) -> Iterator[RefusedRandomness]:
    """The call of `vmap` that refused: the mapping with that setting in which the error was raised."""
    if RANDOM not in text_of(error):
        return
    refusing = (
        at
        for at, (frame, _) in reversed(list(enumerate(spots)))
        if frame.f_code.co_name == MAPPING and frame.f_locals.get("randomness") == "error"
    )
    flat = tuple(part for frame, at in reversed(spots[: next(refusing, 0)]) for part in (frame.f_code, at))
    if chain := snapshot.chain_of(flat):
        yield RefusedRandomness(chain)


def left_transform(recorder: Recorder, roots: list[Origin], copy: Copy) -> Iterator[LeftTransform]:
    """What is still alive behind the roots of the values that only a transform knew."""
    living = {id(ref.origin): tensor for ref in recorder.origins.refs() if (tensor := ref()) is not None}
    behind = list(breadth_first(roots, parents_of, FAR_BEHIND))
    found = [o for o in behind if (t := living.get(id(o))) is not None and private_names.has_left_its_transform(t)]
    if found:
        yield LeftTransform(copy.all_at(found))


def inside_transform(error: BaseException, tensors: list[torch.Tensor]) -> InsideTransform | None:
    """The transform around the pass, where that one gives what it passes no history: only `grad` and `vjp` do."""
    if torch_api.NOT_REQUIRING_GRAD not in text_of(error) or not private_names.is_transforming():
        return None
    innermost = private_names.innermost_transform()
    kind = str(innermost.key()).rpartition(".")[2] if innermost is not None else ""
    is_of_it = kind in HISTORYLESS and all(map(private_names.is_transformed, tensors))
    return InsideTransform(kind.lower()) if is_of_it else None


def _part(file: str) -> str:
    inside = file.removeprefix(FOLDER)
    return next((name for start, name in PARTS if inside != file and inside.startswith(start)), "")


def _module_of(frame: FrameType) -> torch.nn.Module | None:
    """The module of torch's own whose method this frame runs."""
    value = frame.f_locals.get("self")
    return value if is_a(value, torch.nn.Module) and module_of_class(value).startswith("torch.nn.modules") else None


def _name_of(module: torch.nn.Module, snapshot: Snapshot) -> str:
    for root, outer in snapshot.search.outermost_modules():
        for path, inner in modules_in(outer):
            if inner is module:
                return ".".join(filter(None, (root, path)))
    return ""


def captured_by_checkpoint() -> Iterator[CapturedByCheckpoint]:
    """What the function of a reentrant checkpoint, whose own pass runs now, reads of results from outside it."""
    frame: FrameType | None = _getframe(1)
    while frame is not None:
        code = frame.f_code
        if code.co_filename.endswith(CHECKPOINT) and code.co_name == "backward":
            run, bound = _unbound(attribute_of(frame.f_locals.get("ctx"), "run_function"))
            function = function_of(of_class(run, "forward") if is_a(run, torch.nn.Module) else run)
            names = tuple(dict.fromkeys((*bound, *_results_read(run)))) if function is not None else ()
            if function is not None and names:
                yield CapturedByCheckpoint(definition_of(function.__code__), names)
            return
        frame = frame.f_back


def _unbound(run: object) -> tuple[object, list[str]]:
    """The function that a `partial` calls, and its parameters to which the `partial` gives results."""
    names: list[str] = []
    while type(run) is partial:
        given, run = (run.args, run.keywords), run.func
        code = code_of(of_class(run, "forward") if is_a(run, torch.nn.Module) else run)
        taken = code.co_varnames[: code.co_argcount] if code is not None else ()
        first = 1 if owner_of(run) is not None or is_a(run, torch.nn.Module) else 0
        pairs = (*zip(taken[first:], given[0], strict=False), *given[1].items())
        names += [name for name, value in pairs if _is_result(value)]
    return run, names


def _results_read(run: object) -> Iterator[str]:
    """What the function names outside itself, and what the object keeps whose method it is."""
    yield from (name for name, value in named_by(run) if _is_result(value))
    owner = run if is_a(run, torch.nn.Module) else owner_of(run)
    yield from (name for name, value in attributes_of(owner).items() if _is_result(value))


def _is_result(value: object) -> bool:
    return is_a(value, torch.Tensor) and value.grad_fn is not None


def forward_call(recorder: Recorder) -> Iterator[ForwardCall]:
    """What torch's latest warning about a failing operation tells: under its anomaly mode, which compiling uses."""
    for text, _ in reversed(recorder.run.warned.entries):
        if said := DETECTED.match(text):
            frames = [(file, int(line), name) for file, line, name in FRAME.findall(text)]
            own = [Place(file, line, 0, line, 0, name) for file, line, name in frames if recorder.stack.ownership[file]]
            if own:
                yield ForwardCall(said.group(1).lower(), tuple(own))
            return


def compiled_line(recorder: Recorder, error: BaseException) -> Iterator[CompiledLine]:
    """Where compiling stopped: those frames are the compiler's own, and no traceback has them."""
    frames = FRAME.findall(text_of(error).partition(USER_CODE)[2])
    own = [(file, int(line), name) for file, line, name in frames if recorder.stack.ownership[file]]
    if own:
        yield CompiledLine(tuple(Place(file, line, 0, line, 0, name) for file, line, name in own))


def data_sets_of(spots: list[Spot]) -> list[DataSetItem]:
    """Where the data sets of the running loaders make one item."""
    values = [value for frame, _ in reversed(spots) for value in frame.f_locals.values()]
    loaders = [v for v in values if is_a(v, torch.utils.data.DataLoader)]
    made = [of_class(attribute_of(loader, "dataset"), "__getitem__") for loader in loaders]
    codes = dict.fromkeys(code for method in made if (code := code_of(method)) is not None)
    return [DataSetItem(definition_of(code)) for code in codes]
