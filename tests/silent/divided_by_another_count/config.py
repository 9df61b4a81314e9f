from dataclasses import dataclass


@dataclass
class Config:
    rate: float = 1e-2
    micro: int = 4
    accumulate: int = 8
