# file: main.py
import torch


def ground_state(couplings):
    hamiltonian = torch.complex(couplings[0], couplings[1])
    hamiltonian = hamiltonian + hamiltonian.mH
    energies, states = torch.linalg.eigh(hamiltonian)
    return energies[0], states[:, 0]


def overlap(state, wanted):
    return (state * wanted).sum().imag  #~ missing-derivative


torch.manual_seed(0)
couplings = torch.randn(2, 5, 5, requires_grad=True)
wanted = torch.randn(5, dtype=torch.cfloat)
energy, state = ground_state(couplings)
loss = energy - overlap(state, wanted)
loss.backward()
