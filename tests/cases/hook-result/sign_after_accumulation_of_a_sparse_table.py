import torch
from torch import nn

torch.manual_seed(0)
places = nn.Embedding(30, 4, sparse=True)
meeting = nn.Linear(4, 2)


def to_signs(weight):
    weight.grad.sign_()  #~ hook-result


for weight in (*places.parameters(), *meeting.parameters()):
    weight.register_post_accumulate_grad_hook(to_signs)
optimizer = torch.optim.SGD([*places.parameters(), *meeting.parameters()], lr=0.01)
for turn in range(3):
    optimizer.zero_grad()
    loss = (meeting(places(torch.randint(0, 30, (12,)))) - 1).square().mean()
    loss.backward()  #! decoy
    optimizer.step()
    print(turn, loss.item())
