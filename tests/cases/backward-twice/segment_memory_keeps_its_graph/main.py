import torch
import torch.nn.functional as F

from xl import Memoriser


def main():
    torch.manual_seed(0)
    net = Memoriser()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for epoch in range(2):
        for layer in net.layers:
            layer.reset()
        text = torch.randint(0, 12, (3, 25))
        for start in range(0, 24, 6):
            x, y = text[:, start:start + 6], text[:, start + 1:start + 7]
            loss = F.cross_entropy(net(x).transpose(1, 2), y)
            opt.zero_grad()
            loss.backward()  #! decoy
            opt.step()
        print(epoch, loss.item())


main()
