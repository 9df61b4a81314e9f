# file: main.py
import torch

torch.manual_seed(0)
x = torch.randn(80, 5)
y = (x @ torch.tensor([1.0, -2.0, 0.5, 0.0, 3.0]) > 0).float()
coefficients = torch.zeros(5, dtype=torch.float64, requires_grad=True)
weights = coefficients.to(torch.float32)  #~ non-leaf-parameter

for epoch in range(30):
    loss = torch.nn.functional.binary_cross_entropy_with_logits(x @ weights, y)
    loss.backward()
    if weights.grad is not None:
        weights.data = weights.data - 0.5 * weights.grad  #! decoy
print(loss.item())
# file: quiet.py
import torch

torch.manual_seed(0)
x = torch.randn(80, 5)
y = (x @ torch.tensor([1.0, -2.0, 0.5, 0.0, 3.0]) > 0).float()
coefficients = torch.zeros(5, dtype=torch.float64, requires_grad=True)

for epoch in range(30):
    weights = coefficients.to(torch.float32)
    loss = torch.nn.functional.binary_cross_entropy_with_logits(x @ weights, y)
    coefficients.grad = None
    loss.backward()
    if weights.grad is None:
        coefficients.data = coefficients.data - 0.5 * coefficients.grad
print(loss.item())
