# file: main.py
import torch
import torch.nn as nn
from lesson import Lesson

torch.manual_seed(3)
elder = nn.Sequential(nn.Linear(12, 40), nn.Tanh(), nn.Linear(40, 5))
young = nn.Sequential(nn.Linear(12, 8), nn.Tanh(), nn.Linear(8, 5))
lesson = Lesson(elder, young, heat=4.0)
optimizer = torch.optim.Adam(young.parameters(), lr=5e-3)
for _ in range(12):
    x = torch.randn(24, 12)
    lesson.listen(x)
    terms = lesson.terms(x[:, :5].argmax(1))
    loss = sum(terms.values())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print({name: term.item() for name, term in terms.items()})
# file: lesson.py
import torch
import torch.nn.functional as F


class Lesson:
    def __init__(self, elder, young, heat):
        self.elder = elder.eval()
        self.young = young
        self.heat = heat

    def listen(self, x):
        with torch.no_grad():
            said = self.elder(x)
        answer = self.young(x)
        self.answer = answer
        self.goal = torch.softmax(said / self.heat, dim=1)
        self.guess = torch.log_softmax(said / self.heat, dim=1)  #~ constant-term

    def terms(self, y):
        return {
            "hard": 0.2 * F.cross_entropy(self.answer, y),
            "soft": self.heat**2 * F.kl_div(target=self.goal, input=self.guess, reduction="batchmean"),
        }
# file: quiet.py
import torch
import torch.nn as nn
from lesson_of_both import Lesson

torch.manual_seed(3)
elder = nn.Sequential(nn.Linear(12, 40), nn.Tanh(), nn.Linear(40, 5))
young = nn.Sequential(nn.Linear(12, 8), nn.Tanh(), nn.Linear(8, 5))
lesson = Lesson(elder, young, heat=4.0)
optimizer = torch.optim.Adam(young.parameters(), lr=5e-3)
for _ in range(12):
    x = torch.randn(24, 12)
    lesson.listen(x)
    terms = lesson.terms(x[:, :5].argmax(1))
    loss = sum(terms.values())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print({name: term.item() for name, term in terms.items()})
# file: lesson_of_both.py
import torch
import torch.nn.functional as F


class Lesson:
    def __init__(self, elder, young, heat):
        self.elder = elder.eval()
        self.young = young
        self.heat = heat

    def listen(self, x):
        with torch.no_grad():
            said = self.elder(x)
        answer = self.young(x)
        self.answer = answer
        self.goal = torch.softmax(said / self.heat, dim=1)
        self.guess = torch.log_softmax(answer / self.heat, dim=1)

    def terms(self, y):
        return {
            "hard": 0.2 * F.cross_entropy(self.answer, y),
            "soft": self.heat**2 * F.kl_div(target=self.goal, input=self.guess, reduction="batchmean"),
        }
