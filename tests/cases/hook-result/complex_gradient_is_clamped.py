import torch

torch.manual_seed(0)
spectrum = torch.nn.Parameter(torch.randn(9, dtype=torch.complex64))


def bounded(grad):
    smallest, largest = -0.5, 0.5
    return torch.clamp(grad, smallest, largest)  #~ hook-result


spectrum.register_hook(bounded)
wanted = torch.linspace(-1, 1, 16)
optimizer = torch.optim.Adam([spectrum], lr=0.05)
for turn in range(3):
    optimizer.zero_grad()
    loss = (torch.fft.irfft(spectrum, n=16) - wanted).square().sum()
    loss.backward()  #! decoy
    optimizer.step()
    print(turn, loss.item())
