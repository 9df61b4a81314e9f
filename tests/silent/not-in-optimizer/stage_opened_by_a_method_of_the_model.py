# file: main.py
import torch
import torch.nn.functional as F

from grader import Grader

STAGES = {"warm": 6, "whole": 14}


def essays(number):
    x = torch.randn(number, 10)
    return x, x[:, :2].sum(1, keepdim=True)


def main():
    torch.manual_seed(0)
    model = Grader()
    model.close("reader", "mixer")  #! decoy
    learning = [p for p in model.parameters() if p.requires_grad]  #~ not-in-optimizer
    optimizer = torch.optim.AdamW(learning, lr=1e-2)  #~ not-in-optimizer
    for stage, steps in STAGES.items():
        if stage == "whole":
            opened = model.open("reader", "mixer")  #~ not-in-optimizer
            print("opened", opened)
        for _ in range(steps):
            x, y = essays(16)
            loss = F.mse_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(loss.item())


main()
# file: grader.py
import torch
import torch.nn as nn


class Grader(nn.Module):
    def __init__(self):
        super().__init__()
        self.reader, self.mixer, self.score = nn.Linear(10, 24), nn.Linear(24, 24), nn.Linear(24, 1)

    def close(self, *parts):
        for name, p in self.named_parameters():
            if name.startswith(parts):
                p.requires_grad = False  #! decoy

    def open(self, *parts):
        """Lets these parts learn."""
        found = []
        for name, p in self.named_parameters():
            if name.startswith(parts):
                p.requires_grad = True  #! decoy
                found.append(name)
        return found

    def forward(self, x):
        return self.score(torch.relu(self.mixer(torch.relu(self.reader(x)))))
# file: quiet.py
import torch
import torch.nn.functional as F

from grader import Grader


def main():
    """The optimizer gets what was opened, or is created once more for all that learns."""
    torch.manual_seed(0)
    for renew in (False, True):
        model = Grader()
        model.close("reader", "mixer")
        optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=1e-2)
        for step in range(20):
            if step == 6 and renew:
                model.open("reader", "mixer")
                optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
            elif step == 6:
                names = model.open("reader", "mixer")
                optimizer.add_param_group({"params": [model.get_parameter(name) for name in names], "lr": 1e-3})
            x = torch.randn(16, 10)
            loss = F.mse_loss(model(x), x[:, :2].sum(1, keepdim=True))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(loss.item())


main()
