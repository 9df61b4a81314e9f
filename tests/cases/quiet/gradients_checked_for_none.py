import torch

# An error about None that has nothing to do with the gradient that was read before it.
table = {"rate": 0.1}
weight = torch.ones(3, requires_grad=True)
print(weight.grad)
print(table.get("decay") * 2)
