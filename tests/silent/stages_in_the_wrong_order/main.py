import torch

from language import CharModel
from loop import Loop


def main(steps=15):
    torch.manual_seed(0)
    net = CharModel()
    opt = torch.optim.SGD(net.parameters(), lr=0.5)
    loop = Loop(net, opt, clip=0.25)
    text = torch.randint(0, 12, (8, 200))
    for step in range(steps):
        start = int(torch.randint(0, 180, (1,)))
        loss = loop.run(text[:, start : start + 12], text[:, start + 1 : start + 13])
        if step % 5 == 0:
            print(step, round(loss, 4))


if __name__ == "__main__":
    main()
