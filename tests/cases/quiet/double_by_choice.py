import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical


def main():
    torch.manual_seed(0)
    net = nn.Linear(3, 2).double()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    x = torch.from_numpy(np.linspace(0, 1, 12).reshape(4, 3))
    table = nn.Embedding(5, 2, sparse=True)
    sparse = torch.optim.SparseAdam(table.parameters())
    ids = torch.tensor([0, 2, 2, 4])
    for _ in range(4):
        pi = Categorical(logits=net(x) + table(ids).double())
        loss = -pi.log_prob(pi.sample()).mean()
        optimizer.zero_grad()
        sparse.zero_grad()
        loss.backward()
        optimizer.step()
        sparse.step()
    spectrum = torch.fft.rfft(net(x)[:, 0])
    spectrum.abs().sum().backward()
    print(loss.item())


main()
