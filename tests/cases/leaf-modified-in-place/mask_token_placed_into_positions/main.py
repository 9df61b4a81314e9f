import torch
import torch.nn.functional as F

from mae import Masked


def main():
    torch.manual_seed(0)
    net = Masked()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(4, 6, 4)
        hidden = torch.rand(4, 6) < 0.5
        loss = F.mse_loss(net(x, hidden)[hidden], x[hidden])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
