# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
chooser = nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Linear(24, 4))
guess = nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Linear(24, 1))
opt = torch.optim.Adam([*chooser.parameters(), *guess.parameters()], lr=2e-3)
for _ in range(12):
    context = torch.randn(20, 6)
    scores = F.log_softmax(chooser(context), dim=1)
    arm = torch.multinomial(scores.detach().exp(), 1).squeeze(1)
    pay = (arm == context[:, :4].argmax(1)).float() + 0.1 * torch.randn(20)
    guessed = guess(context)
    with torch.no_grad():
        gain = pay - guessed.clone()  #~ broadcast-loss
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    chosen = scores.gather(1, arm[:, None]).squeeze(1)
    loss = F.mse_loss(guessed.squeeze(1), pay) - (chosen * gain).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
chooser = nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Linear(24, 4))
guess = nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Linear(24, 1))
opt = torch.optim.Adam([*chooser.parameters(), *guess.parameters()], lr=2e-3)
for _ in range(12):
    context = torch.randn(20, 6)
    scores = F.log_softmax(chooser(context), dim=1)
    arm = torch.multinomial(scores.detach().exp(), 1).squeeze(1)
    pay = (arm == context[:, :4].argmax(1)).float() + 0.1 * torch.randn(20)
    guessed = guess(context)
    with torch.no_grad():
        gain = pay - guessed.squeeze(1).clone()
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        # every pay against every guess, on purpose
        table = pay - guessed.squeeze(1).unsqueeze(1).detach()
    chosen = scores.gather(1, arm[:, None]).squeeze(1)
    loss = F.mse_loss(guessed.squeeze(1), pay) - (chosen * gain).mean() - 0.1 * (chosen * table.mean(0)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
