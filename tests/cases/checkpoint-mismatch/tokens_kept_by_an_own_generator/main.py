import torch
import torch.nn.functional as F

from sparse import Stack


def main():
    torch.manual_seed(0)
    net = Stack()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for step in range(3):
        x, y = torch.randn(4, 20, 8), torch.randint(0, 3, (4,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
