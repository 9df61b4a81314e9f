import torch
import torch.nn.functional as F

from vit import TinyViT


def main():
    torch.manual_seed(0)
    net = TinyViT(patches=9, dim=12, classes=3)
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3)
    x = torch.randn(20, 9, 12)
    y = torch.randint(0, 3, (20,))
    for epoch in range(6):
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        print(epoch, loss.item())  #! decoy


main()
