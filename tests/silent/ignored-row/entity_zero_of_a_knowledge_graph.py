import torch
import torch.nn as nn
import torch.nn.functional as F


class Translations(nn.Module):
    def __init__(self, entities, relations, d=8):
        super().__init__()
        vectors = F.normalize(torch.randn(entities, d), dim=1)
        self.entities = nn.Embedding.from_pretrained(vectors, freeze=False, padding_idx=0)  #~ ignored-row
        self.relations = nn.Embedding(relations, d)

    def forward(self, head, relation, tail):
        return (self.entities(head) + self.relations(relation) - self.entities(tail)).norm(dim=1)


def main():
    torch.manual_seed(0)
    model = Translations(10, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(14):
        head, relation = torch.randint(0, 10, (40,)), torch.randint(0, 3, (40,))
        tail = (head + relation) % 10
        wrong = tail[torch.randperm(40)]
        near, far = model(head, relation, tail), model(head, relation, wrong)
        loss = F.relu(1 + near - far).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
