import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=24):
    """Each new centre hangs on one graph only: that of its own step."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 4))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    centre, mean = torch.zeros(4), torch.zeros(4)
    for step in range(steps):
        x = torch.randn(32, 6)
        z = net(x)
        centre = torch.lerp(centre.detach(), z.mean(0), 0.1)
        mean = mean.detach() + (z.mean(0) - mean.detach()) / (step + 1)
        loss = F.cross_entropy(z - centre, x[:, :4].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, loss.item(), centre.tolist(), mean.tolist())


main()
