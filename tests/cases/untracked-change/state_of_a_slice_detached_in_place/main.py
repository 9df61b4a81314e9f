import torch
import torch.nn.functional as F

from stream import Stream, cut


def main():
    torch.manual_seed(0)
    net = Stream()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    state = torch.zeros(2, 4, 6)
    for step in range(3):
        total = 0
        for x in torch.randn(5, 4, 6):
            pred, state = net(x, state)
            total = total + F.mse_loss(pred, x[:, 0])
        opt.zero_grad()
        total.backward()
        opt.step()
        state = cut(state)
        print(step, total.item())


main()
