"""`show(of, wrt)`: a derivative as a heat map; HTML by itself, files and figures with matplotlib."""

from __future__ import annotations

import html
from typing import Any

import torch

MOST = 64  # rows and columns of the table that a notebook shows


class Picture:
    """A derivative over the elements of a vector, a matrix or an image; `values` is the derivative itself."""

    def __init__(self, values: torch.Tensor) -> None:
        self.values = values.detach().cpu()
        if self.values.is_complex():
            raise TypeError("a complex derivative has no heat map: draw its `.real`, its `.imag` or its `.abs()`")

    def planes(self) -> list[torch.Tensor]:
        """The values as matrices: a vector is one row, an image one matrix for each channel."""
        values = self.values.to(torch.float64)
        if values.dim() < 2:
            return [values.reshape(1, -1)]
        while values.dim() > 3 and values.shape[0] == 1:
            values = values[0]
        if values.dim() > 3:
            values = values.reshape(-1, *values.shape[-2:])
        return [values] if values.dim() == 2 else list(values)

    def figure(self) -> Any:
        """A matplotlib figure, red above zero and blue below; one clear ImportError without matplotlib."""
        try:
            from matplotlib.figure import Figure
        except ImportError as error:
            raise ImportError("drawing needs matplotlib: pip install 'whygrad[plot]'") from error
        planes = self.planes()
        limit = self._limit()
        figure = Figure(figsize=(4.5 * len(planes), 3.5), layout="constrained")
        for number, plane in enumerate(planes):
            axes = figure.add_subplot(1, len(planes), number + 1)
            drawn = axes.imshow(plane.tolist(), cmap="RdBu_r", vmin=-limit, vmax=limit, aspect="auto")
            axes.set_title(f"channel {number}" if len(planes) > 1 else "derivative")
            if plane.shape[0] == 1:
                axes.set_yticks([])
        figure.colorbar(drawn, ax=figure.axes)
        return figure

    def save(self, path: Any) -> None:
        """Write the figure into a file; its ending says which kind."""
        self.figure().savefig(path)

    def _limit(self) -> float:
        """The largest finite value, so that the same colour is the same size above and below zero."""
        finite = self.values[torch.isfinite(self.values)]
        return float(finite.abs().max()) or 1.0 if finite.numel() else 1.0

    def _repr_html_(self) -> str:
        """A table of coloured cells, without any library; what is larger is thinned out, and it says so."""
        limit = self._limit()
        tables = [_table(plane, limit) for plane in self.planes()]
        shape = " x ".join(map(str, self.values.shape)) or "one number"
        title = f"<small>derivative, {html.escape(shape)}, from {-limit:.3g} to {limit:.3g}</small>"
        return f"<div>{title}{''.join(tables)}</div>"

    def __repr__(self) -> str:
        return f"Picture of a derivative of shape {tuple(self.values.shape)}: `.save(path)` draws it"


def _table(plane: torch.Tensor, limit: float) -> str:
    every = [max(1, -(-length // MOST)) for length in plane.shape]
    thinned = plane[:: every[0], :: every[1]]
    rows = "".join(f"<tr>{''.join(_cell(v, limit) for v in row)}</tr>" for row in thinned.tolist())
    note = ""
    if max(every) > 1:
        note = f"<small>shown: every {every[0]}th row, every {every[1]}th column</small>"
    return f'<table style="border-collapse:collapse;margin:4px 0">{rows}</table>{note}'


def _cell(value: float, limit: float) -> str:
    style = "width:10px;height:14px;padding:0;border:0"
    if value != value:
        return f'<td title="nan" style="{style};background:#888"></td>'
    part = max(-1.0, min(1.0, value / limit))
    fade = round(255 * (1 - abs(part)))
    colour = (255, fade, fade) if part >= 0 else (fade, fade, 255)
    return f'<td title="{value:.6g}" style="{style};background:rgb{colour}"></td>'
