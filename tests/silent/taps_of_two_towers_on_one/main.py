import torch
import torch.nn.functional as F

from towers import Towers


def main():
    torch.manual_seed(0)
    net = Towers()
    opt = torch.optim.SGD(net.parameters(), lr=1e-2)
    for step in range(5):
        sound, image = torch.randn(16, 6), torch.randn(16, 6)
        loss = F.mse_loss(net(sound, image), (sound * image).sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
