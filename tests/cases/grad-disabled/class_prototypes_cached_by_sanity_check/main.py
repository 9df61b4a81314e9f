import torch
import torch.nn.functional as F

from zeroshot.model import PromptedClassifier


class Trainer:
    def __init__(self, model, lr=0.05):
        self.model = model
        self.optimizer = torch.optim.SGD(model.trainable(), lr=lr)

    @torch.no_grad()  #~ grad-disabled
    def validate(self, batches):
        self.model.eval()
        hits = [(self.model(x).argmax(1) == y).float().mean() for x, y in batches]
        self.model.train()
        return torch.stack(hits).mean().item()  #! decoy

    def fit(self, train, val):
        print("sanity check", self.validate(val[:1]))  #~ grad-disabled
        for x, y in train:
            loss = F.cross_entropy(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            print(loss.item())


def main():
    torch.manual_seed(0)
    batches = [(torch.randn(6, 8), torch.randint(0, 3, (6,))) for _ in range(4)]
    Trainer(PromptedClassifier(["cat", "dog", "owl"])).fit(batches[:3], batches[3:])


if __name__ == "__main__":
    main()
