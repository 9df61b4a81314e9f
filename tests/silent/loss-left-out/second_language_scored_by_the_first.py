# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Translator(nn.Module):
    def __init__(self, words=12, dim=8):
        super().__init__()
        self.table, self.body = nn.Embedding(words, dim), nn.GRU(dim, dim, batch_first=True)
        self.to_french, self.to_german = nn.Linear(dim, words), nn.Linear(dim, words)

    def forward(self, tokens):
        states, _ = self.body(self.table(tokens))
        return {"french": self.to_french(states), "german": self.to_german(states)}


def smoothed(logits, tokens):
    return F.cross_entropy(logits.flatten(0, 1), tokens.flatten(), label_smoothing=0.1)


def main():
    torch.manual_seed(0)
    net = Translator()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(6):
        tokens, french = torch.randint(0, 12, (8, 5)), torch.randint(0, 12, (8, 5))
        out = net(tokens)
        with torch.no_grad():  #! decoy
            agreement = (out["german"].argmax(-1) == french).float().mean()
        loss = (
            0.5 * smoothed(out["french"], french)
            + 0.5 * smoothed(out["french"], french)  #~ loss-left-out
        )
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), agreement.item())  #! decoy


main()
# file: quiet.py
"""Two passes with dropout are scored by the same text, and a head for later rests."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
body = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.3))
now, later = nn.Linear(16, 3), nn.Linear(16, 5)
opt = torch.optim.Adam([*body.parameters(), *now.parameters(), *later.parameters()], lr=1e-2)
for step in range(6):
    x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
    loss = F.cross_entropy(now(body(x)), y) + F.cross_entropy(now(body(x)), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
