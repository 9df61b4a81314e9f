"""Tiny models of many architectures, and the ways in which they are trained."""

from __future__ import annotations

from zoo.media import MEDIA
from zoo.text import TEXT
from zoo.vision import VISION
from zoo.ways import CHOSEN

ARCHITECTURES = {architecture.name: architecture for architecture in TEXT + VISION + MEDIA}

# `Class`, or `Class+way+way`.
TRAININGS = [*ARCHITECTURES, *(f"{name}+{ways}" for ways, names in CHOSEN.items() for name in names.split())]
