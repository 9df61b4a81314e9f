import torch

from criterion import SetCriterion
from detr import Detr

WEIGHTS = {"loss_ce": 1.0, "loss_bbox": 5.0}  #~ loss-left-out


def main():
    torch.manual_seed(0)
    net, criterion = Detr(), SetCriterion()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for step in range(5):
        x = torch.randn(8, 6)
        losses = criterion(net(x), torch.randint(0, 3, (8,)), torch.rand(8, 4))
        loss = sum(losses[k] * WEIGHTS[k] for k in losses if k in WEIGHTS)  #~ loss-left-out
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
