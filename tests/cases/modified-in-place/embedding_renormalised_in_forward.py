import torch
import torch.nn as nn
import torch.nn.functional as F


class KnowledgeGraph(nn.Module):
    def __init__(self, entities=20, relations=4, dim=8):
        super().__init__()
        self.entity = nn.Embedding(entities, dim, max_norm=1.0)  #~ modified-in-place
        self.relation = nn.Embedding(relations, dim)
        self.project = nn.Linear(dim, dim, bias=False)

    def forward(self, head, relation):
        table = self.project(self.entity.weight)
        query = self.entity(head) + self.relation(relation)  #~ modified-in-place
        return query @ table.T


def triples(n, gen):
    return (torch.randint(0, 20, (n,), generator=gen), torch.randint(0, 4, (n,), generator=gen),
            torch.randint(0, 20, (n,), generator=gen))


def main():
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(0)
    model = KnowledgeGraph()
    with torch.no_grad():
        model.relation.weight.div_(model.relation.weight.norm(dim=1, keepdim=True))  #! decoy
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(6):
        h, r, t = triples(32, gen)
        loss = F.cross_entropy(model(h, r), t)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
