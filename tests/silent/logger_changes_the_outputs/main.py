import torch
import torch.nn.functional as F

from logger import Logger
from tracker import Tracker


def main():
    torch.manual_seed(0)
    net, logger = Tracker(), Logger()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(6):
        x = torch.randn(16, 6)
        out = net(x)
        logger.record(step, out)
        loss = F.mse_loss(out["center"], x[:, :2]) + F.mse_loss(out["size"], x[:, 2:4].exp())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(logger.rows[-1])


main()
