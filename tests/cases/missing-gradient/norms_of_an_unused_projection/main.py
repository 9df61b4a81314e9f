import torch

from monitor import Contrastive, gradient_norms, step_loss


def main():
    torch.manual_seed(0)
    net = Contrastive()
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(3):
        x, y = torch.randn(16, 8), torch.randint(0, 3, (16,))
        loss = step_loss(net, x, y, pretrain=epoch < 1)
        opt.zero_grad()
        loss.backward()
        norms = gradient_norms(net)
        opt.step()
        print(epoch, loss.item(), max(norms, key=norms.get))


main()
