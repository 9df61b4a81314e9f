import torch
from torch import nn

torch.manual_seed(0)
table, head = nn.Embedding(30, 4, sparse=True), nn.Linear(4, 2)


def bounded(grad):
    try:
        return grad.clamp(-0.1, 0.1)
    except (NotImplementedError, RuntimeError):
        grad = grad.coalesce()
        return torch.sparse_coo_tensor(grad.indices(), grad.values().clamp(-0.1, 0.1), grad.shape)


for weight in (*table.parameters(), *head.parameters()):
    weight.register_hook(bounded)
optimizer = torch.optim.SGD([*table.parameters(), *head.parameters()], lr=0.1)
for turn in range(4):
    optimizer.zero_grad()
    loss = (head(table(torch.randint(0, 30, (12,)))) - 1).square().mean()
    loss.backward()
    optimizer.step()
    print(turn, loss.item())
