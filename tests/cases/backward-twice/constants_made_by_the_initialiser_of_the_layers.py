import torch


def drawn(*shape):
    return torch.randn(*shape, requires_grad=True)  #! decoy


def tide(times):
    phases = drawn(4)
    return torch.sin(times[:, None] + phases).sum(1)  #~ backward-twice


torch.manual_seed(0)
times = torch.linspace(0, 12, 64)
level = tide(times)
first, second = drawn(1, 8), drawn(8)
optimizer = torch.optim.SGD([first, second], lr=0.01)
for epoch in range(4):
    loss = (torch.tanh(times[:, None] @ first) @ second - level).square().mean()  #! decoy
    optimizer.zero_grad()
    loss.backward()  #! decoy
    optimizer.step()
    print(epoch, loss.item())
