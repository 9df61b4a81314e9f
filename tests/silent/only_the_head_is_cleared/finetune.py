import torch
import torch.nn.functional as F


class Finetuner:
    def __init__(self, net):
        self.net = net
        groups = [{"params": net.backbone.parameters(), "lr": 0.01}, {"params": net.head.parameters()}]  #! decoy
        self.opt = torch.optim.SGD(groups, lr=0.1)

    def step(self, x, y):
        loss = F.cross_entropy(self.net(x), y)
        self.net.head.zero_grad()  #~ gradient-piled-up
        loss.backward()  #~ gradient-piled-up
        self.opt.step()  #~ gradient-piled-up
        return loss.item()
