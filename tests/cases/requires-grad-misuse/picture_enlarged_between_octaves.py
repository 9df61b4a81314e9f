import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU())
base = torch.rand(1, 3, 16, 16)
image = F.interpolate(base, scale_factor=0.5)
for octave in (8, 12, 16):
    image.requires_grad = True
    net(image).norm().backward()
    raised = image + 0.1 * image.grad
    image = F.interpolate(raised, size=(octave, octave))  #~ requires-grad-misuse
