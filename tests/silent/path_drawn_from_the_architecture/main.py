import torch
import torch.nn.functional as F

from search import SuperNet


def main():
    torch.manual_seed(0)
    net = SuperNet()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(10):
        x = torch.randn(32, 6)
        loss = F.mse_loss(net(x), x.sin())
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 5 == 0:
            print(step, loss.item(), [c.alpha.argmax().item() for c in net.cells])  #! decoy


main()
