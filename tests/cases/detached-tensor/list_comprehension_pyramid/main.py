import torch

from pyramid import FeaturePyramid
from losses import multi_scale


def render(n, size):
    image = torch.zeros(n, 1, size, size)
    image[:, :, size // 4: size // 2] = torch.rand(n, 1, 1, size)
    return image


def main():
    torch.manual_seed(3)
    student = FeaturePyramid(widths=(4, 6, 8))
    teacher = FeaturePyramid(widths=(4, 6, 8)).requires_grad_(False)  #! decoy
    teacher.eval()
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-3)
    for step in range(3):
        images = render(4, 16)
        with torch.no_grad():  #! decoy
            wanted = teacher(images)
        loss = multi_scale(student(images), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
