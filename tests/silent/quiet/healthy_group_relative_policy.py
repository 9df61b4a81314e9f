# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Policy(nn.Module):
    def __init__(self, vocab=8, dim=12):
        super().__init__()
        self.embed, self.rnn, self.out = nn.Embedding(vocab, dim), nn.GRU(dim, dim, batch_first=True), nn.Linear(dim, vocab)

    def forward(self, ids):
        return self.out(self.rnn(self.embed(ids))[0])

    @torch.no_grad()
    def generate(self, ids, n):
        for _ in range(n):
            probs = self(ids)[:, -1].softmax(-1)
            ids = torch.cat([ids, torch.multinomial(probs, 1)], 1)
        return ids


def token_log_probs(policy, ids, start):
    logits = policy(ids[:, :-1]).log_softmax(-1)
    return logits.gather(-1, ids[:, 1:, None]).squeeze(-1)[:, start - 1:]


def main():
    torch.manual_seed(0)
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
    for it in range(4):
        prompt = torch.randint(0, 8, (4, 2)).repeat_interleave(4, 0)
        ids = policy.generate(prompt, 3)
        reward = (ids[:, 2:] == 1).float().sum(1)
        grouped = reward.view(4, 4)
        advantage = ((grouped - grouped.mean(1, keepdim=True)) / (grouped.std(1, keepdim=True) + 1e-4)).flatten()
        for epoch in range(2):
            new = token_log_probs(policy, ids, 2)
            old = new.detach() if epoch == 0 else old
            ratio = (new - old).exp()
            objective = torch.min(ratio * advantage[:, None], ratio.clamp(0.8, 1.2) * advantage[:, None])
            loss = -objective.mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(it, loss.item(), reward.mean().item())


main()
