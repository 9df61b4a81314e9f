"""A finding with its text around it: what a repair asks, and how it writes edits."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator, Sequence

from whygrad.diagnostic import Diagnostic, Edit
from whygrad.finding import Finding
from whygrad.fix.change import Change
from whygrad.place import Place
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import Function, function_around
from whygrad.source.syntax import Syntax, characters, first_line, last_line


class Text:
    """One file: its syntax, and edits of it that leave all other text as it is."""

    def __init__(self, file: str, sources: SourceFiles) -> None:
        self.file = file
        self.sources = sources
        self.syntax: Syntax = sources.syntax(file)

    # -- asking ---------------------------------------------------------------------------------------------------

    def of(self, node: ast.expr | ast.stmt) -> str:
        """The text of a node as it stands there."""
        return self.sources.segment(self.place(node))

    def place(self, node: ast.expr | ast.stmt) -> Place:
        return Place(self.file, *self.syntax.columns(node), "")

    def statement(self, node: ast.AST) -> ast.stmt | None:
        """The innermost statement that the node is, or is a part of."""
        for above in (node, *self.syntax.above(node)):
            if isinstance(above, ast.stmt):
                return above
        return None

    def statement_at(self, line: int) -> ast.stmt | None:
        found = self.syntax.smallest_statement(line)
        return found if isinstance(found, ast.stmt) else None

    def function(self, node: ast.AST) -> Function | None:
        return function_around(node, self.syntax)

    def loop(self, node: ast.AST) -> ast.For | ast.While | None:
        """The innermost loop around the node, in its own function."""
        for above in self.syntax.above(node):
            if isinstance(above, ast.For | ast.While):
                return above
            if isinstance(above, Function | ast.ClassDef | ast.Lambda):
                return None
        return None

    def block(self, statement: ast.stmt) -> list[ast.stmt]:
        """The list of statements that it is one of."""
        above = self.syntax.parent[statement]
        for name in ("body", "orelse", "finalbody"):
            body = getattr(above, name, None)
            if isinstance(body, list) and statement in body:
                return body
        return [statement]

    def within(self, node: ast.AST, *kinds: type[ast.AST]) -> list[ast.AST]:
        return list(self.syntax.within(node).of(*kinds))

    def indent(self, statement: ast.stmt) -> str:
        line = self.syntax.line(statement.lineno)
        return line[: len(line) - len(line.lstrip())]

    def lines(self, statement: ast.stmt) -> str:
        """The whole lines of a statement, with its decorators."""
        return "\n".join(self.syntax.line(n) for n in range(first_line(statement), last_line(statement) + 1))

    def lines_in_strings(self, node: ast.AST) -> set[int]:
        """The lines that begin inside of a string: what stands before them is its text, and no indent."""
        texts = self.within(node, ast.Constant, ast.JoinedStr)
        spans = [(t.lineno, t.end_lineno or t.lineno) for t in texts if isinstance(t, ast.Constant | ast.JoinedStr)]
        return {line for first, last in spans for line in range(first + 1, last + 1)}

    def stands_alone(self, statement: ast.stmt) -> bool:
        """Has it lines of its own, shared with no other statement?"""
        before = self.syntax.line(statement.lineno)[: self.syntax.columns(statement)[1] - 1]
        behind = self.syntax.line(last_line(statement))[self.syntax.columns(statement)[3] - 1 :].strip()
        return not before.strip() and not behind.startswith(";")

    # -- editing --------------------------------------------------------------------------------------------------

    def put(self, node: ast.expr | ast.stmt, text: str) -> Edit:
        """This text in the place of the node."""
        return Edit(self.place(node), text)

    def put_between(self, start: ast.expr | ast.stmt, end: ast.expr | ast.stmt, text: str) -> Edit:
        """This text in the place of all from the first node's end to the second one's end."""
        first, last = self.syntax.columns(start), self.syntax.columns(end)
        return Edit(Place(self.file, first[2], first[3], last[2], last[3], ""), text)

    def before_node(self, node: ast.expr | ast.stmt, text: str) -> Edit:
        line, column, _, _ = self.syntax.columns(node)
        return Edit(Place(self.file, line, column, line, column, ""), text)

    def behind(self, node: ast.expr | ast.stmt, text: str) -> Edit:
        _, _, line, column = self.syntax.columns(node)
        return Edit(Place(self.file, line, column, line, column, ""), text)

    def inside_end(self, call: ast.Call, text: str) -> Edit:
        """Before a call's closing bracket, after its last argument."""
        given: list[ast.expr] = [*call.args, *(k.value for k in call.keywords)]
        if not given:
            _, _, line, column = self.syntax.columns(call)
            return Edit(Place(self.file, line, column - 1, line, column - 1, ""), text)
        last = max(given, key=lambda node: (node.end_lineno or 0, node.end_col_offset or 0))
        return self.behind(last, f", {text}")

    def put_keyword(self, keyword: ast.keyword, text: str) -> Edit:
        """Another keyword argument in the place of this one."""
        first = characters(self.syntax.line(keyword.lineno), keyword.col_offset) + 1
        end = self.syntax.columns(keyword.value)
        return Edit(Place(self.file, keyword.lineno, first, end[2], end[3], ""), text)

    def without_keyword(self, call: ast.Call, keyword: ast.keyword) -> Edit:
        """The call without the argument, and without its comma."""
        given: list[ast.expr] = [*call.args, *(k.value for k in call.keywords)]
        position = given.index(keyword.value)
        if not position and len(given) > 1:  # with the comma behind it
            following = next(k for k in call.keywords if k is not keyword)
            first = characters(self.syntax.line(keyword.lineno), keyword.col_offset) + 1
            column = characters(self.syntax.line(following.lineno), following.col_offset) + 1
            return Edit(Place(self.file, keyword.lineno, first, following.lineno, column, ""), "")
        if not position:
            return self.put_keyword(keyword, "")
        return self.put_between(given[position - 1], keyword.value, "")

    def under(self, statement: ast.stmt, head: str) -> Edit:
        """The statement as the body of a compound one."""
        indent = self.indent(statement)
        inner = textwrap.indent(self.dedented_lines(statement), indent + "    ")
        return self.replaced_lines(statement, f"{indent}{head}\n{inner}")

    def dedented_lines(self, statement: ast.stmt) -> str:
        return textwrap.dedent(self.lines(statement))

    def removed(self, statement: ast.stmt) -> Edit:
        """Without the statement and its lines; `pass` where its block would be empty."""
        if len(self.block(statement)) == 1:
            return self.put(statement, "pass")
        if not self.stands_alone(statement):
            return self.put(statement, "pass")
        return Edit(Place(self.file, first_line(statement), 1, last_line(statement) + 1, 1, ""), "")

    def before(self, statement: ast.stmt, text: str) -> Edit:
        """Lines of their own before the statement, as deep as it stands."""
        line = first_line(statement)
        return Edit(Place(self.file, line, 1, line, 1, ""), textwrap.indent(text, self.indent(statement)) + "\n")

    def after(self, statement: ast.stmt, text: str) -> Edit:
        """Lines of their own after the statement, as deep as it stands."""
        line = last_line(statement)
        end = len(self.syntax.line(line)) + 1
        return Edit(Place(self.file, line, end, line, end, ""), "\n" + textwrap.indent(text, self.indent(statement)))

    def add_import(self, line: str) -> Edit:
        """An import below those that the file begins with."""
        imports = [s for s in self.syntax.tree.body if isinstance(s, ast.Import | ast.ImportFrom)]
        return self.after(imports[-1], line) if imports else self.before(self.syntax.tree.body[0], line)

    def moved(self, statement: ast.stmt, before: ast.stmt | None = None, after: ast.stmt | None = None) -> list[Edit]:
        """The statement at another place, with its comments at the line's end."""
        text = self.dedented_lines(statement)
        there = (
            self.before(before, text) if before is not None else self.after(after, text) if after is not None else None
        )
        return [self.removed(statement), *([there] if there else [])]

    def replaced_lines(self, statement: ast.stmt, text: str) -> Edit:
        """Other lines in the place of the statement's, as they are."""
        line = last_line(statement)
        end = len(self.syntax.line(line)) + 1
        return Edit(Place(self.file, first_line(statement), 1, line, end, ""), text)

    def dedented(self, block: ast.With | ast.AsyncWith | ast.If) -> Edit | None:
        """The body of a `with` or an `if` without it."""
        if not self.stands_alone(block) or block.body[0].lineno == block.lineno:
            return None
        lines = [self.syntax.line(n) for n in range(block.lineno, last_line(block) + 1)]
        body = lines[first_line(block.body[0]) - block.lineno :]
        head = block.test if isinstance(block, ast.If) else block.items[-1].context_expr
        comments = lines[last_line(head) + 1 - block.lineno : len(lines) - len(body)]
        deeper, outer, inside = len(self.indent(block.body[0])), self.indent(block), self.lines_in_strings(block)
        kept = [outer + line[deeper:] if line[:deeper].isspace() else line for line in comments]
        for number, line in enumerate(body, first_line(block.body[0])):
            kept.append(outer + line[deeper:] if line[:deeper].isspace() and number not in inside else line)
        return self.replaced_lines(block, "\n".join(kept))


class Scene:
    """One finding: where to look, in the order of how likely the line is the one to change."""

    def __init__(
        self, finding: Finding, diagnostic: Diagnostic, sources: SourceFiles, files: Sequence[str] = ()
    ) -> None:
        self._files = files
        self.finding, self.diagnostic, self.sources = finding, diagnostic, sources
        self.cause = finding.cause
        self._texts: dict[str, Text] = {}

    def text(self, file: str) -> Text:
        if file not in self._texts:
            self._texts[file] = Text(file, self.sources)
        return self._texts[file]

    @property
    def places(self) -> Sequence[Place]:
        """The site, the places that the diagnostic marks, the calls that led to the site."""
        primary = self.diagnostic.primary
        marked = [label.place for label in self.diagnostic.labels]
        chain = list(reversed(self.finding.chain))
        every = [*chain[:1], *([primary.place] if primary else []), *marked, *chain[1:]]
        return list(dict.fromkeys(place for place in every if self.sources.text(place.file)))

    @property
    def own_files(self) -> Sequence[str]:
        """The program's files, those first that the finding tells of."""
        return list(dict.fromkeys([*(p.file for p in self.places), *self._files]))

    def names_in(self, pattern: str) -> list[str]:
        """Names that the message speaks of."""
        return list(dict.fromkeys(re.findall(pattern, self.diagnostic.message)))

    def written_name(self, text: Text, node: ast.AST) -> str:
        """What the statement at the node writes into, as the text calls it."""
        statement = text.statement(node)
        if isinstance(statement, ast.AugAssign):
            return ast.unparse(statement.target)
        inner: ast.AST | None = statement.value if isinstance(statement, ast.Expr) else None
        while isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute):
            inner = inner.func.value
        return ast.unparse(inner) if inner is not None else ""

    def at(self, place: Place) -> tuple[Text, ast.AST] | None:
        """The innermost node around the place, of the whole line's statement where columns are unknown."""
        text = self.text(place.file)
        node: ast.AST | None = self.sources.syntax(place.file).at(place) if place.column else None
        node = node or _smallest(text, place) or text.statement_at(place.line)
        return (text, node) if node is not None else None


def _smallest(text: Text, place: Place) -> ast.AST | None:
    if not place.column:
        return None
    line = text.syntax.line(place.line)
    last = text.syntax.line(place.end_line)
    start = (place.line, len(line[: place.column - 1].encode()))
    end = (place.end_line, len(last[: place.end_column - 1].encode()))
    found = text.syntax.smallest(start, end)
    return found


def calls_in(text: Text, node: ast.AST) -> Iterator[ast.Call]:
    """All calls in a node, in the order of the text."""
    for call in sorted(
        text.within(node, ast.Call), key=lambda n: (getattr(n, "lineno", 0), getattr(n, "col_offset", 0))
    ):
        assert isinstance(call, ast.Call)
        yield call


def last_name(call: ast.Call) -> str:
    """`step` of `self.opt.step()`."""
    return (
        call.func.attr
        if isinstance(call.func, ast.Attribute)
        else call.func.id
        if isinstance(call.func, ast.Name)
        else ""
    )


def makes_an_object(statement: ast.stmt) -> bool:
    """Does it make a module, an optimizer or another object that is not to be made twice?"""
    calls = [c for c in ast.walk(statement) if isinstance(c, ast.Call)]
    return any(last_name(c)[:1].isupper() or "opt" in last_name(c).lower() for c in calls)


def change(title: str, *edits: Edit | None) -> Iterator[Change]:
    """One change, where all its edits could be made."""
    made = tuple(edit for edit in edits if edit is not None)
    if made and len(made) == len(edits):
        yield Change(title, made)
