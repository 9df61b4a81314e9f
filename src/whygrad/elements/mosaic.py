"""A tensor of any shape as one picture of sensible size: matrices side by side, and the bytes of a PNG."""

from __future__ import annotations

import math
import struct
import zlib

import torch
import torch.nn.functional as F

MOST = 512  # pixels on a side: of larger ones several elements share a pixel
FEW = 4  # matrices that stand in one row
LOPSIDED = 4  # how much longer one side may be where the tensor's own axes are rows and columns of matrices
NAN, GAP = (136, 136, 136), (255, 255, 255)


def grid_of(shape: tuple[int, ...]) -> tuple[int, int]:
    """In how many rows and columns the matrices of the last two axes stand."""
    number, (height, width) = math.prod(shape[:-2]), shape[-2:]
    if len(shape) == 4:
        rows, columns = shape[:2]
        tall, wide = rows * (height + 1), columns * (width + 1)
        if max(tall, wide) <= LOPSIDED * min(tall, wide):
            return rows, columns
    columns = number if number <= FEW else math.ceil(math.sqrt(number * (height + 1) / (width + 1)))
    columns = max(1, min(number, columns))
    return math.ceil(number / columns), columns


def mosaic_of(values: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The values as one matrix, and which places of it are theirs: between matrices there is a gap."""
    values = values.to(torch.float64)
    while values.dim() > 2 and values.shape[0] == 1:
        values = values[0]
    if values.dim() <= 2:
        matrix = values.reshape(1, -1) if values.dim() < 2 else values
        return matrix, torch.ones_like(matrix, dtype=torch.bool)
    (rows, columns), (height, width) = grid_of(tuple(values.shape)), values.shape[-2:]
    tiles = values.reshape(-1, height, width)
    tiles = torch.cat([tiles, tiles.new_zeros(rows * columns - len(tiles), height, width)])
    theirs = torch.zeros(rows * columns, height + 1, width + 1, dtype=torch.bool)
    theirs[: math.prod(values.shape[:-2]), :height, :width] = True

    def laid_out(some: torch.Tensor) -> torch.Tensor:
        tall, wide = rows * (height + 1), columns * (width + 1)
        whole = some.reshape(rows, columns, height + 1, width + 1).transpose(1, 2).reshape(tall, wide)
        return whole[: tall - 1, : wide - 1]

    return laid_out(F.pad(tiles, (0, 1, 0, 1))), laid_out(theirs)


def thinned(matrix: torch.Tensor, theirs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, tuple[int, int]]:
    """At most `MOST` on a side, and how many elements share a pixel: the largest of them, or one that is nan, shows."""
    every = [max(1, -(-length // MOST)) for length in matrix.shape]
    if every == [1, 1]:
        return matrix, theirs, (1, 1)
    down, right = (-length % step for length, step in zip(matrix.shape, every, strict=True))
    matrix, theirs = F.pad(matrix, (0, right, 0, down)), F.pad(theirs, (0, right, 0, down))

    def in_blocks(some: torch.Tensor) -> torch.Tensor:
        tall, wide = some.shape[0] // every[0], some.shape[1] // every[1]
        return some.reshape(tall, every[0], wide, every[1]).transpose(1, 2).reshape(tall, wide, -1)

    blocks, own = in_blocks(matrix), in_blocks(theirs)
    size = blocks.abs().nan_to_num(float("inf"), posinf=float("inf")).masked_fill(~own, -1.0)
    largest = size.argmax(-1, keepdim=True)
    return blocks.gather(-1, largest)[..., 0], own.any(-1), (every[0], every[1])


def coloured(matrix: torch.Tensor, theirs: torch.Tensor, limit: float) -> torch.Tensor:
    """Red above zero, blue below, white at zero; nan is grey."""
    part = (matrix / limit).clamp(-1.0, 1.0)
    fade = (255 * (1 - part.abs())).nan_to_num(0.0).round()
    full = torch.full_like(fade, 255.0)
    colours = torch.stack([torch.where(part >= 0, full, fade), fade, torch.where(part >= 0, fade, full)], -1)
    colours[matrix.isnan()] = torch.tensor(NAN, dtype=colours.dtype)
    colours[~theirs] = torch.tensor(GAP, dtype=colours.dtype)
    return colours.to(torch.uint8)


def png_of(colours: torch.Tensor) -> bytes:
    """The file of an image of red, green and blue."""
    height, width = colours.shape[:2]
    lines = F.pad(colours.reshape(height, -1), (1, 0))  # each begins with how it is filtered: not at all

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(bytes(lines.reshape(-1).tolist()))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
