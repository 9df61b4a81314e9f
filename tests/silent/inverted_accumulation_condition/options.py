from dataclasses import dataclass


@dataclass
class Options:
    lr: float = 1e-2
    accumulations: int = 1
