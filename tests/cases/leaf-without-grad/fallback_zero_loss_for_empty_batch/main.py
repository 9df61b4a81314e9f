import torch
import torch.nn as nn
import torch.nn.functional as F

from detection.heads import MaskHead
from detection.proposals import sample_proposals


def main():
    torch.manual_seed(0)
    head = MaskHead()
    optimizer = torch.optim.SGD(head.parameters(), lr=0.01)
    for step in range(40):
        features, boxes, labels = sample_proposals(step)
        loss = head.loss(features, boxes, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 10 == 0:
            print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
