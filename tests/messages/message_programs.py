"""Small programs that make torch say something about gradients, by the rows of the survey of torch 2.13's messages.

A program begins with `## rows cause`. `R(…)` is a leaf that requires a gradient; the other names are in `NAMES`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import message_programs_functions
import message_programs_training

# Errors that a machine with a CPU can be made to raise; the other rows are warnings, or were read in the sources.
RAISABLE = (
    *range(1, 16), *range(19, 23), *range(42, 66), *range(76, 94), 95, 96, *range(100, 103), 105, *range(117, 123),
    124, 125, 128, *range(133, 136), *range(137, 145), *range(146, 158), 159, 160, *range(170, 179), 181, 182, 183, 185,
    *range(190, 194), *range(198, 203), 204, 205, 206, *range(208, 216), *range(221, 243), 244, 245, 252, 253, 260, 265,
    274,
)  # fmt: skip

STARTING = """
## 1 leaf-without-grad
x = torch.zeros(3)
x.sum().backward()

## 2 non-scalar-loss
y = R(3) * 2
y.backward()

## 3 gradient-argument
y = torch.randn(2, dtype=torch.cfloat, requires_grad=True).sum()
y.backward()

## 4 gradient-argument
y = R(3) * 2
y.backward(torch.ones(4))

## 5 gradient-argument
y = torch.randn(2, dtype=torch.cfloat, requires_grad=True) * 2
y.backward(torch.ones(2))

## 6 gradient-argument
y = R(3) * 2
y.backward(gradient=1.0)

## 7 gradient-argument
a, b = R(2) * 1, R(2) * 1
torch.autograd.backward([a, b], [torch.ones(2)])

## 8 gradient-argument
x = R(3)
torch.autograd.grad(x * 2, x, grad_outputs=torch.ones(5, 4), is_grads_batched=True)

## 9 unused-input
x, w = R(3), R(3)
torch.autograd.grad((x * 2).sum(), [x, w])

## 9 unused-input
x = R(3)
y = x.exp().sum()
torch.autograd.grad(y, x[0])

## 10 leaf-without-grad
x, scale = R(3), torch.ones(3)
torch.autograd.grad((x * scale).sum(), scale)

## 11 requires-grad-misuse
x, scale = R(3), torch.ones(3)
(x * scale).sum().backward(inputs=[scale])

## 12 unused-input
x = R(3)
torch.autograd.grad(x.sum(), [])

## 13 unused-input
x = R(3)
x.sum().backward(inputs=[])

## 14 unused-input
import collections
x = R(3)
torch.autograd.grad(x.sum(), collections.OrderedDict(x=x))

## 15 unused-input
x = R(3)
torch.autograd.grad(x.sum(), x, allow_unused=False, materialize_grads=True)

## 19 backward-twice
x = R(3)
y = (x * x).sum()
y.backward()
y.backward()

## 20 backward-twice
class Twice(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * 2
y = Twice.apply(R(2)).sum()
y.backward()
y.backward()

## 22 backward-twice
y = R(3).exp()
y.sum().backward()
y.grad_fn._saved_result
"""

IN_PLACE = """
## 42 modified-in-place
h = R(3).exp()
y = h * h
h.add_(1)
y.sum().backward()

## 43 modified-in-place
with torch.autograd.set_detect_anomaly(True):
    h = R(3).exp()
    y = h * h
    h.add_(1)
    y.sum().backward()

## 44 modified-in-place
h = R(3).sigmoid()
h.add_(1)
h.sum().backward()

## 45 modified-in-place
index = torch.tensor([0])
y = R(3)[index]
index.fill_(1)
y.sum().backward()

## 46 leaf-modified-in-place
R(3).add_(1)

## 47 leaf-modified-in-place
w = R(3)
w[0] = 1.0

## 48 leaf-modified-in-place
w = R(4)
w.set_(torch.randn(2))

## 49 out-argument
torch.add(torch.ones(3), 1, out=R(3))

## 50 out-argument
torch.mul(R(3), 2, out=torch.empty(3))

## 51 view-modified-in-place
x = R(4) * 1
with torch.no_grad():
    part = x[:2]
part.mul_(2)

## 52 view-modified-in-place
x = R(4) * 1
with torch.inference_mode():
    part = x[:2]
part.mul_(2)

## 53 view-modified-in-place
a, b = (R(4, 2) * 1).unbind(1)
a.mul_(2)

## 54 view-modified-in-place
a, b = (R(4) * 1).split(2)
a.mul_(2)

## 55 view-modified-in-place
class Same(Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)
    @staticmethod
    def backward(ctx, g):
        return g
Same.apply(R(4) * 1).mul_(2)

## 56 view-modified-in-place
layer = nn.Linear(2, 2)
layer.register_full_backward_hook(lambda *_: None)
layer(R(1, 2)).add_(1)

## 57 untracked-change
x = R(4) * 2
x[:2].detach_()

## 58 untracked-change
h = R(3).exp()
y = h * h
h.detach_()
y.sum().backward()

## 59 untracked-change
R(2).resize_(5)

## 60 view-modified-in-place
x = (R(1) * 1).expand(3)
x.add_(1)

## 61 untracked-change
x = R(2)
x.data = torch.tensor([1, 2])

## 62 inference-tensor
with torch.inference_mode():
    t = torch.ones(3)
(R(3) * t).sum()

## 63 inference-tensor
with torch.inference_mode():
    t = torch.ones(3)
t.add_(1)

## 64 inference-tensor
with torch.inference_mode():
    t = torch.ones(3)
t.requires_grad_()

## 65 inference-tensor
with torch.inference_mode():
    t = torch.ones(3)
t._version
"""

FLAGS = """
## 76 requires-grad-misuse
y = R(3) * 2
y.requires_grad_(False)

## 77 requires-grad-misuse
y = R(3) * 2
y.requires_grad = False

## 78 requires-grad-misuse
torch.arange(3).requires_grad_()

## 79 requires-grad-misuse
t = torch.arange(3)
t.requires_grad = True

## 80 requires-grad-misuse
torch.tensor([1, 2], requires_grad=True)

## 81 requires-grad-misuse
nn.Parameter(torch.arange(3))

## 82 requires-grad-misuse
torch.ones(2).retain_grad()

## 83 requires-grad-misuse
torch.ones(2).register_hook(print)

## 84 hook-registration
y = R(2) * 2
y.register_post_accumulate_grad_hook(print)

## 85 grad-assignment
x = R(2)
x.grad = x

## 86 grad-assignment
x = R(2)
x.grad = torch.ones(3)

## 87 grad-assignment
x = R(2)
x.grad = torch.ones(2, dtype=torch.float64)

## 88 grad-assignment
x = R(2)
x.grad = 1

## 89 grad-assignment
(R(2) * 2).grad_dtype

## 90 grad-assignment
x = R(2)
x.grad = torch.ones(2)
x.grad_dtype = torch.float64

## 91 grad-assignment
x = R(2)
x._grad_fn = 3

## 92 exported-while-recorded
R(3).numpy()

## 93 exported-while-recorded
import numpy
numpy.asarray(R(3))

## 95 untracked-change
R(3).apply_(abs)

## 96 untracked-change
R(3).map_(torch.ones(3), max)

## 100 copied-result
import copy
copy.deepcopy(R(2) * 2)

## 101 274 process-boundary
import torch.multiprocessing
torch.multiprocessing.SimpleQueue().put(R(2) * 2)

## 102 process-boundary
y = R(2) * 2
y.__setstate__((None,))

## 105 requires-grad-misuse
torch.autograd.variable(torch.ones(1))

## 178 requires-grad-misuse
torch.autograd.graph.get_gradient_edge(torch.ones(2))
"""


@dataclass(frozen=True)
class MessageProgram:
    rows: tuple[int, ...]
    cause: str
    text: str

    @property
    def name(self) -> str:
        return f"{'-'.join(map(str, self.rows))}-{self.cause}"


def programs_of(text: str) -> list[MessageProgram]:
    found = []
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        *rows, cause = head.split()
        found.append(MessageProgram(tuple(map(int, rows)), cause, body.strip() + "\n"))
    return found


TEXTS = (STARTING, IN_PLACE, FLAGS, *message_programs_functions.TEXTS, *message_programs_training.TEXTS)
PROGRAMS = [program for text in TEXTS for program in programs_of(text)]
