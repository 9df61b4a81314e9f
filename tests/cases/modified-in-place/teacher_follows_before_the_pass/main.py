import torch

from byol import Byol


def main():
    torch.manual_seed(0)
    net = Byol()
    opt = torch.optim.SGD([*net.online.parameters(), *net.predict.parameters()], lr=0.1)
    for step in range(3):
        x = torch.randn(16, 6)
        loss = net(x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x))
        net.follow()  #~ modified-in-place
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
