import torch
import torch.nn as nn
import torch.nn.functional as F

from centre import Centre


def main(steps=24):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 4))
    centre = Centre(4)
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.randn(32, 6)
        z = net(x)
        loss = F.cross_entropy(z, x[:, :4].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        centre.follow(z)
        if step % 5 == 0:
            print(step, round(loss.item(), 4), [round(v, 2) for v in centre.value.tolist()])


if __name__ == "__main__":
    main()
