import torch
from torch import nn


class EarlyStopping:
    def __init__(self, patience):
        self.patience, self.worse, self.lowest, self.weights = patience, 0, float("inf"), None

    def seen(self, model, loss):
        if loss < self.lowest:
            self.lowest, self.worse = loss, 0
            self.weights = {name: value.cpu() for name, value in model.state_dict().items()}  #~ self-load
        else:
            self.worse += 1
        return self.worse > self.patience


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
stopping = EarlyStopping(6)
for step in range(60):
    x = torch.randn(16, 4)
    loss = nn.functional.mse_loss(model(x), x[:, :1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if stopping.seen(model, loss.item()):
        break
model.load_state_dict(stopping.weights)
print(stopping.lowest)
