import torch
import torch.nn as nn
import torch.nn.functional as F

from models import CTR


def main():
    torch.manual_seed(0)
    net = CTR(fields=4, buckets=50)
    opt = torch.optim.Adam(net.parameters(), lr=1e-3, weight_decay=1e-5)  #~ optimizer-arguments
    for step in range(4):
        ids = torch.randint(0, 50, (32, 4))
        click = (torch.rand(32) < 0.3).float()
        loss = F.binary_cross_entropy_with_logits(net(ids), click)
        opt.zero_grad()
        loss.backward()
        opt.step()  #~ optimizer-arguments
        print(step, loss.item())


main()
