import torch

from models.classifier import TinyClassifier


def main():
    torch.manual_seed(0)
    x = torch.randn(48, 6)
    y = (x[:, 0] * x[:, 1] > 0).long()  #! decoy
    model = TinyClassifier(6, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for epoch in range(3):
        model.train()
        for xb, yb in zip(x.split(16), y.split(16)):
            loss = model.training_loss(xb, yb)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():  #! decoy
            print(epoch, (model.predict_proba(x).argmax(dim=1) == y).float().mean().item())


if __name__ == "__main__":
    main()
