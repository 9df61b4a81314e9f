import torch
import torch.nn as nn
import torch.nn.functional as F

from state import Keeper, TrainState


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    state, keep = TrainState(), Keeper()
    for _ in range(4):
        x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
        logits = net(x)
        fit, size = F.cross_entropy(logits, y), 1e-3 * logits.pow(2).mean()
        opt.zero_grad()
        (fit + size).backward()
        opt.step()
        state.record(fit=fit, size=size)
        keep(state, net)
        print(state.step, state.best)


main()
