# file: main.py
import torch
from torch import nn


def thinned(matrix, keep):
    """Leaves out entries of a sparse matrix by chance."""
    stays = torch.rand(matrix._nnz()) < keep
    values = matrix._values()[stays] / keep  #~ detached-tensor
    return torch.sparse_coo_tensor(matrix._indices()[:, stays], values, matrix.shape, check_invariants=True)


torch.manual_seed(0)
gates = nn.Parameter(torch.randn(8, 6))
bias = nn.Parameter(torch.zeros(8))
optimizer = torch.optim.Adam([gates, bias], lr=0.02)
x = torch.randn(6, 32)
y = torch.randn(8, 6) @ x
for step in range(10):
    matrix = torch.where(gates.abs() > 0.1, gates, torch.zeros(())).to_sparse()  #! decoy
    out = torch.sparse.mm(thinned(matrix, 0.8), x) + bias[:, None]
    loss = (out - y).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"loss {loss.item():.4f}")
# file: quiet.py
import torch
from torch import nn


def thinned(matrix, keep):
    """Leaves out entries of a sparse matrix by chance."""
    stays = torch.rand(matrix._nnz()) < keep
    values = matrix._values()[stays] / keep
    return torch.sparse_coo_tensor(matrix._indices()[:, stays], values, matrix.shape, check_invariants=True)


torch.manual_seed(0)
gates = torch.randn(8, 6)
layer = nn.Linear(6, 6)
bias = nn.Parameter(torch.zeros(8))
optimizer = torch.optim.Adam([*layer.parameters(), bias], lr=0.02)
x = torch.randn(32, 6)
y = torch.randn(8, 6) @ x.T
for step in range(10):
    matrix = torch.where(gates.abs() > 0.1, gates, torch.zeros(())).to_sparse()
    out = torch.sparse.mm(thinned(matrix, 0.8), layer(x).T) + bias[:, None]
    loss = (out - y).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"loss {loss.item():.4f}")
