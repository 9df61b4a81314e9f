# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# No key fits, so each of the networks gets its values by hand, past torch's count of writes.


def network():
    return nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 3))


def saved():
    torch.manual_seed(3)
    return {f"module.{name}": value.clone() for name, value in network().state_dict().items()}


def teacher_of(state):
    teacher = network().requires_grad_(False)
    teacher.load_state_dict(state, strict=False)
    for name, p in teacher.named_parameters():
        p.data.copy_(state[f"module.{name}"])
    return teacher


def student_of(state):
    student = network()
    student.load_state_dict(state, strict=False)
    for name, p in student.named_parameters():
        p.data = state[f"module.{name}"] * 0.5
    return student


def assistant_of(state):
    assistant = network()
    assistant.load_state_dict(state, strict=False)
    for name, p in assistant.named_parameters():
        p.detach().numpy()[...] = state[f"module.{name}"].numpy()
    return assistant


def main():
    state = saved()
    teacher, student, assistant = teacher_of(state), student_of(state), assistant_of(state)
    optimizer = torch.optim.SGD([*student.parameters(), *assistant.parameters()], lr=0.05)
    for _ in range(8):
        x = torch.randn(32, 6)
        with torch.no_grad():
            target = teacher(x).softmax(-1)
        loss = sum(F.kl_div(net(x).log_softmax(-1), target, reduction="batchmean") for net in (student, assistant))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(round(loss.item(), 4))


main()
