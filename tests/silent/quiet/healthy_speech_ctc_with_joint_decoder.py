# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Joint(nn.Module):
    def __init__(self, d=16, symbols=6):
        super().__init__()
        self.enc = nn.GRU(8, d, batch_first=True, bidirectional=True)
        self.ctc = nn.Linear(2 * d, symbols)
        self.embed = nn.Embedding(symbols, d, padding_idx=0)
        self.dec = nn.GRU(d, 2 * d, batch_first=True)
        self.out = nn.Linear(4 * d, symbols)

    def forward(self, x, lengths, y):
        packed = nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        h, _ = nn.utils.rnn.pad_packed_sequence(self.enc(packed)[0], batch_first=True)
        q, _ = self.dec(self.embed(y[:, :-1]))
        pad = torch.arange(h.shape[1]) >= lengths[:, None]
        score = (q @ h.transpose(1, 2)).masked_fill(pad[:, None], float("-inf"))
        return F.log_softmax(self.ctc(h), -1), self.out(torch.cat([q, score.softmax(-1) @ h], -1))


def main(steps=6):
    torch.manual_seed(0)
    net = Joint()
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for step in range(steps):
        x, lengths = torch.randn(6, 14, 8), torch.tensor([14, 12, 10, 14, 9, 11])
        y = torch.randint(2, 6, (6, 5))
        y[::2, -1] = 0
        log_probs, logits = net(x, lengths, y)
        n = (y != 0).sum(1)
        ctc = F.ctc_loss(log_probs.transpose(0, 1), y, lengths, n, blank=1, zero_infinity=True)
        att = F.cross_entropy(logits.flatten(0, 1), y[:, 1:].flatten(), ignore_index=0, label_smoothing=0.1)
        loss = 0.3 * ctc + 0.7 * att
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        opt.step()
    print(loss.item())


main()
