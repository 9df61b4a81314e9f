import torch
import torch.nn.functional as F

from ranker import Ranker


def pairs(n):
    a, b = torch.randn(n, 5), torch.randn(n, 5)
    return a, b, (a.sum(1) > b.sum(1)).float() * 2 - 1


def main():
    torch.manual_seed(0)
    model = Ranker()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(8):
        a, b, sign = pairs(32)
        loss = F.softplus(-sign * (model(a) - model(b))).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
