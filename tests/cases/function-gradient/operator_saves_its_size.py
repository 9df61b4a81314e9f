import torch
from torch import nn


@torch.library.custom_op("pools::mean_of", mutates_args=())
def mean_of(rows: torch.Tensor, size: int) -> torch.Tensor:
    return rows.reshape(-1, size, rows.shape[-1]).mean(1)


def keep(ctx, inputs, output):
    rows, size = inputs
    ctx.save_for_backward(rows, size)  #~ function-gradient


def spread(ctx, incoming):
    rows, size = ctx.saved_tensors
    return incoming.repeat_interleave(size, 0) / size, None


mean_of.register_autograd(spread, setup_context=keep)  #! decoy

torch.manual_seed(0)
embed = nn.Linear(3, 5)
optimizer = torch.optim.SGD(embed.parameters(), lr=0.1)
for step in range(3):
    loss = mean_of(embed(torch.randn(8, 3)), 4).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
