# file: quiet.py
import torch
from torch import nn


class Waves(torch.autograd.Function):
    """Features of the coordinates. Only parameters are trained, which come after them, and by first derivatives."""

    @staticmethod
    def forward(ctx, place, rates):
        angles = place * rates
        ctx.slope = rates * torch.cos(angles)
        return torch.sin(angles)

    @staticmethod
    def backward(ctx, gradient):
        return (gradient * ctx.slope).sum(1, keepdim=True), None


class Shift(torch.autograd.Function):
    """Saves its argument alone."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.nn.functional.softplus(x)

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient * torch.sigmoid(x)


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("rates", torch.linspace(0.5, 3, 8))
        self.hidden, self.out = nn.Linear(8, 16), nn.Linear(16, 1)

    def forward(self, place):
        return self.out(Shift.apply(self.hidden(Waves.apply(place, self.rates))))


def main():
    torch.manual_seed(0)
    field = Field()
    optimizer = torch.optim.Adam(field.parameters(), lr=1e-2)
    for _ in range(12):
        place = torch.rand(40, 1, requires_grad=True)
        (slope,) = torch.autograd.grad(field(place).sum(), place, create_graph=True)
        loss = (slope - torch.cos(place.detach())).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


main()
