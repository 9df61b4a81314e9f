import torch
import torch.nn.functional as F


class Scorer:
    """Ranks training examples by how much they move the loss on a held-out set."""

    def __init__(self, model):
        self.model = model
        self.weights = [p for p in model.parameters() if p.requires_grad]

    def leave_gradients(self, x, y):
        self.model.zero_grad()
        F.mse_loss(self.model(x).squeeze(1), y).backward()  #~ missing-create-graph

    def curvature_along(self, vectors):
        left = [w.grad for w in self.weights]
        return torch.autograd.grad(left, self.weights, grad_outputs=vectors)  #! decoy


def main():
    torch.manual_seed(2)
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
    x, y = torch.randn(40, 4), torch.randn(40)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(5):
        optimizer.zero_grad()
        F.mse_loss(model(x).squeeze(1), y).backward()
        optimizer.step()
    scorer = Scorer(model)
    scorer.leave_gradients(x, y)
    vectors = [torch.randn_like(w) for w in scorer.weights]
    print([h.norm().item() for h in scorer.curvature_along(vectors)])  #! decoy


if __name__ == "__main__":
    main()
