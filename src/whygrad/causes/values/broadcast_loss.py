"""A prediction of shape [N, 1] against a target of shape [N]: every one is compared with every other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from whygrad.causes._base import root_name
from whygrad.causes._silent import SilentCause, reachable
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import CONVOLUTIONS, DISTANCES, EMBEDDINGS, MATRIX_PRODUCTS, PLUS_OR_MINUS, SCALING
from whygrad.walk import breadth_first

COMPARING = DISTANCES | SCALING | PLUS_OR_MINUS
LAYERS = MATRIX_PRODUCTS | CONVOLUTIONS | EMBEDDINGS | {"gru", "lstm", "layer_norm", "batch_norm"}
ELEMENTWISE = DISTANCES | SCALING | {
    "relu", "tanh", "sigmoid", "softplus", "exp", "clamp", "add", "float", "to", "double", "neg", "leaky_relu", "gelu",
    "elu", "dropout", "pow", "square", "abs", "sub", "log", "sqrt",
}  # fmt: skip
SELECTING = frozenset({
    "squeeze", "gather", "log_softmax", "softmax", "sum", "mean", "__getitem__", "logsumexp", "flatten", "logsigmoid",
    "normalize", "broadcast_tensors", "amax", "max", "cross_entropy", "nll_loss", "binary_cross_entropy_with_logits",
    "binary_cross_entropy", "kl_div", "cosine_similarity", "pairwise_distance", "norm",
})  # fmt: skip
RESHAPING = frozenset({"unsqueeze", "view", "reshape", "expand", "transpose", "permute"})
REDUCING = frozenset({"sum", "mean", "amax", "amin", "norm", "std", "var", "max", "min"})
FEW = 24  # operations between the layer and the comparison


class BroadcastLoss(SilentCause):
    name = "broadcast-loss"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told, spread = set(), set[int]()
        for index in sorted(reachable(graph), key=lambda i: (graph.node(i).clock, -i)):
            node = graph.node(index)
            if spread.intersection(node.inputs):
                spread.add(index)  # what is computed from it has its wrong shape too
            elif node.act in COMPARING and len(node.inputs) == 2 and node.chain[-1:] not in told:
                shapes = [graph.node(i).shape for i in node.inputs]
                if _is_compared_wrongly(graph, index, shapes):
                    told.add(node.chain[-1:])
                    spread.add(index)
                    yield self.finding("warning", node.chain, shapes=shapes, root=root_name(graph))

    def subject(self, finding: Finding) -> str:
        return f"`{finding.facts['root']}` compares every prediction with every target"

    def clause(self, finding: Finding) -> str:
        one, other = finding.facts["shapes"]
        return f"shapes {list(one)} and {list(other)} are broadcast, so the gradient is that of another loss"

    def label(self, finding: Finding) -> str:
        one, other = finding.facts["shapes"]
        spread = [max(a, b) for a, b in zip(_padded(one, other), _padded(other, one), strict=True)]
        return f"makes {spread} of {list(one)} and {list(other)}"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("give both the same shape: `prediction.squeeze(-1)`, or `target.unsqueeze(-1)`",)


def _is_compared_wrongly(graph: UncutGraph, index: int, shapes: list[tuple[int, ...]]) -> bool:
    one, other = shapes
    if _op(graph, index) in DISTANCES and one and other and tuple(one) != tuple(other):
        return True  # these compare element by element; torch itself warns
    return _spreads(one, other) and _is_prediction_against_target(graph, graph.node(index).inputs)


def _padded(shape: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return (1,) * (max(len(shape), len(other)) - len(shape)) + tuple(shape)


def _spreads(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Are the two equal but for dimensions of 1, and does broadcasting make more of them than there are?"""
    if not one or not other or tuple(one) == tuple(other):
        return False
    if [n for n in one if n != 1] != [n for n in other if n != 1]:
        return False
    spread = prod(max(a, b) for a, b in zip(_padded(one, other), _padded(other, one), strict=True))
    return spread > max(prod(one), prod(other)) > 1


def _is_prediction_against_target(graph: UncutGraph, inputs: tuple[int, ...]) -> bool:
    """One comes from a layer, the other does not learn, and no dimension of 1 was put in on purpose."""
    learning = [i for i in inputs if graph.node(i).requires_grad]
    predicted = learning or [i for i in inputs if _comes_from_layer(graph, i)]  # a target is made without gradients
    if len(predicted) != 1 or not _comes_from_layer(graph, predicted[0]):
        return False
    return not any(_put_in_on_purpose(graph, i) for i in inputs if 1 in graph.node(i).shape)


def _put_in_on_purpose(graph: UncutGraph, index: int) -> bool:
    """Does the operation that made it show that its dimension of 1 is meant?"""
    op, place = _op(graph, index), graph.node(index).place
    text = graph.text(place) if place else ""
    if op == "__getitem__":
        return "None" in text or "newaxis" in text
    return op in RESHAPING or (op in REDUCING and "keepdim" in text)


def _comes_from_layer(graph: UncutGraph, at: int) -> bool:
    """Is it a layer's output, a few operations on; of what learns only the ways that learn are followed."""

    def further(index: int) -> Sequence[int]:
        passes = _op(graph, index) in ELEMENTWISE | SELECTING
        return (graph.learning_inputs(index) or graph.node(index).inputs) if passes else ()

    return any(_op(graph, index) in LAYERS for index in breadth_first((at,), further, FEW))


def _op(graph: UncutGraph, index: int) -> str:
    return graph.node(index).act
