"""Writes random programs: which features take part, which of their steps run, and the text that holds them all."""

from __future__ import annotations

import ast
import builtins
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

FEATURES = Path(__file__).parent / "features"
HEAD = '"""{title}"""\n\nfrom __future__ import annotations\n\n'
DEEPEST = 3
MOST_VALUES = 10  # of which a step takes two


@dataclass(frozen=True)
class Step:
    """A call of one step function; a block has steps inside."""

    name: str
    first: int
    second: int
    k: int  # what the step draws its own choices from
    inside: tuple[Step, ...] | None = None


@dataclass(frozen=True)
class Written:
    """A program: its steps, and the title that tells where it came from."""

    title: str
    steps: tuple[Step, ...]

    @property
    def text(self) -> str:
        names = {step.name for step in every(self.steps)}
        body = "".join(_lines(self.steps, 1)) or "    pass\n"
        parts = _definitions(names)
        return HEAD.format(title=self.title) + parts + f"\n\ndef program(run):\n{body}    run.checkpoint()\n"

    def without(self, steps: tuple[Step, ...]) -> Written:
        return replace(self, steps=steps)


@dataclass
class Source:
    """The top level of all feature files: what a name stands for, and which features have which steps."""

    texts: dict[str, str] = field(default_factory=dict)  # of definitions and imports
    needs: dict[str, set[str]] = field(default_factory=dict)  # names that a definition mentions
    imports: set[str] = field(default_factory=set)
    steps: dict[str, list[str]] = field(default_factory=dict)  # of each feature
    blocks: set[str] = field(default_factory=set)  # steps that run other steps inside


def features() -> list[str]:
    return list(source().steps)


def write(seed: int, number: int, chosen: Sequence[str]) -> Written:
    """The program of this number; `chosen` features take part in it."""
    dice = random.Random(f"{seed} {number}")
    few = dice.sample(chosen, min(len(chosen), dice.randint(2, 6)))
    steps = tuple(_steps(dice, [*few, "operations"], dice.randint(4, 16), 0))
    return Written(f"Program {number} of seed {seed}: {', '.join(sorted(few))}.", steps)


def every(steps: Sequence[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from every(step.inside or ())


def _steps(dice: random.Random, chosen: Sequence[str], most: int, depth: int) -> Iterator[Step]:
    known = source()
    for _ in range(most):
        name = dice.choice(known.steps[dice.choice(chosen)])
        numbers = dice.randrange(MOST_VALUES), dice.randrange(MOST_VALUES), dice.randrange(1000)
        if name not in known.blocks:
            yield Step(name, *numbers)
        elif depth < DEEPEST:
            yield Step(name, *numbers, tuple(_steps(dice, chosen, dice.randint(1, 4), depth + 1)))


@cache
def source() -> Source:
    found = Source()
    for file in sorted(FEATURES.glob("[a-z]*.py")):
        _read(file, found)
    return found


def _read(file: Path, found: Source) -> None:
    text = file.read_text()
    lines = text.splitlines(keepends=True)
    steps = found.steps[file.stem] = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                found.texts.setdefault(alias.asname or alias.name, _import(node, alias))
                found.imports |= {alias.asname or alias.name}
                found.needs.setdefault(name, set()).add(alias.asname or alias.name)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Assign):
            target = node.targets[0] if isinstance(node, ast.Assign) else None
            name = target.id if isinstance(target, ast.Name) else getattr(node, "name", "")
            if name in found.texts:
                raise ValueError(f"{file.name}: {name} is defined in another feature already")
            decorators = getattr(node, "decorator_list", [])
            begin = decorators[0].lineno if decorators else node.lineno
            found.texts[name] = "".join(lines[begin - 1 : node.end_lineno])
            found.needs[name] = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
            if isinstance(node, ast.FunctionDef) and not name.startswith("_"):
                steps.append(name)
                if any(argument.arg == "body" for argument in node.args.args):
                    found.blocks.add(name)


def _import(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> str:
    named = f"{alias.name} as {alias.asname}" if alias.asname else alias.name
    return f"from {node.module} import {named}\n" if isinstance(node, ast.ImportFrom) else f"import {named}\n"


def _definitions(names: set[str]) -> str:
    """The imports and definitions that these names need, in the order in which the features have them."""
    known, needed, waiting = source(), set(), list(names)
    while waiting:
        name = waiting.pop()
        if name in needed or (name not in known.needs and hasattr(builtins, name)):
            continue
        needed.add(name)
        waiting += known.needs.get(name, ())
    imports = sorted(text for name, text in known.texts.items() if name in needed & known.imports)
    defined = [text for name, text in known.texts.items() if name in needed - known.imports]
    return "".join(imports) + "".join(f"\n\n{text}" for text in defined)


def _lines(steps: Sequence[Step], depth: int) -> Iterator[str]:
    indent = "    " * depth
    for number, step in enumerate(steps):
        call = f"{step.name}, {step.first}, {step.second}, {step.k}"
        if step.inside is None:
            yield f"{indent}run.step({call})\n"
            continue
        body = f"inside_{depth}_{number}"
        yield f"{indent}def {body}():\n"
        yield from list(_lines(step.inside, depth + 1)) or [f"{indent}    pass\n"]
        yield f"{indent}run.step({call}, {body})\n"
