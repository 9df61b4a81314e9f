"""Tries the changes for each finding in turn, until the program is clean or nothing helps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from whygrad.fix.change import Change, made_in
from whygrad.fix.report import Found, Report
from whygrad.fix.verdict import Judgement, Verdict, judge

DEPTH = 5  # changes one after the other
MOST_FINDINGS = 3  # of one run that are worked on
SECOND_CHOICES = 2  # changes that cure partly, from which the search goes on
MORE = 3  # times the tries of one finding are tried in all

Run = Callable[[Mapping[str, str]], Report]  # the texts in the place of files -> what the run brought
Read = Callable[[str], str | None]  # the text of a file as it lies there, None where it is not what the run has read


@dataclass(frozen=True)
class State:
    """The program with changes made: their texts, and what a run of it brought."""

    report: Report
    changes: tuple[Change, ...] = ()
    evidence: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Tried:
    """One trial: for which finding of the program with which changes, and what came of it."""

    target: Found
    after: tuple[Change, ...]
    change: Change
    judgement: Judgement


class Search:
    """One search from the first report on. `tell` hears of each trial when it begins and when it is judged."""

    def __init__(
        self, run: Run, read: Read, tries: int, jobs: int, tell: Callable[[Change, Judgement | None], None]
    ) -> None:
        self._run, self._read, self._tries, self._jobs, self._tell = run, read, tries, jobs, tell
        self._left = MORE * tries
        self._known: set[frozenset[tuple[str, str]]] = {frozenset()}  # the program as it is
        self._short: dict[tuple[Change, ...], Report] = {}  # of states, when they are run no longer than a trial
        self.tried: list[Tried] = []

    def from_first(self, first: Report) -> State:
        """The best state that was reached: clean, or with cured findings, or as it was."""
        start = State(first)
        self._best, self._first = start, first
        return self._cure(start, DEPTH, proved=True) or self._best

    def _cure(self, state: State, depth: int, proved: bool) -> State | None:
        """A clean state that changes lead to, if one is found."""
        if state.report.is_repaired(self._first):
            return state
        if proved and len(state.changes) > len(self._best.changes):
            self._best = state
        if not depth:
            return None
        partly: list[State] = []
        for target in state.report.alarms[:MOST_FINDINGS]:
            for verdict, reached in self._trials(state, target):
                if verdict is Verdict.CURED:
                    return self._cure(reached, depth - 1, proved)
                if verdict is Verdict.PARTLY:
                    partly.append(reached)
        partly.sort(key=lambda reached: reached.report.error is not None)  # one that runs to its end is nearer
        for reached in partly[:SECOND_CHOICES]:
            clean = self._cure(reached, depth - 1, proved=False)
            if clean is not None:
                return clean
        return None

    def _trials(self, state: State, target: Found) -> Iterator[tuple[Verdict, State]]:
        """Try the changes for one finding, as many at a time as run side by side; judged in their order."""
        waiting = list(self._candidates(state, target))
        pool = ThreadPoolExecutor(self._jobs)
        try:
            while waiting and self._left > 0:
                batch, waiting = waiting[: min(self._jobs, self._left)], waiting[self._jobs :]
                self._left -= len(batch)
                for change, _ in batch:
                    self._tell(change, None)
                reports = list(pool.map(self._run, [texts for _, texts in batch]))
                # All that ran are judged and told of, also where the first one of them ends the search.
                yield from [self._judged(state, target, *ran) for ran in zip(batch, reports, strict=True)]
        finally:
            # Who interrupts does not wait for the trials: their processes are ended by whoever has started them.
            pool.shutdown(wait=False, cancel_futures=True)

    def _judged(
        self, state: State, target: Found, tried: tuple[Change, dict[str, str]], report: Report
    ) -> tuple[Verdict, State]:
        change, texts = tried
        judgement = self._checked(judge(target, state.report, report), target, state, report)
        self.tried.append(Tried(target, state.changes, change, judgement))
        self._tell(change, judgement)
        changes, evidence = (*state.changes, change), (*state.evidence, *judgement.evidence)
        return judgement.verdict, State(report, changes, evidence, texts)

    def _checked(self, judgement: Judgement, target: Found, state: State, after: Report) -> Judgement:
        """A finding that is gone from a run that was ended early: does the unchanged program show it so soon?"""
        if not (judgement.is_cured and after.over) or state.report.over or state.report.error is not None:
            return judgement
        if state.changes not in self._short:
            self._short[state.changes] = self._run(state.texts)
        shown = any(found.cause == target.cause for found in self._short[state.changes].alarms)
        return judgement if shown else Judgement(Verdict.UNCHANGED, (f"the trial {after.over}: too early to tell",))

    def _candidates(self, state: State, target: Found) -> Sequence[tuple[Change, dict[str, str]]]:
        """The changes that were not tried in the same program yet, with the texts they make of its files."""
        found: list[tuple[Change, dict[str, str]]] = []
        for change in target.changes:
            now: dict[str, str] = {}
            for file in change.files:
                text = state.texts.get(file) or self._read(file)
                if text is not None:
                    now[file] = text
            made = made_in(change, now)
            texts = {**state.texts, **(made or {})}
            key = frozenset((file, text) for file, text in texts.items() if text != self._read(file))
            if made is not None and key not in self._known and len(found) < self._tries:
                self._known.add(key)
                found.append((change, texts))
        return found
