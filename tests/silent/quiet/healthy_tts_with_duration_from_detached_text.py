# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class TTS(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.text = nn.Embedding(20, d)
        self.enc = nn.Conv1d(d, d, 3, padding=1)
        self.duration = nn.Sequential(nn.Linear(d, 8), nn.ReLU(), nn.Linear(8, 1))
        self.dec = nn.GRU(d, d, batch_first=True)
        self.mel = nn.Linear(d, 5)
        self.post = nn.Linear(5, 5)

    def forward(self, ids, durations):
        h = torch.relu(self.enc(self.text(ids).transpose(1, 2))).transpose(1, 2)
        log_d = self.duration(h.detach()).squeeze(-1)
        long = torch.stack([row.repeat_interleave(n, 0)[:20] for row, n in zip(h, durations)])
        coarse = self.mel(self.dec(long)[0])
        return coarse, coarse + self.post(coarse), log_d


def main(steps=6):
    torch.manual_seed(0)
    net = TTS()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(steps):
        ids, durations = torch.randint(0, 20, (4, 10)), torch.full((4, 10), 2)
        mel = torch.randn(4, 20, 5)
        coarse, fine, log_d = net(ids, durations)
        loss = F.l1_loss(coarse, mel) + F.l1_loss(fine, mel) + F.mse_loss(log_d, durations.float().log())
        opt.zero_grad()
        loss.backward()
        opt.step()
        frames = log_d.exp().round().clamp(min=1).long().sum(1)
    print(loss.item(), frames.tolist())


main()
