import torch
import torch.nn as nn
import torch.nn.functional as F


def start_vectors(words, dim):
    vectors = torch.empty(words, dim)
    nn.init.uniform_(vectors, -0.1, 0.1)
    return vectors


class Topic(nn.Module):
    def __init__(self, words, dim, topics):
        super().__init__()
        self.bag = nn.EmbeddingBag.from_pretrained(start_vectors(words, dim), mode="mean")  #~ frozen-parameter
        self.classify = nn.Linear(dim, topics)

    def forward(self, ids, offsets):
        return self.classify(self.bag(ids, offsets))


torch.manual_seed(0)
model = Topic(30, 8, 4)
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
ids, offsets = torch.randint(0, 30, (60,)), torch.arange(0, 60, 6)
y = ids[::6] % 4
for _ in range(6):
    loss = F.cross_entropy(model(ids, offsets), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())  #! decoy
