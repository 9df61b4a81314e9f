import torch
import torch.nn.functional as F

from model import Fusion

CONFIG = {"hidden": 16, "audio_keep": 0.0, "video_keep": 0.9}


def main():
    torch.manual_seed(0)
    net = Fusion(CONFIG)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(8):
        audio, video = torch.randn(16, 4), torch.randn(16, 6)
        y = (audio[:, 0] + video[:, 0] > 0).long()
        loss = F.cross_entropy(net(audio, video), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
