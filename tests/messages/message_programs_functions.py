"""Programs about hooks, custom Functions and what the graph keeps; the form is that of `message_programs`."""

from __future__ import annotations

HOOKS = """
## 117 hook-result
x = R(2)
x.register_hook(lambda g: 3)
x.sum().backward()

## 118 hook-result
y = R(2) * 1
y.grad_fn.register_prehook(lambda g: 3)
y.sum().backward()

## 119 hook-result
y = R(2) * 1
y.grad_fn.register_prehook(lambda g: (g[0], g[0]))
y.sum().backward()

## 120 hook-result
x = R(2)
x.register_hook(lambda g: g.repeat(2))
x.sum().backward()

## 121 hook-result
x = R(2)
x.register_hook(lambda g: g.double())
x.sum().backward()

## 122 hook-result
class First(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return g, None
a, b = R(2) * 1, R(2) * 1
b.register_hook(lambda g: torch.ones(2))
First.apply(a, b).sum().backward()

## 124 hook-registration
layer = nn.Linear(2, 2)
layer.register_backward_hook(lambda *_: None)
layer.register_full_backward_hook(lambda *_: None)

## 125 hook-result
layer = nn.Linear(2, 2)
layer.register_full_backward_hook(lambda module, into, out: (into[0], into[0]))
layer(R(1, 2)).sum().backward()

## 128 hook-registration
torch.autograd.graph.register_multi_grad_hook([R(2)], print, mode="each")
"""

FUNCTIONS = """
## 133 function-definition
class Empty(Function):
    pass
Empty.apply(R(2))

## 134 function-definition
class Half(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
Half.apply(R(2)).sum().backward()

## 135 function-definition
class Both(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return g
    @staticmethod
    def vjp(ctx, g):
        return g
Both.apply(R(2)).sum().backward()

## 137 function-definition
class Old(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
Old()(R(2))

## 138 function-gradient
class Few(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y
    @staticmethod
    def backward(ctx, g):
        return g
Few.apply(R(2), R(2)).sum().backward()

## 139 function-gradient
class Many(Function):
    @staticmethod
    def forward(ctx, x, factor):
        return x * factor
    @staticmethod
    def backward(ctx, g):
        return g, g
Many.apply(R(2), 2).sum().backward()

## 140 function-gradient
class Number(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return 3
Number.apply(R(2)).sum().backward()

## 141 function-gradient
class Longer(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return torch.ones(7)
Longer.apply(R(2)).sum().backward()

## 142 function-gradient
class Elsewhere(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return torch.ones(2, device="meta")
Elsewhere.apply(R(2)).sum().backward()

## 143 function-gradient
class SavesNumber(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(3)
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return g
SavesNumber.apply(R(2)).sum().backward()

## 144 function-definition
class SavesForward(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_forward(3)
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return g
SavesForward.apply(R(2))

## 146 function-definition
class DirtyNumber(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(3)
        return x
    @staticmethod
    def backward(ctx, g):
        return g
DirtyNumber.apply(R(2))

## 147 leaf-modified-in-place
class DirtyLeaf(Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x
    @staticmethod
    def backward(ctx, g):
        return g
DirtyLeaf.apply(R(2))

## 148 function-definition
class DirtyKept(Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x * 3
    @staticmethod
    def backward(ctx, g):
        return g
DirtyKept.apply(R(2) * 1)

## 149 function-definition
class DirtyView(Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x, x * 3
    @staticmethod
    def backward(ctx, g, h):
        return g
DirtyView.apply((R(4) * 1)[:2])

## 150 function-definition
class Marks(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_non_differentiable(3)
        return x * 1
    @staticmethod
    def backward(ctx, g):
        return g
Marks.apply(R(2))

## 151 function-gradient
class Once(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * x * g
x, scale = R(2), R(())
(g,) = torch.autograd.grad(Once.apply(x).sum() * scale, x, create_graph=True)
g.sum().backward()

## 152 function-definition
class Clears(Function):
    clear_saved_tensors_on_access = True
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2
    @staticmethod
    def backward(ctx, g):
        ctx.saved_tensors
        ctx.saved_tensors
        return g
Clears.apply(R(2)).sum().backward()

## 153 function-definition
class AsIs(Function):
    @staticmethod
    def forward(x):
        return x
    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(output)
    @staticmethod
    def backward(ctx, g):
        return g
AsIs.apply(R(2) * 1)

## 154 function-definition
class NoTangent(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return g
with fwd.dual_level():
    NoTangent.apply(fwd.make_dual(torch.ones(2), torch.ones(2)))

## 155 function-definition
class NoSetup(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return g
func.grad(lambda x: NoSetup.apply(x).sum())(torch.ones(2))

## 156 function-definition
class NoBatch(Function):
    @staticmethod
    def forward(x):
        return x * 2
    @staticmethod
    def setup_context(ctx, inputs, output):
        pass
    @staticmethod
    def backward(ctx, g):
        return g
func.vmap(NoBatch.apply)(torch.ones(2))

## 157 missing-derivative
@torch.library.custom_op("whygrad_tests::copied", mutates_args=())
def copied(x: torch.Tensor) -> torch.Tensor:
    return x.clone()
copied(R(2)).sum().backward()

## 159 missing-derivative
F.binary_cross_entropy(torch.rand(3), torch.rand(3), weight=R(3))

## 160 missing-derivative
torch.special.gammainc(torch.rand(2, requires_grad=True), torch.rand(2)).sum().backward()
"""

SAVED = """
## 170 saved-tensor-hooks
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.add_(1), lambda t: t):
    x = R(3)
    (x.exp() * x).sum()

## 171 saved-tensor-hooks
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: 3):
    x = R(3)
    y = (x * x).sum()
y.backward()

## 172 saved-tensor-hooks
y = R(3).exp()
saved = y.grad_fn._raw_saved_result
saved.register_hooks(lambda t: t, lambda t: t)
saved.register_hooks(lambda t: t, lambda t: t)

## 173 backward-twice
y = R(3).exp()
saved = y.grad_fn._raw_saved_result
y.sum().backward()
saved.register_hooks(lambda t: t, lambda t: t)

## 174 saved-tensor-hooks
y = torch.clamp(R(3), min=torch.tensor(0.0))
for name in dir(y.grad_fn):
    if name.startswith("_raw_saved"):
        getattr(y.grad_fn, name).register_hooks(lambda t: t, lambda t: t)

## 175 saved-tensor-hooks
x = R(3)
with torch.autograd.graph.disable_saved_tensors_hooks("not in this part of the program"):
    with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
        y = x.exp()

## 176 saved-tensor-hooks
with torch.autograd.graph.allow_mutation_on_saved_tensors():
    with torch.autograd.graph.allow_mutation_on_saved_tensors():
        pass

## 177 saved-tensor-hooks
with torch.autograd.graph.allow_mutation_on_saved_tensors():
    y = (R(3).exp() ** 2).sum()
y.backward()
"""

TEXTS = (HOOKS, FUNCTIONS, SAVED)
