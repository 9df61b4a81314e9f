import torch
import torch.nn.functional as F

from wavenet import WaveNet


def main():
    torch.manual_seed(0)
    net = WaveNet()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        wave = torch.rand(2, 1, 24)
        levels = (wave.squeeze(1) * 8).long()
        loss = F.cross_entropy(net(wave)[..., :-1], levels[:, 1:])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
