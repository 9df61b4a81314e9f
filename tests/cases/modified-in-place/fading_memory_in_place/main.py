import torch
import torch.nn.functional as F

from linear_attention import FastWeights


def main():
    torch.manual_seed(0)
    net = FastWeights(6, 8)
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(4, 7, 6)
        loss = F.mse_loss(net(x), x.roll(1, 1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
