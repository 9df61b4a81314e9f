import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader(nn.Module):
    def __init__(self, words=20, d=16, answers=4):
        super().__init__()
        self.words = nn.Embedding(words, d)
        self.rnn = nn.GRU(d, d, batch_first=True)
        self.out = nn.Linear(2 * d, answers)

    def forward(self, story, question):
        memory, _ = self.rnn(self.words(story))
        q = self.words(question)
        energy = torch.bmm(memory, q.unsqueeze(2)).squeeze(2)
        weights = F.softmax(energy, dim=0)  #~ wrong-dimension
        read = torch.bmm(weights.unsqueeze(1), memory).squeeze(1)
        return self.out(torch.cat([read, q], 1))
