import torch
import torch.nn.functional as F

from graph import LearnedGraph


def main():
    torch.manual_seed(0)
    net = LearnedGraph(nodes=8)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(4):
        x = torch.randn(16, 8)
        loss = F.mse_loss(net(x), x.roll(1, 1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
