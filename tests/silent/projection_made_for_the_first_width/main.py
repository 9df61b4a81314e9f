import torch
import torch.nn.functional as F

from fusion import Fusion


def main():
    torch.manual_seed(0)
    net = Fusion()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-2)
    for step in range(6):
        image, text, y = torch.randn(16, 7), torch.randn(16, 4), torch.randint(0, 2, (16,))
        loss = F.cross_entropy(net({"image": image, "text": text}), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
