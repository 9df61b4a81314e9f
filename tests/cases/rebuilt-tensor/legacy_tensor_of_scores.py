import torch
import torch.nn as nn


class CRF(nn.Module):
    """Scores tag paths step by step."""

    def __init__(self, tags=3, dim=4):
        super().__init__()
        self.tags = tags
        self.emit = nn.Linear(dim, tags)
        self.trans = nn.Parameter(torch.randn(tags, tags) * 0.1)

    def log_partition(self, emissions):
        alphas = [e for e in emissions[0]]
        for emission in emissions[1:]:
            new = []
            for t in range(self.tags):
                scores = [alphas[s] + self.trans[s, t] for s in range(self.tags)]
                new.append(torch.logsumexp(torch.Tensor(scores), dim=0) + emission[t].item())  #~ rebuilt-tensor|left-torch
            alphas = new
        return torch.logsumexp(torch.Tensor(alphas), dim=0)  #~ rebuilt-tensor

    def forward(self, x, tags):
        emissions = self.emit(x)
        gold = torch.Tensor([emissions[i, t] for i, t in enumerate(tags.tolist())]).sum()  #~ rebuilt-tensor
        return self.log_partition(emissions) - gold


def main():
    torch.manual_seed(0)
    crf = CRF()
    optimizer = torch.optim.SGD(crf.parameters(), lr=0.1)
    for step in range(2):
        x, tags = torch.randn(5, 4), torch.randint(0, 3, (5,))
        loss = crf(x, tags)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
