# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class LM(nn.Module):
    def __init__(self, vocab=12, dim=12):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, ids):
        return self.head(self.rnn(self.embed(ids))[0])


def log_prob(model, ids, mask):
    logits = model(ids[:, :-1]).log_softmax(-1)
    return (logits.gather(-1, ids[:, 1:, None]).squeeze(-1) * mask[:, 1:]).sum(1)


def main():
    torch.manual_seed(0)
    policy = LM()
    reference = copy.deepcopy(policy).eval().requires_grad_(False)
    optimizer = torch.optim.AdamW(policy.parameters(), lr=1e-3)
    prompt = torch.randint(0, 12, (16, 3))
    chosen = torch.cat([prompt, torch.randint(0, 6, (16, 4))], 1)
    rejected = torch.cat([prompt, torch.randint(6, 12, (16, 4))], 1)
    mask = torch.cat([torch.zeros(16, 3), torch.ones(16, 4)], 1)
    for step in range(5):
        with torch.no_grad():
            ref_c, ref_r = log_prob(reference, chosen, mask), log_prob(reference, rejected, mask)
        pol_c, pol_r = log_prob(policy, chosen, mask), log_prob(policy, rejected, mask)
        margin = 0.1 * ((pol_c - ref_c) - (pol_r - ref_r))
        loss = -F.logsigmoid(margin).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        reward = 0.1 * (pol_c - ref_c).detach()
        print(step, loss.item(), reward.mean().item(), (margin > 0).float().mean().item())


main()
