from concurrent.futures import ThreadPoolExecutor

import torch
import torch.nn as nn


class Tower(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, 8), nn.ReLU(), nn.Linear(8, 4))

    def forward(self, x):
        return self.net(x)


def encode(job):
    tower, x = job
    return tower(x).detach()  #~ detached-tensor


def main():
    torch.manual_seed(0)
    towers = nn.ModuleList([Tower(3), Tower(5)])
    classifier = nn.Linear(8, 2).requires_grad_(False)  #! decoy
    optimizer = torch.optim.SGD(towers.parameters(), lr=0.1)
    with ThreadPoolExecutor(max_workers=2) as pool:
        for step in range(3):
            inputs = [torch.randn(6, 3), torch.randn(6, 5)]
            codes = list(pool.map(encode, zip(towers, inputs)))
            logits = classifier(torch.cat(codes, dim=1))
            loss = nn.functional.cross_entropy(logits, torch.randint(0, 2, (6,)))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            print(step, loss.item())


if __name__ == "__main__":
    main()
