import torch
import torch.nn.functional as F

from structure.learner import GraphLearner
from structure.propagate import label_propagation


def main():
    torch.manual_seed(0)
    x = torch.randn(12, 5)
    labels = (x[:, 0] > 0).long()
    known = torch.arange(12) < 8
    learner = GraphLearner(5)
    optimizer = torch.optim.Adam(learner.parameters(), lr=1e-2)
    for epoch in range(3):
        graph = learner(x)
        scores = label_propagation(graph, labels, known, rounds=3)
        loss = F.nll_loss(scores[~known].clamp_min(1e-6).log(), labels[~known])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), graph.density)


if __name__ == "__main__":
    main()
