# file: main.py
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
# file: model.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Fusion(nn.Module):
    def __init__(self, config):
        super().__init__()
        h = config["hidden"]
        self.audio, self.video = nn.Linear(4, h), nn.Linear(6, h)
        self.drop_a = nn.Dropout(1 - config["audio_keep"])  #~ multiplied-by-zero|zero-gradient
        self.drop_v = nn.Dropout(1 - config["video_keep"])
        self.head = nn.Linear(2 * h, 2)

    def forward(self, audio, video):
        a = self.drop_a(F.relu(self.audio(audio)))  #~ multiplied-by-zero|zero-gradient
        v = self.drop_v(F.relu(self.video(video)))
        return self.head(torch.cat([a, v], -1))
