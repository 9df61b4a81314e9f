import torch
import torch.nn as nn

from ssl_kit.ema import EmaTeacher
from ssl_kit.fit import fit


def main():
    torch.manual_seed(0)
    student = nn.Sequential(nn.Linear(5, 16), nn.GELU(), nn.Linear(16, 4))
    teacher = EmaTeacher(student, decay=0.99)
    labelled = [(torch.randn(8, 5), torch.randint(0, 4, (8,))) for _ in range(3)]
    print(fit(student, teacher, labelled))


if __name__ == "__main__":
    main()
