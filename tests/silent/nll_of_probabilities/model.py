import torch.nn as nn


class SentenceClassifier(nn.Module):
    def __init__(self, vocab=30, dim=12, classes=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.attend = nn.Sequential(nn.Linear(dim, 1), nn.Softmax(dim=1))  #! decoy
        self.fc = nn.Linear(dim, classes)
        self.softmax = nn.Softmax(dim=1)  #~ double-activation

    def forward(self, tokens):
        e = self.embed(tokens)
        return self.softmax(self.fc((self.attend(e) * e).sum(1)))  #~ double-activation
