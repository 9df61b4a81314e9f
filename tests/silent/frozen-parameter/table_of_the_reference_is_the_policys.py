# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Writer(nn.Module):
    def __init__(self, table):
        super().__init__()
        self.table, self.mix = table, nn.GRU(8, 8, batch_first=True)
        self.out = nn.Linear(8, 20)

    def forward(self, tokens):
        states, _ = self.mix(self.table(tokens))
        return self.out(states).log_softmax(-1)


def freeze(model):
    model.eval()
    for parameter in model.parameters():
        parameter.requires_grad = False  #! decoy
    return model


def main():
    torch.manual_seed(0)
    table = nn.Embedding(20, 8)
    policy, reference = Writer(table), freeze(Writer(table))  #~ frozen-parameter
    opt = torch.optim.AdamW(policy.parameters(), lr=1e-2)
    for step in range(6):
        tokens, reward = torch.randint(0, 20, (8, 6)), torch.randn(8, 1)
        logp = policy(tokens)
        with torch.no_grad():  #! decoy
            anchor = reference(tokens)
        taken = logp[:, :-1].gather(2, tokens[:, 1:, None]).squeeze(2)
        loss = -(reward * taken).mean() + 0.1 * F.kl_div(logp, anchor, log_target=True, reduction="batchmean")
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
"""A table of fixed vectors that both share, frozen by itself, and before any of them is made."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Writer(nn.Module):
    def __init__(self, table):
        super().__init__()
        self.table, self.mix = table, nn.GRU(8, 8, batch_first=True)
        self.out = nn.Linear(8, 20)

    def forward(self, tokens):
        states, _ = self.mix(self.table(tokens))
        return self.out(states).log_softmax(-1)


torch.manual_seed(0)
table = nn.Embedding(20, 8).requires_grad_(False)
policy, reference = Writer(table), Writer(table).requires_grad_(False)
opt = torch.optim.AdamW(policy.parameters(), lr=1e-2)
for step in range(6):
    tokens, reward = torch.randint(0, 20, (8, 6)), torch.randn(8, 1)
    logp = policy(tokens)
    with torch.no_grad():
        anchor = reference(tokens)
    taken = logp[:, :-1].gather(2, tokens[:, 1:, None]).squeeze(2)
    loss = -(reward * taken).mean() + 0.1 * F.kl_div(logp, anchor, log_target=True, reduction="batchmean")
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
