# file: main.py
import torch
import torch.nn as nn

from controller import Controller


def train(controller, episodes):
    optimizer = torch.optim.Adam(controller.parameters(), lr=0.01)
    plan = controller.blank(2)
    for observation, action in episodes:
        plan = controller.release(plan)
        wanted, plan = controller(observation, plan)
        loss = nn.functional.mse_loss(wanted, action)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(f"{loss.item():.4f}")


if __name__ == "__main__":
    torch.manual_seed(1)
    train(Controller(5, 6, 2), [(torch.randn(2, 5), torch.randn(2, 2)) for _ in range(3)])
# file: controller.py
import torch
import torch.nn as nn


class Controller(nn.Module):
    def __init__(self, inputs, width, actions):
        super().__init__()
        self.width = width
        self.update = nn.GRUCell(inputs, width)
        self.act = nn.Linear(width, actions)

    def blank(self, batch):
        return torch.zeros(batch, self.width)

    def release(self, plan):
        """The plan as the next observation meets it."""
        return plan  #~ backward-twice

    def forward(self, observation, plan):
        plan = self.update(observation, plan)
        return self.act(plan), plan
