import torch
import torch.nn.functional as F

from lm import LM


def main(steps=10):
    torch.manual_seed(0)
    net = LM(20)
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for step in range(steps):
        x = torch.randint(0, 20, (8, 10))
        loss = F.cross_entropy(net(x[:, :-1]).flatten(0, 1), x[:, 1:].flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
