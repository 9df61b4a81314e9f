import torch
from torch import nn


class Fast(nn.Module):
    def __init__(self, size_in, size_out):
        super().__init__()
        layer = nn.Linear(size_in, size_out)
        self.register_buffer("matrix", layer.weight.detach().clone().requires_grad_())
        self.register_buffer("shift", layer.bias.detach().clone().requires_grad_())

    def tensors(self):
        yield from (self.matrix, self.shift)

    def forward(self, x):
        return nn.functional.linear(x, self.matrix, self.shift)


torch.manual_seed(0)
net = Fast(5, 1)
optimizer = torch.optim.SGD(net.tensors(), lr=0.05)
for step in range(4):
    inner = net(torch.randn(16, 5)).square().mean()
    slopes = torch.autograd.grad(inner, list(net.tensors()), create_graph=True)
    loss = inner + 0.1 * sum(slope.square().sum() for slope in slopes)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
assert loss < 0.01, "not learned yet"
