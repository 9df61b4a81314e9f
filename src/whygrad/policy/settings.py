"""`[tool.whygrad]` of the nearest pyproject.toml, checked: what is misspelled is refused, not ignored."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from whygrad.finding import SEVERITIES

KEYS = ("allow", "per-file-allow", "severity", "steady")


class BadSettings(ValueError):
    """One line for the user: the file, and what is wrong in it."""


@dataclass(frozen=True)
class Settings:
    """`folder` is that of the pyproject.toml: patterns of files are relative to it."""

    folder: str = ""
    allow: frozenset[str] = frozenset()
    per_file_allow: Mapping[str, frozenset[str]] = field(default_factory=dict)
    severity: Mapping[str, str] = field(default_factory=dict)
    steady: bool = False


def settings_for(folder: str) -> Settings:
    """The settings that hold in a folder: those of the first pyproject.toml upwards that speaks of whygrad."""
    while folder:
        path = os.path.join(folder, "pyproject.toml")
        table = _table(path)
        if table is not None:
            return _Checked(path).settings(table)
        above = os.path.dirname(folder)
        if above == folder:
            break
        folder = above
    return Settings()


def _table(path: str) -> Any:
    """`[tool.whygrad]`, or None where there is none."""
    if not os.path.isfile(path):
        return None
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return None
    if b"whygrad" not in content:
        return None  # most projects: no parser is loaded for them
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        document = tomllib.loads(content.decode("utf-8"))
    except ValueError as error:  # also what is not UTF-8
        raise BadSettings(f"{path}: {error}") from None
    tool = document.get("tool")
    return tool.get("whygrad") if isinstance(tool, dict) else None


class _Checked:
    """Reads values of one file."""

    def __init__(self, path: str) -> None:
        self._path = path

    def settings(self, table: Any) -> Settings:
        if not isinstance(table, dict):
            raise self._wrong("tool.whygrad", "must be a table")
        for key in table:
            if key not in KEYS:
                raise self._wrong(f"tool.whygrad.{key}", f"is not a setting; the settings are {', '.join(KEYS)}")
        return Settings(
            folder=os.path.dirname(self._path),
            allow=self._causes("tool.whygrad.allow", table.get("allow", [])),
            per_file_allow=self._per_file("tool.whygrad.per-file-allow", table.get("per-file-allow", {})),
            severity=self._severity("tool.whygrad.severity", table.get("severity", {})),
            steady=self._flag("tool.whygrad.steady", table.get("steady", False)),
        )

    def _causes(self, key: str, value: Any) -> frozenset[str]:
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            raise self._wrong(key, 'must be a list of causes, such as ["idle-parameter"]')
        return frozenset(self._known(key, name) for name in value)

    def _per_file(self, key: str, value: Any) -> dict[str, frozenset[str]]:
        if not isinstance(value, dict):
            raise self._wrong(key, "must be a table from files to lists of causes")
        return {pattern: self._causes(f"{key}.{pattern!r}", causes) for pattern, causes in value.items()}

    def _severity(self, key: str, value: Any) -> dict[str, str]:
        if not isinstance(value, dict):
            raise self._wrong(key, "must be a table from causes to severities")
        for name, severity in value.items():
            self._known(key, name)
            if severity not in SEVERITIES:
                raise self._wrong(f"{key}.{name}", f"must be one of {', '.join(SEVERITIES)}, not {severity!r}")
        return dict(value)

    def _flag(self, key: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise self._wrong(key, f"must be true or false, not {value!r}")
        return value

    def _known(self, key: str, name: str) -> str:
        from whygrad.causes.pages import pages, unknown

        known = pages()
        if name not in known:
            raise self._wrong(key, unknown(name, list(known)))
        return name

    def _wrong(self, key: str, what: str) -> BadSettings:
        joined = f": {what}" if what.startswith("there ") else f" {what}"
        return BadSettings(f"{self._path}: {key}{joined}")
