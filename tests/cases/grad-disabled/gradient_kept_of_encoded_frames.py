# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from video import VideoModel


def main():
    torch.manual_seed(0)
    net = VideoModel()
    opt = torch.optim.Adam(net.head.parameters(), lr=1e-3)
    for step in range(3):
        clip, label = torch.randn(2, 5, 12), torch.randint(0, 3, (2,))
        logits, frames = net(clip)
        frames.retain_grad()
        loss = F.cross_entropy(logits, label)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, frames.grad.norm(dim=-1).mean(0).tolist())


main()
# file: video.py
import torch
import torch.nn as nn


class VideoModel(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.frame = nn.Linear(12, dim)
        self.head = nn.Linear(dim, 3)

    @torch.no_grad()  #~ grad-disabled|requires-grad-misuse
    def encode(self, clip):
        return torch.relu(self.frame(clip))

    def forward(self, clip):
        frames = self.encode(clip)
        return self.head(frames.mean(1)), frames
