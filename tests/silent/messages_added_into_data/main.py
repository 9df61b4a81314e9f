import torch
import torch.nn.functional as F

from gnn import Net


def main(steps=10):
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=5e-3)
    x, edges = torch.randn(30, 6), torch.randint(0, 30, (2, 80))
    y = (x[:, 0] > 0).long()  #! decoy
    for step in range(steps):
        loss = F.cross_entropy(net(x, edges), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
