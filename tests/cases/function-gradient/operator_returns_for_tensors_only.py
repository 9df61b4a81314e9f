# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

from windows import window_sum


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.lift = nn.Linear(3, 8)
        self.gains = nn.Parameter(torch.ones(8))
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        return self.head(window_sum(self.lift(x), self.gains, 4))


def main():
    torch.manual_seed(0)
    model = Counter()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(3):
        x = torch.randn(5, 12, 3)
        y = x.sum(-1).unfold(1, 4, 4).sum(-1, keepdim=True)
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: windows.py
import torch


@torch.library.custom_op("streams::window_sum", mutates_args=())
def window_sum(signal: torch.Tensor, gains: torch.Tensor, size: int) -> torch.Tensor:
    """The weighted sum over each window of so many steps."""
    batch, length, width = signal.shape
    return (signal * gains).reshape(batch, length // size, size, width).sum(2)


class Derivative:
    def remember(ctx, inputs, output):
        signal, gains, ctx.size = inputs
        ctx.save_for_backward(signal, gains)

    def backward(ctx, incoming):
        signal, gains = ctx.saved_tensors
        spread = incoming.repeat_interleave(ctx.size, dim=1)
        weighted = (spread * signal).sum((0, 1))
        return spread * gains, weighted  #~ function-gradient


torch.library.register_autograd(  #! decoy
    "streams::window_sum", Derivative.backward, setup_context=Derivative.remember
)
