"""Two threads train at the same time; one of them fails and says so."""

import threading

import torch
from torch import nn


def train(results, name, cut):
    torch.manual_seed(0)
    net = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    try:
        for _ in range(3):
            optimizer.zero_grad()
            out = net(torch.ones(4, 2))
            loss = (out.detach() if cut else out).pow(2).mean()
            loss.backward()
            optimizer.step()
        results[name] = "trained"
    except RuntimeError as error:
        results[name] = str(error)


results = {}
threads = [threading.Thread(target=train, args=(results, name, cut)) for name, cut in (("a", False), ("b", True))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(results.items()))
raise SystemExit(3)
