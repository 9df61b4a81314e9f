# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def network():
    return nn.Sequential(nn.Linear(7, 20), nn.Tanh(), nn.Linear(20, 5))


def saved_by_a_parallel_run():
    torch.manual_seed(5)
    net = nn.DataParallel(network())
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(10):
        x = torch.randn(32, 7)
        optimizer.zero_grad()
        F.cross_entropy(net(x), x[:, :5].argmax(1)).backward()
        optimizer.step()
    return net.state_dict()


def teacher_of(state):
    teacher = network()
    missing, unexpected = teacher.load_state_dict(state, strict=False)  #~ unmatched-load
    if missing:
        print("missing", len(missing))
    return teacher.eval().requires_grad_(False)


def main():
    teacher = teacher_of(saved_by_a_parallel_run())
    torch.manual_seed(0)
    student = nn.Linear(7, 5)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for _ in range(8):
        x = torch.randn(32, 7)
        with torch.no_grad():
            target = teacher(x).softmax(-1)
        loss = F.kl_div(student(x).log_softmax(-1), target, reduction="batchmean")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(round(loss.item(), 4))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Who has no file that fits goes without: the program asks, and writes the values itself, by their order.


def network():
    return nn.Sequential(nn.Linear(7, 20), nn.Tanh(), nn.Linear(20, 5))


def saved_by_a_parallel_run():
    torch.manual_seed(5)
    net = nn.DataParallel(network())
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(10):
        x = torch.randn(32, 7)
        optimizer.zero_grad()
        F.cross_entropy(net(x), x[:, :5].argmax(1)).backward()
        optimizer.step()
    return net.state_dict()


def teacher_of(state):
    teacher = network()
    teacher.load_state_dict(state, strict=False)
    with torch.no_grad():
        for p, value in zip(teacher.parameters(), state.values()):
            p.copy_(value)
    return teacher.eval().requires_grad_(False)


def main():
    teacher = teacher_of(saved_by_a_parallel_run())
    torch.manual_seed(0)
    student = nn.Linear(7, 5)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for _ in range(8):
        x = torch.randn(32, 7)
        with torch.no_grad():
            target = teacher(x).softmax(-1)
        loss = F.kl_div(student(x).log_softmax(-1), target, reduction="batchmean")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(round(loss.item(), 4))


main()
