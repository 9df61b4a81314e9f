"""Choosing nodes by their kinds, with their exact types."""

from __future__ import annotations

import ast
from typing import Any, TypeVar, overload

A = TypeVar("A", bound=ast.AST)
B = TypeVar("B", bound=ast.AST)
C = TypeVar("C", bound=ast.AST)
D = TypeVar("D", bound=ast.AST)
E = TypeVar("E", bound=ast.AST)


class Nodes:
    """Some nodes of a syntax tree. They come in the order of `ast.walk`: outer ones first, by levels."""

    @overload
    def of(self, a: type[A], /) -> list[A]: ...

    @overload
    def of(self, a: type[A], b: type[B], /) -> list[A | B]: ...

    @overload
    def of(self, a: type[A], b: type[B], c: type[C], /) -> list[A | B | C]: ...

    @overload
    def of(self, a: type[A], b: type[B], c: type[C], d: type[D], /) -> list[A | B | C | D]: ...

    @overload
    def of(self, a: type[A], b: type[B], c: type[C], d: type[D], e: type[E], /) -> list[A | B | C | D | E]: ...

    def of(self, *kinds: type[ast.AST]) -> list[Any]:
        """Those of exactly these kinds."""
        return self._of(kinds)

    def _of(self, kinds: tuple[type[ast.AST], ...]) -> list[Any]:
        raise NotImplementedError
