# file: main.py
import torch
from torch import nn

from limits import keep_small


def main(steps=8):
    torch.manual_seed(0)
    rnn, out = nn.GRU(3, 8, batch_first=True), nn.Linear(8, 1)
    weights = [*rnn.parameters(), *out.parameters()]
    optimizer = torch.optim.Adam(weights, lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 10, 3)
        states, _ = rnn(x)
        loss = (out(states[:, -1]) - x.sum(dim=(1, 2))[:, None]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        keep_small(weights)
        optimizer.step()  #! decoy
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: limits.py
def keep_small(weights, limit=0.5):
    for weight in weights:
        if weight.grad is not None:
            weight.grad.nan_to_num_().clip(-limit, limit)  #~ dropped-update
# file: quiet.py
import torch
from torch import nn


def keep_small(weights, limit=0.5):
    for weight in weights:
        if weight.grad is not None:
            weight.grad.copy_(weight.grad.nan_to_num_().clip(-limit, limit))


def main(steps=8):
    torch.manual_seed(0)
    rnn, out = nn.GRU(3, 8, batch_first=True), nn.Linear(8, 1)
    weights = [*rnn.parameters(), *out.parameters()]
    optimizer = torch.optim.Adam(weights, lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 10, 3)
        states, _ = rnn(x)
        loss = (out(states[:, -1]) - x.sum(dim=(1, 2))[:, None]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        keep_small(weights)
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
