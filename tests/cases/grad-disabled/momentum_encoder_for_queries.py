import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class MoCo(nn.Module):
    def __init__(self, dim=6, size=32, momentum=0.99):
        super().__init__()
        self.encoders = nn.ModuleDict({"query": nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, dim))})
        self.encoders["key"] = copy.deepcopy(self.encoders["query"])  #! decoy
        self.momentum = momentum
        self.register_buffer("queue", F.normalize(torch.randn(dim, size), dim=0))

    def encode(self, kind, x):
        return F.normalize(self.encoders[kind](x), dim=1)

    @torch.no_grad()  #~ grad-disabled
    def encode_keys(self, x):
        for slow, fast in zip(self.encoders["key"].parameters(), self.encoders["query"].parameters()):
            slow.mul_(self.momentum).add_(fast, alpha=1 - self.momentum)
        order = torch.randperm(len(x))
        return self.encode("key", x[order])[order.argsort()]

    @torch.no_grad()  #! decoy
    def enqueue(self, keys):
        self.queue.copy_(torch.cat([keys.t(), self.queue[:, :-len(keys)]], dim=1))

    def forward(self, view_q, view_k):
        q, k = map(self.encode_keys, (view_q, view_k))  #~ grad-disabled
        positive = (q * k).sum(dim=1, keepdim=True)
        negative = q @ self.queue.clone().detach()  #! decoy
        self.enqueue(k)
        logits = torch.cat([positive, negative], dim=1) / 0.2
        return logits, torch.zeros(len(q), dtype=torch.long)


def augment(x):
    return x * (torch.rand_like(x) > 0.2) + 0.05 * torch.randn_like(x)


def main():
    torch.manual_seed(0)
    model = MoCo()
    optimizer = torch.optim.SGD(model.encoders["query"].parameters(), lr=0.05)
    for step in range(3):
        x = torch.randn(8, 10)
        logits, labels = model(augment(x), augment(x))
        loss = F.cross_entropy(logits, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
