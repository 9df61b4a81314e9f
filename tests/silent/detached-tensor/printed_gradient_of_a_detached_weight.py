# file: main.py
import torch

torch.manual_seed(0)
price = torch.tensor([1.0, 2.0], requires_grad=True)
offset = torch.tensor([3.0, 4.0], requires_grad=True)

taxed = (price * 1.2).detach()  #~ detached-tensor
logged = price.detach().sum()  #! decoy
total = (taxed + offset).sum()
total.backward()
print(logged, price.grad, offset.grad)
# file: quiet.py
import torch

torch.manual_seed(0)
price = torch.tensor([1.0, 2.0], requires_grad=True)
offset = torch.tensor([3.0, 4.0], requires_grad=True)
print(price.grad)  # nothing has run backward yet

taxed = price * 1.2
logged = price.detach().sum()
total = (taxed + offset).sum()
total.backward()
print(logged, price.grad, offset.grad)
