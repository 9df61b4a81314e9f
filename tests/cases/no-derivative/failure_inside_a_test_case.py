# file: main.py
import unittest

import torch
import torch.nn.functional as F

from layer import Rounded


class Learns(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(0)

    def test_shape(self):
        self.assertEqual(Rounded(4)(torch.randn(2, 4)).shape, (2, 4))

    def test_gradient(self):
        layer = Rounded(4)
        loss = F.mse_loss(layer(torch.randn(8, 4)), torch.zeros(8, 4))
        loss.backward()
        self.assertIsNotNone(layer.scale.grad)


if __name__ == "__main__":
    unittest.main()
# file: layer.py
import torch
import torch.nn as nn


class Rounded(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return (x * self.scale * 10).int() / 10  #~ no-derivative
