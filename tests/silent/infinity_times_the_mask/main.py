import torch
import torch.nn.functional as F

from encoder import Encoder


def batch(n=16, length=7):
    x = torch.randint(1, 20, (n, length))
    lengths = torch.randint(3, length + 1, (n,))
    keep = torch.arange(length) < lengths[:, None]  #! decoy
    return x * keep, keep, (x[:, 0] > 10).long()


def main(steps=8):
    torch.manual_seed(0)
    net = Encoder()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for step in range(steps):
        x, keep, y = batch()
        loss = F.cross_entropy(net(x, keep), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
