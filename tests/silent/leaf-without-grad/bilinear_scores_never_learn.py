import torch
import torch.nn as nn
import torch.nn.functional as F


class Scores(nn.Module):
    def __init__(self, entities, relations, dim=6):
        super().__init__()
        self.entity = nn.Embedding(entities, dim)
        self.relation = torch.randn(relations, dim, dim) * 0.3  #~ leaf-without-grad|unregistered-module|not-in-optimizer

    def forward(self, head, relation, tail):
        return torch.einsum("bi,bij,bj->b", self.entity(head), self.relation[relation], self.entity(tail))


class Task:
    def __init__(self):
        self.model = Scores(12, 3)
        self.optimizer = torch.optim.Adagrad(self.model.parameters(), lr=0.1)

    def run(self, steps):
        for _ in range(steps):
            head, tail = torch.randint(0, 12, (2, 20))
            relation = torch.randint(0, 3, (20,))
            y = ((head + relation) % 3 == tail % 3).float()
            loss = F.binary_cross_entropy_with_logits(self.model(head, relation, tail), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            yield loss.item()  #! decoy


torch.manual_seed(0)
print(list(Task().run(8)))
