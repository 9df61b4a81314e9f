"""Values at which a derivative is zero, infinite or missing: the same kept away from there, or something smooth."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name
from whygrad.place import Place

SMALL = "1e-8"
NAN = ("nan-gradient", "underflow", "zero-gradient", "not-explained")
FLAT = ("zero-derivative", "saturated-value", "zero-gradient", "no-derivative", "non-differentiable-function")
TORCH = ("torch", "F", "nn.functional", "torch.nn.functional", "np", "numpy")

WHOLE = re.compile(r"\b(?:u?int\d*|long|short|LongTensor|IntTensor|ShortTensor|ByteTensor)\b")


def applied_to(call: ast.Call) -> ast.expr | None:
    """What a function or a method of tensors is applied to."""
    if isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) not in TORCH:
        return call.func.value
    return call.args[0] if call.args else None


def _bracketed(text: Text, value: ast.expr) -> str:
    plain = isinstance(value, ast.Name | ast.Call | ast.Attribute | ast.Subscript | ast.Constant)
    return text.of(value) if plain else f"({text.of(value)})"


def _calls(text: Text, node: ast.AST, *names: str) -> Iterator[ast.Call]:
    """Calls of these names in the statement, then in its function."""
    seen: set[ast.AST] = set()
    for outer in (node, text.statement(node), text.function(node)):
        for call in calls_in(text, outer) if outer is not None else ():
            if last_name(call) in names and call not in seen:
                seen.add(call)
                yield call


@repair(*NAN)
def away_from_zero(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`x.sqrt()` → `(x + 1e-8).sqrt()`; so with `log`, `pow`, `norm` and divisions."""
    for call in _calls(text, node, "sqrt", "log", "rsqrt", "reciprocal", "log2", "log10"):
        value = applied_to(call)
        if value is not None:
            is_method = isinstance(call.func, ast.Attribute) and value is call.func.value
            # `(x).sqrt()` has its own brackets around `x`.
            new = f"({text.of(value)} + {SMALL})" if is_method else f"{text.of(value)} + {SMALL}"
            yield from change(f"a small constant inside `{last_name(call)}`", text.put(value, new))
            yield from change(
                f"at least {SMALL} inside `{last_name(call)}`", text.behind(value, f".clamp_min({SMALL})")
            )
    statement = text.statement(node)
    for division in text.within(statement, ast.BinOp) if statement is not None else ():
        if isinstance(division, ast.BinOp) and isinstance(division.op, ast.Div):
            below = division.right
            yield from change("a small constant in the divisor", text.put(below, f"({text.of(below)} + {SMALL})"))
            yield from change(
                "a divisor of at least 1e-3", text.put(below, f"{_bracketed(text, below)}.clamp_min(1e-3)")
            )


@repair(*NAN)
def roots_away_from_zero(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`x ** 0.5` and `x.pow(0.5)`, whose slope at zero is infinite → `x.clamp_min(1e-8) ** 0.5`."""
    statement = text.statement(node)
    powers = [
        (found.left, found.right)
        for found in (text.within(statement, ast.BinOp) if statement is not None else [])
        if isinstance(found, ast.BinOp) and isinstance(found.op, ast.Pow)
    ]
    for call in _calls(text, node, "pow", "float_power"):
        value, exponent = applied_to(call), call.args[-1] if call.args else None
        if value is not None and exponent is not None and value is not exponent:
            powers.append((value, exponent))
    for value, exponent in powers:
        if isinstance(value, ast.Constant) or _is_whole(exponent):
            continue
        least = text.put(value, f"{_bracketed(text, value)}.clamp_min({SMALL})")
        yield from change(f"at least {SMALL} in the base", least)
        is_sum = isinstance(value, ast.BinOp)  # which has brackets of its own there
        more = f"{text.of(value)} + {SMALL}" if is_sum else f"({text.of(value)} + {SMALL})"
        yield from change("a small constant in the base", text.put(value, more))


@repair("nan-gradient")
def bounded(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`exp(x)` → `exp(x.clamp(max=20))`, and the spread of a single value → `std(correction=0)`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        value = applied_to(call)
        if last_name(call) in ("exp", "expm1", "sinh", "cosh") and value is not None:
            yield from change("a bound for the exponent", text.put(value, f"{_bracketed(text, value)}.clamp(max=20)"))
        given = {k.arg for k in call.keywords}
        if last_name(call) in ("std", "var") and not given & {"correction", "unbiased"}:
            title = f"`{last_name(call)}` without Bessel's correction"
            yield from change(title, text.inside_end(call, "correction=0"))


def _is_whole(exponent: ast.expr) -> bool:
    """A positive whole number, whose power has a slope everywhere."""
    return isinstance(exponent, ast.Constant) and type(exponent.value) is int


@repair("nan-gradient")
def without_nan_in_the_input(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`net(x)` of rows with nan → `net(torch.nan_to_num(x))`, where the finding tells of an input that has some."""
    if "returns nan" in scene.diagnostic.message and isinstance(node, ast.Call):
        yield from change("zeros for nan", text.put(node, f"torch.nan_to_num({text.of(node)})"))
    if "which contains nan" not in scene.diagnostic.message:
        return
    for call in calls_in(text, node):
        for given in call.args[:1]:
            yield from change("zeros for nan", text.put(given, f"torch.nan_to_num({text.of(given)})"))
        return


@repair(*NAN)
def inside_the_domain(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`clamp(-1, 1)` before `acos` → a little inside, and a clamp where there is none."""
    for call in _calls(text, node, "clamp", "clip", "clamp_", "clamp_min", "clamp_max"):
        ends = [*call.args, *(k.value for k in call.keywords)]
        edits = []
        for end in ends:
            try:
                number = float(ast.literal_eval(end))
            except (ValueError, TypeError, SyntaxError):
                continue
            edits.append(text.put(end, f"{text.of(end)} {'+' if number <= 0 else '-'} 1e-6"))
        if edits:
            yield from change("clamp slightly inside the domain", *edits)
    for call in _calls(text, node, "acos", "asin", "atanh", "arccos", "arcsin"):
        value = applied_to(call)
        if value is not None:
            new = f"{_bracketed(text, value)}.clamp(-1 + 1e-6, 1 - 1e-6)"
            yield from change("clamp slightly inside the domain", text.put(value, new))


@repair(*NAN)
def finite_mask(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`masked_fill(m, float("-inf"))` → a large finite number: a row of nothing else has no softmax."""
    function = text.function(node) or text.syntax.tree
    for outer in (text.statement(node), function):
        for call in calls_in(text, outer) if outer is not None else ():
            if last_name(call) == "float" and call.args and "inf" in ast.unparse(call.args[0]):
                yield from change("a large finite number in the mask", text.put(call, "-1e9"))
        for found in text.within(outer, ast.Attribute, ast.UnaryOp) if outer is not None else ():
            assert isinstance(found, ast.expr)
            if ast.unparse(found) in ("-math.inf", "-torch.inf", "-np.inf"):
                yield from change("a large finite number in the mask", text.put(found, "-1e9"))


@repair(*NAN)
def safe_before_where(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`torch.where(m, f(x), y)` → `torch.where(m, f(torch.where(m, x, 1.0)), y)`: what is masked away is harmless."""
    for call in _calls(text, node, "where"):
        if len(call.args) != 3:
            continue
        mask = text.of(call.args[0])
        for inner in calls_in(text, call.args[1]):
            value = applied_to(inner)
            if value is not None and not last_name(inner).endswith("_like"):
                safe = f"torch.where({mask}, {text.of(value)}, torch.ones_like({text.of(value)}))"
                yield from change("a harmless value where the mask is off", text.put(value, safe))
        for inner in calls_in(text, call.args[2]):
            value = applied_to(inner)
            if value is not None and not last_name(inner).endswith("_like"):
                safe = f"torch.where({mask}, torch.ones_like({text.of(value)}), {text.of(value)})"
                yield from change("a harmless value where the mask is on", text.put(value, safe))


@repair(*FLAT)
def straight_through(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`torch.round(z)` → `z + (torch.round(z) - z).detach()`: the gradient of `z` itself."""
    for call in _calls(text, node, "round", "sign", "floor", "ceil", "trunc", "heaviside"):
        value = applied_to(call)
        if value is not None:
            inner = _bracketed(text, value)
            new = f"({inner} + ({text.of(call)} - {inner}).detach())"
            yield from change(f"let the gradient pass through `{last_name(call)}`", text.put(call, new))
    statement = text.statement(node)
    for compared in text.within(statement, ast.Compare) if statement is not None else ():
        yield from _soft_comparison(text, compared)


def _soft_comparison(text: Text, compared: ast.AST) -> Iterator[Change]:
    """`(x > t).float()` → `torch.sigmoid(…)`, or `x` itself."""
    if not isinstance(compared, ast.Compare) or len(compared.ops) != 1:
        return
    left, right = _bracketed(text, compared.left), _bracketed(text, compared.comparators[0])
    difference = f"{left} - {right}" if isinstance(compared.ops[0], ast.Gt | ast.GtE) else f"{right} - {left}"
    if not isinstance(compared.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE):
        return
    outer: ast.expr = compared
    above = text.syntax.parent.get(compared)
    if isinstance(above, ast.Attribute) and above.attr in ("float", "to", "int", "long", "double"):
        call = text.syntax.parent.get(above)
        outer = call if isinstance(call, ast.Call) else compared
    yield from change("a soft threshold", text.put(outer, f"torch.sigmoid(10.0 * ({difference}))"))
    yield from change("without the threshold", text.put(outer, left))


@repair(*FLAT)
def smooth(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A function with a slope everywhere: `softplus` for `relu`, `tanh` for `sign`, no `clamp`."""
    smoother = {
        "relu": "torch.nn.functional.softplus",
        "sign": "torch.tanh",
        "ReLU": "torch.nn.Softplus",
        "hardtanh": "torch.tanh",
        "relu6": "torch.nn.functional.softplus",
        "ReLU6": "torch.nn.Softplus",
    }
    for call in _calls(text, node, *smoother):
        name = last_name(call)
        value = applied_to(call)
        if name in ("ReLU", "ReLU6"):
            yield from change("a `Softplus`", text.put(call, f"{smoother[name]}()"))
        elif value is not None:
            yield from change(f"`{smoother[name]}`", text.put(call, f"{smoother[name]}({text.of(value)})"))
    for call in _calls(text, node, "clamp", "clip", "clamp_min", "clamp_max", "hardtanh"):
        yield from _softly_clamped(text, call)


def _softly_clamped(text: Text, call: ast.Call) -> Iterator[Change]:
    value = applied_to(call)
    given = {k.arg: text.of(k.value) for k in call.keywords}
    is_method = isinstance(call.func, ast.Attribute) and value is call.func.value
    ends = [text.of(a) for a in (call.args if is_method else call.args[1:])]
    low = given.get("min") or (ends[0] if ends else None)
    high = given.get("max") or (ends[1] if len(ends) > 1 else None)
    if value is None:
        return
    if low and high:
        new = f"{low} + 0.5 * ({high} - {low}) * (torch.tanh({text.of(value)}) + 1)"
        yield from change("a smooth clamp", text.put(call, f"({new})"))
    yield from change("without the clamp", text.put(call, text.of(value)))


@repair("no-derivative", "never-connected", "requires-grad-misuse", "multiplied-by-zero")
def kept_in_floating_point(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`x.long()`, `x.type(torch.LongTensor)`, `x.to(torch.int64)` → `x`: whole numbers have no derivative."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None and not hasattr(statement, "body") else ():
        if not isinstance(call.func, ast.Attribute):
            continue
        given = " ".join(ast.unparse(a) for a in [*call.args, *(k.value for k in call.keywords)])
        converts = last_name(call) in ("to", "type", "type_as") and WHOLE.search(given)
        if converts or (last_name(call) in ("long", "int", "short", "byte") and not call.args):
            yield from change(f"without `.{last_name(call)}(…)`", text.put(call, text.of(call.func.value)))


@repair("no-derivative", "sampled-value", "zero-derivative", "left-torch", "never-connected")
def expected_value(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """The choice of the largest → the probabilities: `argmax`, one-hot and lookup as expectations."""
    function = text.function(node) or text.syntax.tree
    for call in _calls(text, node, "argmax", "multinomial"):
        statement, scores = text.statement(call), applied_to(call)
        if not isinstance(statement, ast.Assign) or scores is None or not isinstance(statement.targets[0], ast.Name):
            continue
        name = statement.targets[0].id
        soft = f"{_bracketed(text, scores)}.softmax(dim=-1)"
        for use in calls_in(text, function):
            if not any(isinstance(a, ast.Name) and a.id == name for a in use.args) or use is call:
                continue
            if last_name(use) == "one_hot":
                yield from _soft_one_hot(text, call, use, scores)
            elif isinstance(use.func, ast.Attribute | ast.Name) and len(use.args) == 1:
                looked = f"{soft} @ {text.of(use.func)}.weight"
                yield from change("the expected embedding", text.put(use, looked), text.removed(statement))


def _soft_one_hot(text: Text, choice: ast.Call, use: ast.Call, scores: ast.expr) -> Iterator[Change]:
    """The whole expression around `one_hot(argmax)`, as probabilities that keep the layout of the scores."""
    statement = text.statement(use)
    value = statement.value if isinstance(statement, ast.Assign | ast.Return) else None
    if value is not None:
        yield from change("the probabilities themselves", text.put(value, text.of(scores)))
        dim = next((text.of(k.value) for k in choice.keywords if k.arg == "dim"), "-1")
        soft = f"{_bracketed(text, scores)}.softmax(dim={dim})"
        yield from change("the probabilities themselves", text.put(value, soft))
        root = _root(scores)
        if root is not None:
            new = f"torch.nn.functional.gumbel_softmax(({root} + 1e-9).log(), hard=True)"
            yield from change("a sample that keeps its gradient", text.put(value, new))
            yield from change("the probabilities themselves", text.put(value, root))
        hard = f"torch.nn.functional.gumbel_softmax(({text.of(scores)} + 1e-9).log(), hard=True)"
        yield from change("a sample that keeps its gradient", text.put(value, hard))


def _root(value: ast.expr) -> str | None:
    """`probs` of `probs.flatten(0, 1)`."""
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        value = value.func.value
    return value.id if isinstance(value, ast.Name) else None


@repair("no-derivative")
def choice_straight_through(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`one_hot(x.argmax(-1), n).float()` in one expression → the same values, with the gradient of the softmax."""
    statement = text.statement(node)
    value = statement.value if isinstance(statement, ast.Assign | ast.Return) else None
    inside = [c for c in calls_in(text, value)] if value is not None else []
    hot = next((c for c in inside if last_name(c) == "one_hot"), None)
    choice = next((c for c in inside if last_name(c) == "argmax"), None)
    scores = applied_to(choice) if choice is not None else None
    if hot is not None and value is not None and scores is not None:
        soft = f"{_bracketed(text, scores)}.softmax(dim=-1)"
        new = f"{_bracketed(text, value)} + {soft} - {soft}.detach()"
        yield from change("let the gradient pass through the choice", text.put(value, new))


@repair("zero-gradient", "multiplied-by-zero", "zero-derivative", "idle-parameter")
def not_all_zeros(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A factor that starts with zeros lets nothing through: a random start, one factor at a time."""
    names = {part for lost in scene.finding.lost for part in lost.split(".")[-1:]}
    for file in dict.fromkeys([text.file, *scene.own_files]):
        other = scene.text(file)
        calls = [
            c for c in calls_in(other, other.syntax.tree) if last_name(c) in ("zeros_", "zeros", "constant_", "zero_")
        ]
        calls.sort(key=lambda c: not any(n in ast.unparse(other.statement(c) or c) for n in names))
        for call in calls:
            if last_name(call) in ("zeros_", "constant_") and call.args:
                new = f"torch.nn.init.normal_({other.of(call.args[0])}, std=0.02)"
                yield from change("a random start", other.put(call, new))
            elif last_name(call) == "zeros" and "Parameter" in ast.unparse(other.statement(call) or call):
                sizes = ", ".join(other.of(a) for a in call.args)
                yield from change("a random start", other.put(call, f"0.02 * torch.randn({sizes})"))
            elif last_name(call) == "zero_" and isinstance(call.func, ast.Attribute):
                edit = other.put_between(call.func.value, call, ".normal_(std=0.02)")
                yield from change("a random start", edit)


OPPOSITE = {ast.Eq: "!=", ast.NotEq: "==", ast.Lt: ">=", ast.GtE: "<", ast.Gt: "<=", ast.LtE: ">"}


@repair("multiplied-by-zero")
def mask_the_other_way(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A mask that is 0 everywhere may be the opposite of what was meant: `(n == 0)` → `(n != 0)`, `~mask` → `mask`."""
    function = text.function(node) or text.syntax.tree
    statement = text.statement(node)
    for outer in (statement, function):
        for found in text.within(outer, ast.Compare, ast.UnaryOp) if outer is not None else ():
            if _decides(text, found):
                continue
            if isinstance(found, ast.Compare) and len(found.ops) == 1 and type(found.ops[0]) in OPPOSITE:
                new = f"{text.of(found.left)} {OPPOSITE[type(found.ops[0])]} {text.of(found.comparators[0])}"
                yield from change("the opposite mask", text.put(found, new))
            elif isinstance(found, ast.UnaryOp) and isinstance(found.op, ast.Invert):
                yield from change("the opposite mask", text.put(found, text.of(found.operand)))


@repair("multiplied-by-zero", "masked-gradient", first=True)
def end_kept(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`labels[:n]` cuts the labels off that count: `labels[-n:]`, for all slices of the statement."""
    statement = text.statement(node)
    slices = [
        s for s in (text.within(statement, ast.Slice) if statement is not None else []) if isinstance(s, ast.Slice)
    ]
    kept = [s for s in slices if s.lower is None and s.upper is not None and s.step is None]
    if isinstance(statement, ast.Assign) and kept and len(kept) == len(slices):
        edits = [e for s in kept if s.upper for e in (text.before_node(s.upper, "-"), text.behind(s.upper, ":"))]
        gone = [_without_colon(text, s) for s in kept]
        yield from change("keep the end instead of the beginning", *edits, *gone)


def _without_colon(text: Text, cut: ast.Slice) -> Edit:
    """The colon before the upper bound goes."""
    assert cut.upper is not None
    line, column, _, _ = text.syntax.columns(cut.upper)
    before = text.syntax.line(line)[: column - 1]
    start = before.rindex(":") + 1
    return Edit(Place(text.file, line, start, line, column, ""), "")


def _decides(text: Text, node: ast.AST) -> bool:
    """Is it, or is it a part of, what a branch or a loop is taken for? That is no mask."""
    for above in text.syntax.above(node):
        if isinstance(above, ast.If | ast.While | ast.IfExp | ast.Assert):
            return text.syntax.holds(above.test, node)
        if isinstance(above, ast.stmt):
            return False
    return False
