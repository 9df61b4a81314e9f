# file: main.py
import torch

from losses import AlignmentLoss
from net import Reader
from strips import batches


def main():
    torch.manual_seed(0)
    reader, criterion = Reader(), AlignmentLoss(stride=2)
    optimizer = torch.optim.Adam(reader.parameters(), lr=1e-3)
    for step, batch in enumerate(batches(12)):
        loss = criterion(reader(batch.strips), batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, round(loss.item(), 4))


main()
# file: quiet.py
import torch

from losses import AlignmentLoss
from net import Reader
from strips import batches

torch.manual_seed(0)
reader, criterion = Reader(), AlignmentLoss(stride=1)
optimizer = torch.optim.Adam(reader.parameters(), lr=1e-3)
for step, batch in enumerate(batches(12)):
    loss = criterion(reader(batch.strips), batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, round(loss.item(), 4))
# file: strips.py
from dataclasses import dataclass

import torch


@dataclass
class Batch:
    strips: torch.Tensor
    columns: torch.Tensor
    letters: torch.Tensor
    sizes: torch.Tensor


def batches(number):
    for n in range(number):
        widths = torch.tensor([40, 36, 28]) + 4 * (n % 3)
        strips = torch.randn(3, 6, int(widths.max()))
        yield Batch(strips, (widths + 1) // 2, torch.randint(1, 7, (3, 4)), torch.tensor([4, 3, 4]))  #! decoy
# file: losses.py
import torch.nn.functional as F


class AlignmentLoss:
    def __init__(self, stride):
        self.stride = stride

    def columns_of(self, batch):
        return rounded_up(batch.columns / self.stride)  #~ unread-frames

    def __call__(self, scores, batch):
        columns = self.columns_of(batch)
        return F.ctc_loss(scores.permute(2, 0, 1).log_softmax(-1), batch.letters, columns, batch.sizes)  #! decoy


def rounded_up(value):
    return value.ceil().long()
# file: net.py
import torch.nn as nn


class Reader(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Conv1d(6, 16, 3, stride=2, padding=1), nn.ReLU(), nn.Conv1d(16, 7, 3, padding=1))
