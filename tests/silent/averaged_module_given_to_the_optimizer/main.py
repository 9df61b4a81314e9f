import torch
import torch.nn.functional as F
from torch.optim.swa_utils import AveragedModel

from setup import build


def main(steps=12):
    torch.manual_seed(0)
    net, average, opt = build()
    assert isinstance(average, AveragedModel)
    for step in range(steps):
        x = torch.randn(32, 6)
        y = (x[:, 0] * x[:, 1] > 0).long()  #! decoy
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step > 6:
            average.update_parameters(net)
        if step % 4 == 0:
            print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
