# file: main.py
import torch
import torch.nn.functional as F

torch.manual_seed(0)
image = torch.rand(1, 1, 4, 4, requires_grad=True)
kernel = -torch.rand(1, 1, 2, 2)

response = F.relu(F.conv2d(image, kernel))  #~ saturated-value
score = response.sum()
score.backward()
print("saliency", image.grad.abs().max())
# file: quiet.py
import torch
import torch.nn.functional as F

torch.manual_seed(0)
image = torch.rand(1, 1, 4, 4, requires_grad=True)
kernel = torch.rand(1, 1, 2, 2) - 0.5

response = F.relu(F.conv2d(image, kernel))
score = response.sum()
score.backward()
print("saliency", image.grad.abs().max())
