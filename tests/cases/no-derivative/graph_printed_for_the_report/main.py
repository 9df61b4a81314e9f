import torch
import torch.nn.functional as F

from draw import count_steps
from model import Ranker


def main():
    torch.manual_seed(0)
    net = Ranker()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        items = torch.randn(4, 6, 5)
        rank, scores = net(items)
        loss = F.mse_loss(rank, items[..., 0])
        print(step, count_steps(loss), scores.mean().item())
        opt.zero_grad()
        loss.backward()
        opt.step()


main()
