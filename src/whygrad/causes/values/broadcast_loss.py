"""A prediction of shape [N, 1] meets a target, mask or weight of shape [N]: every one is paired with every other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import prod

from whygrad import walk
from whygrad.causes._base import root_name
from whygrad.causes._silent import SilentCause, reachable
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import (
    ADDING_UP,
    CASTING,
    DETACHING,
    DISTANCES,
    EMBEDDINGS,
    LOSSES,
    PLUS_OR_MINUS,
    SCALING,
    SOFTMAXES,
    VIEWS,
    WEIGHING,
)

# Where values of one sample meet: in the loss itself, in a product with weights, in a choice by a mask.
COMPARING = DISTANCES | SCALING | PLUS_OR_MINUS
JOINING = COMPARING | {
    "where", "masked_select", "masked_fill", "maximum", "minimum", "fmax", "fmin", "lerp", "addcmul", "addcdiv", "pow",
    "kl_div", "poisson_nll_loss", "logaddexp", "copysign",
}  # fmt: skip
COMPARISONS = frozenset({"gt", "ge", "lt", "le", "eq", "ne", "logical_and", "logical_or", "logical_not", "isnan",
                         "bitwise_and", "bitwise_or", "bitwise_not", "isfinite", "sign", "bool"})  # fmt: skip
# A table of products, or of choices by a mask: summed up, it is the product of two sums.
WEIGHTING = SCALING | {"where", "masked_select", "masked_fill"}
LAYERS = WEIGHING | EMBEDDINGS | {"gru", "lstm", "layer_norm", "batch_norm"}
ELEMENTWISE = DISTANCES | SCALING | CASTING | DETACHING | {
    "relu", "tanh", "sigmoid", "softplus", "exp", "clamp", "add", "neg", "leaky_relu", "gelu", "elu", "dropout", "pow",
    "square", "abs", "sub", "log", "sqrt", "clone",
}  # fmt: skip
SELECTING = frozenset({
    "squeeze", "gather", "log_softmax", "softmax", "sum", "mean", "__getitem__", "logsumexp", "flatten", "logsigmoid",
    "normalize", "broadcast_tensors", "amax", "max", "cross_entropy", "nll_loss", "binary_cross_entropy_with_logits",
    "binary_cross_entropy", "kl_div", "cosine_similarity", "pairwise_distance", "norm", "index_add", "scatter_add",
    "scatter_reduce", "index_reduce", "segment_reduce", "index_select", "take_along_dim",
})  # fmt: skip
SMALLER = LOSSES | {"masked_select"}  # their results may be, than what they make of their inputs
RESHAPING = frozenset({"unsqueeze", "view", "reshape", "expand", "transpose", "permute"})
LOOKING_UP = frozenset({"__getitem__", "gather", "index_select", "take_along_dim"})
REDUCING = frozenset({"sum", "mean", "amax", "amin", "norm", "std", "var", "max", "min"})
LINEAR = PLUS_OR_MINUS | SCALING | CASTING | ADDING_UP | {"neg"}
CLIPPING = frozenset({"minimum", "maximum", "min", "max"})
SUMMED_UP = frozenset({"sum", "mean", "gather", "logsumexp", "norm"})
SECOND_POWER = re.compile(r"(?:\*\*|pow\(|,|exponent=)\s*2(?:\.0?)?\)?$")
TABLE = 2  # dimensions
FEW = 24  # operations between the layer and the comparison


class BroadcastLoss(SilentCause):
    name = "broadcast-loss"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told, spread = set(), set[int]()
        for index in sorted(reachable(graph), key=lambda i: (graph.node(i).clock, -i)):
            node = graph.node(index)
            if spread.intersection(node.inputs):
                spread.add(index)  # what is computed from it has its wrong shape too
            elif node.act in JOINING and node.chain[-1:] not in told:
                pair = _joined_wrongly(graph, index)
                if pair is not None:
                    told.add(node.chain[-1:])
                    spread.add(index)
                    shapes = [graph.node(i).shape for i in pair]
                    compares = node.act in COMPARING - SCALING and not all(graph.node(i).requires_grad for i in pair)
                    root = root_name(graph)
                    yield self.finding("warning", node.chain, shapes=shapes, root=root, compares=compares)

    def subject(self, finding: Finding) -> str:
        what = (
            "compares every prediction with every target"
            if _compares(finding)
            else "pairs every sample with every other"
        )
        return f"`{finding.facts['root']}` {what}"

    def clause(self, finding: Finding) -> str:
        one, other = finding.facts["shapes"]
        return f"shapes {list(one)} and {list(other)} are broadcast, which computes a different loss"

    def label(self, finding: Finding) -> str:
        one, other = finding.facts["shapes"]
        spread = [max(a, b) for a, b in zip(_padded(one, other), _padded(other, one), strict=True)]
        return f"creates {spread} from {list(one)} and {list(other)}"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        longer, shorter = sorted(finding.facts["shapes"], key=len, reverse=True)
        if (*shorter, 1) != tuple(longer):
            axes = (
                i for i, size in enumerate(longer) if size == 1 and (*longer[:i], *longer[i + 1 :]) == tuple(shorter)
            )
            where = next((f": `.squeeze({axis})` on the side of shape {list(longer)}" for axis in axes), "")
            return (f"make the shapes equal before this operation{where}",)
        if not _compares(finding):
            return ("make the shapes equal: `.squeeze(-1)` on one side, or `.unsqueeze(-1)` on the other",)
        return ("make the shapes equal: `prediction.squeeze(-1)`, or `target.unsqueeze(-1)`",)


def _compares(finding: Finding) -> bool:
    return bool(finding.facts["compares"])


def _joined_wrongly(graph: UncutGraph, index: int) -> tuple[int, int] | None:
    """The two inputs whose shapes do not belong together."""
    inputs = graph.node(index).inputs
    for one, other in combinations(inputs, 2):
        shapes = graph.node(one).shape, graph.node(other).shape
        if len(inputs) == 2 and _op(graph, index) in DISTANCES and all(shapes) and shapes[0] != shapes[1]:
            return one, other  # these compare element by element; torch itself warns
        if _is_spread(graph, index, *shapes) and (
            _is_prediction_against_target(graph, index, (one, other)) or _are_one_sample(graph, index)
        ):
            return one, other
    return None


def _padded(shape: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return (1,) * (max(len(shape), len(other)) - len(shape)) + tuple(shape)


def _is_spread(graph: UncutGraph, index: int, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Are the two equal but for dimensions of 1, and does broadcasting make more of them than there are?

    The result must be as large. A long computation without gradients is recorded by its two ends: what its last
    operation seems to join are values that never met.
    """
    if not one or not other or tuple(one) == tuple(other):
        return False
    if [n for n in one if n != 1] != [n for n in other if n != 1]:
        return False
    spread = prod(max(a, b) for a, b in zip(_padded(one, other), _padded(other, one), strict=True))
    is_as_large = _op(graph, index) in SMALLER or prod(graph.node(index).shape) >= spread
    return is_as_large and spread > max(prod(one), prod(other)) > 1


def _is_prediction_against_target(graph: UncutGraph, index: int, inputs: tuple[int, int]) -> bool:
    """One comes from a layer, the other does not learn, and no dimension of 1 was put in on purpose.

    A product of each with each that is summed up at once is the product of two sums: to keep a dimension for that has
    no purpose. Nor has a table of squared differences that is averaged as a whole: its gradient is that of the
    difference from the mean, so whatever put the dimension in, no prediction learns its own target.
    """
    learning = [i for i in inputs if graph.node(i).requires_grad]
    predicted = learning or [i for i in inputs if _comes_from_layer(graph, i)]  # a target is made without gradients
    if len(predicted) != 1 or not _comes_from_layer(graph, predicted[0]):
        return False
    if _crosses_batches(graph, inputs) and _is_summed_up(graph, index, ELEMENTWISE | {"squeeze"}):
        return True
    columns = [i for i in inputs if 1 in graph.node(i).shape]
    if _op(graph, index) in WEIGHTING and _is_product_of_sums(graph, index):
        return not any(_is_reshaped(graph, i) and _is_written_inside(graph, i, index) for i in columns)
    if _is_squared_and_summed_up(graph, index) and len({len(graph.node(i).shape) for i in inputs}) > 1:
        return _before_shaping(graph, inputs[0]) != _before_shaping(graph, inputs[1])
    return not any(_is_reshaped(graph, i) or _keeps_dimension(graph, i) for i in columns)


def _crosses_batches(graph: UncutGraph, inputs: tuple[int, int]) -> bool:
    """Does one more dimension of pictures or sequences put the samples of one side along another axis?

    Who pairs them on purpose gives both sides as many dimensions.
    """
    one, other = sorted((graph.node(i).shape for i in inputs), key=len)
    return len(one) > TABLE and len(other) > len(one) and one[0] == other[0] > 1


def _are_one_sample(graph: UncutGraph, index: int) -> bool:
    """Do a layer's own column and what another result sums up of each sample go into the loss with nothing between?

    As a value and an entropy do: tables of pairs that are meant have a softmax or a product behind them.
    """
    inputs = graph.node(index).inputs
    if len(inputs) != 2 or len({len(graph.node(i).shape) for i in inputs}) != 2:
        return False
    column, flat = sorted(inputs, key=lambda i: -len(graph.node(i).shape))
    made = [_shaped_by(graph, i) for i in (column, flat)]
    if not all(graph.node(i).requires_grad for i in inputs) or made[0] not in LAYERS or made[1] not in SUMMED_UP:
        return False
    return _is_summed_up(graph, index, ELEMENTWISE)


def _is_summed_up(graph: UncutGraph, index: int, between: frozenset[str] = frozenset()) -> bool:
    """Is all of it added up, with nothing but such operations before?"""
    users = graph.users.get(index, [])
    while len(users) == 1 and _op(graph, users[0]) in between:
        users = graph.users.get(users[0], [])
    return len(users) == 1 and _op(graph, users[0]) in ADDING_UP and graph.node(users[0]).shape == ()


def _is_product_of_sums(graph: UncutGraph, index: int) -> bool:
    """Is a table of products added up, with nothing before that is not linear but a choice between two such tables?

    No sample then has its own weight: each is weighted by the sum of all.
    """
    at, table = index, prod(graph.node(index).shape)
    while len(users := set(graph.users.get(at, ()))) == 1:
        before, at = at, next(iter(users))
        op, others = _op(graph, at), [i for i in graph.node(at).inputs if i != before]
        if op in ADDING_UP and graph.node(at).shape == ():
            return True
        if op in CLIPPING and all(_shares_factor(graph, index, i) for i in others):
            continue
        if op not in LINEAR or any(prod(graph.node(i).shape) >= table for i in others):
            return False
    return False


def _shares_factor(graph: UncutGraph, index: int, other: int) -> bool:
    """Are both products with the same value, as in a clipped objective?"""
    factors = graph.node(index).inputs
    return _op(graph, other) == _op(graph, index) and any(i in factors for i in graph.node(other).inputs)


def _is_written_inside(graph: UncutGraph, index: int, product: int) -> bool:
    """Does the expression of the product itself put the dimension in? Then it is an outer product by intention."""
    here, around = graph.node(_before_elementwise(graph, index)).place, graph.node(product).place
    return here is not None and around is not None and around.contains(here)


def _is_squared_and_summed_up(graph: UncutGraph, index: int) -> bool:
    """Are the differences of all pairs squared, weighted by row or column at most, and added up as a whole?"""
    users = set(graph.users.get(index, ()))
    if _op(graph, index) not in PLUS_OR_MINUS or len(users) != 1 or not _squares(graph, next(iter(users)), index):
        return False
    at = next(iter(users))
    while len(users := set(graph.users.get(at, ()))) == 1:
        before, at = at, next(iter(users))
        if _op(graph, at) not in SCALING or not _is_weighted(graph, at, before):
            return _op(graph, at) in ADDING_UP and graph.node(at).shape == ()
    return False


def _is_weighted(graph: UncutGraph, product: int, table: int) -> bool:
    """Is every factor a number, or one for a row or a column? A table of factors may choose pairs."""
    others = [i for i in graph.node(product).inputs if i != table]
    return all(prod(graph.node(i).shape) < prod(graph.node(table).shape) for i in others)


def _squares(graph: UncutGraph, index: int, value: int) -> bool:
    if _op(graph, index) in SCALING:
        return graph.node(index).inputs == (value,) and not graph.node(index).outside
    return _op(graph, index) == "square" or (
        _op(graph, index) == "pow" and SECOND_POWER.search(_text(graph, index)) is not None
    )


def _before_shaping(graph: UncutGraph, index: int) -> int:
    """What a value shows, in whatever shape: a batch may be compared with itself pair by pair."""
    return graph.before(index, VIEWS | DETACHING | CASTING)


def _shaped_by(graph: UncutGraph, index: int) -> str:
    """The operation that gave a value its shape."""
    return _op(graph, _before_elementwise(graph, index))


def _before_elementwise(graph: UncutGraph, index: int) -> int:
    for _ in range(FEW):
        alike = _elementwise_inputs(graph, index)
        if not alike:
            break
        index = alike[0]
    return index


def _elementwise_inputs(graph: UncutGraph, index: int) -> list[int]:
    """The inputs of the same shape, of an operation that works element by element."""
    if _op(graph, index) not in ELEMENTWISE | COMPARISONS:
        return []
    return [i for i in graph.node(index).inputs if graph.node(i).shape == graph.node(index).shape]


def _is_beside_layer(graph: UncutGraph, index: int) -> bool:
    """Was it computed element by element with a layer's own column? Then the dimension is there for that one."""
    met = walk.breadth_first((index,), lambda at: _elementwise_inputs(graph, at), FEW)
    return any(_op(graph, at) in LAYERS for at in met)


def _is_reshaped(graph: UncutGraph, index: int) -> bool:
    """Was its dimension of 1 put in by name, as `unsqueeze` and `[:, None]` do, and not to fit a layer's column?"""
    if _is_beside_layer(graph, index):
        return False
    index = _before_elementwise(graph, index)
    if _op(graph, index) == "__getitem__":
        text = _text(graph, index)
        return "None" in text or "newaxis" in text
    return _op(graph, index) in RESHAPING


def _keeps_dimension(graph: UncutGraph, index: int) -> bool:
    """Did a sum or the like keep the dimension, as it was told to?"""
    index = _before_elementwise(graph, index)
    return _op(graph, index) in REDUCING and "keepdim" in _text(graph, index)


def _text(graph: UncutGraph, index: int) -> str:
    place = graph.node(index).place
    return graph.text(place) if place else ""


def _comes_from_layer(graph: UncutGraph, at: int) -> bool:
    """Is it a layer's output, a few operations on; of what learns only the ways that learn are followed."""

    def further(index: int) -> Sequence[int]:
        if _op(graph, index) in ("cat", "stack"):
            return graph.learning_inputs(index)[:1]  # one row after the other: all are made alike
        passes = _op(graph, index) in ELEMENTWISE | SELECTING
        return (graph.learning_inputs(index) or graph.node(index).inputs) if passes else ()

    return any(
        _op(graph, index) in LAYERS or _is_looked_up(graph, index) for index in walk.breadth_first((at,), further, FEW)
    )


def _is_looked_up(graph: UncutGraph, index: int) -> bool:
    """Is it rows or elements of a parameter, chosen by indices, as an embedding is?"""
    return _op(graph, index) in LOOKING_UP and any(_is_parameter(graph, i) for i in graph.node(index).inputs)


def _is_parameter(graph: UncutGraph, index: int) -> bool:
    return graph.node(graph.before(index, SOFTMAXES)).parameter


def _op(graph: UncutGraph, index: int) -> str:
    return graph.node(index).act
