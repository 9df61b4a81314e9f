"""Why an operation keeps a value for its gradient, as a sentence ends it."""

from __future__ import annotations

WHY = {
    "mul": "a product's gradient uses its factors",
    "div": "a quotient's gradient uses both sides",
    "pow": "a power's gradient uses its base",
    "linear": "the weight's gradient uses the input, and the input's uses the weight",
    "matmul": "each factor's gradient uses the other factor",
    "conv2d": "the weight's gradient uses the input, and the input's uses the weight",
    "relu": "its gradient passes only where its result is above 0",
    "exp": "its derivative is its result",
    "sigmoid": "its derivative is `s * (1 - s)`, where `s` is its result",
    "tanh": "its derivative is `1 - t**2`, where `t` is its result",
    "softmax": "its gradient is multiplied by its result",
    "sqrt": "its derivative is `1 / (2 * r)`, where `r` is its result",
}
