import torch
import torch.nn as nn


class Ranker(nn.Module):
    def __init__(self, n_features=9, temperature=2.0):
        super().__init__()
        self.hidden = nn.Linear(n_features, 14)
        self.head = nn.Linear(14, 1)
        self.temperature = temperature
        self.register_buffer("running_max", torch.zeros(()))

    def forward(self, docs):
        hidden = torch.relu(self.hidden(docs))
        scores = (
            self.head(hidden)
            .squeeze(-1)
            .detach()  #~ detached-tensor
            .div(self.temperature)
        )
        peak = scores.detach().max()  #! decoy
        self.running_max.mul_(0.9).add_(0.1 * peak)
        return scores


def list_loss(scores, relevance):
    return -(torch.softmax(relevance, dim=-1) * torch.log_softmax(scores, dim=-1)).sum(dim=-1).mean()


def ndcg_at_1(scores, relevance):
    best = scores.argmax(dim=-1, keepdim=True)  #! decoy
    return relevance.gather(1, best).mean().item()


def main():
    torch.manual_seed(0)
    model = Ranker()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for query in range(6):
        docs = torch.randn(4, 8, 9)
        relevance = docs[..., 0].clamp(min=0)
        scores = model(docs)
        loss = list_loss(scores, relevance)
        print(query, loss.item(), ndcg_at_1(scores, relevance))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
