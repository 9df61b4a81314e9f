"""One canonical name for each operation, however it was spelled, and what kinds of operations there are.

`a - b`, `a.sub(b)`, `a.sub_(b)`, `a -= b`, `torch.subtract(a, b, out=c)` are all `sub`. Causes and watchers ask for the
canonical name, so that a mistake is found under every spelling of it. Whether a call wrote in place is another
question (`is_in_place`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import (
    BuiltinFunctionType,
    FunctionType,
    GetSetDescriptorType,
    MethodDescriptorType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)

COMPILED = " (compiled)"  # ends the name of a call of compiled code, of which the inside is not seen

# Names by which torch offers the same operation. A test compares them with torch's own.
ALIASES = {
    "absolute": "abs",
    "adjoint": "transpose",
    "arccos": "acos",
    "arccosh": "acosh",
    "arcsin": "asin",
    "arcsinh": "asinh",
    "arctan": "atan",
    "arctan2": "atan2",
    "arctanh": "atanh",
    "clip": "clamp",
    "concat": "cat",
    "concatenate": "cat",
    "divide": "div",
    "expit": "sigmoid",
    "fix": "trunc",
    "gammainc": "igamma",
    "gammaincc": "igammac",
    "gammaln": "lgamma",
    "ger": "outer",
    "greater": "gt",
    "greater_equal": "ge",
    "inverse": "inv",
    "less": "lt",
    "less_equal": "le",
    "matrix_transpose": "transpose",
    "moveaxis": "movedim",
    "multigammaln": "mvlgamma",
    "multiply": "mul",
    "negative": "neg",
    "not_equal": "ne",
    "orgqr": "householder_product",
    "psi": "digamma",
    "radd": "add",
    "row_stack": "vstack",
    "rsub": "sub",
    "subtract": "sub",
    "swapaxes": "transpose",
    "swapdims": "transpose",
    "t": "transpose",
    "true_divide": "div",
    "truediv": "div",
    "T": "transpose",
    "mT": "transpose",
    "H": "transpose",
    "mH": "transpose",
    "softmax_with_dtype": "softmax",
    "log_sigmoid": "logsigmoid",
    "_softmax": "softmax",
    "_log_softmax": "log_softmax",
}
GROUPS = ("fft_", "linalg_", "special_")  # `torch.linalg.vector_norm` calls itself `linalg_vector_norm`
# The operators of the language; each has a reflected and an in-place form.
OPERATORS = {
    "add": "add",
    "sub": "sub",
    "mul": "mul",
    "truediv": "div",
    "div": "div",
    "floordiv": "floor_divide",
    "mod": "remainder",
    "matmul": "matmul",
    "pow": "pow",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift",
    "rshift": "bitwise_right_shift",
    "neg": "neg",
    "pos": "positive",
    "abs": "abs",
    "invert": "bitwise_not",
    "eq": "eq",
    "ne": "ne",
    "gt": "gt",
    "ge": "ge",
    "lt": "lt",
    "le": "le",
}

SUBTRACTING = frozenset({"sub"})
PLUS_OR_MINUS = frozenset({"add", "sub"})
SCALING = frozenset({"mul", "div"})
# What mixes a value with another one, as an average does.
MIXING = frozenset({"add", "lerp"})
# What puts a sum together out of its terms.
SUMMING = frozenset({"add", "sub", "neg", "sum", "mean", "stack"})
# What makes one number of many.
ADDING_UP = frozenset({"mean", "sum"})
RECURRENT = frozenset({"gru", "lstm", "rnn_relu", "rnn_tanh"})
STATEFUL = RECURRENT | {"gru_cell", "lstm_cell", "rnn_relu_cell", "rnn_tanh_cell"}
# They take back what goes too far.
BOUNDING = frozenset({"clamp", "clamp_max", "clamp_min", "renorm"})
# What draws a parameter's values by chance, whatever they were before; `nn.init` has names of its own for some.
STARTING = frozenset({
    "uniform", "normal", "kaiming_uniform", "kaiming_normal", "xavier_uniform", "xavier_normal", "trunc_normal",
})  # fmt: skip
REDRAWING = STARTING | {"orthogonal", "sparse"}
RANDOM = STARTING | {"rand", "rand_like", "randn", "randn_like"}
COMPARISONS = frozenset({"gt", "lt", "ge", "le", "eq", "ne", "isclose", "logical_and", "logical_or", "logical_not"})
# Losses that compare a prediction with a target of the same shape, and losses altogether.
DISTANCES = frozenset({"mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss"})
LOSSES = DISTANCES | {
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cosine_embedding_loss",
    "cross_entropy",
    "ctc_loss",
    "gaussian_nll_loss",
    "hinge_embedding_loss",
    "kl_div",
    "margin_ranking_loss",
    "multi_margin_loss",
    "multilabel_margin_loss",
    "multilabel_soft_margin_loss",
    "nll_loss",
    "poisson_nll_loss",
    "soft_margin_loss",
    "triplet_margin_loss",
    "triplet_margin_with_distance_loss",
}
# Of them those that compare more than a prediction and its target, row by row.
LOSSES_OF_SEVERAL = frozenset({
    "cosine_embedding_loss", "ctc_loss", "margin_ranking_loss", "triplet_margin_loss",
    "triplet_margin_with_distance_loss",
})  # fmt: skip
SOFTMAXES = frozenset({"softmax", "log_softmax"})
DROPPING = frozenset({"dropout", "dropout1d", "dropout2d", "dropout3d", "scaled_dot_product_attention"})
SQUARES = frozenset({"pow", "square"})
# What makes one length of many elements, and what makes a distance of a difference.
NORMS = frozenset({"norm", "vector_norm"})
LENGTHS = NORMS | {"abs", "sum", "amax"}
SIZING = SQUARES | NORMS | {"abs"}
MATRIX_PRODUCTS = frozenset({"matmul", "mm", "bmm", "linear", "einsum", "addmm", "mv", "baddbmm", "bilinear"})
EMBEDDINGS = frozenset({"embedding", "embedding_bag"})
CONVOLUTIONS = frozenset({"conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d"})
# What multiplies its input with weights.
WEIGHING = MATRIX_PRODUCTS | CONVOLUTIONS
# What makes one tensor of several, which keep their values.
JOINING = frozenset({"cat", "column_stack", "dstack", "hstack", "stack", "vstack"})
# Results that show memory of their input.
VIEWS = frozenset({
    "__getitem__", "as_strided", "chunk", "diagonal", "expand", "expand_as", "flatten", "movedim", "narrow", "permute",
    "ravel", "real", "imag", "reshape", "reshape_as", "select", "split", "split_with_sizes", "squeeze", "tensor_split",
    "transpose", "unbind", "unflatten", "unfold", "unsqueeze", "view", "view_as", "view_as_complex", "view_as_real",
})  # fmt: skip
# Calls with several results, which are recorded as one: two of them are not the same value.
SEVERAL_RESULTS = frozenset({
    "aminmax", "atleast_1d", "atleast_2d", "atleast_3d", "broadcast_tensors", "chunk", "cummax", "cummin", "dsplit",
    "eig", "eigh", "frexp", "grad", "gradient", "gru", "hsplit", "kthvalue", "lstm", "lu", "max", "median", "meshgrid",
    "min", "mode", "multi_head_attention_forward", "nanmedian", "qr", "rnn_relu", "rnn_tanh", "slogdet", "sort",
    "split", "split_with_sizes", "std_mean", "svd", "tensor_split", "topk", "unbind", "unsafe_chunk", "unsafe_split",
    "unsafe_split_with_sizes", "var_mean", "vsplit",
})  # fmt: skip
# Steps: flat between their jumps, so that no derivative passes them.
STEPPING = frozenset({
    "round", "floor", "ceil", "trunc", "sign", "sgn", "heaviside", "floor_divide", "argmax", "argmin", "argsort",
    "bucketize", "searchsorted", "one_hot",
})  # fmt: skip
CASTING = frozenset({"bfloat16", "cpu", "cuda", "double", "float", "half", "to", "type", "type_as"})
TRUNCATING = frozenset({"byte", "char", "int", "long", "short"})  # to whole numbers: the fractions are lost
# What turns gradients on and off.
SWITCHING = frozenset({"no_grad", "inference_mode", "set_grad_enabled"})
DETACHING = frozenset({"data", "detach"})
# The same values in memory of their own.
COPYING = frozenset({"clone", "contiguous"})
# The same values without their history; `_values` takes them out of a sparse tensor, where `values` keeps the history.
WITHOUT_HISTORY = DETACHING | {"_values"}
# What makes a new leaf of a tensor's values.
REBUILDING = frozenset({"tensor", "new_tensor", "Parameter", "Variable"})
# What writes other values into a tensor: all of it, or a part.
REPLACING = frozenset({"copy", "set"})
FILLING = frozenset({"__setitem__", "masked_fill", "index_fill", "fill"})
PUTTING = REPLACING | {"__setitem__", "index_copy", "masked_scatter", "scatter", "index_put"}
# What takes entries by an index, which may be a tensor.
INDEXING = frozenset({"__getitem__", "index_select"})
# What may make a copy of a part, or of the whole in another shape.
PICKING = frozenset({
    "__getitem__", "index_select", "masked_select", "gather", "take", "take_along_dim", "reshape", "flatten",
    "contiguous",
})  # fmt: skip
# What makes one long list of many sequences, and what leaves a list of ids as it is.
FLATTENING = frozenset({
    "view", "reshape", "flatten", "cat", "hstack", "masked_select", "ravel", "_pack_padded_sequence",
    "pack_padded_sequence", "transpose", "permute",
})  # fmt: skip
SAME_IDS = frozenset({
    "to", "long", "int", "cuda", "cpu", "contiguous", "clone", "detach", "type", "squeeze", "clamp",
})  # fmt: skip
# Values that are drawn, not computed.
DRAWING = frozenset({"bernoulli", "binomial", "multinomial", "normal", "poisson", "_sample_dirichlet"})
# Those of them that autograd has a derivative of, zeros: their results require a gradient.
FLAT_DRAWS = frozenset({"bernoulli", "binomial", "normal", "poisson"})
# What may draw while it computes, as far as its name tells.
CHANCE = DRAWING | DROPPING | {
    "alpha_dropout", "feature_dropout", "gumbel_softmax", "multi_head_attention_forward", "rrelu",
}  # fmt: skip
FILLING_WITH_ZEROS = frozenset({"new_zeros", "zeros", "zeros_like"})
# The classes of torch's optimizers, as a text names them.
OPTIMIZERS = frozenset({
    "ASGD", "Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "LBFGS", "Muon", "NAdam", "RAdam", "RMSprop",
    "Rprop", "SGD", "SparseAdam",
})  # fmt: skip
CONSTANTS = frozenset({
    "arange", "empty", "empty_like", "eye", "full", "full_like", "linspace", "new_empty", "new_full", "new_ones",
    "new_zeros", "ones", "ones_like", "scalar_tensor", "zeros", "zeros_like",
})  # fmt: skip
# What takes a number out: with its fraction, or whole.
FLOATS = frozenset({"item", "__float__"})
INTEGERS = frozenset({"__int__", "__index__"})
NUMBERS = FLOATS | INTEGERS


def spelling(op: str) -> str:
    """The name as the program wrote it, without the module before it: `sub_` of `torch.Tensor.sub_`."""
    return op.rpartition(".")[2]


SHOWN = {"__floordiv__": "//", "__setitem__": "x[…] = …", "__getitem__": "x[…]", "__pow__": "**", "__ipow__": "**="}


def shown(name: str) -> str:
    """The name of an operation as a reader knows it: an operator that has a method's name by its sign."""
    return SHOWN.get(name, name)


@lru_cache(maxsize=4_096)  # a program may give its own functions any number of names
def canonical(op: str) -> str:
    """The one name of an operation, of any spelling: `sub` of `torch.subtract`, `torch.Tensor.__isub__`."""
    name = spelling(op.removesuffix(".__get__"))
    if op.endswith(".__set__"):  # a property that is set: no operation of its own
        return f"{canonical(op.removesuffix('.__set__'))}.__set__"
    if name.startswith("__") and name.endswith("__"):
        return _operator(name)
    if name.endswith("_") and not name.endswith("__"):
        name = name[:-1]
    return ALIASES.get(name, name)


MOST_ACTS = 4_096


def is_of_torch(function: object) -> bool:
    """Is it a name, or a function in C of a class or a module? Any other may hold an object of the program's."""
    kind = type(function)
    if kind is MethodWrapperType or kind is BuiltinFunctionType:  # each reading of an attribute makes an equal one
        bound_to: type = type(getattr(function, "__self__", None))
        return bound_to is GetSetDescriptorType or bound_to is type or bound_to is ModuleType
    return kind is MethodDescriptorType or kind is WrapperDescriptorType or kind is str


class _Acts(dict[object, str]):
    """What is known of functions that live as long as torch; of another it is found anew each time."""

    def __missing__(self, function: object) -> str:
        if type(function) is FunctionType:  # may hold anything in its closure
            return canonical(function.__name__)
        act = _act_of(function)
        if len(self) < MOST_ACTS and is_of_torch(function):
            self[function] = act
        return act


# The canonical name of a function that is called, or of one that is known by its name; else nothing. Asked more often
# than anything else, so without a frame of Python's where it is known.
act_of: Callable[[object], str] = _Acts().__getitem__


def _act_of(function: object) -> str:
    name = function if type(function) is str else getattr(function, "__name__", "")
    if type(name) is not str:
        return ""
    if type(function) is BuiltinFunctionType and name.startswith(GROUPS):
        name = name.partition("_")[2]
    return canonical(name)


def _operator(name: str) -> str:
    plain = name.strip("_")
    if plain in OPERATORS:
        return OPERATORS[plain]
    if plain[:1] in ("r", "i") and plain[1:] in OPERATORS:
        return OPERATORS[plain[1:]]
    return name


def is_in_place(op: str) -> bool:
    """Does the name say that the call writes into its first argument?"""
    name = spelling(op)
    if name.startswith("__i") and name.endswith("__"):
        return name.strip("_")[1:] in OPERATORS and name.strip("_") not in OPERATORS
    return name.endswith("_") and not name.endswith("__")
