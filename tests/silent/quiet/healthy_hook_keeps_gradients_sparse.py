# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
table, head = nn.Embedding(40, 6, padding_idx=0, sparse=True), nn.Linear(6, 3)


def bounded(grad):
    if not grad.is_sparse:
        return grad.clamp(-0.2, 0.2)
    grad = grad.coalesce()
    return torch.sparse_coo_tensor(grad.indices(), grad.values().clamp(-0.2, 0.2), grad.shape)


for weight in (*table.parameters(), *head.parameters()):
    weight.register_hook(bounded)
optimizers = [torch.optim.SparseAdam(table.parameters(), lr=0.02), torch.optim.Adam(head.parameters(), lr=0.01)]
for turn in range(12):
    words = torch.randint(1, 40, (10, 4))
    for optimizer in optimizers:
        optimizer.zero_grad()
    loss = nn.functional.cross_entropy(head(table(words).mean(dim=1)), words.sum(dim=1) % 3)
    loss.backward()
    for optimizer in optimizers:
        optimizer.step()
    print(turn, loss.item())
