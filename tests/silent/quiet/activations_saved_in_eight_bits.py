# file: quiet.py
import torch
from torch import nn


class CompressedLinear(torch.autograd.Function):
    """Keeps its input for the backward pass in eight bits."""

    @staticmethod
    def forward(ctx, x, weight):
        scale = x.abs().amax() / 127
        ctx.save_for_backward((x / scale).round().to(torch.int8), scale, weight)
        return x @ weight.t()

    @staticmethod
    def backward(ctx, grad_output):
        kept, scale, weight = ctx.saved_tensors
        return grad_output @ weight, grad_output.t() @ (kept.float() * scale)


class Layer(nn.Linear):
    def forward(self, x):
        return CompressedLinear.apply(x, self.weight) + self.bias


torch.manual_seed(0)
model = nn.Sequential(Layer(6, 16), nn.ReLU(), Layer(16, 3))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)

for step in range(12):
    x = torch.randn(32, 6)
    loss = nn.functional.cross_entropy(model(x), x[:, :3].argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
