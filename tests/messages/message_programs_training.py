"""Programs about nan, checkpoints, optimizers and transforms; the form is that of `message_programs`."""

from __future__ import annotations

NAN = """
## 21 backward-twice
@torch.compile(backend="aot_eager")
def wave(x):
    return x.sin().exp()

y = wave(R(3)).sum()
y.backward()
y.backward()

## 252 compiled-graph
@torch.compile(backend="aot_eager")
def wave(x):
    return x.sin().exp()

x = R(3)
(slope,) = torch.autograd.grad(wave(x).sum(), x, create_graph=True)
slope.sum().backward()

## 253 compiled-graph
@torch.compile(backend="aot_eager", fullgraph=True)
def wave(x):
    y = x.sin()
    y.retain_grad()
    return y.exp()

wave(R(3))

## 181 nan-gradient
with torch.autograd.set_detect_anomaly(True):
    x = torch.zeros(2, requires_grad=True)
    (x.sqrt() * 0).sum().backward()

## 182 nan-gradient
x = torch.zeros(2, requires_grad=True)
y = (x.sqrt() * 0).sum()
with torch.autograd.set_detect_anomaly(True):
    y.backward()

## 183 nan-gradient
p = R(2)
p.grad = torch.tensor([float("nan"), 1.0])
nn.utils.clip_grad_norm_([p], 1.0, error_if_nonfinite=True)

## 185 optimizer-arguments
nn.utils.clip_grad_value_((p for p in []), 1.0)
"""

CHECKPOINTS = """
## 190 checkpoint-misuse
x = R(2)
y = checkpoint(lambda x: x * x, x, use_reentrant=True)
torch.autograd.grad(y.sum(), x)

## 191 checkpoint-misuse
y = checkpoint(lambda x: (x * x).detach(), R(2), use_reentrant=True)
y.sum().backward()

## 192 checkpoint-mismatch
runs = []
def changing(x):
    runs.append(1)
    return x.sin().cos().exp() if len(runs) == 1 else x * 1.0
checkpoint(changing, R(2), use_reentrant=False).sum().backward()

## 193 checkpoint-mismatch
runs = []
def changing(x):
    runs.append(1)
    return x.sin().cos() if len(runs) == 1 else x.double().sin().cos()
checkpoint(changing, R(2), use_reentrant=False).sum().backward()
"""

OPTIMIZERS = """
## 198 unregistered-module
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(2, 2)]
net = Net()
torch.optim.SGD(net.parameters(), lr=1)

## 198 optimizer-arguments
parameters = nn.Linear(2, 2).parameters()
list(parameters)
torch.optim.SGD(parameters, lr=1)

## 199 optimizer-arguments
torch.optim.SGD(R(2), lr=1)

## 200 optimizer-arguments
torch.optim.SGD([3], lr=1)

## 201 optimizer-arguments
torch.optim.SGD([{"params": {R(2)}}], lr=1)

## 202 non-leaf-parameter
w = R(2) * 2
torch.optim.SGD([w], lr=1)

## 204 optimizer-arguments
w = R(2)
torch.optim.SGD([{"params": [w]}, {"params": [w]}], lr=1)

## 205 optimizer-arguments
table = nn.Embedding(4, 2, sparse=True)
optimizer = torch.optim.Adam(table.parameters())
table(torch.tensor([0])).sum().backward()
optimizer.step()

## 206 optimizer-arguments
table = nn.Embedding(4, 2)
optimizer = torch.optim.SparseAdam(table.parameters())
table(torch.tensor([0])).sum().backward()
optimizer.step()

## 208 scaler-order
w = torch.ones(2, dtype=torch.half, requires_grad=True)
optimizer, scaler = torch.optim.SGD([w], lr=1), torch.amp.GradScaler("cpu")
scaler.scale(w.float().sum()).backward()
scaler.unscale_(optimizer)

## 209 scaler-without-gradients
w = R(2)
optimizer, scaler = torch.optim.SGD([w], lr=1), torch.amp.GradScaler("cpu")
scaler.scale(torch.ones(1))
scaler.step(optimizer)

## 210 scaler-order
torch.amp.GradScaler("cpu").update()

## 211 scaler-order
w = R(2)
optimizer, scaler = torch.optim.SGD([w], lr=1), torch.amp.GradScaler("cpu")
scaler.scale(w.sum()).backward()
scaler.unscale_(optimizer)
scaler.unscale_(optimizer)

## 212 scaler-order
w = R(2)
optimizer, scaler = torch.optim.SGD([w], lr=1), torch.amp.GradScaler("cpu")
scaler.scale(w.sum()).backward()
scaler.step(optimizer)
scaler.step(optimizer)

## 213 scaler-order
w = R(2)
optimizer, scaler = torch.optim.SGD([w], lr=1), torch.amp.GradScaler("cpu")
scaler.scale(w.sum()).backward()
scaler.step(optimizer, closure=lambda: 0)

## 214 parameter-assignment
nn.Linear(2, 2).register_parameter("extra", R(2) * 2)

## 215 parameter-assignment
layer = nn.Linear(2, 2)
layer.weight = torch.ones(2, 2)
"""

TRANSFORMS = """
## 221 function-transforms
def f(x):
    (x * x).sum().backward()
    return x.sum()
func.grad(f)(torch.ones(2))

## 222 245 function-transforms
func.grad(lambda x: (x.requires_grad_() * 2).sum())(torch.ones(2))

## 223 function-transforms
def f(x):
    y = x * 2
    y.retain_grad()
    return y.sum()
func.grad(f)(torch.ones(2))

## 224 function-transforms
total = torch.zeros(2)
def f(x):
    total.add_(x)
    return x.sum()
func.grad(f)(torch.ones(2))

## 225 function-transforms
func.grad(lambda x: x * 2)(torch.ones(2))

## 226 function-transforms
func.grad(lambda x: 3.0)(torch.ones(2))

## 227 function-transforms
func.jacrev(lambda x: 1.0)(torch.ones(2))

## 228 function-transforms
func.vmap(lambda x: x.item())(torch.ones(2))

## 229 function-transforms
func.vmap(lambda x: x if x > 0 else -x)(torch.ones(2))

## 230 function-transforms
func.vmap(lambda x: torch.randn(2) + x)(torch.ones(3, 2))

## 231 forward-mode
with fwd.dual_level():
    with fwd.dual_level():
        pass

## 232 forward-mode
fwd.make_dual(torch.ones(2), torch.ones(2))

## 233 forward-mode
with fwd.dual_level():
    fwd.make_dual(torch.ones(2), torch.ones(3))

## 234 forward-mode
with fwd.dual_level():
    fwd.make_dual(torch.tensor([1]), torch.tensor([1]))

## 235 forward-mode
with fwd.dual_level():
    scores = fwd.make_dual(torch.randn(5, 1, 4).log_softmax(2), torch.randn(5, 1, 4))
    F.ctc_loss(scores, torch.tensor([[1, 2]]), torch.tensor([5]), torch.tensor([2]))

## 236 forward-mode
with fwd.dual_level():
    torch.mul(fwd.make_dual(torch.ones(2), torch.ones(2)), 2, out=torch.empty(2))

## 237 functional-arguments
torch.autograd.functional.jacobian(lambda x: torch.ones(2), torch.ones(2), strict=True)

## 238 functional-arguments
torch.autograd.functional.vjp(lambda x: x * 2, torch.ones(2))

## 239 functional-arguments
torch.autograd.functional.hessian(lambda x: x * 2, torch.ones(2))

## 240 functional-arguments
torch.autograd.functional.vhp(lambda x: x * 2, torch.ones(2), torch.ones(2))

## 241 functional-arguments
torch.autograd.functional.jacobian(lambda x: x, torch.ones(2), strategy="forward-mode", vectorize=False)

## 242 gradcheck-failed
torch.autograd.gradcheck(lambda x: x * 2, (torch.ones(2, dtype=torch.double),))

## 244 gradcheck-failed
class Wrong(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return g * 3
torch.autograd.gradcheck(Wrong.apply, (torch.ones(2, dtype=torch.double, requires_grad=True),))
"""

TEXTS = (NAN, CHECKPOINTS, OPTIMIZERS, TRANSFORMS)
