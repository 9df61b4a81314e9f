# file: quiet.py
# Feedback alignment: the gradient goes back through a fixed random matrix that the layer itself never multiplies with.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Aligned(torch.autograd.Function):
    @staticmethod
    def forward(grains, weight, bias, back):
        return torch.addmm(bias, grains, weight.t())

    @staticmethod
    def setup_context(ctx, inputs, output):
        grains, _, _, back = inputs
        ctx.save_for_backward(grains, back)

    @staticmethod
    def backward(ctx, arrived):
        grains, back = ctx.saved_tensors
        return arrived @ back, arrived.t() @ grains, arrived.sum(0), None


class Sieve(nn.Module):
    def __init__(self, sizes, kinds):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(kinds, sizes) * sizes**-0.5)
        self.bias = nn.Parameter(torch.zeros(kinds))
        self.register_buffer("back", torch.randn(kinds, sizes) * sizes**-0.5)

    def forward(self, grains):
        return Aligned.apply(grains, self.weight, self.bias, self.back)


torch.manual_seed(0)
net = nn.Sequential(Sieve(9, 24), nn.Tanh(), Sieve(24, 12), nn.Tanh(), Sieve(12, 3))
opt = torch.optim.SGD(net.parameters(), lr=0.2, momentum=0.5)
grains = torch.randn(192, 9)
kinds = (grains @ torch.randn(9, 3)).argmax(1)
for epoch in range(6):
    for some in torch.randperm(192).split(48):
        loss = F.cross_entropy(net(grains[some]), kinds[some])
        opt.zero_grad()
        loss.backward()
        opt.step()
print(loss.item())
