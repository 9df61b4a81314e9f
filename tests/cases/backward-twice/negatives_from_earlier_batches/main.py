import torch
import torch.nn as nn
import torch.nn.functional as F

from contrast import Contrast


def main():
    torch.manual_seed(0)
    model = Contrast()
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(4):
        x = torch.randn(8, 6)
        loss = model(x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
